// SPDX-License-Identifier: Apache-2.0
// Words cut out of bytes by masks, 64 bytes at a time. Texts are ASCII for the most part: what is not, goes
// to the caller's slow way in segments that begin and end at white space of ASCII, beyond which neither the
// border of a word nor the lower case of a letter looks. So the words are those of the slow way on the whole
// text.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "text/units.h"
#include "text/word_masks.h"

namespace priory {

// Scratch for one thread.
class ByteWords {
 public:
  // Appends the words of a segment that has bytes beyond ASCII.
  using Slow = std::function<void(std::string_view segment, Units& out)>;

  // Words are maximal runs of `shortest` or more bytes of `kind`, lower-cased if `lower` is asked for.
  ByteWords(WordBytes kind, bool lower, std::size_t shortest)
      : kind_(kind), lower_(lower), shortest_(shortest) {}

  // Makes `out` the words of `text`, in order, not joined. Without `slow` a byte beyond ASCII ends a word.
  void operator()(std::string_view text, Units& out, const Slow& slow = {});

 private:
  void cut(std::size_t begin, std::size_t end, Units& out);
  void cut_mixed(std::string_view text, Units& out, const Slow& slow);
  std::size_t next_high(std::size_t from, std::size_t size) const;

  WordBytes kind_;
  bool lower_;
  std::size_t shortest_;
  std::vector<std::uint64_t> masks_, high_;
  std::vector<std::uint32_t> edges_;  // where words begin and end, in turn
};

}  // namespace priory
