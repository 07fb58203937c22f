// SPDX-License-Identifier: Apache-2.0
#include "input/folders.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "priory/error.h"

namespace priory {
namespace {

namespace fs = std::filesystem;

struct Listing {
  std::vector<std::string> files, folders;
};

// A link to a file is a file; a link to a directory is passed over, since it may lead round in a circle.
Listing list(const std::string& path) {
  Listing out;
  std::error_code error;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename().native().starts_with('.')) continue;
    std::error_code ignored;
    if (at->is_regular_file(ignored))
      out.files.push_back(at->path().native());
    else if (at->is_directory(ignored) && !at->is_symlink(ignored))
      out.folders.push_back(at->path().native());
  }
  if (error) throw Error(ErrorKind::io, "cannot read " + path + ": " + error.message());
  std::sort(out.folders.begin(), out.folders.end());
  return out;
}

bool is_maildir(const std::string& path) {
  return is_directory(path + "/cur") && is_directory(path + "/new");
}

void walk(const std::string& path, std::vector<std::string>& files) {
  const bool maildir = is_maildir(path);
  Listing here = list(path);
  if (maildir)
    here = {{}, {path + "/cur", path + "/new"}};  // tmp holds what is being delivered
  else
    files.insert(files.end(), here.files.begin(), here.files.end());
  for (const std::string& each : here.folders) walk(each, files);
}

Folder folder_of(const std::string& path) {
  Folder out{path, last_component(path), {}, is_maildir(path)};
  walk(path.size() > 1 && path.ends_with('/') ? path.substr(0, path.size() - 1) : path, out.files);
  std::sort(out.files.begin(), out.files.end());
  return out;
}

}  // namespace

bool is_directory(const std::string& path) {
  std::error_code error;
  return path != "-" && fs::is_directory(path, error);
}

std::string last_component(const std::string& path) {
  const fs::path normal = (fs::path(path) / "").lexically_normal().parent_path();
  std::string name = normal.filename().native();
  if (!name.empty() && name != "." && name != "..") return name;
  std::error_code error;
  return fs::canonical(path, error).filename().native();
}

std::vector<Folder> list_folders(const std::string& path, bool only) {
  const Listing top = list(path);
  if (!only || !top.files.empty() || top.folders.empty() || is_maildir(path)) return {folder_of(path)};
  std::vector<Folder> out;
  for (const std::string& each : top.folders) out.push_back(folder_of(each));
  return out;
}

}  // namespace priory
