// SPDX-License-Identifier: Apache-2.0
#include "priory/drift.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "audit/drift_tests.h"
#include "fold/fold.h"
#include "learn/combining.h"
#include "learn/named_sums.h"
#include "model/classifier_state.h"

namespace priory {
namespace {

constexpr double kLeastExpected = 5;  // of a word that is compared by itself
constexpr double kSome = 0.1, kMuch = 0.25;

// The rows of today, counted by the model's plan without regard to their class.
struct CountedRows {
  NamedSums sums;
  void accumulate(const Chunk& chunk) { sums.accumulate_unlabelled(chunk); }
  void merge(const CountedRows& other) { sums.merge(other.sums); }
};

struct BothCounts {
  double learnt = 0, now = 0;
};
using Counts = std::map<std::string, BothCounts, std::less<>>;  // by value

double total(const Sums& sums, std::size_t row) {
  double out = 0;
  for (std::size_t cell = 0; cell < sums.cells(); ++cell) out += sums.value(row, cell);
  return out;
}

// The counts that a part keeps, a row a value, a word or a bin; null: it keeps none.
const Sums* counts_of(const PartSums& part) {
  const auto statistics = part.names.statistics();
  for (std::size_t k = 0; k < statistics.size(); ++k) {
    if (statistics[k].per_cell && (statistics[k].row == Per::value || statistics[k].row == Per::bin))
      return &part.block.sums[k];
  }
  return nullptr;
}

// Those of column `j` of the part, by its values, into one side of `to`.
void add_counts(const PartSums& part, const PartPlan& plan, std::size_t j, double BothCounts::*side,
                Counts& to) {
  const Sums& counts = *counts_of(part);
  const bool bins = part.names.n_bins > 0;
  for (std::size_t v = 0; v < counts.rows(); ++v) {
    const double n = total(counts, v);
    if (bins) {
      to[plan.bins[0].label(v)].*side += n;
    } else if (is_gathered(plan)) {
      const auto [column, value] = split_gathered(part.names.values[v], plan.columns.size());
      if (column == j) to[std::string(value)].*side += n;
    } else if (is_combined(plan)) {
      const auto values = split_key(part.names.values[v], plan.columns.size());
      if (values[j]) to[*values[j]].*side += n;
    } else {
      to[std::string(part.names.values[v])].*side += n;
    }
  }
}

struct Sides {
  std::vector<std::string> names;
  std::vector<double> learnt, now;
  double n_learnt = 0, n_now = 0;
};

Sides sides_of(const Counts& counts) {
  Sides out;
  for (const auto& [name, n] : counts) {
    if (n.learnt + n.now <= 0) continue;
    out.names.push_back(name), out.learnt.push_back(n.learnt), out.now.push_back(n.now);
    out.n_learnt += n.learnt, out.n_now += n.now;
  }
  return out;
}

// Rare ones together are one.
Sides with_rare_joined(const Sides& from) {
  Sides out;
  double rare_learnt = 0, rare_now = 0;
  const double n = from.n_learnt + from.n_now, least = std::min(from.n_learnt, from.n_now);
  for (std::size_t v = 0; v < from.names.size(); ++v) {
    if ((from.learnt[v] + from.now[v]) * least / n < kLeastExpected) {
      rare_learnt += from.learnt[v], rare_now += from.now[v];
      continue;
    }
    out.names.push_back(from.names[v]);
    out.learnt.push_back(from.learnt[v]), out.now.push_back(from.now[v]);
  }
  if (rare_learnt + rare_now > 0) {
    out.names.emplace_back();
    out.learnt.push_back(rare_learnt), out.now.push_back(rare_now);
  }
  out.n_learnt = from.n_learnt, out.n_now = from.n_now;
  return out;
}

void set_figures(ColumnDrift& column, const GTest& test, double psi) {
  column.g = test.g, column.degrees = test.degrees, column.p_value = test.p_value;
  column.psi = psi;
  if (column.n_learnt > 0 && column.n_now > 0)
    column.psi_by_chance = static_cast<double>(test.degrees) * (1 / column.n_learnt + 1 / column.n_now);
  const double beyond = psi - column.psi_by_chance;
  column.level = beyond < kSome ? DriftLevel::none : beyond <= kMuch ? DriftLevel::some : DriftLevel::much;
}

void compare_counts(ColumnDrift& column, const Counts& counts, std::size_t most) {
  const Sides all = sides_of(counts);
  column.n_learnt = all.n_learnt, column.n_now = all.n_now;
  double unseen = 0;
  for (std::size_t v = 0; v < all.names.size(); ++v) unseen += all.learnt[v] <= 0 ? all.now[v] : 0;
  if (all.n_now > 0) column.unseen = unseen / all.n_now;
  if (all.n_learnt <= 0 || all.n_now <= 0) return;
  const Sides compared = column.kind == "words" ? with_rare_joined(all) : all;
  const GTest test = g_test(compared.learnt, compared.now);
  set_figures(column, test, stability_index(compared.learnt, compared.now));
  for (std::size_t v = 0; v < compared.names.size(); ++v) {
    if (compared.names[v].empty() && column.kind == "words") continue;  // the rare ones
    column.values.push_back({compared.names[v], compared.learnt[v] / all.n_learnt,
                             compared.now[v] / all.n_now, test.of_value[v]});
  }
  std::ranges::stable_sort(column.values, [](const ValueDrift& a, const ValueDrift& b) { return a.g > b.g; });
  if (column.values.size() > most) column.values.resize(most);
}

double share_missing(double there, double rows) {
  return rows > 0 ? std::clamp(1 - there / rows, 0.0, 1.0) : 0;
}

// Mean and variance of a column of numbers over all cells of a model.
Moments2 moments_of(const Classifier& model, std::size_t part, std::size_t column, double n) {
  Moments2 out;
  out.n = n;
  double square = 0;
  const std::vector<double>& log_prior = model.cell_log_prior();
  for (std::size_t cell = 0; cell < log_prior.size(); ++cell) {
    const double share = std::exp(log_prior[cell]);
    if (share <= 0) continue;
    const Marginal in_cell = model.marginal(part, cell, column);
    out.mean += share * in_cell.mean;
    square += share * (in_cell.deviation * in_cell.deviation + in_cell.mean * in_cell.mean);
  }
  out.variance = std::max(0.0, square - out.mean * out.mean);
  return out;
}

// How many numbers of a part are there: its first sum, of all cells.
double n_numbers(const PartSums& part) {
  return part.block.sums.empty() ? 0 : total(part.block.sums[0], 0);
}

// The rows of today as a model of one class, for the moments of its numbers; nothing if they make none.
std::optional<Classifier> model_of(const NamedSums& now) {
  Plan plan = now.plan();
  plan.prior = {};
  auto sums = std::make_shared<NamedSums>(now.by_plan(std::make_shared<const Plan>(std::move(plan))));
  sums->canonicalise();
  try {
    return statistics_of(sums).estimate();
  } catch (const Error&) {
    return std::nullopt;
  }
}

class ColumnsCompared {
 public:
  ColumnsCompared(const Classifier& model, const NamedSums& now, const DriftOptions& options)
      : model_(model), learnt_(sums_of(model)), now_(now), options_(options), today_(model_of(now)) {
    rows_learnt_ = total(learnt_.class_count(), 0), rows_now_ = total(now_.class_count(), 0);
  }

  std::vector<ColumnDrift> columns() {
    const std::vector<PartPlan>& parts = learnt_.plan().parts;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (parts[k].kind == CellKind::bag)
        add(k, 0, parts[k].label());
      else
        for (std::size_t j = 0; j < parts[k].columns.size(); ++j) add(k, j, parts[k].columns[j]);
    }
    std::ranges::stable_sort(out_, [](const ColumnDrift& a, const ColumnDrift& b) {
      return a.psi - a.psi_by_chance > b.psi - b.psi_by_chance;
    });
    return std::move(out_);
  }

 private:
  // A column can be in several parts, as a parent of others; of a variable's own part all counts are there.
  void add(std::size_t k, std::size_t j, const std::string& name) {
    if (name == learnt_.plan().target || !done_.insert(name).second) return;
    const PartPlan& plan = learnt_.plan().parts[k];
    ColumnDrift column;
    column.column = name;
    const bool counts = counts_of(learnt_.part(k)) != nullptr && counts_of(now_.part(k)) != nullptr;
    column.kind = plan.kind == CellKind::bag     ? "words"
                  : !counts                      ? "numbers"
                  : plan.kind == CellKind::reals ? "bins"
                                                 : "values";
    counts ? compare_values(column, k, j) : compare_numbers(column, k, j);
    out_.push_back(std::move(column));
  }

  void compare_values(ColumnDrift& column, std::size_t k, std::size_t j) const {
    const PartPlan& plan = learnt_.plan().parts[k];
    Counts counts;
    add_counts(learnt_.part(k), plan, j, &BothCounts::learnt, counts);
    add_counts(now_.part(k), plan, j, &BothCounts::now, counts);
    compare_counts(column, counts, options_.most_values);
    if (column.kind != "words") set_missing(column);
  }

  void compare_numbers(ColumnDrift& column, std::size_t k, std::size_t j) const {
    column.n_learnt = n_numbers(learnt_.part(k)), column.n_now = n_numbers(now_.part(k));
    set_missing(column);
    if (!today_ || column.n_now <= 0 || column.n_learnt <= 0) return;
    const Moments2 learnt = moments_of(model_, k, j, column.n_learnt);
    const Moments2 now = moments_of(*today_, k, j, column.n_now);
    column.mean_learnt = learnt.mean, column.mean_now = now.mean;
    column.deviation_learnt = std::sqrt(learnt.variance), column.deviation_now = std::sqrt(now.variance);
    set_figures(column, g_test(learnt, now), stability_index(learnt, now));
  }

  void set_missing(ColumnDrift& column) const {
    column.missing_learnt = share_missing(column.n_learnt, rows_learnt_);
    column.missing_now = share_missing(column.n_now, rows_now_);
  }

  const Classifier& model_;
  const NamedSums &learnt_, &now_;
  const DriftOptions& options_;
  std::optional<Classifier> today_;
  double rows_learnt_ = 0, rows_now_ = 0;
  std::set<std::string> done_;
  std::vector<ColumnDrift> out_;
};

std::vector<ClassDrift> classes_of(const Classifier& model, const Data& rows, const ReadingOptions& reading,
                                   const DriftOptions& options) {
  std::vector<ClassDrift> out;
  if (model.plan().target.empty() || model.classes().size() < 2) return out;
  const std::vector<double> count = model.class_count(),
                            rates = estimate_rates(model, *rows_of(model, rows, reading)(), options.threads);
  double all = 0;
  for (const double each : count) all += each;
  for (std::size_t c = 0; c < count.size(); ++c)
    out.push_back({model.classes()[c], count[c] / all, rates[c]});
  return out;
}

}  // namespace

Drift drift(const Classifier& model, const Data& rows, const DriftOptions& options) {
  ReadingOptions reading;
  reading.skip_bad_rows = options.skip_bad_rows;
  Drift out;
  const OpenChunks open = rows_of(model, rows, reading, &out.counts);
  const CountedRows now = fold(*open(), CountedRows{sums_of(model).zero()}, options.threads, options.tick);
  if (!now.sums.has_rows()) throw Error(ErrorKind::data, "there are no rows to compare with");
  out.n_learnt = model.n_rows(), out.n_now = now.sums.n_rows();
  out.columns = ColumnsCompared(model, now.sums, options).columns();
  out.classes = classes_of(model, rows, reading, options);
  return out;
}

}  // namespace priory
