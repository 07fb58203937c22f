// SPDX-License-Identifier: Apache-2.0
// What families share in leaving a row out.
#pragma once

#include <numeric>
#include <vector>

#include "family/family.h"

namespace priory {

inline std::vector<std::uint32_t> first_codes(std::size_t n) {
  std::vector<std::uint32_t> out(n);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

// Counts of the row's values, values x cells, as they are in the statistics and without the row.
struct RowCounts {
  Sums with;     // of all its values
  Sums without;  // of those that stay

  RowCounts(const Sums& count, const LeftOutRow& row) : with(0, 0), without(0, 0) {
    const std::vector<std::uint32_t> cells = first_codes(count.cells());
    with = count.select(row.values, cells);
    without = count.select(row.values.first(row.n_left), cells);
    without.subtract(row.own->sums[0].select(first_codes(row.n_left), cells));
  }
};

// The sums of all rows of a matrix, 1 x cells.
inline Sums totals_of(const Sums& count) {
  return count.total();
}

// For families without values: their few sums are copied, changed and estimated.
class AllLeftOut final : public LeftOut {
 public:
  AllLeftOut(const Family& family, const Block& statistics, const Settings& settings)
      : family_(family), statistics_(statistics), settings_(settings) {}

  Parameters estimate(const LeftOutRow& row, const Context& context) const override {
    Block rest = statistics_;
    rest.subtract(family_.statistics(), *row.own, {}, {});
    return family_.estimate(rest, settings_, context);
  }

 private:
  const Family& family_;
  const Block& statistics_;
  Settings settings_;
};

}  // namespace priory
