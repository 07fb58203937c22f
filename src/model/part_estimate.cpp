// SPDX-License-Identifier: Apache-2.0
#include "model/part_estimate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/error.h"

#include "family/left_out.h"

namespace priory {
bool has_nan(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

Selection Selection::of(std::vector<std::uint32_t> codes) {
  const auto owner = std::make_shared<const std::vector<std::uint32_t>>(std::move(codes));
  return {false, *owner, owner};
}

PartEstimate::PartEstimate(std::shared_ptr<const NamedSums> statistics, std::size_t part,
                           const Settings& settings, const Context& context, KnownPart known)
    : statistics_(std::move(statistics)),
      part_(part),
      settings_(settings),
      context_(context),
      known_(std::move(known)) {}

std::size_t PartEstimate::n_values() const {
  return known_.selection.everything ? part().values.size() : known_.selection.codes.size();
}

Block PartEstimate::selected() const {
  const std::vector<std::uint32_t> cells = first_codes(statistics_->class_count().cells());
  return block().select(family().statistics(), known_.selection.codes, cells);
}

const Parameters& PartEstimate::all() const {
  std::call_once(all_once_, [&] {
    if (all_) return;
    const std::optional<Block> chosen =
        known_.selection.everything ? std::nullopt : std::optional<Block>(selected());
    const Block& from = chosen ? *chosen : block();
    Parameters out = family().by_value() ? family().estimate_some(from, totals(), n_values(), settings_)
                     : pooled()          ? estimate_pooled(from)
                                         : family().estimate(from, settings_, context_);
    if (family().by_value()) check(out);
    all_ = std::move(out);
    at_hand_.store(true, std::memory_order_relaxed);
  });
  return *all_;
}

bool PartEstimate::pooled() const {
  return statistics_->plan().parts[part_].pooled;
}

// One estimate from all classes together, and the same for each of them.
Parameters PartEstimate::estimate_pooled(const Block& sums) const {
  const std::size_t n_cells = statistics_->class_count().cells();
  const std::vector<std::uint32_t> to_one(n_cells, 0);
  Block all = Block::zero(family().statistics(), part().shape(), 1);
  all.merge(family().statistics(), sums, {}, to_one);
  Parameters out = family().estimate(all, settings_, context_);
  for (Matrix& matrix : out) {
    if (matrix.shared) continue;
    Matrix copied(matrix.name, matrix.rows, n_cells, matrix.shown);
    for (std::size_t k = 0; k < copied.data.size(); ++k) copied.data[k] = matrix.data[k / n_cells];
    matrix = std::move(copied);
  }
  return out;
}

Parameters PartEstimate::of(std::span<const std::uint32_t> values) const {
  std::vector<std::uint32_t> codes(values.begin(), values.end());
  if (!known_.selection.everything) {
    for (std::uint32_t& code : codes) code = known_.selection.codes[code];
  }
  const std::vector<std::uint32_t> cells = first_codes(statistics_->class_count().cells());
  Parameters out = family().estimate_some(block().select(family().statistics(), codes, cells), totals(),
                                          n_values(), settings_);
  check(out);
  return out;
}

std::vector<Sums> PartEstimate::count_totals() const {
  std::vector<Sums> out = known_.selection.everything ? family().totals(block(), settings_)
                                                      : family().totals(selected(), settings_);
  for (Sums& sums : out) sums = std::move(sums).canonical();
  return out;
}

const std::vector<Sums>& PartEstimate::totals() const {
  if (known_.totals) return *known_.totals;
  std::call_once(totals_once_, [&] { totals_ = count_totals(); });
  return totals_;
}

void PartEstimate::check_totals() const {
  if (known_.totals && *known_.totals != count_totals())
    throw Error(ErrorKind::model, "its totals are not those of its values");
}

// Families say what they cannot use; what is left are sums beyond the largest double, and in a model file
// sums that no rows have.
void PartEstimate::check(const Parameters& parameters) const {
  if (std::none_of(parameters.begin(), parameters.end(), [](const Matrix& m) { return has_nan(m.data); }))
    return;
  const std::string why = fmt::format("column '{}': its sums are not those of countable rows",
                                      statistics_->plan().parts[part_].label());
  if (const Backing* file = block().sums[0].backing()) file->fail(why);
  throw Error(ErrorKind::data, why, {}, "scale its values down, or leave it out");
}

}  // namespace priory
