// SPDX-License-Identifier: Apache-2.0
// The exact sums of all parts for some cells, apart from the names of cells and values: training fills them
// row by row, EM with shares of rows. A mergeable value. Which family a part has and how many values, its
// vocabulary says; every call is given the same ones.
#pragma once

#include <span>
#include <vector>

#include "exact/block.h"
#include "learn/vocabulary/part_vocabulary.h"
#include "rows/cells.h"

namespace priory {

using Parts = std::span<const PartVocabulary>;

struct CellSums {
  Sums class_count;           // 1 x cells; weighted
  std::vector<Block> blocks;  // of each part

  static CellSums zero(Parts parts, std::size_t n_cells);
  std::size_t n_cells() const { return class_count.cells(); }
  double total(std::size_t cell) const { return class_count.value(0, cell); }

  // Room for the values of part k in all cells.
  void resize(Parts parts, std::size_t k) {
    blocks[k].resize(parts[k].statistics(), parts[k].shape(), n_cells());
  }

  // What rows add to every part: columns[k] are those of part k, in its codes. The parameters of the parts
  // are those of the step before, for rows that lack columns of a group; none: such rows are not expected.
  void add(Parts parts, std::span<const std::vector<const Column*>> columns, const Cells& cells,
           std::span<const Parameters* const> parameters = {});

  // Cell c of the other is cell_map[c] here, value v of a part value_map[v]; without a map, the same.
  void merge(Parts parts, const CellSums& other, Sums::Map cell_map = {});
  void subtract(Parts parts, const CellSums& other);
  void combine_classes(const CellSums& other, bool minus, Sums::Map cell_map);
  void combine_part(Parts parts, std::size_t k, const Block& other, bool minus, Sums::Map value_map,
                    Sums::Map cell_map);
  void merge_at(Parts parts, const CellSums& other, std::uint32_t cell);  // its cells from `cell` on
  CellSums select(Parts parts, std::span<const std::uint32_t> cells) const;
  CellSums canonical() const;  // equal sums in equal words

  template <class Wire>
  void carry(Wire& wire) {
    wire(blocks, class_count);
  }
  bool operator==(const CellSums&) const = default;
};

}  // namespace priory
