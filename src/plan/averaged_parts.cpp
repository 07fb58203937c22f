// SPDX-License-Identifier: Apache-2.0
#include "plan/averaged_parts.h"

#include <iterator>

#include "core/random.h"
#include "plan/make_bins.h"
#include "plan/part_kind.h"

namespace priory {
namespace {

constexpr std::uint64_t kFewest = 4, kMost = 16;  // bins

double setting_of(const PartPlan& part, std::string_view name) {
  return std::ranges::find(part.settings, name, &std::pair<std::string, double>::first)->second;
}

Bins random_bins(const ColumnProfile& column, Random& random) {
  const Bins fine = bins_of(column, kFineBins);
  const std::uint64_t n = kFewest + random.below(kMost - kFewest + 1);
  return coarser(fine, weights_in(fine, column), n, 0.01 + 0.98 * random.uniform());
}

}  // namespace

void add_networks(Draft& draft) {
  std::vector<PartPlan> first, others;
  if (is_average(draft.plan)) std::ranges::copy_if(draft.plan.parts, std::back_inserter(first), is_averaged);
  if (first.empty()) return;
  const auto members = static_cast<std::size_t>(setting_of(first[0], "members"));
  for (std::size_t m = 1; m < members; ++m) {
    Random random(m);
    for (PartPlan part : first) {
      if (part.binned(0)) {
        part.bins[0] =
            random_bins(*std::ranges::find(draft.profile, part.columns[0], &ColumnProfile::name), random);
        declare_bins(part);
      }
      others.push_back(std::move(part));
    }
  }
  std::ranges::move(others, std::back_inserter(draft.plan.parts));
}

}  // namespace priory
