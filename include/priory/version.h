// SPDX-License-Identifier: Apache-2.0
// Which Priory this is, and what it was built with. CMakeLists.txt takes the version from here.
#pragma once

#include <string>
#include <vector>

#define PRIORY_VERSION_MAJOR 0
#define PRIORY_VERSION_MINOR 1
#define PRIORY_VERSION_PATCH 0
#define PRIORY_VERSION "0.1.0"

#pragma GCC visibility push(default)

namespace priory {

// A library that this one is built with, in the version that is used when the program runs.
struct Library {
  std::string name, version;
};
std::vector<Library> libraries();

bool draws_reports();  // whether the page of the HTML report is built in
bool reads_mail();     // whether GMime is installed; loads it, as the next ones do their library
bool reads_sqlite();
bool reads_duckdb(const std::string& file = {});  // `file`: where libduckdb.so is, if not where libraries are
bool reads_postgresql();

}  // namespace priory

#pragma GCC visibility pop
