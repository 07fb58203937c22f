// SPDX-License-Identifier: Apache-2.0
// What a shell offers after Tab. The scripts of `priory completion SHELL` know nothing of verbs and options:
// they ask the program, `priory __complete WORD...`, which answers from the same declarations as --help. The
// first line of the answer says what the others are: `words`; `list` (more may follow after a comma or =, so
// no space goes after it); or `files` (the shell's own file names, besides). Each other line is a word, and
// what it means after a tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace priory::app {

inline constexpr std::string_view kCompleteWord = "__complete";

// The last of the words is the one to complete; with `--line LINE` they are cut from a line of a shell.
// Always 0: a shell has no use for an error.
int complete(const std::vector<std::string>& words);

// The words of a command line as a shell would cut them, up to its end; nothing is expanded.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace priory::app
