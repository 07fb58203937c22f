// SPDX-License-Identifier: Apache-2.0
#include "input/folders.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <tuple>

#include "priory/error.h"

#include "input/detect.h"

namespace priory {
namespace {

namespace fs = std::filesystem;

struct Listing {
  std::vector<std::string> files, folders, special;
};

// A link to a file is a file, also when it leads nowhere: that is told when it is read. A link to a directory
// is passed over, since it may lead round in a circle.
void add(const fs::directory_entry& entry, Listing& out) {
  std::error_code ignored;
  const std::string& path = entry.path().native();
  if (entry.is_directory(ignored)) {
    if (!entry.is_symlink(ignored)) out.folders.push_back(path);
    return;
  }
  out.files.push_back(path);
  if (entry.is_other(ignored)) out.special.push_back(path);
}

Listing list(const std::string& path) {
  Listing out;
  std::error_code error;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().native().starts_with('.')) add(*at, out);
  }
  if (error) throw Error(ErrorKind::io, "cannot read " + path + ": " + error.message());
  std::sort(out.files.begin(), out.files.end());
  std::sort(out.folders.begin(), out.folders.end());
  return out;
}

// One alone may as well be a class that the directory is named after.
bool are_mboxes(const std::vector<std::string>& files) {
  return files.size() > 1 && std::all_of(files.begin(), files.end(), [](const std::string& file) {
           return format_of_name(file) == Format::mbox;
         });
}

bool is_maildir(const std::string& path) {
  return is_directory(path + "/cur") && is_directory(path + "/new");
}

void walk(const std::string& path, Folder& out) {
  const bool maildir = is_maildir(path);
  Listing here = list(path);
  if (maildir) here = {{}, {path + "/cur", path + "/new"}, {}};  // tmp holds what is being delivered
  out.files.insert(out.files.end(), here.files.begin(), here.files.end());
  out.special.insert(out.special.end(), here.special.begin(), here.special.end());
  for (const std::string& each : here.folders) walk(each, out);
}

Folder folder_of(const std::string& path) {
  Folder out{path, last_component(path), {}, {}, is_maildir(path)};
  walk(path.size() > 1 && path.ends_with('/') ? path.substr(0, path.size() - 1) : path, out);
  std::sort(out.files.begin(), out.files.end());
  return out;
}

struct Named {
  std::string path, real;  // as it was named, and without links; that with a slash at its end
};

void check_apart(const Named& a, const Named& b) {
  if (!a.real.starts_with(b.real) && !b.real.starts_with(a.real)) return;
  const auto& [inner, outer] = a.real.size() > b.real.size() ? std::tie(a, b) : std::tie(b, a);
  throw Error(ErrorKind::usage,
              a.real == b.real ? fmt::format("{} is named twice", b.path)
                               : fmt::format("{} is inside {}", inner.path, outer.path),
              {}, "name each directory once: its files would count twice");
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

Folders list_folders(const std::string& path, bool only) {
  Listing top = list(path);
  if (!only || is_maildir(path)) return {{folder_of(path)}, {}};
  Folders out;
  for (const std::string& each : top.folders) out.classes.push_back(folder_of(each));
  const bool holds_classes = std::any_of(out.classes.begin(), out.classes.end(),
                                         [](const Folder& each) { return !each.files.empty(); });
  if (!holds_classes && !are_mboxes(top.files)) return {{folder_of(path)}, {}};
  if (!holds_classes) out.classes.clear();
  out.beside = {path, "", std::move(top.files), std::move(top.special), false};
  return out;
}

void check_apart(const std::vector<std::string>& paths) {
  std::vector<Named> seen;
  for (const std::string& path : paths) {
    if (!is_directory(path)) continue;
    std::error_code ignored;  // it is there
    const Named here{path, fs::canonical(path, ignored).native() + "/"};
    for (const Named& other : seen) check_apart(here, other);
    seen.push_back(here);
  }
}

}  // namespace priory
