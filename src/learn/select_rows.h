// SPDX-License-Identifier: Apache-2.0
// Some rows of a chunk, as a chunk of their own.
#pragma once

#include <span>

#include "priory/chunk.h"

namespace priory {

// Appends rows [begin, end) of a column whose codes are not packed.
void append_rows(const Column& from, std::size_t begin, std::size_t end, Column& to);

// These rows in this order: cells, class and weight.
Chunk select_rows(const Chunk& chunk, std::span<const std::uint32_t> rows);

}  // namespace priory
