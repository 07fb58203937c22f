// SPDX-License-Identifier: Apache-2.0
// Named sums in one order and their shortest form, so that equal knowledge is equal bytes.
#include <algorithm>

#include "family/left_out.h"
#include "learn/named_sums.h"

namespace priory {
namespace {

// Which values have left a trace in the sums.
std::vector<bool> traces(const Block& block, std::span<const Statistic> statistics, std::size_t n_values) {
  std::vector<bool> out(n_values);
  for (std::size_t k = 0; k < block.sums.size(); ++k) {
    if (statistics[k].row != Per::value) continue;
    for (std::size_t value = 0; value < n_values; ++value)
      out[value] = out[value] || !block.sums[k].zero_row(value);
  }
  return out;
}

}  // namespace

void NamedSums::canonicalise() {
  class_translation_.clear();
  make_room_for_classes();
  std::vector<std::uint32_t> classes = classes_.sorted_codes();
  std::erase_if(classes, [&](std::uint32_t each) {
    return std::ranges::all_of(cells_of({&each, 1}),
                               [&](std::uint32_t cell) { return class_count().zero(0, cell); });
  });
  const std::vector<std::uint32_t> cells = cells_of(classes);
  for (std::size_t k = 0; k < parts_.size(); ++k) canonicalise_part(k, cells);
  classes_ = pick(classes_, classes);
  sums_.class_count = class_count().select(first_codes(1), cells).canonical();
  n_rows_ = std::move(n_rows_).canonical();
  header_rows_ = std::move(header_rows_).canonical();
}

// Columns of counts are the words of their part in the order of the file; everything else is sorted.
std::vector<std::uint32_t> NamedSums::kept_values(std::size_t k) const {
  const PartVocabulary& part = parts_[k];
  const PartPlan& plan = plan_->parts[k];
  std::vector<std::uint32_t> out;
  if (plan.of_counts()) {  // those of the plan: a column may have gone with its rows
    for (const std::string& column : plan.columns) {
      const std::size_t next = out.size();  // where it is, unless one before has gone
      const bool there = next < part.values.size() && part.values[next] == column;
      out.push_back(there ? static_cast<std::uint32_t>(next) : part.values.find(column));
    }
    return out;
  }
  if (part.frozen) return first_codes(part.values.size());
  out = part.values.sorted_codes();
  const std::vector<bool> has_trace = traces(block(k), part.statistics(), out.size());
  const std::vector<std::string> declared = is_gathered(plan) ? declared_keys(plan) : plan.declared;
  std::erase_if(out, [&](std::uint32_t v) {
    return !has_trace[v] && std::ranges::find(declared, part.values[v]) == declared.end();
  });
  return out;
}

void NamedSums::canonicalise_part(std::size_t k, std::span<const std::uint32_t> cells) {
  PartVocabulary& part = parts_[k];
  part.translation.clear(), part.combiner.clear();
  make_room(k);
  const std::vector<std::uint32_t> values = kept_values(k);
  const bool sorts = !plan_->parts[k].of_counts() && !part.frozen;
  const bool all = values == first_codes(part.values.size());
  if (sorts || !all) part.values = sorts ? part.values.sorted_subset(values) : pick(part.values, values);
  sums_.blocks[k] = block(k).select(part.statistics(), values, cells);
  for (Sums& sums : sums_.blocks[k].sums) sums = std::move(sums).canonical();
  settle_columns(k);
}

void NamedSums::settle_columns(std::size_t k) {
  if (is_combined(plan_->parts[k]))
    parts_[k].of_columns = std::make_shared<const ColumnValues>(plan_->parts[k], parts_[k].values);
}

void NamedSums::complete_combinations() {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (parts_[k].of_columns && parts_[k].family->scores_combinations()) complete_part(k);
  }
}

void NamedSums::complete_part(std::size_t k) {
  PartVocabulary& part = parts_[k];
  for (std::string& key : part.of_columns->possible_keys(part.values, plan_->parts[k].label()))
    part.values.insert(key);
  make_room(k);
  const std::vector<std::uint32_t> values = part.values.sorted_codes();
  part.values = pick(part.values, values);
  sums_.blocks[k] = block(k).select(part.statistics(), values, first_codes(sums_.n_cells()));
  settle_columns(k);
}

}  // namespace priory
