// SPDX-License-Identifier: Apache-2.0
#include "input/mail/mail_library.h"

#include <dlfcn.h>
#include <string>

#include "priory/error.h"
#include "priory/version.h"

namespace priory {
namespace {

constexpr const char* kFile = "libgmime-3.0.so.0";

[[noreturn]] void fail(const std::string& why) {
  throw Error(ErrorKind::io, "mail is read with GMime, which cannot be loaded: " + why, {},
              "install it: apt-get install libgmime-3.0-0");
}

// Also finds the functions of the libraries that it needs, such as g_object_unref.
template <class Pointer>
void find(void* library, const char* name, Pointer& to) {
  to = reinterpret_cast<Pointer>(::dlsym(library, name));
  if (to == nullptr) fail(std::string(kFile) + " has no " + name);
}

MailLibrary load_library() {
  void* library = ::dlopen(kFile, RTLD_NOW | RTLD_LOCAL);  // for as long as the program runs
  if (library == nullptr) fail(::dlerror());               // NOLINT(concurrency-mt-unsafe): of this thread
  MailLibrary out;
#define PRIORY_FIND(name) find(library, #name, out.name);
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
