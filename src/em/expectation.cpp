// SPDX-License-Identifier: Apache-2.0
#include "em/expectation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/log_space.h"
#include "core/random.h"
#include "kernels/kernels.h"

namespace priory {

double HeldOut::weight_of(std::size_t row) const {
  if (share == 0) return 1;
  return (unit(mixed(mixed(seed) ^ row)) < share) == only ? 1 : 0;
}

namespace {

// The columns of a part; of one over several columns of codes, with their combination before them.
std::vector<const Column*> combined_columns(const PartVocabulary& part, const Chunk& chunk,
                                            std::vector<Column>& own) {
  std::vector<const Column*> out = columns_of(chunk, part.columns);
  if (!part.of_columns) return out;
  own.resize(1 + out.size());
  for (std::size_t j = 0; j < out.size(); ++j) {
    spread_out(*out[j], chunk.n_rows, own[1 + j]);
    out[j] = &own[1 + j];
  }
  if (part.of_columns->gathered()) {  // no value of the rows is unseen
    part.of_columns->gather(out, chunk.n_rows, own[0]);
    out.insert(out.begin(), own.data());
    return out;
  }
  part.of_columns->combine(out, chunk.n_rows, own[0]);
  for (std::uint32_t& code : own[0].codes.writable()) {
    if (code == part.values.size()) code = kMissingCode;
  }
  out.insert(out.begin(), own.data());
  return out;
}

}  // namespace

void add_shares(const Chunk& chunk, std::span<const double> soft, const NamedSums& vocabulary,
                const Classifier::State* model, CellSums& to) {
  std::vector<double> total(to.n_cells());  // exact: shares have few bits
  for (std::size_t cell = 0; cell < total.size(); ++cell) {
    const auto begin = soft.begin() + static_cast<long>(cell * chunk.n_rows);
    total[cell] = std::accumulate(begin, begin + static_cast<long>(chunk.n_rows), 0.0);
    to.class_count.add(0, cell, total[cell]);
  }
  std::vector<std::vector<const Column*>> columns;
  std::vector<std::vector<Column>> own(vocabulary.parts().size());
  std::vector<const Parameters*> parameters;
  for (std::size_t k = 0; k < own.size(); ++k) {
    columns.push_back(combined_columns(vocabulary.parts()[k], chunk, own[k]));
    if (model != nullptr) parameters.push_back(&model->parts[k].parameters());
  }
  to.add(vocabulary.parts(), columns, {{}, soft, to.n_cells(), {}, total}, parameters);
}

Expectation::Expectation(const Classifier::State& model, const NamedSums& vocabulary, const EStep& how)
    : counted(CellSums::zero(vocabulary.parts(), how.count ? model.n_cells() : 0)),
      model_(&model),
      vocabulary_(&vocabulary),
      how_(how),
      scorer_(model) {}

void Expectation::accumulate(const Chunk& chunk) {
  weigh_rows(chunk);
  add(chunk);
}

void Expectation::accumulate_row(const Chunk& chunk, std::size_t row) {
  weigh_rows(chunk);
  for (std::size_t r = 0; r < chunk.n_rows; ++r) {
    if (r != row) weight_[r] = scale_[r] = 0;
  }
  add(chunk);
}

void Expectation::add(const Chunk& chunk) {
  LogScores& scores = scorer_(chunk);
  keep_to_labels(chunk, scores);
  share_out(scores);
  if (how_.hard) give_to_best(scores);
  add_likelihood(chunk);
  if (how_.noise > 0) disturb(chunk.first_row);
  if (how_.count) add_shares(chunk, soft_, *vocabulary_, model_, counted);
}

void Expectation::merge(const Expectation& other) {
  counted.merge(vocabulary_->parts(), other.counted);
  log_likelihood_.merge(other.log_likelihood_);
  objective_.merge(other.objective_);
  impossible_ += other.impossible_;
}

// A row whose class is known cannot be in the cells of another.
void Expectation::keep_to_labels(const Chunk& chunk, LogScores& scores) const {
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    const std::uint32_t label = chunk.target.codes[row];
    if (label == kMissingCode) continue;
    for (std::size_t cell = 0; cell < scores.n_cells; ++cell) {
      if (cell / model_->components != label) scores.of(cell)[row] = kLogZero;
    }
  }
}

// What a row counts in the statistics (a multiple of the grid) and in the likelihood.
void Expectation::weigh_rows(const Chunk& chunk) {
  weight_.resize(chunk.n_rows), scale_.resize(chunk.n_rows);
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    double weight = how_.held_out.weight_of(chunk.first_row + row) * chunk.weight_of(row);
    if (chunk.target.codes[row] == kMissingCode) weight *= how_.unlabelled_weight;
    scale_[row] = weight;
    weight_[row] = on_grid(weight, how_.grid);
  }
}

void Expectation::share_out(const LogScores& scores) {
  const std::size_t n_rows = scores.n_rows, n_cells = scores.n_cells;
  soft_.resize(n_rows * n_cells), log_sum_.resize(n_rows);
  soft_weights(scores.data.data(), n_rows, n_cells, weight_, {1, how_.grid}, soft_.data(), log_sum_);
  log_free_ = log_sum_;
  if (how_.beta == 1) return;
  soft_weights(scores.data.data(), n_rows, n_cells, weight_, {how_.beta, how_.grid}, soft_.data(), log_free_);
  for (double& each : log_free_) each /= how_.beta;
}

void Expectation::give_to_best(const LogScores& scores) {
  std::fill(soft_.begin(), soft_.end(), 0.0);
  for (std::size_t row = 0; row < scores.n_rows; ++row) {
    std::size_t best = 0;
    for (std::size_t cell = 1; cell < scores.n_cells; ++cell) {
      if (scores.at(cell, row) > scores.at(best, row)) best = cell;
    }
    soft_[best * scores.n_rows + row] = weight_[row];
    log_free_[row] = scores.at(best, row);
  }
}

// Sums of a chunk in doubles, of chunks exactly.
void Expectation::add_likelihood(const Chunk& chunk) {
  double log_likelihood = 0, objective = 0;
  for (std::size_t row = 0; row < log_sum_.size(); ++row) {
    if (log_sum_[row] == kLogZero) {
      share_by_prior(row, chunk.target.codes[row]);
      if (scale_[row] != 0) ++impossible_;
    } else if (scale_[row] != 0) {
      log_likelihood += scale_[row] * log_sum_[row];
      objective += scale_[row] * log_free_[row];
    }
  }
  log_likelihood_.add(0, 0, log_likelihood);
  objective_.add(0, 0, objective);
}

// Of a row that no cell can have produced; one whose class is known stays in it.
void Expectation::share_by_prior(std::size_t row, std::uint32_t label) {
  const auto may_be = [&](std::size_t cell) {
    return label == kMissingCode || cell / model_->components == label;
  };
  std::vector<double> log_prior = model_->log_prior;
  for (std::size_t cell = 0; cell < log_prior.size(); ++cell) {
    if (!may_be(cell)) log_prior[cell] = kLogZero;
  }
  const double total = log_sum_exp(log_prior);
  for (std::size_t cell = 0; cell < log_prior.size(); ++cell)
    soft_[cell * log_sum_.size() + row] =
        total == kLogZero ? 0 : on_grid(weight_[row] * std::exp(log_prior[cell] - total), how_.grid);
}

void Expectation::disturb(std::size_t first_row) {
  const std::size_t n_rows = log_sum_.size();
  for (std::size_t k = 0; k < soft_.size(); ++k) {
    const std::uint64_t row = first_row + k % n_rows, cell = k / n_rows;
    const double factor = 1 - how_.noise * unit(mixed(mixed(mixed(how_.seed) ^ row) ^ cell));
    soft_[k] = on_grid(soft_[k] * factor, how_.grid);
  }
}

}  // namespace priory
