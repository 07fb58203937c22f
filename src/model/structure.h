// SPDX-License-Identifier: Apache-2.0
// The structure of a network learnt from rows: the tree of columns that keeps most of their mutual
// information (Chow, Liu 1968), given the class (tan: Friedman, Geiger, Goldszmidt 1997, section 4.1) or not
// (chow-liu). Of trees that keep as much, the first in the order of the columns. Or columns in the order of
// their information about the class, each given those before it that it has most information in common with
// (kdb: Sahami 1996).
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

// The parents of each variable, those it has most in common with first: at most `n_parents`, and as long as
// its table has at most so many cells, all classes together.
std::vector<std::vector<std::size_t>> dependences(const PairCounts& pairs, std::size_t n_parents);

// A table is given one column more, the first.
void give_parent(PartPlan& node, const PartPlan& parent);

PairCounts zero_pairs(const Plan& plan);
// The plan with the parents that these rows give its columns.
Plan with_structure(Plan plan, const PairCounts& pairs);
// The same with a reading of the rows; a plan that is decided as it is.
Plan decided(const Plan& plan, const OpenChunks& open, unsigned threads, const Tick& tick);

}  // namespace priory
