// SPDX-License-Identifier: Apache-2.0
// Bins of equal frequency, from what the profile knows of a column's numbers. Coarse ones nest in fine ones:
// their borders are some of theirs. Where there are few numbers each has a bin of its own, and so has a
// number that is as frequent as two bins should be. A border stands halfway between two numbers.
#pragma once

#include <span>
#include <vector>

#include "priory/plan.h"

namespace priory {

constexpr std::size_t kFineBins = 256;

// At most `most` bins; the fine ones are bins_of(column, kFineBins).
Bins bins_of(const ColumnProfile& column, std::size_t most);
// How many numbers of the profile's sample each bin has.
std::vector<double> weights_in(const Bins& bins, const ColumnProfile& column);
// About `n` bins of equal weight made of neighbours, the quantiles moved by `offset` (0 to 1) of a bin.
Bins coarser(const Bins& fine, std::span<const double> weight, std::size_t n, double offset = 0);

// Joins neighbours to about `n` bins of equal frequency.
void join_by_frequency(Bins& bins, const ColumnProfile& column, std::size_t n);

// Whether the column has numbers, to be counted in bins, and not values.
bool takes_bins(const ColumnProfile& column);
// The labels of bins as the declared values of a part of codes.
void declare_bins(PartPlan& part);

}  // namespace priory
