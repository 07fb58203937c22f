// SPDX-License-Identifier: Apache-2.0
#include "online/coded_row.h"

#include <fmt/format.h>

#include "learn/vocabulary/weighting.h"

namespace priory {
namespace {

[[noreturn]] void refuse_unseen(const std::string& column, std::string_view value) {
  throw Error(ErrorKind::data, fmt::format("column '{}': '{}' was not seen in training", column, value), {},
              "a model that is trained to ignore or to smooth what is unseen accepts it");
}

}  // namespace

CodedRow::CodedRow(const Plan& plan)
    : plan_(&plan), coder_(plan), own_(plan.parts.size()), columns_(plan.parts.size()) {
  for (std::size_t k = 0; k < own_.size(); ++k) {
    own_[k].resize((is_combined(plan.parts[k]) ? 1 : 0) + plan.parts[k].n_columns());
    for (const Column& column : own_[k]) columns_[k].push_back(&column);
  }
}

void CodedRow::read(std::size_t k, const PartModel& part) {
  if (part.plan->kind == CellKind::reals) return coder_.read_numbers(k, own_[k]);
  if (part.plan->text) {
    const auto all = [](std::uint32_t) { return true; };
    return read_text(k, *part.values, all, idf_of(part.frozen));
  }
  if (part.plan->kind == CellKind::bag) return coder_.read_counts(k, own_[k][0]);
  const std::size_t first = part.of_columns ? 1 : 0;  // after their combination
  for (std::size_t j = 0; j < part.plan->columns.size(); ++j) {
    Column& column = own_[k][first + j];
    column.kind = CellKind::codes;
    column.codes.assign(1, code(k, j, part));
  }
  if (part.of_columns && part.of_columns->gathered())
    part.of_columns->gather(std::span(columns_[k]).subspan(1), 1, own_[k][0]);
  else if (part.of_columns && part.family->scores_combinations())
    part.of_columns->combine(std::span(columns_[k]).subspan(1), 1, own_[k][0]);
}

std::uint32_t CodedRow::code(std::size_t k, std::size_t j, const PartModel& part) {
  const Dictionary& values = part.of_columns ? part.of_columns->of(j) : *part.values;
  const std::optional<std::string_view> value = coder_.value(k, j);
  if (!value) return kMissingCode;
  const std::uint32_t found = values.find(*value);
  if (found != Dictionary::kAbsent) return found;
  if (plan_->unseen == Unseen::error) refuse_unseen(plan_->parts[k].columns[j], *value);
  const bool apart = plan_->unseen == Unseen::smooth || part.family->knows_unseen();
  return apart ? static_cast<std::uint32_t>(values.size()) : kMissingCode;
}

void CodedRow::refuse_word(std::size_t k, const Dictionary& words, std::uint32_t word) const {
  refuse_unseen(plan_->parts[k].label(),
                word < words.size()
                    ? std::string(words[word])
                    : coder_.unknown_word(k, word - static_cast<std::uint32_t>(words.size())));
}

void CodedRow::weigh_words(std::size_t k, std::span<const double> idf) {
  weigh(own_[k][0].bag, plan_->parts[k].text_options, idf);
}

}  // namespace priory
