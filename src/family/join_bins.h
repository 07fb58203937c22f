// SPDX-License-Identifier: Apache-2.0
// Which neighbouring bins of a column are one, by the classes of the rows in them.
//
//   mdl  the numbers are cut where that tells most of the class, again and again, as long as the cut is worth its
//        description: gain > (log2 m + log2(3^k - 2) - (k H - k1 H1 - k2 H2)) / n, with m places to cut, n rows of k
//        classes and entropy H, k1, H1 and k2, H2 on either side. Fayyad and Irani, Multi-interval discretization
//        of continuous-valued attributes for classification learning (1993), section 5; m for their n - 1, since
//        only the borders of bins are places to cut.
//   loo  the neighbours that raise the likelihood of the numbers most, or lower it least, are joined, again and
//        again; what was best is taken. The likelihood of a number is by the histogram of its class of all other
//        rows.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "priory/chunk.h"

#include "exact/sums.h"

namespace priory {

enum class BinJoin { none, mdl, loo };
constexpr std::string_view kJoinNames = "none,mdl,loo";

double log_width(double low, double high);

// The first bin of each joined one; see Bins::joined. `count` is bins x classes.
std::vector<std::uint32_t> joined_by_mdl(const Sums& count);
std::vector<std::uint32_t> joined_by_loo(const Sums& count, const Bins& bins, double alpha);

// The joined bin of each bin.
std::vector<std::uint32_t> joined_of(const Bins& bins);

}  // namespace priory
