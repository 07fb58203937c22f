// SPDX-License-Identifier: Apache-2.0
#include "online/live_totals.h"

#include <algorithm>
#include <fmt/format.h>

#include "family/lift_bag.h"
#include "model/part_estimate.h"

namespace priory {
namespace {

// Whether there are words of which the options let none into the model.
bool has_words(const PartSums& part) {
  const Sums& documents = part.block.sums[kDocuments];
  for (std::size_t word = 0; word < documents.rows(); ++word) {
    if (part.names.frozen || !documents.zero(word, 0)) return true;
  }
  return false;
}

}  // namespace

// Words are chosen one by one here: see Learner::State. Columns of counts, and words fixed by training, stay
// when no row has them any more.
bool LiveTotals::has(const PartSums& part, std::uint32_t value) const {
  if (!plan_->text || part.names.chosen()) return true;
  const double least = plan_->text_options.min_df.value;
  return part.block.sums[kDocuments].value(value, 0) >= (part.names.frozen ? least : std::max(least, 1.0));
}

Block LiveTotals::select(const PartSums& part, std::span<const std::uint32_t> values,
                         std::span<const std::uint32_t> cells) {
  some_.clear();
  std::ranges::copy_if(values, std::back_inserter(some_), [&](std::uint32_t v) { return has(part, v); });
  return part.block.select(part.names.family->statistics(), some_, cells);
}

void LiveTotals::subtract(const PartSums& part, std::span<const std::uint32_t> values,
                          std::span<const std::uint32_t> cells) {
  if (!running_) return;
  running_->subtract(select(part, values, cells));
  n_values_ -= some_.size();
}

void LiveTotals::add(const PartSums& part, std::span<const std::uint32_t> values,
                     std::span<const std::uint32_t> cells) {
  if (!running_) return;
  running_->add(select(part, values, cells));
  n_values_ += some_.size();
}

Parameters LiveTotals::estimate(const PartSums& part, std::span<const std::uint32_t> values,
                                std::span<const std::uint32_t> cells) {
  if (!running_) {
    running_ = part.names.family->running_totals(settings_, cells.size());
    n_values_ = 0;
    add(part, first_codes(part.names.values.size()), cells);
  }
  if (n_values_ == 0 && plan_->text && has_words(part)) fail_without_words(*plan_);
  const Block some = part.block.select(part.names.family->statistics(), values, cells);
  Parameters out = part.names.family->estimate_some(some, running_->totals(some), n_values_, settings_);
  if (std::ranges::any_of(out, [](const Matrix& m) { return has_nan(m.data); }))
    throw Error(ErrorKind::data,
                fmt::format("column '{}': its sums are not those of countable rows", plan_->label()), {},
                "scale its values down, or leave it out");
  return out;
}

}  // namespace priory
