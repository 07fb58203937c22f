// SPDX-License-Identifier: Apache-2.0
#include "input/mail/mail_library.h"

#include "priory/error.h"
#include "priory/version.h"

#include "input/loaded_library.h"

namespace priory {
namespace {

MailLibrary load_library() {
  const LoadedLibrary library("mail is read with GMime", {"libgmime-3.0.so.0"},
                              "install it: apt-get install libgmime-3.0-0");
  MailLibrary out;
#define PRIORY_FIND(name) library.find(#name, out.name);
  PRIORY_MAIL_FUNCTIONS(PRIORY_FIND)
#undef PRIORY_FIND
  out.g_mime_init();
  return out;
}

}  // namespace

const MailLibrary& mail_library() {
  static const MailLibrary library = load_library();
  return library;
}

bool reads_mail() {
  try {
    return mail_library(), true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace priory
