// SPDX-License-Identifier: Apache-2.0
// Directories of documents. Several directories are a class each, named by the last component of the path; so
// is a single one, unless it holds directories and no files: then those are the classes. The files of a class
// are all below its directory, in code point order of their paths, hidden ones left out; of a maildir those
// in cur and new.
#pragma once

#include <string>
#include <vector>

namespace priory {

struct Folder {
  std::string path;
  std::string label;
  std::vector<std::string> files;
  bool maildir = false;
};

bool is_directory(const std::string& path);  // false for "-" and what is not there

// The classes of one argument; `only`: there is no other. An Error of kind io when a directory cannot be
// read.
std::vector<Folder> list_folders(const std::string& path, bool only);

// The last component of a path that is not empty, "." or "..".
std::string last_component(const std::string& path);

}  // namespace priory
