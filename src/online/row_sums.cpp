// SPDX-License-Identifier: Apache-2.0
#include "online/row_sums.h"

#include "learn/vocabulary/weighting.h"

namespace priory {
namespace {

// Of words with an idf and none at all the others, which a fixed vocabulary does not have.
void drop_from(std::uint32_t first, Bag& bag) {
  std::size_t n = 0;
  const std::span<std::uint32_t> words = bag.word.writable();
  const std::span<double> counts = bag.count.writable();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] >= first) continue;
    words[n] = words[i], counts[n] = counts[i];
    ++n;
  }
  bag.word.resize(n), bag.count.resize(n);
  bag.begin.back() = n;
}

// Words as 0, 1, ...: each stands in a bag once.
void number(Bag& bag, std::vector<std::uint32_t>& values) {
  values.assign(bag.word.begin(), bag.word.end());
  std::uint32_t next = 0;
  for (std::uint32_t& word : bag.word.writable()) word = next++;
}

}  // namespace

bool RowSums::read(RowView row, double weight, bool known, RowCoder& coder, NamedSums& statistics) {
  coder.begin(row);
  parts_.resize(statistics.parts().size());
  const std::uint32_t cell = 0;
  Cells cells = {{&cell, 1}, {}, 1, {}};
  if (weight != 1) cells.weight = {&weight, 1};
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    PartVocabulary& part = statistics.edit(k);
    Part& out = parts_[k];
    out.values.clear();
    if (!read_columns(k, known, coder, statistics.plan().parts[k], part)) return false;
    statistics.make_room(k);
    std::vector<const Column*> columns;
    for (const Column& column : out.columns) columns.push_back(&column);
    Shape shape = part.shape();
    shape.values = out.values.size();
    out.sums = Block::zero(part.family->statistics(), shape, 1);
    part.family->accumulate(columns, cells, out.sums);
  }
  return true;
}

bool RowSums::read_columns(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan,
                           PartVocabulary& part) {
  Part& out = parts_[k];
  if (plan.kind == CellKind::reals) return coder.read_numbers(k, out.columns), true;
  out.columns.resize(1);
  if (is_gathered(plan)) return gather_values(k, known, coder, plan, part);
  if (plan.kind == CellKind::codes) return read_value(k, known, coder, plan, part);
  if (plan.text) return read_text(k, known, coder, plan, part);
  coder.read_counts(k, out.columns[0]);
  number(out.columns[0].bag, out.values);
  return true;
}

bool RowSums::read_text(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan,
                        PartVocabulary& part) {
  Column& column = parts_[k].columns[0];
  const auto n_words = static_cast<std::uint32_t>(part.values.size());
  if (!part.frozen && !known) {
    coder.learn_words(k, part.values, column);
  } else {
    coder.find_words(k, part.values, false, column);
    const std::size_t before = column.bag.word.size();
    drop_from(n_words, column.bag);
    if (!part.frozen && column.bag.word.size() < before) return false;
  }
  weigh(column.bag, plan.text_options, idf_of(part.frozen));
  number(column.bag, parts_[k].values);
  return true;
}

// Each of several values for itself.
bool RowSums::gather_values(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan,
                            PartVocabulary& part) {
  Column& column = parts_[k].columns[0];
  column.kind = CellKind::bag;
  column.bag.clear();
  for (std::size_t j = 0; j < plan.columns.size(); ++j) {
    const std::optional<std::string_view> value = coder.value(k, j);
    if (!value) continue;
    key_ = gathered_key(j, *value);
    parts_[k].values.push_back(known ? part.values.find(key_) : part.values.insert(key_));
    if (parts_[k].values.back() == Dictionary::kAbsent) return false;
    column.bag.word.push_back(static_cast<std::uint32_t>(column.bag.word.size()));
  }
  column.bag.end_row(column.bag.word.empty());
  return true;
}

// A value, or the combination of several, spelt as one.
bool RowSums::read_value(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan,
                         PartVocabulary& part) {
  key_.clear();
  bool missing = true;
  for (std::size_t j = 0; j < plan.columns.size(); ++j) {
    const std::optional<std::string_view> value = coder.value(k, j);
    missing = missing && !value;
    if (!is_combined(plan))
      key_ = value.value_or("");
    else
      value ? append_value(key_, *value) : append_missing(key_);
  }
  Column& column = parts_[k].columns[0];
  column.kind = CellKind::codes;
  column.codes.assign(1, missing ? kMissingCode : 0);
  if (missing) return true;
  parts_[k].values.push_back(known ? part.values.find(key_) : part.values.insert(key_));
  return parts_[k].values.back() != Dictionary::kAbsent;
}

}  // namespace priory
