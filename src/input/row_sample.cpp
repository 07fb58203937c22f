// SPDX-License-Identifier: Apache-2.0
#include "input/row_sample.h"

#include <algorithm>
#include <map>

namespace priory {

std::uint64_t RowSample::row_hash(std::uint64_t sum) {
  return mixed(sum);
}

bool RowSample::count_again(std::uint64_t hash) {
  const auto at = rows_.find(hash);
  if (at == rows_.end()) return false;
  ++at->second.count;
  return true;
}

void RowSample::add(std::uint64_t hash, std::vector<SampledCell> numbers, std::uint64_t count) {
  const auto [at, is_new] = rows_.try_emplace(hash);
  at->second.count += count;
  if (!is_new) return;
  n_cells_ += numbers.size();
  at->second.hash = hash, at->second.numbers = std::move(numbers);
  if (rows_.size() > 2 * kRows || n_cells_ > 2 * kCells) compact();
}

void RowSample::merge(const RowSample& other, std::span<const std::uint32_t> column_map) {
  limit_ = std::min(limit_, other.limit_);
  for (const auto& [hash, row] : other.rows_) {
    if (!wants(hash)) continue;
    std::vector<SampledCell> numbers = row.numbers;
    for (SampledCell& cell : numbers) cell.column = column_map[cell.column];
    add(hash, std::move(numbers), row.count);
  }
}

std::vector<std::pair<std::uint64_t, const RowSample::Row*>> RowSample::kept() const {
  std::vector<std::pair<std::uint64_t, const Row*>> out;
  for (const auto& [hash, row] : rows_) {
    if (wants(hash)) out.emplace_back(hash, &row);
  }
  std::ranges::sort(out);
  std::size_t n = 0, cells = 0;
  while (n < out.size() && n < kRows && (cells += out[n].second->numbers.size()) <= kCells) ++n;
  out.resize(n);
  return out;
}

std::vector<std::vector<NumberCount>> RowSample::columns(const std::vector<bool>& absent_is_zero) const {
  const std::size_t n_columns = absent_is_zero.size();
  std::vector<std::map<double, std::uint64_t>> counts(n_columns);
  std::vector<std::uint64_t> present(n_columns);
  std::uint64_t n_rows = 0;
  for (const auto& [hash, row] : kept()) {
    n_rows += row->count;
    for (const SampledCell& cell : row->numbers)
      counts[cell.column][cell.number == 0 ? 0 : cell.number] += row->count,
          present[cell.column] += row->count;
  }
  std::vector<std::vector<NumberCount>> out(n_columns);
  for (std::size_t j = 0; j < n_columns; ++j) {
    if (absent_is_zero[j] && present[j] < n_rows) counts[j][0] += n_rows - present[j];
    for (const auto& [value, count] : counts[j]) out[j].push_back({value, count});
  }
  return out;
}

void RowSample::compact() {
  const auto rows = kept();
  if (rows.size() == rows_.size()) return;
  limit_ = rows.empty() ? 0 : rows.back().first;
  n_cells_ = 0;
  std::erase_if(rows_, [&](const auto& each) { return !wants(each.first); });
  for (const auto& [hash, row] : rows_) n_cells_ += row.numbers.size();
}

}  // namespace priory
