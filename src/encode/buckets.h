// SPDX-License-Identifier: Apache-2.0
// The words that tokens are counted as under --hash-bits: each of 2^bits buckets is one, spelt "#42", and
// gets its code in the dictionary of the column when it is first met. One for each encoder and column.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "priory/chunk.h"

namespace priory {

class Buckets {
 public:
  explicit Buckets(std::size_t bits);

  std::uint32_t code(std::string_view token, Dictionary& words);

 private:
  struct Free {
    void operator()(std::uint32_t* codes) const { std::free(codes); }
  };
  std::size_t bits_;
  // One more than the code; 0: not met. From calloc, so that buckets never met cost no memory.
  std::unique_ptr<std::uint32_t[], Free> codes_;
};

}  // namespace priory
