// SPDX-License-Identifier: Apache-2.0
// The libraries that the library and the program are built with. libstemmer does not say its version.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <archive.h>
#include <fmt/format.h>
#include <gmp.h>
#include <hwy/highway.h>
#include <nlohmann/json.hpp>
#include <pcre2.h>
#include <simdjson.h>
#include <utf8proc.h>
#include <xxhash.h>
#include <zlib.h>

#include "priory/version.h"

#include "report/page_bytes.h"

namespace priory {
namespace {

std::string pcre2_version() {
  std::string out(64, '\0');
  const int size = pcre2_config(PCRE2_CONFIG_VERSION, out.data());
  out.resize(size > 0 ? static_cast<std::size_t>(size) - 1 : 0);  // it counts the 0 at the end
  return out.substr(0, out.find(' '));
}

// 10.20.30 of a number such as 102030.
std::string from_number(unsigned number) {
  return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
}

// "libarchive 3.6.2 zlib/1.2.13 liblzma/5.4.1": itself, and what it unpacks with.
void add_archive(std::vector<Library>& out) {
  std::string_view rest = archive_version_details();
  rest.remove_prefix(std::min(rest.size(), rest.find(' ') + 1));
  out.push_back({"libarchive", std::string(rest.substr(0, rest.find(' ')))});
  while (rest.find(' ') != std::string_view::npos) {
    rest.remove_prefix(rest.find(' ') + 1);
    const std::string_view word = rest.substr(0, rest.find(' '));
    const std::size_t slash = word.find('/');
    if (slash != std::string_view::npos && !word.starts_with("zlib"))
      out.push_back({std::string(word.substr(0, slash)), std::string(word.substr(slash + 1))});
  }
}

}  // namespace

std::vector<Library> libraries() {
  std::vector<Library> out{
      {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
      {"GMP", gmp_version},
      {"Highway", fmt::format("{}.{}.{}", HWY_MAJOR, HWY_MINOR, HWY_PATCH)},
      {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                    NLOHMANN_JSON_VERSION_PATCH)},
      {"PCRE2", pcre2_version()},
      {"simdjson",
       fmt::format("{}.{}.{}", int(simdjson::SIMDJSON_VERSION_MAJOR), int(simdjson::SIMDJSON_VERSION_MINOR),
                   int(simdjson::SIMDJSON_VERSION_REVISION))},
      {"utf8proc", utf8proc_version()},
      {"xxHash", from_number(XXH_versionNumber())},
      {"zlib", zlibVersion()}};
  add_archive(out);
  return out;
}

bool draws_reports() {
  return !page_bytes().empty();
}

}  // namespace priory
