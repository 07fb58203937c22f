// SPDX-License-Identifier: Apache-2.0
#include "model/sampler.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "priory/error.h"

#include "core/log_space.h"
#include "family/lift_bag.h"
#include "plan/chunk_layout.h"

namespace priory {
namespace {

// What keeps the cells of a part from being drawn, or nothing.
std::string trouble_of(const PartModel& part) {
  const TextOptions& options = part.plan->text_options;
  if (!part.family->generative() && !part.family->replaces_prior())
    return fmt::format("the family '{}' is no distribution, only scores", part.plan->family);
  if (!part.plan->text) return {};
  if (part.plan->hashed()) return "its words are counted in buckets (‹hash-bits›), which are no words";
  if (options.fractions())
    return "texts under ‹idf›, ‹length-norm› or ‹tf› log have weights and no counts that could be drawn";
  if (options.tokens.of_characters() || options.tokens.tokens == Tokens::pairs || options.tokens.max_n > 1)
    return "n-grams overlap, and those drawn one by one are in general those of no text";
  if (options.tokens.tokens == Tokens::pattern || options.tokens.fold_numbers || !options.tokens.stem.empty())
    return "tokens of ‹token-pattern›, stems and folded numbers are not the words of a text";
  return {};
}

void check_drawable(const PartModel& part, bool one_class) {
  if (one_class && part.family->replaces_prior())
    throw Error(ErrorKind::usage,
                "rows of one class cannot be drawn alone: the class depends on other columns", {},
                "draw rows of all classes, and take those of the one");
  const std::string trouble = trouble_of(part);
  if (trouble.empty()) return;
  throw Error(ErrorKind::usage, fmt::format("column '{}' cannot be drawn: {}", part.plan->label(), trouble),
              {}, "train without it (‹ignore›), or with ‹family› multinomial or bernoulli on plain words");
}

// The words of a text that the model knows, on average over all classes, since the model takes the length of
// a text to tell nothing. Texts are counted, words weighted: hence the mean weight of a row.
double mean_length(const NamedSums& statistics, std::size_t k) {
  const Block& block = statistics.block(k);
  double words = 0, rows = 0;
  for (const std::uint32_t word : statistics.selected_words(k)) {
    for (std::size_t cell = 0; cell < block.sums[0].cells(); ++cell) words += block.sums[0].value(word, cell);
  }
  for (std::size_t cell = 0; cell < statistics.class_count().cells(); ++cell)
    rows += statistics.class_count().value(0, cell);
  const double texts = block.sums[kTexts].value(0, 0) * rows / statistics.n_rows();
  return words > 0 && texts > 0 ? words / texts : 0;
}

// A file of a few bytes may claim texts of any length: what is drawn has to fit into memory.
double drawable_length(const NamedSums& statistics, std::size_t k) {
  constexpr double kMostWords = 1 << 22;
  const double length = mean_length(statistics, k);
  if (length <= kMostWords) return length;
  throw Error(ErrorKind::usage,
              fmt::format("column '{}' cannot be drawn: a row of it has about {:.3g} words",
                          statistics.plan().parts[k].label(), length),
              {}, fmt::format("rows of up to {:.3g} words are", kMostWords));
}

std::size_t n_given(const PartPlan& part) {
  return family_of(part).n_given(part.columns.size());
}

std::vector<std::string> names_of(const Plan& plan) {
  const bool named_class = !plan.target.empty() || plan.structure.empty();
  std::vector<std::string> out = {plan.target.empty() ? "class" : plan.target};
  for (const PartPlan& part : plan.parts)
    out.insert(out.end(), part.columns.begin() + static_cast<long>(n_given(part)), part.columns.end());
  if (!named_class) out.erase(out.begin());
  while (named_class && std::find(out.begin() + 1, out.end(), out[0]) != out.end()) out[0] += '_';
  return out;
}

// The columns that must be drawn before a part: those it is given, unless nothing draws them.
bool is_ready(const PartPlan& part, const std::vector<std::string>& drawn, const Plan& plan) {
  for (std::size_t j = 0; j < n_given(part); ++j) {
    const auto draws = [&](const PartPlan& other) {
      return n_given(other) < other.columns.size() && other.columns.back() == part.columns[j];
    };
    if (std::ranges::none_of(plan.parts, draws))
      throw Error(ErrorKind::usage,
                  fmt::format("column '{}' cannot be drawn: it is only a condition of '{}'", part.columns[j],
                              part.columns.back()),
                  {}, "train ‹structure› learns a network, which can be drawn from");
    if (std::ranges::find(drawn, part.columns[j]) == drawn.end()) return false;
  }
  return true;
}

// Parts in an order in which all that they are given comes before them; `of_class` stands for the class.
std::vector<std::size_t> drawing_order(const Plan& plan, std::size_t of_class) {
  std::vector<std::size_t> out;
  std::vector<std::string> drawn;
  std::vector<bool> done(plan.parts.size());
  const auto replaces = [](const PartPlan& part) { return family_of(part).replaces_prior(); };
  const auto table = std::ranges::find_if(plan.parts, replaces);
  bool class_done = table == plan.parts.end();
  if (class_done) out.push_back(of_class);
  for (bool more = true; more;) {
    more = false;
    for (std::size_t k = 0; k < plan.parts.size(); ++k) {
      const PartPlan& part = plan.parts[k];
      if (done[k] || !is_ready(part, drawn, plan)) continue;
      if (!class_done && !part.pooled && !replaces(part)) continue;
      done[k] = more = true;
      if (replaces(part)) class_done = true;
      out.push_back(replaces(part) ? of_class : k);
      drawn.insert(drawn.end(), part.columns.begin() + static_cast<long>(n_given(part)), part.columns.end());
    }
  }
  return out;
}

// From words in the order drawn to a bag, in which a word stands once.
void gather(Bag& bag) {
  Bag out;
  for (std::size_t row = 0; row < bag.n_rows(); ++row) {
    std::map<std::uint32_t, double> count;
    for (std::size_t i = bag.begin[row]; i < bag.begin[row + 1]; ++i) count[bag.word[i]] += bag.count[i];
    for (const auto& [word, times] : count) out.word.push_back(word), out.count.push_back(times);
    out.end_row(false);
  }
  bag = std::move(out);
}

// Of all cells, or only of those that belong to one class.
std::vector<double> cell_prior(const Classifier::State& state, const std::string& label) {
  std::vector<double> out = state.log_prior;
  if (label.empty()) return out;
  const std::size_t asked = find_class(state.classes, label);
  const auto begin = out.begin() + static_cast<long>(asked * state.components);
  const auto end = begin + static_cast<long>(state.components);
  if (std::all_of(begin, end, [](double log_p) { return log_p == kLogZero; })) std::fill(begin, end, 0.0);
  std::fill(out.begin(), begin, kLogZero), std::fill(end, out.end(), kLogZero);
  return out;
}

}  // namespace

Sampler::Sampler(const Classifier::State& state, const SampleOptions& options)
    : state_(&state), prior_(cell_prior(state, options.label)), class_random_(mixed(options.seed)) {
  const Plan& plan = state.statistics->plan();
  if (!plan.pool.empty())
    throw Error(ErrorKind::usage, "a pool of models is no distribution to draw rows from", {},
                "draw them from a model of one structure");
  chunk_.columns.resize(chunk_spec(plan).columns.size());
  chunk_.kept_names = names_of(plan);
  chunk_.target.kind = CellKind::codes;
  chunk_.target.dictionary = &state.statistics->classes();
  named_class_ = !plan.target.empty() || plan.structure.empty();
  order_ = drawing_order(plan, kClass);
  std::size_t next = named_class_ ? 1 : 0;
  for (const PartPlan& part : plan.parts)
    first_.push_back(std::exchange(next, next + part.columns.size() - n_given(part)));
  for (std::size_t k = 0; k < state.parts.size(); ++k) {
    check_drawable(state.parts[k], !options.label.empty());
    const bool bag = plan.parts[k].kind == CellKind::bag;
    drawings_.push_back({bag ? drawable_length(*state.statistics, k) : 0, plan.parts[k].text});
    n_words_ += drawings_.back().mean_length;
    part_random_.emplace_back(mixed(options.seed) + 1 + k);
  }
}

std::size_t Sampler::chunk_rows() const {
  constexpr std::size_t kRows = 1024, kCells = 1 << 16, kWords = 1 << 20;
  const auto by_words = static_cast<std::size_t>(kWords / std::max(n_words_, 1.0));
  return std::clamp(std::min(kCells / chunk_.kept_names.size(), by_words), std::size_t{1}, kRows);
}

const Chunk& Sampler::operator()(std::size_t n_rows) {
  chunk_.n_rows = n_rows;
  chunk_.kept.resize(n_rows * chunk_.kept_names.size());
  chunk_.target.codes.assign(n_rows, 0),
      cells_.assign(n_rows, 0);  // parts drawn before the class ask for none
  for (const std::size_t k : order_) {
    if (k == kClass) {
      draw_classes(n_rows);
      continue;
    }
    draw_part(k);
    write_part(k, first_[k]);
    if (drawings_[k].in_order) gather(chunk_.columns[state_->parts[k].columns[0]].bag);
  }
  return chunk_;
}

void Sampler::draw_classes(std::size_t n_rows) {
  const std::span<std::uint32_t> codes = chunk_.target.codes.writable();
  for (std::size_t row = 0; row < n_rows; ++row) {
    cells_[row] = draw_cell(row);
    codes[row] = cells_[row] / static_cast<std::uint32_t>(state_->components);
    if (named_class_) cell(row, 0) = state_->classes[codes[row]];
  }
}

// By the prior, or by what its table says of the columns it is given.
std::uint32_t Sampler::draw_cell(std::size_t row) {
  const auto table = std::ranges::find_if(
      state_->parts, [](const PartModel& part) { return part.family->replaces_prior(); });
  if (table == state_->parts.end()) return prior_(class_random_);
  std::size_t z = 0;
  for (std::size_t j = 0; j < table->columns.size(); ++j) {
    const std::uint32_t code = chunk_.columns[table->columns[j]].codes[row];
    if (code == kMissingCode) return prior_(class_random_);
    z = z * table->of_columns->of(j).size() + code;
  }
  return Choice(table->parameters()[0].row(z))(class_random_);
}

void Sampler::draw_part(std::size_t k) {
  const PartModel& part = state_->parts[k];
  std::vector<Column> columns;
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    Column& column = columns.emplace_back(std::move(chunk_.columns[part.columns[j]]));
    if (j < n_given(*part.plan)) continue;
    column.kind = part.plan->kind;
    column.dictionary = part.dictionary(j);
    column.reals.clear(), column.codes.clear(), column.bag.clear();
  }
  part.family->sample(part.parameters(), drawings_[k], cells_, part_random_[k], columns);
  for (std::size_t j = 0; j < columns.size(); ++j) chunk_.columns[part.columns[j]] = std::move(columns[j]);
}

std::string& Sampler::cell(std::size_t row, std::size_t column) {
  return chunk_.kept[row * chunk_.kept_names.size() + column];
}

// The cells of a part, whose first column is the file's column `first`.
void Sampler::write_part(std::size_t k, std::size_t first) {
  const PartModel& part = state_->parts[k];
  for (std::size_t j = n_given(*part.plan), at = first; j < part.columns.size(); ++j, ++at) {
    const Column& column = chunk_.columns[part.columns[j]];
    for (std::size_t row = 0; row < column.reals.size(); ++row)
      cell(row, at) = number_text(column.reals[row]);
    for (std::size_t row = 0; row < column.codes.size(); ++row)
      cell(row, at) = column.codes[row] == kMissingCode ? "" : (*column.dictionary)[column.codes[row]];
  }
  const Column& column = chunk_.columns[part.columns[0]];
  for (std::size_t row = 0; row < column.bag.n_rows(); ++row)
    part.plan->text ? write_text(column, row, first) : write_counts(column, row, first);
}

void Sampler::write_text(const Column& column, std::size_t row, std::size_t at) {
  std::string& text = cell(row, at);
  text.clear();
  for (std::size_t i = column.bag.begin[row]; i < column.bag.begin[row + 1]; ++i)
    text.append(text.empty() ? "" : " ").append((*column.dictionary)[column.bag.word[i]]);
}

void Sampler::write_counts(const Column& column, std::size_t row, std::size_t first) {
  for (std::size_t w = 0; w < column.dictionary->size(); ++w) cell(row, first + w) = "0";
  for (std::size_t i = column.bag.begin[row]; i < column.bag.begin[row + 1]; ++i)
    cell(row, first + column.bag.word[i]) = fmt::format("{}", column.bag.count[i]);
}

void Classifier::sample(const SampleOptions& options, const std::function<void(const Chunk&)>& take) const {
  Sampler sampler(*state_, options);
  for (std::size_t left = options.n_rows; left > 0;) {
    const std::size_t n_rows = std::min(left, sampler.chunk_rows());
    take(sampler(n_rows));
    left -= n_rows;
  }
}

}  // namespace priory
