// SPDX-License-Identifier: Apache-2.0
#include "search/search_sample.h"

#include <algorithm>

#include "core/random.h"
#include "evaluate/some_rows.h"

namespace priory {

std::size_t most_searched(std::size_t n_parts) {
  constexpr std::size_t kPairs = 1'000'000, kLeast = 5'000, kMost = 20'000;
  return std::clamp(kPairs / std::max<std::size_t>(1, n_parts * n_parts), kLeast, kMost);
}

LabelledRows sampled(const LabelledRows& rows, const Plan& plan, std::size_t most, unsigned threads) {
  constexpr std::size_t kOfEachClass = 20;
  if (rows.n_rows() <= most || rows.open()()->ranks() != nullptr) return rows;
  const double share = static_cast<double>(most) / static_cast<double>(rows.n_rows());
  std::vector<std::size_t> of_class(rows.classes().size());
  std::vector<bool> wanted;
  wanted.reserve(rows.n_rows());
  for (const std::uint32_t label : rows.labels())
    wanted.push_back(of_class[label]++ < kOfEachClass || unit(mixed(wanted.size() ^ 0x5A3D1E)) < share);
  return some_rows(rows, plan, std::move(wanted), threads);
}

}  // namespace priory
