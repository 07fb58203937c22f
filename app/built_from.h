// SPDX-License-Identifier: Apache-2.0
// What this program was built from; the values are in a file that cmake/built-from.cmake makes.
#pragma once

namespace priory::app {

extern const char* const kCommit;
extern const char* const kCommitDate;  // as man pages have it: "November 19, 2026"
extern const char* const kBuildType;

}  // namespace priory::app
