// SPDX-License-Identifier: Apache-2.0
#include "priory/predictor.h"

#include <cmath>
#include <fmt/format.h>

#include "model/scorer.h"
#include "online/coded_row.h"

namespace priory {
struct Predictor::Scratch {
  explicit Scratch(Classifier of)
      : model(std::move(of)),
        row(model.plan()),
        scorer(model.state()),
        parameters(model.state().parts.size()),
        log_posterior(model.classes().size()),
        posterior(log_posterior.size()) {}

  const Classifier::State& state() const { return model.state(); }
  void score(RowView cells);
  void count_words(std::size_t k);
  Chunk named_row(RowView cells, std::vector<Dictionary>& dictionaries);

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

// The row as a file gives it: words with their spelling.
Chunk Predictor::Scratch::named_row(RowView cells, std::vector<Dictionary>& dictionaries) {
  const std::vector<std::vector<std::size_t>> places = chunk_places(model.plan());
  const ChunkSpec spec = explanation_spec(model.plan());
  RowCoder& coder = row.coder();
  coder.begin(cells);
  Chunk out;
  out.n_rows = 1;
  out.columns.resize(spec.columns.size());
  dictionaries.resize(spec.columns.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PartPlan& part = model.plan().parts[k];
    std::vector<Column> numbers;
    if (part.kind == CellKind::reals) coder.read_numbers(k, numbers);
    for (std::size_t j = 0; j < places[k].size(); ++j) {
      Column& column = out.columns[places[k][j]];
      Dictionary& dictionary = dictionaries[places[k][j]];
      if (part.kind == CellKind::reals) {
        column = numbers[j];
      } else if (part.kind == CellKind::codes) {
        const std::optional<std::string_view> value = coder.value(k, j);
        column.kind = CellKind::codes;
        column.codes.assign(1, value ? dictionary.insert(*value) : kMissingCode);
      } else if (part.text) {
        coder.name_words(k, dictionary, column);
      } else {
        for (const std::string& name : part.columns) dictionary.insert(name);
        coder.read_counts(k, column);
      }
      column.dictionary = part.kind == CellKind::reals ? nullptr : &dictionary;
    }
  }
  return out;
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
  std::vector<Dictionary> dictionaries;
  const Chunk chunk = scratch_->named_row(row, dictionaries);
  return Scorer(scratch_->state()).explain(chunk, 0);
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
