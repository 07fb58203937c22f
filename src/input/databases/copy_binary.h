// SPDX-License-Identifier: Apache-2.0
// The rows of COPY ... TO STDOUT (FORMAT binary), PostgreSQL's documentation of COPY, "Binary Format":
//
//   signature of 11 bytes | flags: 4 | size of an extension: 4 | the extension
//   each tuple: n fields: 2 | of each field: size: 4 (-1 is NULL), its bytes
//   the end: -1: 2
//
// All numbers have their highest byte first. Whatever is no such thing is an Error of kind io: the bytes come
// from a server.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "input/databases/column_buffers.h"

namespace priory {

// The size of the header that the bytes begin with; 0: more are needed to tell.
std::size_t copy_header(std::string_view bytes);

// The whole tuples that bytes begin with: at most so many rows, and none more once there are so many bytes.
struct CopyTuples {
  std::size_t n_rows = 0;
  std::size_t size = 0;
  bool ended = false;  // the end stands behind them, and is part of `size`
};
CopyTuples whole_tuples(std::string_view bytes, std::size_t n_fields, std::size_t most_rows,
                        std::size_t most_bytes);

// Reads whole tuples, at most as many as there is room for. `into`: the column of the buffers that each field
// is; texts are views of the bytes. Returns how many rows there were.
std::size_t read_tuples(std::string_view bytes, const std::vector<std::size_t>& into,
                        const std::vector<BufferType>& types, ColumnBuffers& buffers);

}  // namespace priory
