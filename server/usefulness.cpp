// SPDX-License-Identifier: Apache-2.0
#include "usefulness.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "priory/rows.h"

namespace priory::server {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"margin", "information", "diversity", "order"};
constexpr std::size_t kCandidates = 32;     // for information,
constexpr std::size_t kJudged = 100;        // each by so many others
constexpr std::size_t kCompared = 1000;     // for diversity
constexpr std::size_t kUnlabelled = 1000;   // for EM,
constexpr std::size_t kMostSteps = 10;      // with so many steps
constexpr double kSettled = 0.01;           // or until no posterior changes more
constexpr double kShares = 1 << 20;         // rows are shared out in so many parts: sums stay exact
constexpr double kImpossible = 1.0 / 1024;  // a class that is not tried

double margin_of(std::span<const double> posterior) {
  double first = 0, second = 0;
  for (const double p : posterior) {
    if (p > first)
      second = std::exchange(first, p);
    else if (p > second)
      second = p;
  }
  return 1 - (first - second);
}

double entropy_of(std::span<const double> posterior) {
  double out = 0;
  for (const double p : posterior) out -= p > 0 ? p * std::log(p) : 0;
  return out;
}

std::vector<double> posterior_of(Learner& learner, const WaitingRow& row) {
  const std::span<const double> out = learner.posterior(row.cells->cells);
  return {out.begin(), out.end()};
}

// Evenly spread places of at most `most` out of n.
std::vector<std::size_t> spread(std::size_t n, std::size_t most) {
  std::vector<std::size_t> out(std::min(n, most));
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = k * n / out.size();
  return out;
}

void best_first(std::vector<UsefulRow>& rows) {
  std::ranges::stable_sort(
      rows, [](const UsefulRow& a, const UsefulRow& b) { return a.usefulness > b.usefulness; });
}

double mean_entropy(Learner& learner, std::span<const WaitingRow> rows, std::span<const std::size_t> judged,
                    std::size_t but) {
  double sum = 0;
  std::size_t n = 0;
  for (const std::size_t place : judged) {
    if (place == but) continue;
    sum += entropy_of(learner.posterior(rows[place].cells->cells)), ++n;
  }
  return n == 0 ? 0 : sum / static_cast<double>(n);
}

double information_of(Learner& learner, std::span<const WaitingRow> rows, const UsefulRow& candidate,
                      std::span<const std::size_t> judged) {
  const std::vector<std::string> classes = learner.classes();
  const RowView cells = rows[candidate.row].cells->cells;
  const double before = mean_entropy(learner, rows, judged, candidate.row);
  double after = 0, tried = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (candidate.posterior[c] < kImpossible) continue;
    learner.learn(cells, classes[c]);
    after += candidate.posterior[c] * mean_entropy(learner, rows, judged, candidate.row);
    learner.forget(cells, classes[c]);
    tried += candidate.posterior[c];
  }
  return tried > 0 ? before - after / tried : 0;
}

void by_information(Learner& learner, std::span<const WaitingRow> rows, std::vector<UsefulRow>& useful) {
  if (useful.size() > kCandidates) useful.resize(kCandidates);
  const std::vector<std::size_t> judged = spread(rows.size(), kJudged);
  for (UsefulRow& each : useful) each.usefulness = information_of(learner, rows, each, judged);
  best_first(useful);
}

bool is_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

// Words of its texts, and numbers, each with its column.
std::set<std::string> pieces_of(const RowCells& row) {
  std::set<std::string> out;
  for (std::size_t k = 0; k < row.cells.size(); ++k) {
    const CellValue& cell = row.cells[k];
    const std::string column = std::to_string(k) + ' ';
    if (cell.kind == CellValue::Kind::number) out.insert(column + number_text(cell.number));
    for (std::size_t at = 0; at < cell.text.size();) {
      std::size_t end = at;
      while (end < cell.text.size() && is_letter(cell.text[end])) ++end;
      if (end > at) out.insert(column + std::string(cell.text.substr(at, end - at)));
      at = end + 1;
    }
  }
  return out;
}

double shared(const std::set<std::string>& a, const std::set<std::string>& b) {
  if (a.empty() && b.empty()) return 1;
  const auto n = std::ranges::count_if(a, [&](const std::string& each) { return b.contains(each); });
  return static_cast<double>(n) / static_cast<double>(a.size() + b.size() - static_cast<std::size_t>(n));
}

void by_diversity(std::span<const WaitingRow> rows, std::vector<UsefulRow>& useful, std::size_t most) {
  if (useful.size() > kCompared) useful.resize(kCompared);
  std::vector<std::set<std::string>> pieces;
  std::vector<double> nearest(useful.size(), 0);  // the most that each shares with one that is chosen
  for (const UsefulRow& each : useful) pieces.push_back(pieces_of(*rows[each.row].cells));
  const std::vector<UsefulRow> margins = useful;
  std::vector<UsefulRow> chosen;
  std::vector<bool> taken(useful.size());
  while (chosen.size() < std::min(most, margins.size())) {
    std::size_t best = margins.size();
    const auto value = [&](std::size_t k) { return margins[k].usefulness * (1 - nearest[k]); };
    for (std::size_t k = 0; k < margins.size(); ++k) {
      if (!taken[k] && (best == margins.size() || value(k) > value(best))) best = k;
    }
    taken[best] = true;
    chosen.push_back(margins[best]);
    chosen.back().usefulness = value(best);
    for (std::size_t k = 0; k < margins.size(); ++k) {
      if (!taken[k]) nearest[k] = std::max(nearest[k], shared(pieces[k], pieces[best]));
    }
  }
  useful = std::move(chosen);
}

// A row that counts in every class by its posterior.
struct SharedRow {
  const WaitingRow* row = nullptr;
  std::vector<double> weight;
};

double give(Learner& learner, const std::vector<std::string>& classes, SharedRow& row,
            const std::vector<double>& posterior, double all) {
  double change = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const double weight = std::round(posterior[c] * all * kShares) / kShares;
    if (weight == row.weight[c]) continue;
    change = std::max(change, std::abs(weight - row.weight[c]) / all);
    if (row.weight[c] > 0) learner.forget(row.row->cells->cells, classes[c], row.weight[c]);
    if (weight > 0) learner.learn(row.row->cells->cells, classes[c], weight);
    row.weight[c] = weight;
  }
  return change;
}

}  // namespace

UsefulBy useful_by(const std::string& name) {
  const auto at = std::ranges::find(kNames, name);
  if (at == kNames.end())
    throw Error(ErrorKind::usage,
                "rows can be chosen by margin, information, diversity and order, not by '" + name + "'");
  return static_cast<UsefulBy>(at - kNames.begin());
}

std::string_view name_of(UsefulBy by) {
  return kNames[static_cast<std::size_t>(by)];
}

std::vector<UsefulRow> most_useful(Learner& learner, std::span<const WaitingRow> rows, UsefulBy by,
                                   std::size_t most) {
  std::vector<UsefulRow> out;
  const bool knows = learner.n_rows() > 0;
  if (!knows || by == UsefulBy::order) rows = rows.first(std::min(rows.size(), most));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out.push_back({r});
    if (!knows) continue;
    out.back().posterior = posterior_of(learner, rows[r]);
    out.back().usefulness = margin_of(out.back().posterior);
  }
  if (!knows || by == UsefulBy::order) return out;
  best_first(out);
  if (by == UsefulBy::information) by_information(learner, rows, out);
  if (by == UsefulBy::diversity) by_diversity(rows, out, most);
  if (out.size() > most) out.resize(most);
  return out;
}

void learn_unlabelled(Learner& learner, std::span<const WaitingRow> rows) {
  const double n_known = learner.n_rows();
  if (n_known == 0 || rows.empty()) return;
  const std::vector<std::string> classes = learner.classes();
  std::vector<SharedRow> all;
  for (const std::size_t place : spread(rows.size(), kUnlabelled))
    all.push_back({&rows[place], std::vector<double>(classes.size())});
  const double weight = std::min(1.0, n_known / static_cast<double>(all.size()));
  for (std::size_t step = 0; step < kMostSteps; ++step) {
    std::vector<std::vector<double>> posteriors;
    for (const SharedRow& each : all) posteriors.push_back(posterior_of(learner, *each.row));
    double change = 0;
    for (std::size_t r = 0; r < all.size(); ++r)
      change = std::max(change, give(learner, classes, all[r], posteriors[r], weight));
    if (change < kSettled) break;
  }
}

}  // namespace priory::server
