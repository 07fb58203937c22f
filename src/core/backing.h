// SPDX-License-Identifier: Apache-2.0
// Memory that others own and vouch for, such as a file mapped into memory: what is looked at in place keeps
// it alive, and has it checked before it believes it.
#pragma once

#include <cstddef>
#include <string>

namespace priory {

class Backing {
 public:
  virtual ~Backing() = default;
  // Throws if these bytes are not those that were written. Checked once, then free; for any number of
  // threads.
  virtual void check(const void* begin, std::size_t n_bytes) const = 0;
  // Throws: the bytes are as they were written, and make no sense.
  [[noreturn]] virtual void fail(const std::string& why) const = 0;
};

}  // namespace priory
