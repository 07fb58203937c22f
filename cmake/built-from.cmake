# Writes built_from.cpp: the commit and its day, when they are others than the file has. Run by the build.
#   cmake -DSOURCE=. -DOUTPUT=built_from.cpp -DBUILD_TYPE=Release -P built-from.cmake
# Without a clone the commit is unknown, and the day is that of SOURCE_DATE_EPOCH or today.
find_program(GIT git)
set(commit "")
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude=* WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT} log -1 --format=%ct WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE seconds OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit "unknown, not built from a clone")
elseif(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
string(TIMESTAMP day "%B %d, %Y" UTC)
string(REPLACE " 0" " " day "${day}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
// SPDX-License-Identifier: Apache-2.0
// Made by cmake/built-from.cmake.
#include "built_from.h"

namespace priory::app {

const char* const kCommit = "@commit@";
const char* const kCommitDate = "@day@";
const char* const kBuildType = "@BUILD_TYPE@";

}  // namespace priory::app
]] @ONLY)
