// SPDX-License-Identifier: Apache-2.0
#include "query/cell_mass.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "core/log_space.h"

namespace priory::query {
namespace {

constexpr double kMostComparisons = 4e8;  // of values with those of the question

// Variables that have their probability together, and the pieces of their values: one variable, but for
// combined parts.
struct Axis {
  std::vector<std::size_t> variables;
  std::vector<ValuePiece> pieces;
};

// Formulas that have variables in common, directly or through others, and their open variables, ascending.
struct Cluster {
  std::vector<std::size_t> variables;
  std::vector<Formula> formulas;
};

std::vector<Test> tests_of(const std::vector<Formula>& formulas, std::size_t variable) {
  std::vector<Test> out;
  for (const Formula& each : formulas)
    visit_tests(each, [&](const Test& test) {
      if (test.variable == variable) out.push_back(test);
    });
  return out;
}

// The values that the formulas compare with.
std::size_t n_values_of(const std::vector<Formula>& formulas) {
  std::size_t out = 0;
  for (const Formula& each : formulas)
    visit_tests(each, [&](const Test& test) { out += test.constants.size(); });
  return out;
}

class CellMass {
 public:
  CellMass(const ModelVariables& variables, const KnownValues& known) : of_(variables), known_(known) {}

  LogMass operator()(const std::vector<Formula>& formulas) const {
    LogMass out(of_.n_cells(), 0.0);
    for (const Cluster& each : clusters(formulas)) add(each, out);
    return out;
  }

 private:
  Cluster alone(const Formula& formula) const {
    Cluster out{{}, {formula}};
    for (const std::size_t v : variables_of(formula)) {
      if (v != kClass && !known_.contains(v)) out.variables.push_back(v);
    }
    return out;
  }

  bool share(const Cluster& a, const Cluster& b) const {
    return std::ranges::any_of(a.variables, [&](std::size_t v) {
      return std::ranges::any_of(b.variables,
                                 [&](std::size_t w) { return of_.first_of(v) == of_.first_of(w); });
    });
  }

  std::vector<Cluster> clusters(const std::vector<Formula>& formulas) const {
    std::vector<Cluster> out;
    for (const Formula& formula : formulas) {
      Cluster own = alone(formula);
      const auto first = std::stable_partition(out.begin(), out.end(),
                                               [&](const Cluster& each) { return !share(each, own); });
      for (auto at = first; at != out.end(); ++at) {
        own.formulas.insert(own.formulas.end(), at->formulas.begin(), at->formulas.end());
        own.variables.insert(own.variables.end(), at->variables.begin(), at->variables.end());
      }
      out.erase(first, out.end());
      std::sort(own.variables.begin(), own.variables.end());
      own.variables.erase(std::unique(own.variables.begin(), own.variables.end()), own.variables.end());
      out.push_back(std::move(own));
    }
    return out;
  }

  std::vector<Axis> axes_of(const Cluster& cluster) const {
    std::vector<Axis> out;
    for (const std::size_t v : cluster.variables) {
      if (out.empty() || of_.first_of(out.back().variables[0]) != of_.first_of(v)) out.emplace_back();
      out.back().variables.push_back(v);
    }
    for (Axis& axis : out) {
      axis.pieces = of_.combined(axis.variables[0])
                        ? combinations(axis.variables)
                        : pieces_of(axis.variables[0], tests_of(cluster.formulas, axis.variables[0]));
    }
    return out;
  }

  std::vector<ValuePiece> pieces_of(std::size_t v, const std::vector<Test>& tests) const {
    const ModelColumn& column = of_.columns[v];
    if (of_.list[v].kind == QueryVariable::Kind::values)
      return pieces_of_values(of_.values[v], value_masses(*column.part, of_.n_cells()), tests);
    return pieces_of_numbers(column, tests, known_numbers(*column.part), of_.n_cells());
  }

  std::vector<double> known_numbers(const PartModel& part) const {
    std::vector<double> out(part.plan->columns.size(), kMissingReal);
    for (const auto& [v, value] : known_) {
      if (of_.columns[v].part == &part && value.number) out[of_.columns[v].place] = *value.number;
    }
    return out;
  }

  // Every combination of the values of columns of one part, each a row that the model scores: what the row
  // has beyond that of the known columns alone.
  std::vector<ValuePiece> combinations(const std::vector<std::size_t>& variables) const {
    KnownValues base;
    for (const auto& [v, value] : known_) {
      if (of_.columns[v].part == of_.columns[variables[0]].part) base.emplace(v, value);
    }
    double n = 1;
    for (const std::size_t v : variables) n *= static_cast<double>(of_.values[v].size());
    check_size(n, "combinations of values");
    std::vector<KnownValues> rows;
    std::vector<ValuePiece> out(static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < out.size(); ++k) {
      rows.push_back(base);
      for (std::size_t j = 0, rest = k; j < variables.size(); rest /= of_.values[variables[j]].size(), ++j) {
        out[k].values.push_back(of_.values[variables[j]][rest % of_.values[variables[j]].size()]);
        rows.back().emplace(variables[j], out[k].values.back());
      }
    }
    const LogMass alone =
        base.empty() ? state_of(of_.model).log_prior : log_cell_scores(of_.model, {base}, of_.list)[0];
    std::vector<LogMass> scores = log_cell_scores(of_.model, rows, of_.list);
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (std::size_t cell = 0; cell < alone.size(); ++cell)
        scores[k][cell] = alone[cell] == kLogZero ? kLogZero : scores[k][cell] - alone[cell];
      out[k].log_mass = std::move(scores[k]);
    }
    return out;
  }

  // to += log P(the cluster's formulas hold).
  void add(const Cluster& cluster, LogMass& to) const {
    const std::vector<Axis> axes = axes_of(cluster);
    double n = 1;
    for (const Axis& axis : axes) n *= static_cast<double>(axis.pieces.size());
    check_size(n, "combinations of values");
    check_size(n * static_cast<double>(of_.model.classes().size() * n_values_of(cluster.formulas)),
               "comparisons of values", kMostComparisons);
    for (std::size_t c = 0; c < of_.model.classes().size(); ++c)
      add(cluster.formulas, axes, static_cast<std::size_t>(n), c, to);
  }

  // The same in the cells of one class, over n combinations of pieces.
  void add(const std::vector<Formula>& formulas, const std::vector<Axis>& axes, std::size_t n,
           std::size_t of_class, LogMass& to) const {
    const std::size_t n_components = state_of(of_.model).components, first = of_class * n_components;
    std::vector<std::vector<double>> terms(n_components);
    std::vector<const ValuePiece*> at(axes.size());
    std::map<std::size_t, const Value*> value_of;
    for (const auto& [v, value] : known_) value_of[v] = &value;
    value_of[kClass] = &of_.values[kClass][of_class];
    const auto holds_here = [&](const Formula& each) {
      return evaluate(each, [&](const Test& test) { return holds(test, *value_of.at(test.variable)); });
    };
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0, rest = k; j < axes.size(); rest /= axes[j].pieces.size(), ++j) {
        at[j] = &axes[j].pieces[rest % axes[j].pieces.size()];
        for (std::size_t i = 0; i < axes[j].variables.size(); ++i)
          value_of[axes[j].variables[i]] = &at[j]->values[i];
      }
      if (!std::ranges::all_of(formulas, holds_here)) continue;
      for (std::size_t i = 0; i < n_components; ++i) {
        const auto more = [&](double sum, const ValuePiece* piece) {
          return sum + piece->log_mass[first + i];
        };
        terms[i].push_back(std::accumulate(at.begin(), at.end(), 0.0, more));
      }
    }
    for (std::size_t i = 0; i < n_components; ++i) to[first + i] += log_sum_exp(terms[i]);
  }

  const ModelVariables& of_;
  const KnownValues& known_;
};

}  // namespace

void check_size(double n, std::string_view what, double most) {
  if (n > most)
    throw Error(ErrorKind::data, fmt::format("the question takes {:.0f} {}, more than {:.0f}", n, what, most),
                {}, "ask about fewer variables and values at once");
}

LogMass log_cell_mass(const ModelVariables& variables, const std::vector<Formula>& formulas,
                      const KnownValues& known) {
  return CellMass(variables, known)(formulas);
}

}  // namespace priory::query
