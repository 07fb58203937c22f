// SPDX-License-Identifier: Apache-2.0
#include "em/network_counts.h"

#include <algorithm>
#include <cmath>

#include "core/log_space.h"
#include "em/expectation.h"

namespace priory {
namespace {

// The cell of a table that a row is in; kNoCell if it lacks a column.
double cell_of(const Combinations& table, const std::vector<std::uint32_t>& codes) {
  double out = 0;
  for (std::size_t j = 0; j < codes.size(); ++j) {
    if (codes[j] == kMissingCode) return kNoCell;
    out = out * table.sizes[j] + codes[j];
  }
  return out;
}

}  // namespace

NetworkCounts::NetworkCounts(std::shared_ptr<const NamedSums> vocabulary, const Classifier::State* model,
                             std::size_t n_classes, int grid)
    : vocabulary_(std::move(vocabulary)),
      model_(model),
      n_classes_(n_classes),
      grid_(grid),
      sums_(CellSums::zero(vocabulary_->parts(), n_classes)),
      codes_(vocabulary_->parts().size()) {}

void NetworkCounts::accumulate(const Chunk& chunk) {
  plain_.resize(chunk.columns.size());
  for (std::size_t j = 0; j < plain_.size(); ++j) spread_out(chunk.columns[j], chunk.n_rows, plain_[j]);
  for (std::size_t row = 0; row < chunk.n_rows; ++row) count_row(chunk, row);
}

void NetworkCounts::count_row(const Chunk& chunk, std::size_t row) {
  const std::vector<PartVocabulary>& parts = vocabulary_->parts();
  const bool targeted = !vocabulary_->plan().target.empty();
  const std::uint32_t label = targeted ? chunk.target.codes[row] : 0;
  const double weight = on_grid(chunk.weight_of(row), grid_);
  n_rows_.add(0, 0, 1);
  bool complete = label != kMissingCode;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    codes_[k].clear();
    for (const std::size_t place : parts[k].columns) codes_[k].push_back(plain_[place].codes[row]);
    complete = complete && std::ranges::find(codes_[k], kMissingCode) == codes_[k].end();
  }
  if (complete || model_ == nullptr) {
    for (std::size_t k = 0; k < parts.size(); ++k) add_known(k, label, weight);
    if (label != kMissingCode) sums_.class_count.add(0, label, weight);
    if (model_ != nullptr) {
      const double log_p = complete_log_p(label);
      log_p == kLogZero ? void(++impossible_)
                        : log_likelihood_.add_product(0, 0, chunk.weight_of(row), log_p);
    }
    return;
  }
  infer_row(label, weight, chunk.weight_of(row));
}

double NetworkCounts::complete_log_p(std::uint32_t label) const {
  double out = model_->adds_prior ? model_->log_prior[label] : 0;
  for (std::size_t k = 0; k < codes_.size(); ++k) {
    const auto cell = cell_of(*vocabulary_->parts()[k].of_columns->combinations(), codes_[k]);
    out += model_->parts[k].parameters()[0].at(static_cast<std::size_t>(cell), label);
  }
  return out;
}

// What of a part a row has in full. Pooled tables do not ask for the class: any will do.
bool NetworkCounts::add_known(std::size_t k, std::uint32_t label, double weight) {
  const PartVocabulary& part = vocabulary_->parts()[k];
  const bool pooled = vocabulary_->plan().parts[k].pooled;
  const double cell = cell_of(*part.of_columns->combinations(), codes_[k]);
  if (cell == kNoCell || (label == kMissingCode && !pooled)) return false;
  sums_.blocks[k].sums[0].add(static_cast<std::size_t>(cell), label == kMissingCode ? 0 : label, weight);
  return true;
}

Evidence NetworkCounts::evidence(std::uint32_t label) const {
  Evidence out;
  const auto target = model_->network->class_variable();
  if (target && label != kMissingCode) out.push_back({*target, {label}});
  for (std::size_t k = 0; k < codes_.size(); ++k) {
    const std::size_t variable = model_->network->variable_of(k);
    if (variable != NetworkView::kNone && codes_[k].back() != kMissingCode)
      out.push_back({variable, {codes_[k].back()}});
  }
  return out;
}

// `weight` is on the grid, for sums of shares; `full_weight` is as the row has it.
void NetworkCounts::infer_row(std::uint32_t label, double weight, double full_weight) {
  JunctionTree& tree = inference_.of(*model_).tree();
  tree.absorb(evidence(label));
  if (tree.log_evidence() == kLogZero) {
    ++impossible_;
    return;
  }
  log_likelihood_.add_product(0, 0, full_weight, tree.log_evidence());
  for (std::size_t k = 0; k < codes_.size(); ++k) {
    if (!add_known(k, label, weight)) infer_part(k, label, weight);
  }
  if (label != kMissingCode) return sums_.class_count.add(0, label, weight);
  tree.posterior(0, log_prob_);
  for (std::size_t c = 0; c < n_classes_; ++c) add_share(sums_.class_count, 0, c, log_prob_[c], weight);
}

// A table's posterior is laid out with the class first, where it is a parent, and last, where it is the
// variable.
void NetworkCounts::infer_part(std::size_t k, std::uint32_t label, double weight) {
  const PartPlan& plan = vocabulary_->plan().parts[k];
  const bool of_class = is_class_table(plan);
  const bool by_class = !of_class && !plan.pooled && !vocabulary_->plan().target.empty();
  const JunctionTree& tree = inference_.of(*model_).tree();
  tree.family_posterior(of_class ? 0 : model_->network->variable_of(k), log_prob_);
  Sums& count = sums_.blocks[k].sums[0];
  const std::size_t n_cells = count.rows();
  for (std::size_t i = 0; i < log_prob_.size(); ++i) {
    const std::size_t cell = of_class ? i / n_classes_ : i % n_cells;
    const std::size_t of = of_class   ? i % n_classes_
                           : by_class ? i / n_cells
                                      : (label == kMissingCode ? 0 : label);
    add_share(count, cell, of, log_prob_[i], weight);
  }
}

void NetworkCounts::add_share(Sums& to, std::size_t row, std::size_t cell, double log_p,
                              double weight) const {
  const double share = on_grid(weight * std::exp(log_p), grid_);
  if (share != 0) to.add(row, cell, share);
}

void NetworkCounts::merge(const NetworkCounts& other) {
  sums_.merge(vocabulary_->parts(), other.sums_);
  n_rows_.merge(other.n_rows_);
  log_likelihood_.merge(other.log_likelihood_);
  impossible_ += other.impossible_;
}

double NetworkCounts::log_likelihood() const {
  return impossible_ > 0 ? kLogZero : log_likelihood_.value(0, 0);
}

NamedSums NetworkCounts::statistics(const Dictionary& classes) const {
  return vocabulary_->expected(classes, sums_, n_rows_);
}

}  // namespace priory
