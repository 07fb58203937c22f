// SPDX-License-Identifier: Apache-2.0
// The parameters of one part of a model. They are estimated when they are asked for: all of them, or, of
// families that can, those of a few values, in the same digits. So a model that is only saved costs no
// logarithm, and a line of text those of its words. Any number of threads may ask.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "learn/named_sums.h"

namespace priory {

// The values of a part that its options let into the model: their codes in the statistics, ascending.
struct Selection {
  bool everything = true;
  std::span<const std::uint32_t> codes;  // unless it is everything
  std::shared_ptr<const void> owner;     // of their memory

  static Selection of(std::vector<std::uint32_t> codes);
};

// What an estimate would find out by going through all values; a model file knows it.
struct KnownPart {
  Selection selection;
  std::shared_ptr<const Dictionary> values;  // the selected ones, if that is not everything
  std::optional<std::vector<Sums>> totals;   // see Family::totals
};

class PartEstimate {
 public:
  explicit PartEstimate(Parameters given) : all_(std::move(given)), at_hand_(true) {}
  PartEstimate(std::shared_ptr<const NamedSums> statistics, std::size_t part, const Settings& settings,
               const Context& context, KnownPart known);

  const Parameters& all() const;
  bool at_hand() const { return at_hand_.load(std::memory_order_relaxed); }  // all of them
  bool by_value() const { return statistics_ != nullptr && family().by_value(); }
  // Of these values of the model, in their order, and of the unseen; by_value() only.
  Parameters of(std::span<const std::uint32_t> values) const;

  bool given() const { return statistics_ == nullptr; }
  const Selection& selection() const { return known_.selection; }
  const std::vector<Sums>& totals() const;  // by_value() only
  void check_totals() const;                // whether known ones are those of the statistics; fails if not

 private:
  const PartVocabulary& part() const { return statistics_->parts()[part_]; }
  const Block& block() const { return statistics_->block(part_); }
  const Family& family() const { return *part().family; }
  std::vector<Sums> count_totals() const;
  Block selected() const;
  bool pooled() const;
  Parameters estimate_pooled(const Block& sums) const;
  std::size_t n_values() const;
  void check(const Parameters& parameters) const;

  std::shared_ptr<const NamedSums> statistics_;  // null: the parameters were given
  std::size_t part_ = 0;
  Settings settings_;
  Context context_;
  KnownPart known_;
  mutable std::once_flag all_once_, totals_once_;
  mutable std::optional<Parameters> all_;
  mutable std::vector<Sums> totals_;
  mutable std::atomic<bool> at_hand_{false};
};

bool has_nan(std::span<const double> values);

}  // namespace priory
