// SPDX-License-Identifier: Apache-2.0
#include "learn/cell_sums.h"

#include "family/each_family.h"
#include "family/left_out.h"

namespace priory {

CellSums CellSums::zero(Parts parts, std::size_t n_cells) {
  CellSums out{Sums(1, n_cells), {}};
  for (const PartVocabulary& part : parts)
    out.blocks.push_back(Block::zero(part.statistics(), part.shape(), n_cells));
  return out;
}

void CellSums::add(Parts parts, std::span<const std::vector<const Column*>> columns, const Cells& cells,
                   std::span<const Parameters* const> parameters) {
  each_family(
      parts.size(), [&](std::size_t k) { return parts[k].family; },
      [&](std::size_t k) {
        return Piece{columns[k], parameters.empty() ? nullptr : parameters[k], &blocks[k]};
      },
      [&](const Family& family, std::span<const Piece> pieces) { family.accumulate_all(pieces, cells); });
}

void CellSums::combine_classes(const CellSums& other, bool minus, Sums::Map cell_map) {
  minus ? class_count.subtract(other.class_count, {}, cell_map)
        : class_count.merge(other.class_count, {}, cell_map);
}

void CellSums::combine_part(Parts parts, std::size_t k, const Block& other, bool minus, Sums::Map value_map,
                            Sums::Map cell_map) {
  minus ? blocks[k].subtract(parts[k].statistics(), other, value_map, cell_map)
        : blocks[k].merge(parts[k].statistics(), other, value_map, cell_map);
}

void CellSums::merge(Parts parts, const CellSums& other, Sums::Map cell_map) {
  combine_classes(other, false, cell_map);
  for (std::size_t k = 0; k < blocks.size(); ++k)
    combine_part(parts, k, other.blocks[k], false, {}, cell_map);
}

void CellSums::subtract(Parts parts, const CellSums& other) {
  combine_classes(other, true, {});
  for (std::size_t k = 0; k < blocks.size(); ++k) combine_part(parts, k, other.blocks[k], true, {}, {});
}

void CellSums::merge_at(Parts parts, const CellSums& other, std::uint32_t cell) {
  std::vector<std::uint32_t> cells = first_codes(other.n_cells());
  for (std::uint32_t& each : cells) each += cell;
  merge(parts, other, cells);
}

CellSums CellSums::select(Parts parts, std::span<const std::uint32_t> cells) const {
  CellSums out{class_count.select(first_codes(1), cells), {}};
  for (std::size_t k = 0; k < blocks.size(); ++k)
    out.blocks.push_back(blocks[k].select(parts[k].statistics(), first_codes(parts[k].values.size()), cells));
  return out;
}

CellSums CellSums::canonical() const {
  CellSums out = *this;
  out.class_count = std::move(out.class_count).canonical();
  for (Block& block : out.blocks) {
    for (Sums& sums : block.sums) sums = std::move(sums).canonical();
  }
  return out;
}

}  // namespace priory
