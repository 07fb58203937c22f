// SPDX-License-Identifier: Apache-2.0
#include "model/averaged_networks.h"

#include <algorithm>
#include <numeric>

#include "core/random.h"
#include "model/structure.h"
#include "plan/part_kind.h"

namespace priory {
namespace {

constexpr double kMostCells = 0x1p20, kMostCellsOfAll = 0x1p26;  // of tables, all classes together

using Information = std::vector<std::vector<double>>;

Information information_of(const PairCounts& pairs) {
  Information out(pairs.n_variables(), std::vector<double>(pairs.n_variables()));
  for (std::size_t a = 0; a < out.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) out[a][b] = out[b][a] = pairs.information(a, b);
  }
  return out;
}

// Puts `n` of the list, drawn at random, before the others.
void draw_first(std::vector<std::size_t>& list, std::size_t n, Random& random) {
  for (std::size_t k = 0; k < n; ++k) std::swap(list[k], list[k + random.below(list.size() - k)]);
}

// One of the networks: for each of its columns those it is given.
class OneNetwork {
 public:
  OneNetwork(std::vector<PartPlan*> parts, const PairCounts& pairs, double most_cells)
      : parts_(std::move(parts)), pairs_(pairs), most_cells_(most_cells) {}

  std::vector<std::vector<std::size_t>> parents(const Information& information, std::size_t n_parents,
                                                Random& random) const {
    std::vector<std::vector<std::size_t>> out(parts_.size());
    std::vector<std::size_t> order(parts_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    draw_first(order, order.size(), random);
    for (std::size_t r = 1; r < order.size(); ++r) {
      const std::size_t x = order[r];
      std::vector<std::size_t> before(order.begin(), order.begin() + static_cast<long>(r));
      draw_first(before, (r + 1) / 2, random);
      before.resize((r + 1) / 2);
      std::ranges::sort(before, [&](std::size_t a, std::size_t b) {
        return std::pair(-information[a][x], a) < std::pair(-information[b][x], b);
      });
      out[x] = those_that_fit(x, before, n_parents);
    }
    return out;
  }

 private:
  double n_values(std::size_t x) const {
    return parts_[x]->binned(0) ? static_cast<double>(parts_[x]->bins[0].size())
                                : static_cast<double>(pairs_.n_values(x));
  }

  std::vector<std::size_t> those_that_fit(std::size_t x, const std::vector<std::size_t>& candidates,
                                          std::size_t n_parents) const {
    std::vector<std::size_t> out;
    double cells = static_cast<double>(pairs_.n_classes()) * n_values(x);
    for (const std::size_t z : candidates) {
      if (out.size() == n_parents || cells * n_values(z) > most_cells_) break;
      if (n_values(z) < 2) continue;  // it says nothing
      cells *= n_values(z);
      out.push_back(z);
    }
    return out;
  }

  std::vector<PartPlan*> parts_;
  const PairCounts& pairs_;
  double most_cells_;
};

}  // namespace

Plan with_networks(Plan plan, const PairCounts& pairs) {
  const Plan before = plan;
  std::vector<PartPlan*> parts;
  std::vector<const PartPlan*> originals;
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    if (is_averaged(plan.parts[k])) parts.push_back(&plan.parts[k]), originals.push_back(&before.parts[k]);
  }
  const std::size_t d = pairs.n_variables();
  const double most_cells = std::min(kMostCells, kMostCellsOfAll / static_cast<double>(parts.size()));
  const Information information = information_of(pairs);
  for (std::size_t first = 0; first < parts.size(); first += d) {
    const auto begin = parts.begin() + static_cast<long>(first);
    Random random(mixed(first / d));
    const auto parents = OneNetwork({begin, begin + static_cast<long>(d)}, pairs, most_cells)
                             .parents(information, plan.n_parents, random);
    for (std::size_t x = 0; x < d; ++x) {
      for (std::size_t i = parents[x].size(); i-- > 0;)
        give_parent(*parts[first + x], *originals[first + parents[x][i]]);
    }
  }
  plan.undecided = false;
  return plan;
}

}  // namespace priory
