// SPDX-License-Identifier: Apache-2.0
// How the program ends, for whoever asks the shell.
#pragma once

#include <string_view>

namespace priory::app {

struct ExitCode {
  int code;
  std::string_view meaning;
};

inline constexpr ExitCode kExitCodes[] = {{0, "done"},
                                          {1, "a gate failed, or two things differ"},
                                          {2, "the command is wrong"},
                                          {3, "the data are wrong"},
                                          {4, "the model file is damaged, or none"},
                                          {5, "reading or writing failed"},
                                          {70, "a bug of ours"},
                                          {130, "interrupted"}};

}  // namespace priory::app
