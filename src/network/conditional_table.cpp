// SPDX-License-Identifier: Apache-2.0
#include "network/conditional_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "priory/error.h"

namespace priory {
namespace {

constexpr double kTolerance = 1e-6;

[[noreturn]] void fail(const std::string& message, std::string remedy = {}) {
  throw Error(ErrorKind::data, message, {}, std::move(remedy));
}

void check_parents(const std::vector<Variable>& variables, std::size_t variable,
                   const std::vector<std::size_t>& parents) {
  for (auto each = parents.begin(); each != parents.end(); ++each) {
    if (*each >= variables.size())
      fail(fmt::format("'{}' has a parent that is no variable of the network", variables[variable].name));
    if (std::find(parents.begin(), each, *each) != each)
      fail(fmt::format("'{}' has the parent '{}' twice", variables[variable].name, variables[*each].name));
  }
}

// The rows of a table, or one more than could be when there are too many to count.
std::size_t n_rows(const std::vector<Variable>& variables, const std::vector<std::size_t>& parents) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 2;
  std::size_t out = 1;
  for (const std::size_t parent : parents) {
    const std::size_t size = variables[parent].states.size();
    if (out > kMost / size) return kMost;
    out *= size;
  }
  return out;
}

double sum_of(std::span<const double> log_row) {
  double sum = 0;
  for (const double each : log_row) sum += std::exp(each);
  return sum;
}

double log_of_double(double log_prob) {
  const double prob = std::exp(log_prob);
  return prob < std::numeric_limits<double>::min() ? log_prob : std::log(prob);
}

void make_sum_one(std::span<double> log_row, double sum) {
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * static_cast<double>(log_row.size());
  const double log_sum = std::abs(sum - 1) > rounding ? std::log(sum) : 0;
  for (double& each : log_row) each = log_of_double(each - log_sum);
}

}  // namespace

std::string name_of_row(const std::vector<Variable>& variables, std::size_t variable,
                        std::span<const std::size_t> parents, std::size_t row) {
  std::vector<std::string> conditions(parents.size());
  for (std::size_t k = parents.size(); k-- > 0;) {
    const Variable& parent = variables[parents[k]];
    conditions[k] = parent.name + "=" + parent.states[row % parent.states.size()];
    row /= parent.states.size();
  }
  return fmt::format("P({}{}{})", variables[variable].name, parents.empty() ? "" : " | ",
                     fmt::join(conditions, ", "));
}

void check_table(const std::vector<Variable>& variables, std::size_t variable, ConditionalTable& table) {
  check_parents(variables, variable, table.parents);
  const std::size_t width = variables[variable].states.size();
  const std::size_t rows = n_rows(variables, table.parents);
  if (table.log_prob.size() % width != 0 || table.log_prob.size() / width != rows)
    fail(fmt::format("the table of '{}' has {} probabilities where its states and parents make {} x {}",
                     variables[variable].name, table.log_prob.size(), rows, width));
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<double> log_row(table.log_prob.data() + row * width, width);
    const double sum = sum_of(log_row);
    if (!(std::abs(sum - 1) <= kTolerance))
      fail(fmt::format("{} sums to {:.10g}, not to 1", name_of_row(variables, variable, table.parents, row),
                       sum));
    make_sum_one(log_row, sum);
  }
}

}  // namespace priory
