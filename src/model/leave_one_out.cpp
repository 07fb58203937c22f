// SPDX-License-Identifier: Apache-2.0
#include "model/leave_one_out.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/log_space.h"
#include "family/each_family.h"
#include "family/lift_bag.h"
#include "learn/select_rows.h"
#include "learn/vocabulary/weighting.h"
#include "model/estimate.h"

namespace priory {
namespace {

double sum_of_cells(const Sums& sums) {
  double out = 0;
  for (std::size_t cell = 0; cell < sums.cells(); ++cell) out += sums.value(0, cell);
  return out;
}

void check(const Plan& plan) {
  if (plan.expected) throw Error(ErrorKind::usage, "rows cannot be left out of a model learnt by EM");
  if (plan.unseen == Unseen::error)
    throw Error(ErrorKind::usage, "‹unseen› error would end at the first value that only one row has", {},
                "leave rows out with ‹unseen› ignore or ‹unseen› smooth");
}

}  // namespace

bool chosen_one_by_one(const TextOptions& options) {
  return !options.min_df.share && options.max_features == 0 && options.max_df == TextOptions().max_df;
}

LeaveOneOut::LeaveOneOut(const Classifier& whole, OwnWords own_words) : whole_(whole) {
  check(whole.plan());
  for (std::size_t k = 0; k < whole.plan().parts.size(); ++k) {
    parts_.push_back(part_of(k, own_words));
    anew_ = anew_ || parts_.back().left_out == nullptr || !whole.plan().centres.empty() ||
            !whole.plan().pool.empty();
  }
}

LeaveOneOut::Part LeaveOneOut::part_of(std::size_t k, OwnWords own_words) {
  const NamedSums& statistics = *whole().statistics;
  const PartVocabulary& from = statistics.parts()[k];
  const PartPlan& plan = statistics.plan().parts[k];
  Part out;
  out.block = &statistics.block(k);
  const bool chosen = plan.text && !from.chosen();
  if (chosen && !chosen_one_by_one(plan.text_options)) return out;
  if (whole().parts[k].values->size() < from.values.size()) {
    const auto cells = first_codes(statistics.class_count().cells());
    out.selected = std::make_shared<const Block>(
        statistics.block(k).select(from.family->statistics(), statistics.selected_words(k), cells));
    out.block = out.selected.get();
  }
  if (chosen) out.least_rows = std::max(1.0, plan.text_options.min_df.value);
  if (plan.text && from.frozen && own_words == OwnWords::leave) out.least_rows = 1;
  if (plan.kind == CellKind::codes) {
    out.least_rows = 1;
    out.declared.resize(from.values.size());
    for (const std::string& value : is_gathered(plan) ? declared_keys(plan) : plan.declared)
      out.declared[from.values.find(value)] = true;
  }
  if (const auto variance = from.family->pooled_variance(statistics.block(k))) {
    out.variance = *variance;
    if (plan.n_columns() == 1) out.n = sum_of_cells(statistics.block(k).sums[0]);
  }
  Context context;
  if (from.of_columns) context.combinations = from.of_columns->combinations();
  context.weights = plan.weights;
  out.left_out = from.family->left_out_in(*out.block, whole().parts[k].settings, context);
  return out;
}

ScoredChunk LeftOutScorer::operator()(const Chunk& chunk, std::span<const std::uint32_t> rows) {
  const std::size_t n_classes = rows_->whole().classes.size();
  ScoredChunk out{&chunk, n_classes, std::vector<double>(rows.size() * n_classes),
                  std::vector<bool>(rows.size())};
  if (!rows_->anew()) translate_chunk(chunk);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::span<double> row(&out.log_posterior[k * n_classes], n_classes);
    out.impossible[k] = rows_->anew() ? score_anew(chunk, rows[k], row) : score(chunk, rows[k], row);
  }
  return out;
}

// Not cut to a length yet: which words of a row make it depends on which of them leave.
void LeftOutScorer::translate_chunk(const Chunk& chunk) {
  const Classifier::State& whole = rows_->whole();
  own_.resize(whole.parts.size());
  for (std::size_t k = 0; k < own_.size(); ++k) {
    const PartModel& part = whole.parts[k];
    if (part.plan->kind == CellKind::reals) continue;
    if (part.family->gathers()) {
      gather_chunk(k, chunk);
      continue;
    }
    const auto unseen = static_cast<std::uint32_t>(part.values->size());
    const Column& column = chunk.columns[part.columns[0]];
    recode(column, translations_[k].look_up(*column.dictionary, *part.values, unseen), own_[k]);
    TextOptions uncut = part.plan->text_options;
    uncut.length_norm = LengthNorm::none;
    if (part.plan->text) weigh(own_[k].bag, uncut, idf_of(part.frozen));
  }
}

void LeftOutScorer::gather_chunk(std::size_t k, const Chunk& chunk) {
  const PartModel& part = rows_->whole().parts[k];
  gathered_[k].resize(part.columns.size());
  std::vector<Column> own(part.columns.size());
  std::vector<const Column*> columns;
  for (std::size_t j = 0; j < own.size(); ++j) {
    const Column& column = chunk.columns[part.columns[j]];
    const Dictionary& values = part.of_columns->of(j);
    const auto unseen = static_cast<std::uint32_t>(values.size());
    recode(column, gathered_[k][j].look_up(*column.dictionary, values, unseen), own[j]);
    columns.push_back(&own[j]);
  }
  part.of_columns->gather(columns, chunk.n_rows, own_[k]);
  own_[k].bag.count = std::vector<double>(own_[k].bag.word.size(), 1.0);
}

std::uint32_t LeftOutScorer::cell_of(const Chunk& chunk, std::size_t row) {
  const Dictionary& classes = rows_->whole().statistics->classes();
  return labels_.look_up(*chunk.target.dictionary, classes, kMissingCode)[chunk.target.codes[row]];
}

bool LeftOutScorer::score(const Chunk& chunk, std::size_t row, std::span<double> out) {
  const std::uint32_t cell = cell_of(chunk, row);
  // A class whose rows weigh nothing is no class of the model.
  if (cell == kMissingCode) return score_anew(chunk, static_cast<std::uint32_t>(row), out);
  const double weight = chunk.weight_of(row);
  std::vector<LocalPart> parts(rows_->parts().size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    localise(k, chunk, row, cell, parts[k]);
    count_own(k, cell, weight, parts[k]);
  }
  Context context = context_without(parts, weight);
  for (std::size_t c = 0; c < rows_->whole().classes.size(); ++c)
    context.cell_count.push_back(rows_->whole().statistics->class_count().value(0, c) -
                                 (c == cell ? weight : 0));
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PartPlan& plan = *rows_->whole().parts[k].plan;
    context.bins = plan.binned(0) ? plan.bins.data() : nullptr, context.weights = plan.weights;
    parts[k].parameters =
        rows_->parts()[k].left_out->estimate({parts[k].values, parts[k].n_left, &parts[k].own}, context);
  }
  const std::vector<double> prior = prior_without(cell, weight);
  check_parameters(parts, prior);
  add_up(parts, prior, out);
  if (prior[cell] == kLogZero) out[cell] = kLogZero;  // where the scores have no prior
  return to_posterior(out, prior);
}

// Minus infinity for the class of the row if it was the last.
std::vector<double> LeftOutScorer::prior_without(std::uint32_t cell, double weight) const {
  const Classifier::State& whole = rows_->whole();
  const ClassPrior& prior = whole.statistics->plan().prior;
  std::vector<double> count;
  for (std::size_t c = 0; c < whole.classes.size(); ++c)
    count.push_back(whole.statistics->class_count().value(0, c) - (c == cell ? weight : 0));
  if (std::ranges::all_of(count, [](double each) { return each == 0; }))
    throw Error(ErrorKind::data, "there is one row with a weight: without it none is left to learn from", {},
                "rows can be judged by models that have not seen them when there are two or more");
  if (count[cell] != 0) return log_prior_of(prior, whole.classes, std::move(count));
  std::vector<std::string> classes = whole.classes;
  count.erase(count.begin() + cell), classes.erase(classes.begin() + cell);
  std::vector<double> out = log_prior_of(prior, classes, std::move(count));
  out.insert(out.begin() + cell, kLogZero);
  return out;
}

void LeftOutScorer::check_parameters(const std::vector<LocalPart>& parts,
                                     const std::vector<double>& prior) const {
  const Classifier::State& whole = rows_->whole();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (std::size_t c = 0; c < prior.size(); ++c) {
      const std::string_view trouble = whole.parts[k].family->trouble(parts[k].parameters, c);
      if (trouble.empty() || prior[c] == kLogZero) continue;
      throw Error(ErrorKind::data,
                  fmt::format("without one of its rows, column '{}', class '{}': {}",
                              whole.parts[k].plan->label(), whole.classes[c], trouble),
                  {}, "smooth it more, or leave the column out (‹ignore›)");
    }
  }
}

void LeftOutScorer::add_up(const std::vector<LocalPart>& parts, const std::vector<double>& prior,
                           std::span<double> out) const {
  const Classifier::State& whole = rows_->whole();
  LogScores scores;
  scores.reset(1, out.size());
  if (whole.adds_prior) scores.data = prior;
  std::vector<std::vector<const Column*>> columns(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (const Column& column : parts[k].scored) columns[k].push_back(&column);
  }
  each_family(
      parts.size(), [&](std::size_t k) { return whole.parts[k].family; },
      [&](std::size_t k) {
        return Piece{columns[k], &parts[k].parameters, nullptr};
      },
      [&](const Family& family, std::span<const Piece> pieces) { family.score_all(pieces, scores); });
  std::copy(scores.data.begin(), scores.data.end(), out.begin());
}

bool LeftOutScorer::stays(std::size_t k, std::uint32_t value, std::uint32_t cell, double weight) const {
  const LeaveOneOut::Part& part = rows_->parts()[k];
  if (part.least_rows == 0) return true;
  const Sums& count = part.block->sums[0];
  if (part.declared.empty()) return part.block->sums[kDocuments].value(value, 0) - 1 >= part.least_rows;
  if (part.declared[value]) return true;
  for (std::size_t c = 0; c < count.cells(); ++c) {
    if (count.value(value, c) != (c == cell ? weight : 0)) return true;
  }
  return false;
}

// Numbers the values of a row: first those that stay, then those that leave with it. What is not in the
// model, and when the row is scored what leaves, is unseen.
LeftOutScorer::LocalCodes LeftOutScorer::number_values(std::size_t k, std::span<const std::uint32_t> codes,
                                                       std::uint32_t cell, double weight,
                                                       LocalPart& part) const {
  const Classifier::State& whole = rows_->whole();
  const auto known = [&](std::uint32_t code) { return code < whole.parts[k].values->size(); };
  LocalCodes out{std::vector<std::uint32_t>(codes.size(), kMissingCode), {}};
  const auto number = [&](std::size_t i) {
    out.learnt[i] = static_cast<std::uint32_t>(part.values.size());
    part.values.push_back(codes[i]);
  };
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (known(codes[i]) && stays(k, codes[i], cell, weight)) number(i);
  }
  part.n_left = part.values.size();
  out.scored = out.learnt;
  const bool smooth = whole.statistics->plan().unseen == Unseen::smooth;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (out.learnt[i] != kMissingCode || codes[i] == kMissingCode) continue;
    if (known(codes[i])) number(i);
    if (!smooth) continue;
    out.scored[i] = static_cast<std::uint32_t>(part.n_left);
    if (whole.parts[k].family->gathers())
      out.scored[i] += static_cast<std::uint32_t>(whole.parts[k].of_columns->column_of(codes[i]));
  }
  return out;
}

// The row in codes of its own.
void LeftOutScorer::localise(std::size_t k, const Chunk& chunk, std::size_t row, std::uint32_t cell,
                             LocalPart& out) const {
  const PartModel& part = rows_->whole().parts[k];
  if (part.plan->kind == CellKind::reals) {
    for (std::size_t j = 0; j < part.plan->n_columns(); ++j)
      append_rows(chunk.columns[part.columns[j]], row, row + 1, out.learnt.emplace_back());
    if (part.plan->binned(0)) out.learnt[0].bins = part.plan->bins.data();
    out.scored = out.learnt;
    return;
  }
  const Column& column = own_[k];
  const bool is_bag = column.kind == CellKind::bag;
  const std::size_t begin = is_bag ? column.bag.begin[row] : row;
  const std::size_t end = is_bag ? column.bag.begin[row + 1] : row + 1;
  const std::span<const std::uint32_t> codes(is_bag ? column.bag.word : column.codes);
  const LocalCodes local =
      number_values(k, codes.subspan(begin, end - begin), cell, chunk.weight_of(row), out);
  const auto made = [&](const std::vector<std::uint32_t>& as) {
    Column single;
    single.kind = column.kind;
    if (!is_bag) single.codes = as;
    for (std::size_t i = 0; is_bag && i < as.size(); ++i) {
      if (as[i] == kMissingCode) continue;
      single.bag.word.push_back(as[i]), single.bag.count.push_back(column.bag.count[begin + i]);
    }
    if (is_bag) single.bag.end_row(column.bag.missing[row]);
    if (part.plan->text) cut_to_length(single.bag, part.plan->text_options.length_norm);
    return single;
  };
  out.learnt.push_back(made(local.learnt)), out.scored.push_back(made(local.scored));
}

void LeftOutScorer::count_own(std::size_t k, std::uint32_t cell, double weight, LocalPart& part) const {
  const PartModel& model = rows_->whole().parts[k];
  const std::size_t n_cells = rows_->whole().classes.size();
  std::vector<const Column*> columns;
  for (const Column& column : part.learnt) columns.push_back(&column);
  const Shape shape{part.values.size(), model.plan->n_columns(), {}, n_bins_of(*model.plan)};
  part.own = Block::zero(model.family->statistics(), shape, n_cells);
  model.family->accumulate(columns, {{&cell, 1}, {}, n_cells, {&weight, 1}}, part.own);
}

// The largest variance of the columns without the row. Taking out weight w can raise a variance to n / (n -
// w) times what it was and no more, so that most columns need no look.
Context LeftOutScorer::context_without(const std::vector<LocalPart>& parts, double weight) const {
  Context out;
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (rows_->parts()[k].variance >= 0) order.push_back(k);
  }
  const auto variance = [&](std::size_t k) { return rows_->parts()[k].variance; };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return variance(a) > variance(b); });
  for (const std::size_t k : order) {
    const LeaveOneOut::Part& part = rows_->parts()[k];
    if (part.n > weight && part.variance * (part.n / (part.n - weight)) * (1 + 1e-9) < out.largest_variance)
      continue;
    const Family& family = *rows_->whole().parts[k].family;
    Block rest = *part.block;
    rest.subtract(family.statistics(), parts[k].own, {}, {});
    out.largest_variance = std::max(out.largest_variance, family.pooled_variance(rest).value_or(0));
  }
  return out;
}

// The plain way, and the judge of the other.
bool LeftOutScorer::score_anew(const Chunk& chunk, std::uint32_t row, std::span<double> out) {
  const Classifier::State& whole = rows_->whole();
  const Chunk single = select_rows(chunk, {&row, 1});
  NamedSums own = whole.statistics->zero(), rest = *whole.statistics;
  own.accumulate(single);
  rest.subtract(own);
  rest.canonicalise();
  const auto state = estimate(std::make_shared<const NamedSums>(std::move(rest)));
  const ScoredChunk scored = Scorer(*state).posterior(single);
  std::fill(out.begin(), out.end(), kLogZero);
  for (std::size_t c = 0; c < state->classes.size(); ++c)
    out[whole.statistics->classes().find(state->classes[c])] = scored.log_posterior[c];
  return scored.impossible[0];
}

}  // namespace priory
