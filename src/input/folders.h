// SPDX-License-Identifier: Apache-2.0
// Directories of documents. Several directories are a class each, named by the last component of the path; so
// is a single one, unless it holds directories with files in them, or nothing but mboxes: then those are the
// classes, and what else it holds is as if it were named by itself. The files of a class are all below its
// directory, in code point order of their paths, hidden ones left out; of a maildir those in cur and new.
#pragma once

#include <string>
#include <vector>

namespace priory {

struct Folder {
  std::string path;
  std::string label;
  std::vector<std::string> files;
  std::vector<std::string> special;  // those of them that are FIFOs, sockets or devices
  bool maildir = false;
};

struct Folders {
  std::vector<Folder> classes;
  Folder beside;  // without a label: files that are in none of them
};

bool is_directory(const std::string& path);  // false for "-" and what is not there

// What one argument holds; `only`: there is no other. An Error of kind io when a directory cannot be read.
Folders list_folders(const std::string& path, bool only);

// An Error when two of the paths are one directory, or one is inside the other: its files would count twice.
void check_apart(const std::vector<std::string>& paths);

// The last component of a path that is not empty, "." or "..".
std::string last_component(const std::string& path);

}  // namespace priory
