// SPDX-License-Identifier: Apache-2.0
// Which row is in which fold.
#include "priory/folds.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/random.h"

namespace priory {
namespace {

void shuffle(std::vector<std::size_t>& items, Random& random) {
  for (std::size_t k = items.size(); k > 1; --k) std::swap(items[k - 1], items[random.below(k)]);
}

void check(std::size_t folds, std::size_t n, std::string_view what) {
  if (folds < 2) throw Error(ErrorKind::usage, "cross-validation needs two folds at least");
  if (folds > n)
    throw Error(ErrorKind::usage, fmt::format("{} folds need as many {}; there are {}", folds, what, n), {},
                "take fewer folds; ‹folds› n leaves out one row at a time");
}

// The rows of each class are dealt out in turn, one class after the other, so that the folds differ by one
// row at most, in all and in every class.
std::vector<std::uint32_t> deal(std::span<const std::uint32_t> labels, std::size_t folds, Random& random) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(order, random);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return labels[a] < labels[b]; });
  std::vector<std::uint32_t> out(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) out[order[k]] = static_cast<std::uint32_t>(k % folds);
  return out;
}

// A group and how many rows of each class it has.
struct Group {
  std::vector<std::size_t> of_class;
  std::size_t rows = 0;
};

std::vector<Group> groups_of(const LabelledRows& rows) {
  std::vector<Group> out;
  for (std::size_t row = 0; row < rows.n_rows(); ++row) {
    const std::uint32_t group = rows.groups()[row];
    if (group >= out.size()) out.resize(group + 1, {std::vector<std::size_t>(rows.classes().size()), 0});
    ++out[group].of_class[rows.labels()[row]], ++out[group].rows;
  }
  return out;
}

// How uneven the folds would be if the group went to this one: each class counts by its share of rows.
double unevenness(const std::vector<Group>& folds, std::size_t to, const Group& group,
                  const std::vector<std::size_t>& class_rows) {
  double out = 0;
  for (std::size_t c = 0; c < class_rows.size(); ++c) {
    const double share = 1 / static_cast<double>(class_rows[c]);
    const auto before = static_cast<double>(folds[to].of_class[c]) * share;
    const auto after = static_cast<double>(folds[to].of_class[c] + group.of_class[c]) * share;
    out += after * after - before * before;  // what the sum of squares grows by
  }
  return out;
}

// The largest groups first, each to the fold that it leaves most even.
std::vector<std::uint32_t> deal_groups(const LabelledRows& rows, std::size_t n_folds, Random& random) {
  const std::vector<Group> groups = groups_of(rows);
  check(n_folds, groups.size(), "groups");
  std::vector<std::size_t> order(groups.size()), class_rows(rows.classes().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(order, random);
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return groups[a].rows > groups[b].rows; });
  for (const std::uint32_t label : rows.labels()) ++class_rows[label];
  std::vector<Group> folds(n_folds, {std::vector<std::size_t>(class_rows.size()), 0});
  std::vector<std::uint32_t> fold_of_group(groups.size());
  for (const std::size_t g : order) {
    std::size_t best = 0;
    double least = HUGE_VAL;
    for (std::size_t f = 0; f < n_folds; ++f) {
      const double score = unevenness(folds, f, groups[g], class_rows);
      if (score < least || (score == least && folds[f].rows < folds[best].rows)) best = f, least = score;
    }
    for (std::size_t c = 0; c < class_rows.size(); ++c) folds[best].of_class[c] += groups[g].of_class[c];
    folds[best].rows += groups[g].rows;
    fold_of_group[g] = static_cast<std::uint32_t>(best);
  }
  std::vector<std::uint32_t> out;
  for (const std::uint32_t group : rows.groups()) out.push_back(fold_of_group[group]);
  return out;
}

}  // namespace

std::vector<std::uint32_t> assign_folds(std::span<const std::uint32_t> labels, std::size_t folds,
                                        std::uint64_t seed) {
  check(folds, labels.size(), "rows");
  Random random(seed);
  return deal(labels, folds, random);
}

std::vector<std::uint32_t> assign_folds(const LabelledRows& rows, const FoldOptions& options) {
  if (!options.grouped) return assign_folds(rows.labels(), options.folds, options.seed);
  Random random(options.seed);
  return deal_groups(rows, options.folds, random);
}

}  // namespace priory
