// SPDX-License-Identifier: Apache-2.0
#include "online/named_row.h"

#include "plan/chunk_layout.h"

namespace priory {

NamedRow::NamedRow(const Plan& plan, RowCoder& coder, RowView cells)
    : dictionaries_(explanation_spec(plan).columns.size()) {
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  chunk_.n_rows = 1;
  chunk_.columns.resize(dictionaries_.size());
  coder.begin(cells);
  for (std::size_t k = 0; k < places.size(); ++k) read_part(plan.parts[k], coder, k, places[k]);
}

void NamedRow::read_part(const PartPlan& part, RowCoder& coder, std::size_t k,
                         std::span<const std::size_t> places) {
  std::vector<Column> numbers;
  if (part.kind == CellKind::reals) coder.read_numbers(k, numbers);
  for (std::size_t j = 0; j < places.size(); ++j) {
    Column& column = chunk_.columns[places[j]];
    Dictionary& dictionary = dictionaries_[places[j]];
    if (part.kind == CellKind::reals) {
      column = numbers[j];
    } else if (part.kind == CellKind::codes) {
      const std::optional<std::string_view> value = coder.value(k, j);
      column.kind = CellKind::codes;
      column.codes.assign(1, value ? dictionary.insert(*value) : kMissingCode);
    } else if (part.text) {
      coder.name_words(k, dictionary, column);
    } else {
      for (const std::string& name : part.columns) dictionary.insert(name);
      coder.read_counts(k, column);
    }
    column.dictionary = part.kind == CellKind::reals ? nullptr : &dictionary;
  }
}

}  // namespace priory
