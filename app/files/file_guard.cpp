// SPDX-License-Identifier: Apache-2.0
#include "files/file_guard.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "priory/error.h"
#include "priory/store.h"

namespace priory::app {
namespace {

namespace fs = std::filesystem;

bool holds_something(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && fs::file_size(path, error) > 0 && !error;
}

// A pipe may be a file: `priory train - -o rows.csv <rows.csv`.
std::string named(const std::string& input) {
  return input == "-" ? "/dev/stdin" : input;
}

bool same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  return fs::equivalent(one, other, error) && !error;
}

// With links and dots resolved as far as the path exists.
fs::path resolved(const std::string& path) {
  std::error_code error;
  return fs::weakly_canonical(fs::absolute(path, error), error);
}

bool lies_in(const std::string& path, const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false;
  const fs::path inner = resolved(path), outer = resolved(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

// Two outputs of one name would overwrite each other, unless it is a device or a FIFO.
bool same_output(const std::string& one, const std::string& other) {
  std::error_code error;
  return resolved(one) == resolved(other) && (!fs::exists(one, error) || fs::is_regular_file(one, error));
}

[[noreturn]] void refuse(const NamedFile& output, const std::string& why, const std::string& remedy) {
  throw Error(ErrorKind::usage, fmt::format("{} {}: {}", output.argument, output.path, why), {}, remedy);
}

constexpr const char* kOtherName = "give the output another name";

void check_against_input(const NamedFile& output, const NamedFile& input, bool force) {
  if (lies_in(output.path, input.path))
    refuse(output, fmt::format("the directory {} is read, and the output would be in it", input.path),
           "write it elsewhere");
  if (!same_file(output.path, named(input.path)) || !holds_something(output.path)) return;
  const bool both_models = output.use == FileUse::write_model && looks_like_model(input.path);
  if (both_models && force) return;
  refuse(output, fmt::format("this file is {}, and would be lost", input.argument),
         both_models ? fmt::format("{}, or replace the model with ‹force›", kOtherName) : kOtherName);
}

void check_output(const NamedFile& output, const std::vector<NamedFile>& files, bool force) {
  for (const NamedFile& other : files) {
    if (other.use == FileUse::read) check_against_input(output, other, force);
    const bool earlier = &other < &output && other.use != FileUse::read;
    if (earlier && same_output(output.path, other.path))
      refuse(output, fmt::format("{} is the same file", other.argument), kOtherName);
  }
  if (output.use == FileUse::write_model && !force && holds_something(output.path) &&
      !looks_like_model(output.path))
    refuse(output, "there is such a file, and it is no model of Priory",
           fmt::format("{}, or replace the file with ‹force›", kOtherName));
  if (output.use == FileUse::write && holds_something(output.path) && looks_like_model(output.path))
    refuse(output, "this file is a model of Priory, and would be lost", kOtherName);
}

}  // namespace

void check_files(const std::vector<NamedFile>& files, bool force) {
  for (const NamedFile& each : files) {
    if (each.use != FileUse::read && each.path != "-") check_output(each, files, force);
  }
}

}  // namespace priory::app
