// SPDX-License-Identifier: Apache-2.0
#include "evaluate/bootstrap/row_groups.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <unordered_map>

#include "core/random.h"

namespace priory {
namespace {

// Orders, hashes and compares rows by their content.
class Content {
 public:
  Content(std::span<const Evaluation* const> evaluations, bool by_scores)
      : evaluations_(evaluations), by_scores_(by_scores), position_(class_positions(*evaluations[0])) {}

  std::size_t hash(std::size_t row) const {
    const ScoredRows& first = evaluations_[0]->rows();
    std::uint64_t h = mixed(first.weight[row] ^ mixed(position_[first.actual[row]]));
    for (const Evaluation* each : evaluations_) {
      h = mixed(h ^ each->rows().predicted[row]);
      if (!by_scores_) continue;
      for (const double score : each->rows().scores(row)) h = mixed(h ^ std::bit_cast<std::uint64_t>(score));
    }
    return h;
  }

  std::strong_ordering compare(std::size_t a, std::size_t b) const {
    const ScoredRows& first = evaluations_[0]->rows();
    if (const auto c = position_[first.actual[a]] <=> position_[first.actual[b]]; std::is_neq(c)) return c;
    if (const auto c = first.weight[a] <=> first.weight[b]; std::is_neq(c)) return c;
    for (const Evaluation* each : evaluations_) {
      if (const auto c = compare(each->rows(), a, b); std::is_neq(c)) return c;
    }
    return std::strong_ordering::equal;
  }

 private:
  // Scores by their bits: an order as good as any.
  std::strong_ordering compare(const ScoredRows& rows, std::size_t a, std::size_t b) const {
    if (const auto c = rows.predicted[a] <=> rows.predicted[b]; std::is_neq(c) || !by_scores_) return c;
    const auto of_a = rows.scores(a), of_b = rows.scores(b);
    for (std::size_t k = 0; k < of_a.size(); ++k) {
      const auto c = std::bit_cast<std::uint64_t>(of_a[k]) <=> std::bit_cast<std::uint64_t>(of_b[k]);
      if (std::is_neq(c)) return c;
    }
    return std::strong_ordering::equal;
  }

  std::span<const Evaluation* const> evaluations_;
  bool by_scores_;
  std::vector<std::uint32_t> position_;
};

}  // namespace

std::vector<std::uint32_t> class_positions(const Evaluation& evaluation) {
  const std::vector<std::uint32_t> order = evaluation.class_order();
  std::vector<std::uint32_t> position(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<std::uint32_t>(k);
  return position;
}

RowGroups group_rows(std::span<const Evaluation* const> evaluations, bool by_scores) {
  const Content content(evaluations, by_scores);
  const auto hash = [&](std::size_t row) { return content.hash(row); };
  const auto same = [&](std::size_t a, std::size_t b) { return std::is_eq(content.compare(a, b)); };
  std::unordered_map<std::size_t, std::uint64_t, decltype(hash), decltype(same)> count(64, hash, same);
  for (std::size_t row = 0; row < evaluations[0]->rows().size(); ++row) ++count[row];
  RowGroups out;
  out.row.reserve(count.size());
  out.rows.reserve(count.size());
  for (const auto& entry : count) out.row.push_back(entry.first);
  std::sort(out.row.begin(), out.row.end(),
            [&](std::size_t a, std::size_t b) { return std::is_lt(content.compare(a, b)); });
  for (const std::size_t row : out.row) out.rows.push_back(count.find(row)->second);
  return out;
}

}  // namespace priory
