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

  // Words are maximal runs of bytes of `kind`, of one alone only if `singles`, lower-cased if `lower` is
  // asked for.
  ByteWords(WordBytes kind, bool lower, bool singles) : kind_(kind), lower_(lower), singles_(singles) {}

  // Makes `out` the words of `text`, in order, not joined. Without `slow` a byte beyond ASCII ends a word.
  void operator()(std::string_view text, Units& out, const Slow& slow = {});

 private:
  void cut_mixed(std::string_view text, Units& out, const Slow& slow);
  std::size_t next_high(std::size_t from, std::size_t size) const;

  WordBytes kind_;
  bool lower_;
  bool singles_;
  std::vector<std::uint64_t> masks_, high_;
};

}  // namespace priory
