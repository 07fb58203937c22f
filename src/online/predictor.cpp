// SPDX-License-Identifier: Apache-2.0
#include "priory/predictor.h"

#include <cmath>
#include <fmt/format.h>

#include "model/scorer.h"
#include "online/coded_row.h"
#include "online/named_row.h"

namespace priory {
struct Predictor::Scratch {
  explicit Scratch(Classifier of)
      : model(std::move(of)),
        row(model.plan()),
        scorer(state_of(model)),
        parameters(state_of(model).parts.size()),
        log_posterior(model.classes().size()),
        posterior(log_posterior.size()) {}

  const Classifier::State& state() const { return state_of(model); }
  void score(RowView cells);
  void count_words(std::size_t k);

  Classifier model;
  CodedRow row;
  CodedScorer scorer;
  std::vector<const Parameters*> parameters;
  std::vector<double> log_posterior, posterior;
  std::size_t n_words = 0;  // looked up so far
  bool impossible = false;
};

void Predictor::Scratch::score(RowView cells) {
  row.coder().begin(cells);
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const PartModel& part = state().parts[k];
    row.read(k, part);
    if (part.plan->text) count_words(k);
    const bool bag = part.plan->kind == CellKind::bag;
    parameters[k] = bag ? &scorer.parameters_for(k, row.bag(k)) : &scorer.parameters(k);
  }
  scorer(1, row.columns(), parameters);
  scorer.of_classes();
  impossible = scorer.posterior(0, log_posterior);
}

// An index of all words costs as much as looking up one in 64 of them without.
void Predictor::Scratch::count_words(std::size_t k) {
  const Dictionary& words = *state().parts[k].values;
  const std::size_t many = words.size() / 64;
  if (n_words <= many && (n_words += row.bag(k).bag.word.size() + 1) > many) words.index();
}

Predictor::Predictor(Classifier model) : scratch_(std::make_unique<Scratch>(std::move(model))) {}
Predictor::~Predictor() = default;
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;

const Classifier& Predictor::model() const {
  return scratch_->model;
}
const std::vector<std::string>& Predictor::columns() const {
  return scratch_->row.coder().columns();
}
const std::vector<std::string>& Predictor::classes() const {
  return scratch_->model.classes();
}

std::span<const double> Predictor::log_posterior(RowView row) {
  scratch_->score(row);
  return scratch_->log_posterior;
}

std::span<const double> Predictor::posterior(RowView row) {
  scratch_->score(row);
  for (std::size_t c = 0; c < scratch_->posterior.size(); ++c)
    scratch_->posterior[c] = std::exp(scratch_->log_posterior[c]);
  return scratch_->posterior;
}

Answer Predictor::predict(RowView row) {
  scratch_->score(row);
  const std::size_t best = best_class(scratch_->log_posterior);
  return {best, classes()[best], std::exp(scratch_->log_posterior[best]), scratch_->impossible};
}

Explanation Predictor::explain(RowView row) {
  const NamedRow named(model().plan(), scratch_->row.coder(), row);
  return Scorer(scratch_->state()).explain(named.chunk(), 0);
}

PosteriorMatrix Predictor::matrix(std::span<const CellValue> cells, bool log) {
  const std::size_t width = columns().size();
  if (width == 0 || cells.size() % width != 0)
    throw Error(ErrorKind::usage, fmt::format("{} cells are no rows of {} columns", cells.size(), width));
  PosteriorMatrix out{cells.size() / width, classes().size(), {}};
  out.data.reserve(out.n_rows * out.n_classes);
  for (std::size_t row = 0; row < out.n_rows; ++row) {
    const RowView one = cells.subspan(row * width, width);
    const std::span<const double> answer = log ? log_posterior(one) : posterior(one);
    out.data.insert(out.data.end(), answer.begin(), answer.end());
  }
  return out;
}

PosteriorMatrix Predictor::posteriors(std::span<const CellValue> cells) {
  return matrix(cells, false);
}

PosteriorMatrix Predictor::log_posteriors(std::span<const CellValue> cells) {
  return matrix(cells, true);
}

}  // namespace priory
