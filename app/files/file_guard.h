// SPDX-License-Identifier: Apache-2.0
// Keeps a command from destroying what it reads. Arguments say whether they name a file to read or to write;
// before a verb runs, the files it would write are compared with those it reads.
#pragma once

#include <string>
#include <vector>

namespace priory::app {

enum class FileUse { none, read, write, write_model };

// A file as the command line names it: `argument` is "DATA" or "--output".
struct NamedFile {
  FileUse use = FileUse::none;
  std::string argument, path;
};

// An Error of kind usage where a file to write is one of those to read, by whatever path or link, or lies in
// a directory that is read; where two outputs are one file; where a model would replace a file that is none,
// and what is no model a model. `force` lets a model replace a file that is none, and a model that is read.
// What does not exist yet, is empty or is no regular file (a FIFO, /dev/null) can be written.
void check_files(const std::vector<NamedFile>& files, bool force);

}  // namespace priory::app
