// SPDX-License-Identifier: Apache-2.0
// An exact sort and integer sums. Log odds, not posteriors, rank two classes: naive Bayes is so sure of
// itself that half of its posteriors round to 0 or 1, where they could no longer be told apart. Positives and
// negatives are sorted apart, so that a score needs no mark of its side, and read together.
#include "evaluate/ranking.h"

#include <algorithm>

#include "evaluate/exact_mean.h"
#include "evaluate/sort_keys.h"

namespace priory {
namespace {

__extension__ using Wide = unsigned __int128;

template <class Key>
struct Sides {
  std::vector<Key> positives, negatives;
  std::uint64_t each = 0;  // what every row weighs, where keys do not say

  std::uint64_t weight_of(const WeighedKey& key) const { return key.weight; }
  std::uint64_t weight_of(const BareKey&) const { return each; }

  void add(double score, bool positive, std::uint64_t weight) {
    auto& side = positive ? positives : negatives;
    if constexpr (std::is_same_v<Key, WeighedKey>) {
      if (weight > 0) side.push_back({key_of(score), weight});
    } else {
      side.push_back({key_of(score)});
    }
  }
};

// Weight of the keys from `at` on that equal `key`; moves `at` beyond them.
template <class Key>
std::uint64_t take(const Sides<Key>& sides, const std::vector<Key>& side, std::size_t& at,
                   std::uint64_t key) {
  std::uint64_t weight = 0;
  for (; at < side.size() && side[at].key == key; ++at) weight += sides.weight_of(side[at]);
  return weight;
}

// Calls visit(step) for every distinct score, from the highest down.
template <class Key, class Visit>
void walk(const Sides<Key>& sides, Visit&& visit) {
  const auto &positives = sides.positives, &negatives = sides.negatives;
  RankStep sum;
  for (std::size_t p = 0, n = 0; p < positives.size() || n < negatives.size();) {
    const bool in_negatives =
        p == positives.size() || (n < negatives.size() && negatives[n].key < positives[p].key);
    const std::uint64_t key = in_negatives ? negatives[n].key : positives[p].key;
    sum.score = score_of(key);
    sum.positives += take(sides, positives, p, key);
    sum.negatives += take(sides, negatives, n, key);
    visit(sum);
  }
}

// The sorted scores of some classes.
template <class Key>
std::vector<Sides<Key>> sorted_sides(const ScoredRows& rows, std::size_t first, std::size_t n) {
  std::vector<Sides<Key>> sides(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto n_positives =
        static_cast<std::size_t>(std::count(rows.actual.begin(), rows.actual.end(), first + k));
    sides[k].positives.reserve(n_positives);
    sides[k].negatives.reserve(rows.size() - n_positives);
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t k = 0; k < n; ++k)
      sides[k].add(rank_score(rows.scores(row), first + k), rows.actual[row] == first + k, rows.weight[row]);
  }
  std::vector<Key> room;
  for (Sides<Key>& each : sides) {
    each.each = rows.size() == 0 ? 0 : rows.weight[0];
    sort_by_key(each.positives, room);
    sort_by_key(each.negatives, room);
  }
  return sides;
}

bool all_weigh_the_same(const ScoredRows& rows) {
  const auto differs = [&](std::uint64_t weight) { return weight != rows.weight[0]; };
  return rows.size() == 0 ||
         (rows.weight[0] > 0 && std::none_of(rows.weight.begin(), rows.weight.end(), differs));
}

// Calls use(sides) for each class.
template <class Use>
void each_class(const ScoredRows& rows, std::size_t first, std::size_t n, Use&& use) {
  const auto go = [&](const auto& all) {
    for (std::size_t k = 0; k < n; ++k) use(k, all[k]);
  };
  all_weigh_the_same(rows) ? go(sorted_sides<BareKey>(rows, first, n))
                           : go(sorted_sides<WeighedKey>(rows, first, n));
}

class AreaSums {
 public:
  void add(const RankStep& step) {
    const std::uint64_t negatives = step.negatives - above_.negatives;
    twice_pairs_ +=
        static_cast<Wide>(negatives) * above_.positives + static_cast<Wide>(negatives) * step.positives;
    if (step.positives > above_.positives) {
      const auto positives = static_cast<double>(step.positives);
      const auto all = static_cast<double>(step.positives + step.negatives);
      precision_.add(positives / all, step.positives - above_.positives);
    }
    above_ = step;
  }

  Areas value() const {
    Areas out;
    const Wide all_pairs = static_cast<Wide>(above_.positives) * above_.negatives;
    if (all_pairs > 0) out.roc_auc = static_cast<double>(twice_pairs_) / (2 * static_cast<double>(all_pairs));
    if (above_.positives > 0) out.average_precision = precision_.value();
    return out;
  }

 private:
  RankStep above_;
  Wide twice_pairs_ = 0;  // at most 2 * 2^63 * 2^63
  ExactMean precision_;
};

}  // namespace

Areas rank(const ScoredRows& rows, std::size_t positive, const std::function<void(const RankStep&)>& take) {
  AreaSums sums;
  each_class(rows, positive, 1, [&](std::size_t, const auto& sides) {
    walk(sides, [&](const RankStep& step) {
      sums.add(step);
      take(step);
    });
  });
  return sums.value();
}

void measure_areas(const ScoredRows& rows, std::size_t first, std::span<Areas> out) {
  each_class(rows, first, out.size(), [&](std::size_t k, const auto& sides) {
    AreaSums sums;
    walk(sides, [&](const RankStep& step) { sums.add(step); });
    out[k] = sums.value();
  });
}

}  // namespace priory
