// SPDX-License-Identifier: Apache-2.0
// What the bytes of a text are, 64 at a time, in the vector instructions of the machine at hand: a bit for
// every byte. From the bits it is two operations to the borders of all words, where a loop over bytes has a
// branch for each that no processor foresees.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "words/slices.h"

namespace priory {

// Which bytes of ASCII are in words.
enum class WordBytes {
  letters,     // [A-Za-z0-9]
  underscore,  // [A-Za-z0-9_]: Tokens::unicode on ASCII
  dark,        // all but white space: Tokens::space on ASCII
};

constexpr std::size_t kMaskBytes = 64;

constexpr std::size_t n_masks(std::size_t n_bytes) {
  return (n_bytes + kMaskBytes - 1) / kMaskBytes;
}

// Bit i of masks[b] says whether byte 64 b + i is in a word, and lowered[i] is what it becomes there: itself,
// or where `lower` is asked for its lower case. Bytes beyond ASCII are in no word; high[b] marks them. Bits
// beyond the end are zero. `lowered` has room for n_masks * 64 bytes, `masks` and `high` for n_masks words.
// True if there are bytes beyond ASCII.
bool mark_words(std::string_view text, WordBytes kind, bool lower, std::uint64_t* masks, std::uint64_t* high,
                char* lowered);

// Appends the runs of marked bytes within [begin, end) of the text; those of one byte only if `singles`.
void append_runs(const std::uint64_t* masks, std::size_t begin, std::size_t end, bool singles,
                 std::vector<Slice>& out);

}  // namespace priory
