// SPDX-License-Identifier: Apache-2.0
// The structure of a network learnt from rows: the tree of columns that keeps most of their mutual
// information (Chow, Liu 1968), given the class (tan: Friedman, Geiger, Goldszmidt 1997, section 4.1) or not
// (chow-liu). Of trees that keep as much, the first in the order of the columns.
#pragma once

#include <functional>
#include <vector>

#include "priory/classifier.h"

#include "learn/pair_counts.h"

namespace priory {

constexpr std::size_t kNoParent = static_cast<std::size_t>(-1);

// The spanning tree of the largest weight, as the parent of each of n variables, from the first outwards.
std::vector<std::size_t> largest_tree(std::size_t n,
                                      const std::function<double(std::size_t, std::size_t)>& weight);

PairCounts zero_pairs(const Plan& plan);
// The plan with the parents that these rows give its columns.
Plan with_structure(Plan plan, const PairCounts& pairs);
// The same with a reading of the rows; a plan that is decided as it is.
Plan decided(const Plan& plan, const OpenChunks& open, unsigned threads, const Tick& tick);

}  // namespace priory
