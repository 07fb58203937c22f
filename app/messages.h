// SPDX-License-Identifier: Apache-2.0
// What is said on stderr: errors always, notes unless --quiet, details with --verbose. Messages are for
// people: that nobody can read them is no reason to fail.
#pragma once

#include <string>
#include <string_view>

#include "priory/error.h"

namespace priory::app {

class Arguments;

// -q and -v, which every verb has.
void declare_messages(Arguments& arguments);
// From here on hints are for this verb: they name options that it has, or the verb that has them.
void speak_for(const Arguments& arguments);
bool is_quiet();
bool is_verbose();

void tell(std::string_view text);  // to stderr as it stands, whatever was asked for
void complain(const Error& error);
void complain(const std::string& text);  // a line that -q does not silence; settings are spelt as options
void note(const std::string& text);      // a line unless -q
void detail(const std::string& text);    // a line with -v

std::string spell_option(std::string_view setting);  // "--alpha"
std::string spelt_for_shell(std::string_view text);  // what the library says, settings spelt as options

}  // namespace priory::app
