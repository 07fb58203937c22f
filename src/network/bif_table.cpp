// SPDX-License-Identifier: Apache-2.0
#include "network/bif_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "network/conditional_table.h"

namespace priory {
namespace {

constexpr double kSumTolerance = 1e-6;
constexpr double kRounded = 1e-3;  // tools write rows that are as far from one as this
constexpr std::size_t kFewDecimals = 4;

// Digits behind the point; 0 for numbers with an exponent, which are not rounded there.
std::size_t decimals_of(std::string_view number) {
  const std::size_t point = number.find('.');
  const bool has_exponent = number.find_first_of("eE") != std::string_view::npos;
  return point == std::string_view::npos || has_exponent ? 0 : number.size() - point - 1;
}

// How far from one a row may be when its numbers were rounded to so many decimals. Few decimals are written
// by people, whose sums are right or wrong.
double allowed_error(std::size_t decimals, std::size_t width) {
  if (decimals < kFewDecimals) return kSumTolerance;
  return std::max(kSumTolerance,
                  0.5 * static_cast<double>(width) * std::pow(10.0, -static_cast<double>(decimals)));
}

}  // namespace

BifTable::BifTable(const BifLexer& lexer, const std::vector<Variable>& variables, std::size_t variable,
                   std::vector<std::size_t> parents, BifTotals& totals)
    : lexer_(lexer),
      variables_(variables),
      variable_(variable),
      width_(variables[variable].states.size()),
      parents_(std::move(parents)),
      totals_(totals) {}

ConditionalTable BifTable::read(const BifProbability& block) {
  make_room(block);
  // What stands in a row of its own goes before what is said of the rest, in whichever order they come.
  for (const BifEntry& entry : block.entries) {
    if (entry.kind == BifEntry::Kind::table) read_table(entry);
    if (entry.kind == BifEntry::Kind::row) read_row(entry);
  }
  for (const BifEntry& entry : block.entries) {
    if (entry.kind == BifEntry::Kind::rest) read_rest(entry);
  }
  for (std::size_t row = 0; row < rows_.size(); ++row) finish_row(row, block.variable.at);
  ConditionalTable out{parents_, std::move(prob_)};
  for (double& each : out.log_prob) each = std::log(each);
  return out;
}

// A few words can announce tables that fill any memory: what is not written down has a limit, for each table
// and for all of the file.
void BifTable::make_room(const BifProbability& block) {
  constexpr double kUnwritten = 1 << 24;
  double cells = static_cast<double>(width_), written = 0;
  for (const std::size_t parent : parents_) cells *= static_cast<double>(variables_[parent].states.size());
  for (const BifEntry& entry : block.entries) written += static_cast<double>(entry.numbers.size());
  totals_.unwritten += std::max(0.0, cells - written);
  if (cells > written + kUnwritten)
    lexer_.fail(block.variable.at,
                fmt::format("the table of {} would have {:.4g} probabilities, of which {} are given",
                            block.variable.description(), cells, written));
  if (totals_.unwritten > kUnwritten)
    lexer_.fail(block.variable.at,
                fmt::format("the tables up to that of {} would have {:.4g} probabilities that are not given",
                            block.variable.description(), totals_.unwritten));
  prob_.resize(static_cast<std::size_t>(cells));
  rows_.resize(prob_.size() / width_);
}

void BifTable::check_count(const BifEntry& entry, std::size_t wanted) const {
  if (entry.numbers.size() == wanted) return;
  const bool whole = entry.kind == BifEntry::Kind::table && !parents_.empty();
  lexer_.fail(entry.at, fmt::format("{} probabilities where '{}' {} {}", entry.numbers.size(),
                                    variables_[variable_].name,
                                    whole ? "and its parents make" : "has states:", wanted));
}

// The variable is the slowest, the last parent the fastest.
void BifTable::read_table(const BifEntry& entry) {
  check_count(entry, prob_.size());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    for (std::size_t state = 0; state < width_; ++state)
      put(row, state, entry.numbers[state * rows_.size() + row]);
    mark(row, entry);
  }
}

void BifTable::read_row(const BifEntry& entry) {
  check_count(entry, width_);
  const std::size_t row = find_row(entry);
  for (std::size_t state = 0; state < width_; ++state) put(row, state, entry.numbers[state]);
  mark(row, entry);
}

void BifTable::read_rest(const BifEntry& entry) {
  check_count(entry, width_);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].known) continue;
    for (std::size_t state = 0; state < width_; ++state) put(row, state, entry.numbers[state]);
    mark(row, entry);
  }
}

void BifTable::put(std::size_t row, std::size_t state, const BifNumber& number) {
  prob_[row * width_ + state] = number.value;
  rows_[row].decimals = std::max(rows_[row].decimals, decimals_of(number.token.text));
}

void BifTable::mark(std::size_t row, const BifEntry& entry) {
  if (rows_[row].known) lexer_.fail(entry.at, fmt::format("{} is given twice", name_of(row)));
  rows_[row].known = true;
  rows_[row].at = entry.at;
}

std::size_t BifTable::find_row(const BifEntry& entry) const {
  if (entry.states.size() != parents_.size())
    lexer_.fail(entry.at, fmt::format("{} states of parents where '{}' has {} parents", entry.states.size(),
                                      variables_[variable_].name, parents_.size()));
  std::size_t out = 0;
  for (std::size_t k = 0; k < parents_.size(); ++k) {
    const Variable& parent = variables_[parents_[k]];
    const std::string name = entry.states[k].name();
    const auto found = std::find(parent.states.begin(), parent.states.end(), name);
    if (found == parent.states.end())
      lexer_.fail(entry.states[k].at, fmt::format("'{}' has no state '{}'{}", parent.name, name,
                                                  did_you_mean(name, parent.states)));
    out = out * parent.states.size() + static_cast<std::size_t>(found - parent.states.begin());
  }
  return out;
}

void BifTable::finish_row(std::size_t row, std::size_t block_at) {
  if (!rows_[row].known) lexer_.fail(block_at, fmt::format("{} is not given", name_of(row)));
  const auto begin = prob_.begin() + static_cast<long>(row * width_), end = begin + static_cast<long>(width_);
  const double sum = std::accumulate(begin, end, 0.0), error = std::abs(sum - 1);
  if (error > allowed_error(rows_[row].decimals, width_)) {
    const std::string sums_to = fmt::format("{} sums to {:.10g}, not to 1", name_of(row), sum);
    if (!(error < kRounded)) lexer_.fail(rows_[row].at, sums_to);
    if (totals_.n_normalised++ == 0) totals_.first_normalised = sums_to;
  }
  if (error > kSumTolerance) std::for_each(begin, end, [&](double& each) { each /= sum; });
}

std::string BifTable::name_of(std::size_t row) const {
  return name_of_row(variables_, variable_, parents_, row);
}

}  // namespace priory
