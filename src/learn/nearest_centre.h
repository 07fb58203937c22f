// SPDX-License-Identifier: Apache-2.0
// Which component of its class a row belongs to: that of the nearest centre of the plan. So a row is counted
// in one cell, and always in the same one, whoever counts it and when. Immutable; any number of threads may
// ask.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/chunk.h"
#include "priory/plan.h"

namespace priory {

// Where the columns of the centres are in a chunk; rows may come without some of them.
constexpr std::size_t kNotThere = static_cast<std::size_t>(-1);
std::vector<std::size_t> centre_places(const Plan& plan);
double number_at(const Chunk& chunk, std::size_t place, std::size_t row);  // NaN where it is missing

// `out` = whiten (x - mean), a missing number being its mean.
void whiten(const Centres& centres, std::span<const double> x, std::vector<double>& out);

// The place of the centre nearest to a whitened row, the first of equals.
std::uint32_t nearest(std::span<const double> whitened, std::span<const double> centres);

class NearestCentre {
 public:
  explicit NearestCentre(const Plan& plan);

  // For `find`: the centres of a class, none where the plan does not know it.
  std::span<const double> of_class(std::string_view label) const;
  // The component of a row; `scratch` is memory of the caller's, kept for the next row.
  struct Scratch {
    std::vector<double> row, whitened;
  };
  std::uint32_t find(const Chunk& chunk, std::size_t row, std::span<const double> centres,
                     Scratch& scratch) const;

 private:
  Centres centres_;
  std::vector<std::size_t> places_;
  std::map<std::string, std::size_t, std::less<>> class_at_;
};

}  // namespace priory
