// SPDX-License-Identifier: Apache-2.0
// Pieces of files, for tasks that know nothing of each other: each piece is a table of its own, and together
// they have every row of the files once.
//
//   for (const FilePiece& piece : pieces_of({"big.csv"}, {}, 1 << 26))  // in any order, on any machine
//     statistics.add(open_piece(piece));
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "priory/table.h"

#pragma GCC visibility push(default)

namespace priory {

struct FilePiece {
  static constexpr std::uint64_t kToTheEnd = ~std::uint64_t{0};

  std::string path;
  std::uint64_t begin = 0, end = kToTheEnd;  // from where a record begins to where another does
  std::string head;                          // what stands before the rows of a file, for a piece without it
  std::size_t first_line = 1;                // the line in which the first record begins
  Format format = Format::detect;            // what looking at the first file has found
  char delimiter = ',';                      // of CSV

  bool whole() const { return begin == 0 && end == kToTheEnd; }
};

// In the order of the rows, of so many bytes at most, as near as records allow. A file that can be read from
// its beginning only (compressed, an mbox) is one piece. Looks over all bytes of files that are cut, for
// quotes and line ends. An Error of kind usage for directories and pipes.
std::vector<FilePiece> pieces_of(const std::vector<std::string>& paths, const ReadOptions& options,
                                 std::uint64_t bytes);

// The bytes of a part of a file, with the head before them: a file of its own.
std::string text_of(const FilePiece& piece);

// The rows of a piece, which it holds in memory if it is part of a file. `options` as for pieces_of.
Table open_piece(const FilePiece& piece, const ReadOptions& options = {});

}  // namespace priory

#pragma GCC visibility pop
