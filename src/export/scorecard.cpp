// SPDX-License-Identifier: Apache-2.0
#include "export/scorecard.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "family/covariance/group_parameters.h"
#include "learn/combining.h"
#include "learn/vocabulary/part_vocabulary.h"
#include "model/classifier_state.h"

namespace priory {
namespace {

// Of tables over several columns: more than a program that one reads has room for.
constexpr std::size_t kMostScores = 1'000'000;

[[noreturn]] void refuse(const PartPlan& plan, const std::string& why, const std::string& remedy = {}) {
  throw Error(ErrorKind::usage, fmt::format("'{}' cannot be said in other languages: {}", plan.label(), why),
              {}, remedy);
}

std::vector<double> scores_of(const PartModel& part, Columns columns, std::size_t n_rows,
                              std::size_t n_cells) {
  LogScores scores;
  scores.reset(n_rows, n_cells);
  part.family->score(columns, part.parameters(), scores);
  std::vector<double> out(n_rows * n_cells);
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t cell = 0; cell < n_cells; ++cell) out[row * n_cells + cell] = scores.at(cell, row);
  }
  return out;
}

Column column_of_codes(std::vector<std::uint32_t> codes) {
  Column out;
  out.kind = CellKind::codes;
  out.codes = std::move(codes);
  return out;
}

// Takes the last row off a matrix of rows x cells.
std::vector<double> take_last_row(std::vector<double>& scores, std::size_t n_cells) {
  std::vector<double> out(scores.end() - static_cast<std::ptrdiff_t>(n_cells), scores.end());
  scores.resize(scores.size() - n_cells);
  return out;
}

class Maker {
 public:
  explicit Maker(const Classifier::State& state) : state_(state) {}

  Scorecard card() {
    refuse_ensembles();
    out_.classes = state_.classes, out_.components = state_.components;
    out_.target = state_.statistics->plan().target;
    out_.log_prior = state_.adds_prior ? state_.log_prior : std::vector<double>(state_.n_cells());
    out_.class_log_prior = state_.class_prior();
    out_.log_shift = state_.log_shift;
    if (state_.calibration) out_.calibration = *state_.calibration;
    for (const PartModel& part : state_.parts) out_.parts.push_back(made(part));
    check();
    return std::move(out_);
  }

 private:
  void refuse_ensembles() const {
    if (!state_.members.empty())
      throw Error(ErrorKind::usage, "a pool of models cannot be said in other languages", {},
                  "convert a model of one structure: train without ‹pool›");
    if (state_.statistics->plan().unseen == Unseen::error)
      throw Error(ErrorKind::usage,
                  "a model that refuses values it has not seen cannot be said in other languages", {},
                  "train with ‹unseen› ignore or smooth");
  }

  std::size_t input(const std::string& name, bool number) {
    const auto at = static_cast<std::size_t>(std::ranges::find(out_.inputs, name, &ScoreInput::name) -
                                             out_.inputs.begin());
    if (at == out_.inputs.size()) out_.inputs.push_back({name, number});
    return at;
  }

  ScorePart made(const PartModel& part) {
    const PartPlan& plan = *part.plan;
    if (plan.text) return text(part);
    if (plan.kind == CellKind::bag) return counts(part);
    if (plan.kind == CellKind::codes) return part.of_columns ? combined(part) : values(part);
    if (plan.columns.size() > 1) return group(part);
    if (plan.binned(0)) return bins(part);
    return curves(part);
  }

  bool has_other(const PartModel& part) const {
    return state_.statistics->plan().unseen == Unseen::smooth || part.family->knows_unseen();
  }

  Levels levels_of(const std::string& column, const Dictionary& values, const Bins* bins, bool other) {
    Levels out{input(column, bins != nullptr), {}, {}, other, bins != nullptr};
    if (bins != nullptr)
      out.borders.assign(bins->borders.begin() + 1, bins->borders.end() - 1);
    else
      for (const std::uint32_t code : values.sorted_codes()) out.values.emplace_back(values[code]);
    return out;
  }

  // The codes that the levels stand for among the values of a model.
  static std::vector<std::uint32_t> codes_of(const Levels& levels, const Dictionary& values,
                                             const Bins* bins) {
    std::vector<std::uint32_t> out;
    const std::vector<std::string> names = bins != nullptr ? bins->labels() : levels.values;
    out.reserve(names.size() + 1);
    for (const std::string& each : names)
      out.push_back(std::min(values.find(each), static_cast<std::uint32_t>(values.size())));
    if (!levels.binned && levels.other) out.push_back(static_cast<std::uint32_t>(values.size()));
    return out;
  }

  ScoreTable values(const PartModel& part) {
    ScoreTable out;
    out.levels = {levels_of(part.plan->columns[0], *part.values, nullptr, has_other(part))};
    std::vector<std::uint32_t> codes = codes_of(out.levels[0], *part.values, nullptr);
    codes.push_back(kMissingCode);
    const Column column = column_of_codes(codes);
    const Column* const columns[] = {&column};
    out.scores = scores_of(part, columns, codes.size(), state_.n_cells());
    out.missing = take_last_row(out.scores, state_.n_cells());
    return out;
  }

  // Every combination of the columns' values, scored as a row.
  ScoreTable combined(const PartModel& part) {
    const PartPlan& plan = *part.plan;
    if (part.of_columns->gathered())
      refuse(plan, "its score is no sum over the columns", "train with ‹structure› tan, kdb or naive");
    ScoreTable out;
    std::vector<std::vector<std::uint32_t>> codes;
    std::size_t n_rows = 1;
    for (std::size_t j = 0; j < plan.columns.size(); ++j) {
      const Bins* bins = plan.binned(j) ? &plan.bins[j] : nullptr;
      const Dictionary& values = part.of_columns->of(j);
      out.levels.push_back(levels_of(plan.columns[j], values, bins, has_other(part)));
      codes.push_back(codes_of(out.levels.back(), values, bins));
      n_rows *= codes.back().size();
      if (n_rows * state_.n_cells() > kMostScores)
        refuse(plan,
               fmt::format("its columns have more than {} combinations", kMostScores / state_.n_cells()));
    }
    out.scores = scores_of_rows(part, codes, n_rows);
    if (out.levels.size() == 1)
      out.missing.assign(state_.n_cells(), 0);  // what others make of it has no answer
    return out;
  }

  std::vector<double> scores_of_rows(const PartModel& part,
                                     const std::vector<std::vector<std::uint32_t>>& codes,
                                     std::size_t n_rows) const {
    std::vector<Column> own(1 + codes.size());
    std::vector<const Column*> columns = {own.data()};
    std::size_t repeat = n_rows;
    for (std::size_t j = 0; j < codes.size(); ++j) {
      repeat /= codes[j].size();
      std::vector<std::uint32_t> cells(n_rows);
      for (std::size_t row = 0; row < n_rows; ++row) cells[row] = codes[j][row / repeat % codes[j].size()];
      own[1 + j] = column_of_codes(std::move(cells));
      columns.push_back(&own[1 + j]);
    }
    own[0].kind = CellKind::codes;
    if (part.family->scores_combinations())
      part.of_columns->combine(std::span(columns).subspan(1), n_rows, own[0]);
    return scores_of(part, columns, n_rows, state_.n_cells());
  }

  ScoreTable bins(const PartModel& part) {
    ScoreTable out;
    const Bins bins = part.plan->bins[0].wider();
    out.levels = {levels_of(part.plan->columns[0], {}, &bins, false)};
    Column column;
    column.reals.push_back(bins.borders[0]);
    for (const double border : out.levels[0].borders) column.reals.push_back(border);
    column.reals.push_back(kMissingReal);
    const Column* const columns[] = {&column};
    out.scores = scores_of(part, columns, column.reals.size(), state_.n_cells());
    out.missing = take_last_row(out.scores, state_.n_cells());
    return out;
  }

  ScoreCurves curves(const PartModel& part) {
    const PartPlan& plan = *part.plan;
    ScoreCurves out{
        input(plan.columns[0], true), {}, std::vector<double>(state_.n_cells()), part.family->domain()};
    for (std::size_t cell = 0; cell < state_.n_cells(); ++cell) {
      std::optional<DensityCurve> curve = part.weighted ? weighted_curve(part, cell)
                                          : part.family->generative()
                                              ? curve_of(*part.family, part.parameters(), cell)
                                              : fitted_curve(part, cell);
      if (!curve)
        refuse(plan, fmt::format("the family {} takes functions that few languages have", plan.family));
      out.curves.push_back(std::move(*curve));
      const Domain support = part.family->support(part.parameters(), cell);
      out.domain.low = std::max(out.domain.low, support.low),
      out.domain.high = std::min(out.domain.high, support.high);
    }
    const std::vector<double> missing = missing_number(part);
    if (!missing.empty()) out.missing = missing;
    return out;
  }

  // Of a part whose score has a weight: the curve of its family, times the weight.
  static std::optional<DensityCurve> weighted_curve(const PartModel& part, std::size_t cell) {
    const PartPlan& plan = *part.plan;
    auto out = curve_of(*find_family(plan.family, plan.kind), part.parameters(), cell);
    if (!out) return out;
    out->constant *= plan.score_weight;
    for (CurveTerm& term : out->terms) term.weight *= plan.score_weight;
    return out;
  }

  // Weights of powers of x. None where they are of other functions.
  static std::optional<DensityCurve> fitted_curve(const PartModel& part, std::size_t cell) {
    const Parameters& p = part.parameters();
    DensityCurve out;
    for (std::size_t k = 0; k < p[2].rows; ++k) {
      const LinearTerm term = {.power = static_cast<int>(p[2].at(k, 2)),
                               .statistic = static_cast<std::size_t>(p[2].at(k, 3))};
      if (part.family->feature(term, 3) != std::pow(3, term.power) || term.power > 2) return std::nullopt;
      out.terms.push_back(
          {.weight = p[0].at(k, cell), .outer = term.power == 2 ? Outer::square : Outer::identity});
    }
    return out;
  }

  std::vector<double> missing_number(const PartModel& part) const {
    Column column;
    column.reals.push_back(kMissingReal);
    const Column* const columns[] = {&column};
    return scores_of(part, columns, 1, state_.n_cells());
  }

  ScoreGroup group(const PartModel& part) {
    if (!part.family->generative()) refuse(*part.plan, "products of its columns have weights");
    const GroupParameters p(part.parameters());
    ScoreGroup out;
    for (const std::string& column : part.plan->columns) out.inputs.push_back(input(column, true));
    for (std::size_t k = 0; k < p.n_covariances(); ++k) {
      const std::span<const double> factor = p.factor_of(k);
      ScoreMatrix& matrix = out.matrices.emplace_back();
      matrix.factor.assign(factor.begin(), factor.end());
      matrix.centre.assign(p.centre_of(k), p.centre_of(k) + p.n_columns());
      for (std::size_t cell = 0; cell < p.n_cells(); ++cell) {
        if (p.covariance_of(cell) != k) continue;
        const double* target = p.target_of(cell);
        matrix.cells.push_back({cell, {target, target + p.n_columns()}, p.log_norm.data[k]});
      }
    }
    return out;
  }

  // Of rows without a word and with each word alone, the first taken from the others: words x cells.
  struct WordScores {
    std::vector<double> weights, constant, missing;
  };
  WordScores word_scores(const PartModel& part, std::span<const std::uint32_t> codes) const {
    const std::size_t n_cells = state_.n_cells();
    Column column;
    column.kind = CellKind::bag;
    column.bag.end_row(false);
    for (const std::uint32_t code : codes) {
      column.bag.word.push_back(code), column.bag.count.push_back(1);
      column.bag.end_row(false);
    }
    column.bag.end_row(true);
    const Column* const columns[] = {&column};
    WordScores out;
    out.weights = scores_of(part, columns, 2 + codes.size(), n_cells);
    out.missing = take_last_row(out.weights, n_cells);
    out.constant.assign(out.weights.begin(), out.weights.begin() + static_cast<std::ptrdiff_t>(n_cells));
    out.weights.erase(out.weights.begin(), out.weights.begin() + static_cast<std::ptrdiff_t>(n_cells));
    for (std::size_t k = 0; k < out.weights.size(); ++k) out.weights[k] -= out.constant[k % n_cells];
    return out;
  }

  static bool is_presence(const PartModel& part) { return part.family->feature_of_count(2) == 1; }

  ScoreCounts counts(const PartModel& part) {
    ScoreCounts out;
    const std::vector<std::uint32_t> codes = part.values->sorted_codes();
    for (const std::uint32_t code : codes)
      out.inputs.push_back(input(std::string((*part.values)[code]), true));
    WordScores scores = word_scores(part, codes);
    out.weights = std::move(scores.weights), out.constant = std::move(scores.constant);
    out.presence = is_presence(part);
    return out;
  }

  ScoreText text(const PartModel& part) {
    const PartPlan& plan = *part.plan;
    if (plan.hashed())
      refuse(plan, "its words are counted in buckets without names", "train without ‹hash-bits›");
    if (has_other(part)) refuse(plan, "words that it has not seen count", "train with ‹unseen› ignore");
    ScoreText out;
    out.input = input(plan.columns[0], false), out.options = plan.text_options;
    const std::vector<std::uint32_t> codes = part.values->sorted_codes();
    const std::span<const double> idf = idf_of(part.frozen);
    for (const std::uint32_t code : codes) {
      out.words.emplace_back((*part.values)[code]);
      if (!idf.empty()) out.idf.push_back(idf[code]);
    }
    if (codes.empty()) refuse(plan, "it has no words");
    WordScores scores = word_scores(part, codes);
    out.weights = std::move(scores.weights), out.constant = std::move(scores.constant);
    out.missing = std::move(scores.missing), out.presence = is_presence(part);
    return out;
  }

  // Infinite scores are probabilities of 0, which sums in other languages make numbers that are none.
  void check() const {
    const auto finite = [](const std::vector<double>& numbers) {
      return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
    };
    bool sound = finite(out_.log_prior) && finite(out_.log_shift);
    for (const ScorePart& part : out_.parts) {
      sound = sound && std::visit([&](const auto& each) { return finite(numbers_of(each)); }, part);
    }
    if (!sound)
      throw Error(ErrorKind::usage, "a model with probabilities of 0 cannot be said in other languages", {},
                  "train with ‹alpha› above 0");
  }

  static std::vector<double> numbers_of(const ScoreTable& table) {
    std::vector<double> out = table.scores;
    out.insert(out.end(), table.missing.begin(), table.missing.end());
    return out;
  }
  static std::vector<double> numbers_of(const ScoreCurves& curves) {
    std::vector<double> out = curves.missing;
    for (const DensityCurve& curve : curves.curves) {
      out.push_back(curve.constant);
      for (const CurveTerm& term : curve.terms) out.insert(out.end(), {term.weight, term.centre, term.scale});
    }
    return out;
  }
  static std::vector<double> numbers_of(const ScoreGroup& group) {
    std::vector<double> out;
    for (const ScoreMatrix& matrix : group.matrices) {
      out.insert(out.end(), matrix.factor.begin(), matrix.factor.end());
      for (const ScoreMatrix::Cell& cell : matrix.cells) out.push_back(cell.constant);
    }
    return out;
  }
  static std::vector<double> numbers_of(const ScoreCounts& counts) { return counts.weights; }
  static std::vector<double> numbers_of(const ScoreText& text) { return text.weights; }

  const Classifier::State& state_;
  Scorecard out_;
};

}  // namespace

Scorecard scorecard(const Classifier& model) {
  return Maker(state_of(model)).card();
}

}  // namespace priory
