// SPDX-License-Identifier: Apache-2.0
#include "em/start.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

#include "core/log_space.h"
#include "core/random.h"
#include "family/left_out.h"
#include "fold/fold.h"
#include "model/estimate.h"

namespace priory {
namespace {

// Shares of a row that do not come from a model; `soft` is its first cell, the next are chunk.n_rows apart.
using Share = std::function<void(const Chunk& chunk, std::size_t row, double* soft)>;

struct Counting {
  const NamedSums* vocabulary;
  std::size_t cells;
  Share share;
  CellSums counted;

  void accumulate(const Chunk& chunk) {
    std::vector<double> soft(cells * chunk.n_rows);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) share(chunk, row, soft.data() + row);
    add_shares(chunk, soft, *vocabulary, nullptr, counted);
  }
  void merge(const Counting& other) { counted.merge(vocabulary->parts(), other.counted); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(counted);
  }
};

// What a row counts, held out or not.
double weight_of(const EStep& how, const Chunk& chunk, std::size_t row) {
  return chunk.weight_of(row) * how.held_out.weight_of(chunk.first_row + row);
}

CellSums count(const EmProblem& problem, std::size_t cells, const Share& share) {
  const Counting zero{problem.vocabulary.get(), cells, share,
                      CellSums::zero(problem.vocabulary->parts(), cells)};
  return fold(*problem.rows.open(), zero, problem.threads, problem.tick).counted;
}

// Draws a row in proportion to a weight, whoever meets it: the row with the largest log(u) / weight, u a
// random number of the row (Efraimidis and Spirakis 2006). Mergeable.
template <class Weight>
struct Draw {
  Weight weight;  // weight(chunk) gives one a row
  std::uint64_t seed;
  double best = kLogZero;
  std::size_t row = 0;

  void accumulate(const Chunk& chunk) {
    const std::vector<double> weights = weight(chunk);
    for (std::size_t r = 0; r < chunk.n_rows; ++r) {
      if (!(weights[r] > 0)) continue;
      const std::size_t at = chunk.first_row + r;
      take(std::log(1 - unit(mixed(mixed(seed) ^ at))) / weights[r], at);
    }
  }
  void merge(const Draw& other) { take(other.best, other.row); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(best, row);
  }
  void take(double key, std::size_t at) {
    if (key > best || (key == best && at < row)) best = key, row = at;
  }
};

template <class Weight>
std::optional<std::size_t> draw(const EmProblem& problem, std::uint64_t seed, const Weight& weight) {
  const Draw<Weight> drawn =
      fold(*problem.rows.open(), Draw<Weight>{weight, seed}, problem.threads, problem.tick);
  if (drawn.best == kLogZero) return std::nullopt;
  return drawn.row;
}

// How far the last cell of a model explains each row better than the others do.
struct Unexplained {
  Scorer scorer;
  const EmProblem* problem;
  std::uint32_t label;  // only rows of this class; kMissingCode: all

  std::vector<double> operator()(const Chunk& chunk) {
    const LogScores& scores = scorer(chunk);
    std::vector<double> out(chunk.n_rows), cells(scores.n_cells);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      if (label != kMissingCode && chunk.target.codes[row] != label) continue;
      for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = scores.at(c, row);
      if (normalise(cells) == kLogZero) std::fill(cells.begin(), cells.end(), 0.0);
      out[row] = std::exp(cells.back()) * weight_of(problem->how, chunk, row);
    }
    return out;
  }
};

NamedSums with_sums(const NamedSums& base, Dictionary names, std::size_t n_rows, const CellSums& counted) {
  Sums rows(1, 1);
  rows.add(0, 0, static_cast<double>(n_rows));
  return base.expected(std::move(names), counted, std::move(rows));
}

}  // namespace

NamedSums EmProblem::statistics(const CellSums& counted) const {
  return with_sums(*vocabulary, classes, rows.n_rows(), counted);
}

ModelState EmProblem::estimate(const CellSums& counted) const {
  return estimate_unchecked(std::make_shared<const NamedSums>(statistics(counted)));
}

ModelState EmProblem::estimate_as_classes(const CellSums& counted) const {
  Dictionary names;
  for (std::size_t c = 0; c < counted.class_count.cells(); ++c) names.insert(std::to_string(c + 1));
  return estimate_unchecked(
      std::make_shared<const NamedSums>(with_sums(*as_classes, std::move(names), rows.n_rows(), counted)));
}

Expectation EmProblem::expect(const Classifier::State& model, const EStep& step) const {
  const auto n_threads =
      static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(1, rows.n_blocks())));
  return fold(*rows.open(), Expectation(model, *vocabulary, step), n_threads, tick);
}

CellSums count_all(const EmProblem& problem) {
  return count(problem, 1, [how = problem.how](const Chunk& chunk, std::size_t row, double* soft) {
    *soft = on_grid(weight_of(how, chunk, row), how.grid);
  });
}

CellSums count_labelled(const EmProblem& problem) {
  const auto share = [how = problem.how](const Chunk& chunk, std::size_t row, double* soft) {
    const std::uint32_t label = chunk.target.codes[row];
    if (label != kMissingCode) soft[label * chunk.n_rows] = on_grid(weight_of(how, chunk, row), how.grid);
  };
  return count(problem, problem.n_cells(), share);
}

Seeder::Seeder(const EmProblem& problem, const CellSums& all, std::uint64_t seed)
    : problem_(problem), all_(all), seed_(mixed(seed)) {}

// One row as often as there are rows, and all rows: a distribution around the row that leaves nothing
// impossible.
CellSums Seeder::seed_at(std::size_t row) const {
  CellSums out = all_;
  problem_.rows.visit(row, [&](const Chunk& chunk, std::size_t at) {
    std::vector<double> soft(chunk.n_rows);
    soft[at] = static_cast<double>(std::bit_ceil(problem_.rows.n_rows()));
    CellSums alone = CellSums::zero(problem_.vocabulary->parts(), 1);
    add_shares(chunk, soft, *problem_.vocabulary, nullptr, alone);
    out.merge(problem_.vocabulary->parts(), alone);
  });
  return out;
}

ModelState Seeder::start() {
  const std::size_t n_cells = problem_.n_cells();
  const Parts parts = problem_.vocabulary->parts();
  CellSums seeds = CellSums::zero(parts, n_cells);
  CellSums so_far = all_;
  for (std::uint32_t cell = 0; cell < n_cells; ++cell) {
    // The seeds of the class so far, and all rows as the last cell: a row that a seed explains is not drawn.
    const bool first = cell % problem_.components == 0;
    if (problem_.rows.n_labelled() > 0 && first) so_far = all_;
    const std::uint32_t label = problem_.rows.n_labelled() > 0
                                    ? static_cast<std::uint32_t>(cell / problem_.components)
                                    : kMissingCode;
    const ModelState model = problem_.estimate_as_classes(so_far);
    auto row = draw(problem_, seed_ + ++drawn_, Unexplained{Scorer(*model), &problem_, label});
    if (!row && label != kMissingCode)
      row = draw(problem_, seed_ + ++drawn_, Unexplained{Scorer(*model), &problem_, kMissingCode});
    const CellSums seed = seed_at(row.value_or(0));
    seeds.merge_at(parts, seed, cell);
    const auto before = static_cast<std::uint32_t>(so_far.class_count.cells() - 1);
    CellSums next = CellSums::zero(parts, before + 2);
    if (before > 0) next.merge(parts, so_far.select(parts, first_codes(before)));
    next.merge_at(parts, seed, before);
    next.merge_at(parts, all_, before + 1);
    so_far = std::move(next);
  }
  return problem_.estimate(seeds);
}

CellSums Seeder::seed_beside(const Classifier::State& model) {
  // Rows in proportion to how badly the best cell explains them, the worst counting as 1.
  struct Worst {
    Scorer scorer;
    const EmProblem* problem;
    std::vector<double> operator()(const Chunk& chunk) {
      const LogScores& scores = scorer(chunk);
      std::vector<double> out(chunk.n_rows);
      for (std::size_t row = 0; row < chunk.n_rows; ++row) {
        double best = kLogZero;
        for (std::size_t c = 0; c < scores.n_cells; ++c) best = std::max(best, scores.at(c, row));
        out[row] = std::max(1e-9, -best) * weight_of(problem->how, chunk, row);
        if (!std::isfinite(out[row])) out[row] = 1e300;
      }
      return out;
    }
  };
  return seed_at(draw(problem_, seed_ + ++drawn_, Worst{Scorer(model), &problem_}).value_or(0));
}

// A start from a file

namespace {

[[noreturn]] void refuse(const Start& start, const std::string& why) {
  throw Error(
      ErrorKind::data, fmt::format("{}: {}", start.name, why), {},
      "a start has the classes, parts and columns of the model to be learnt, as inspect ‹json› shows them");
}

const StartPart& find_part(const Start& start, const PartPlan& plan) {
  for (const StartPart& part : start.parts) {
    if (part.columns == plan.columns && (part.family == plan.family || part.family.empty())) return part;
  }
  refuse(start, fmt::format("it has no part '{}' with the family '{}'", plan.label(), plan.family));
}

const StartArray& find_array(const Start& start, const StartPart& part, const Matrix& like) {
  for (const StartArray& array : part.arrays) {
    if (array.name == like.name) return array;
  }
  refuse(start, fmt::format("the part '{}' has no '{}'", fmt::join(part.columns, "+"), like.name));
}

// Where the file has each value of the model.
std::vector<std::size_t> places_of(const Start& start, const StartPart& from, const PartModel& part) {
  std::vector<std::size_t> out;
  if (part.of_columns)
    refuse(start, fmt::format("tables of combinations ('{}', {}) cannot be given", part.plan->label(),
                              part.plan->family));
  for (const std::string_view value : part.values->strings()) {
    const auto at = std::find(from.values.begin(), from.values.end(), value);
    if (at == from.values.end())
      refuse(start, fmt::format("the part '{}' does not know the value '{}'", part.plan->label(), value));
    out.push_back(static_cast<std::size_t>(at - from.values.begin()));
  }
  return out;
}

// The numbers of one matrix. `like` has the shape the model wants.
Matrix read_matrix(const Start& start, const StartPart& from, const PartModel& part, const Matrix& like) {
  const StartArray& array = find_array(start, from, like);
  const bool of_values = part.plan->kind != CellKind::reals && like.form == Form::list;
  const bool counts = part.plan->of_counts();
  std::vector<std::size_t> places;
  if (of_values && !counts) places = places_of(start, from, part);
  const std::size_t rows = of_values ? (counts ? part.values->size() : from.values.size()) : like.rows;
  std::vector<std::size_t> shape;
  if (!like.shared) shape.push_back(like.cells);
  if (like.form == Form::list) shape.push_back(rows);
  if (like.form == Form::table) shape.insert(shape.end(), 2, part.plan->columns.size());
  if (array.shape != shape)
    refuse(start, fmt::format("'{}' of the part '{}' has the shape [{}], not [{}]", like.name,
                              part.plan->label(), fmt::join(array.shape, ", "), fmt::join(shape, ", ")));
  Matrix out = like;
  for (std::size_t cell = 0; cell < like.cells; ++cell) {
    for (std::size_t r = 0; r < like.rows; ++r) {
      const bool unseen = of_values && r == part.values->size();
      const std::size_t place = places.empty() || unseen ? r : places[r];
      out.at(r, cell) = unseen ? kLogZero : array.data[cell * rows + place];
    }
  }
  // Borders of bins are the plan's.
  if (part.plan->binned(0) && like.shared && out.data != like.data)
    refuse(start,
           fmt::format("'{}' of the part '{}' are not those of the plan", like.name, part.plan->label()));
  return out;
}

}  // namespace

ModelState start_from(const EmProblem& problem, const Start& start, const CellSums& all) {
  const std::size_t n_cells = problem.n_cells();
  if (start.log_prior.size() != n_cells)
    refuse(start, fmt::format("it has {} classes, and {} are asked for", start.log_prior.size(), n_cells));
  CellSums everywhere = CellSums::zero(problem.vocabulary->parts(), n_cells);
  for (std::uint32_t cell = 0; cell < n_cells; ++cell)
    everywhere.merge_at(problem.vocabulary->parts(), all, cell);
  auto state = std::make_shared<Classifier::State>(*problem.estimate(everywhere));
  state->log_prior = start.log_prior;
  for (PartModel& part : state->parts) {
    const StartPart& from = find_part(start, *part.plan);
    Parameters shown;
    for (const Matrix& like : part.parameters()) {
      if (like.shown) shown.push_back(read_matrix(start, from, part, like));
    }
    part.estimate = std::make_shared<const PartEstimate>(part.family->complete(std::move(shown)));
  }
  if (start.parts.size() != problem.vocabulary->parts().size())
    refuse(start, fmt::format("it has {} parts, and the model has {}", start.parts.size(),
                              problem.vocabulary->parts().size()));
  return state;
}

}  // namespace priory
