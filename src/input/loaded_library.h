// SPDX-License-Identifier: Apache-2.0
// A library that the program does without until somebody needs it: most runs see no mail and no database, and
// each of these libraries costs every start milliseconds. Loaded once and never given back.
#pragma once

#include <string>
#include <vector>

namespace priory {

class LoadedLibrary {
 public:
  // Tries the files in order, as the loader finds them. `use` begins the message if none can be loaded, such
  // as "mail is read with GMime"; `remedy` ends it.
  LoadedLibrary(std::string use, const std::vector<std::string>& files, std::string remedy);

  // Also finds the functions of the libraries that it needs. An Error of kind io if there is none.
  template <class Pointer>
  void find(const char* name, Pointer& to) const {
    to = reinterpret_cast<Pointer>(address(name));
  }

 private:
  void* address(const char* name) const;
  [[noreturn]] void fail(const std::string& why) const;

  std::string use_, remedy_, file_;
  void* library_ = nullptr;
};

}  // namespace priory
