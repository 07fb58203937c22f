// SPDX-License-Identifier: Apache-2.0
#include "input/loaded_library.h"

#include <dlfcn.h>
#include <utility>

#include "priory/error.h"

namespace priory {

LoadedLibrary::LoadedLibrary(std::string use, const std::vector<std::string>& files, std::string remedy)
    : use_(std::move(use)), remedy_(std::move(remedy)) {
  std::string why;
  for (const std::string& file : files) {
    library_ = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ != nullptr) {
      file_ = file;
      return;
    }
    if (why.empty()) why = ::dlerror();  // NOLINT(concurrency-mt-unsafe): of this thread
  }
  fail(why);
}

void* LoadedLibrary::address(const char* name) const {
  void* const out = ::dlsym(library_, name);
  if (out == nullptr) fail(file_ + " has no " + name);
  return out;
}

void LoadedLibrary::fail(const std::string& why) const {
  throw Error(ErrorKind::io, use_ + ", which cannot be loaded: " + why, {}, remedy_);
}

}  // namespace priory
