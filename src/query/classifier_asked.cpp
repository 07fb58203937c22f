// SPDX-License-Identifier: Apache-2.0
// A classifier or mixture, asked. Its variables are the class and the columns. What the condition says
// exactly of columns makes the model's posterior; given the class and that, the other columns that are asked
// about are independent of each other (but for those of one group of numbers, of which one at a time can be
// asked), so that the probability of a formula is a product over the columns it joins, each cut into pieces.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "core/log_space.h"
#include "query/asked.h"
#include "query/known_row.h"
#include "query/pieces.h"

namespace priory::query {
namespace {

constexpr std::size_t kClass = 0;          // the variable
constexpr double kMostCombinations = 4e6;  // of pieces or rows of a table

using Kind = QueryVariable::Kind;

bool is_exact(const Formula& formula) {
  return formula.kind == Formula::Kind::test && formula.test.variable != kClass &&
         (formula.test.relation == Relation::words ||
          (formula.test.relation == Relation::one_of && formula.test.constants.size() == 1));
}

std::vector<Test> tests_of(const std::vector<Formula>& formulas, std::size_t variable) {
  std::vector<Test> out;
  for (const Formula& each : formulas)
    visit_tests(each, [&](const Test& test) {
      if (test.variable == variable) out.push_back(test);
    });
  return out;
}

void check_size(double n, std::string_view what) {
  if (n > kMostCombinations)
    throw Error(ErrorKind::data,
                fmt::format("the question takes {:.0f} {}, more than {:.0f}", n, what, kMostCombinations), {},
                "ask about fewer variables at once");
}

// Formulas that have variables in common, directly or through others.
struct Cluster {
  std::vector<std::size_t> variables;
  std::vector<Formula> formulas;
};

class ClassifierAsked final : public Asked {
 public:
  explicit ClassifierAsked(const Classifier& model) : model_(model) {
    const Classifier::State& state = model.state();
    target_ = model.plan().target.empty() ? "class" : model.plan().target;
    variables_.push_back({target_, Kind::values, state.classes});
    columns_.emplace_back();
    for (const PartModel& part : state.parts) add_variables(part);
    for (const QueryVariable& each : variables_) {
      values_.emplace_back();
      for (const std::string& value : each.values) values_.back().push_back(Value::of(value));
    }
  }

  Reply ask(const Question& question) const override;
  QueryAnswer independence(const std::vector<std::size_t>& left, const std::vector<std::size_t>& right,
                           const std::vector<std::size_t>& given) const override;

 private:
  void add_variables(const PartModel& part) {
    for (std::size_t k = 0; k < part.plan->columns.size(); ++k) {
      QueryVariable out{part.plan->columns[k], kind_of(part), {}};
      if (out.kind == Kind::values)
        for (const std::string_view each : part.values->strings()) out.values.emplace_back(each);
      variables_.push_back(std::move(out));
      columns_.push_back({&part, k});
    }
  }

  static Kind kind_of(const PartModel& part) {
    if (part.plan->text) return Kind::words;
    if (part.plan->kind == CellKind::codes) return Kind::values;
    return part.plan->kind == CellKind::bag || part.family->domain().whole ? Kind::count : Kind::continuous;
  }

  void check(const Question& question, const Formula& formula, const KnownValues& known) const;
  void check(const Question& question, const Test& test) const;
  std::vector<double> row_of(const PartModel& part, const KnownValues& known) const;
  std::vector<ValuePiece> pieces(std::size_t variable, const std::vector<Test>& tests,
                                 const KnownValues& known) const;
  std::vector<Cluster> clusters(const std::vector<Formula>& formulas, const KnownValues& known) const;
  void add_cluster(const Cluster& cluster, const KnownValues& known, std::size_t of_class, LogMass& to) const;
  LogMass log_given(const std::vector<Formula>& formulas, const KnownValues& known) const;
  std::vector<ReplyRow> rows_of(const Question& question, const std::vector<Formula>& formulas,
                                const KnownValues& known, const LogMass& posterior) const;

  Classifier model_;
  std::vector<ModelColumn> columns_;        // of each variable; none of the class
  std::vector<std::vector<Value>> values_;  // of each variable that has some
};

// Which tests of columns that are not known can be answered.
void ClassifierAsked::check(const Question& question, const Test& test) const {
  if (test.variable == kClass) return;
  const QueryVariable& variable = variables_[test.variable];
  const PartModel& part = *columns_[test.variable].part;
  const auto no = [&](At at, const std::string& why) { refuse(question.text, at, why); };
  for (const PartModel& each : model_.state().parts) {
    if (!each.family->generative())
      no(test.name.at, fmt::format("the model is no distribution of its columns ({}): only the class can be "
                                   "asked for, given values of columns",
                                   each.plan->family));
  }
  if (variable.kind == Kind::words || part.plan->kind == CellKind::bag)
    no(test.name.at, fmt::format("'{}' can only be given, as in P(class | ...): all of its words have one "
                                 "distribution together",
                                 variable.name));
  if (variable.kind == Kind::continuous && !test.orders())
    no(test.constants[0].at,
       fmt::format(
           "'{0}' is continuous: a single value of it has probability zero; ask for an interval, as in "
           "{0} > {1}, or give the value in the condition, joined by 'and' alone",
           variable.name, test.constants[0].text));
}

void ClassifierAsked::check(const Question& question, const Formula& formula,
                            const KnownValues& known) const {
  std::map<const PartModel*, std::size_t> open;  // the one column of a group that is tested
  visit_tests(formula, [&](const Test& test) {
    if (known.contains(test.variable)) {
      if (test.relation == Relation::words)
        refuse(question.text, test.name.at, fmt::format("the words of '{}' are given once", test.name.text));
      return;
    }
    check(question, test);
    const PartModel* part = columns_[test.variable].part;
    if (part == nullptr || part->plan->columns.size() < 2) return;
    if (open.try_emplace(part, test.variable).first->second != test.variable)
      refuse(
          question.text, test.name.at,
          fmt::format("'{}' and '{}' are correlated, and the probability of both inequalities has no closed "
                      "form: give one of them a value in the condition",
                      test.name.text, variables_[open[part]].name));
  });
}

std::vector<double> ClassifierAsked::row_of(const PartModel& part, const KnownValues& known) const {
  std::vector<double> out(part.plan->columns.size(), kMissingReal);
  for (const auto& [variable, value] : known) {
    if (columns_[variable].part == &part && value.number) out[columns_[variable].place] = *value.number;
  }
  return out;
}

std::vector<ValuePiece> ClassifierAsked::pieces(std::size_t variable, const std::vector<Test>& tests,
                                                const KnownValues& known) const {
  const ModelColumn& column = columns_[variable];
  const std::size_t n_cells = model_.state().n_cells();
  if (variables_[variable].kind == Kind::values)
    return pieces_of_values(values_[variable], value_masses(*column.part, n_cells), tests);
  return pieces_of_numbers(column, tests, row_of(*column.part, known), n_cells);
}

std::vector<Cluster> ClassifierAsked::clusters(const std::vector<Formula>& formulas,
                                               const KnownValues& known) const {
  std::vector<Cluster> out;
  for (const Formula& each : formulas) {
    Cluster own{{}, {each}};
    for (const std::size_t v : variables_of(each)) {
      if (v != kClass && !known.contains(v)) own.variables.push_back(v);
    }
    const auto shares = [&](const Cluster& other) {
      return std::any_of(own.variables.begin(), own.variables.end(), [&](std::size_t v) {
        return std::find(other.variables.begin(), other.variables.end(), v) != other.variables.end();
      });
    };
    const auto first =
        std::stable_partition(out.begin(), out.end(), [&](const auto& c) { return !shares(c); });
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

// to += log P(the cluster's formulas hold), in the cells of a class: over all combinations of pieces.
void ClassifierAsked::add_cluster(const Cluster& cluster, const KnownValues& known, std::size_t of_class,
                                  LogMass& to) const {
  std::vector<std::vector<ValuePiece>> pieces_of;
  double n_combinations = 1;
  for (const std::size_t v : cluster.variables) {
    pieces_of.push_back(pieces(v, tests_of(cluster.formulas, v), known));
    n_combinations *= static_cast<double>(pieces_of.back().size());
  }
  check_size(n_combinations, "combinations of values");
  std::vector<const ValuePiece*> at(pieces_of.size());
  const auto value_of = [&](std::size_t v) -> const Value& {
    if (v == kClass) return values_[kClass][of_class];
    const auto free = std::lower_bound(cluster.variables.begin(), cluster.variables.end(), v);
    const bool is_free = free != cluster.variables.end() && *free == v;
    return is_free ? at[static_cast<std::size_t>(free - cluster.variables.begin())]->value : known.at(v);
  };
  const auto holds_here = [&](const Formula& each) {
    return evaluate(each, [&](const Test& test) { return holds(test, value_of(test.variable)); });
  };
  const std::size_t n_components = model_.state().components, first = of_class * n_components;
  std::vector<std::vector<double>> terms(n_components);
  for (std::size_t k = 0; k < static_cast<std::size_t>(n_combinations); ++k) {
    for (std::size_t j = 0, rest = k; j < at.size(); rest /= pieces_of[j].size(), ++j)
      at[j] = &pieces_of[j][rest % pieces_of[j].size()];
    if (!std::all_of(cluster.formulas.begin(), cluster.formulas.end(), holds_here)) continue;
    for (std::size_t cell = first; cell < first + n_components; ++cell)
      terms[cell - first].push_back(
          std::accumulate(at.begin(), at.end(), 0.0,
                          [&](double sum, const ValuePiece* p) { return sum + p->log_mass[cell]; }));
  }
  for (std::size_t k = 0; k < n_components; ++k) to[first + k] += log_sum_exp(terms[k]);
}

// log P(formulas | cell, what is known), for every cell.
LogMass ClassifierAsked::log_given(const std::vector<Formula>& formulas, const KnownValues& known) const {
  LogMass out(model_.state().n_cells(), 0.0);
  for (const Cluster& cluster : clusters(formulas, known)) {
    for (std::size_t c = 0; c < model_.state().classes.size(); ++c) add_cluster(cluster, known, c, out);
  }
  return out;
}

double log_total(LogMass log_given, const LogMass& posterior) {
  for (std::size_t cell = 0; cell < posterior.size(); ++cell) log_given[cell] += posterior[cell];
  return log_sum_exp(log_given);
}

// A row of the table is one more formula: each variable has its value.
std::vector<ReplyRow> ClassifierAsked::rows_of(const Question& question, const std::vector<Formula>& formulas,
                                               const KnownValues& known, const LogMass& posterior) const {
  double n_rows = 1;
  for (const std::size_t v : question.table) n_rows *= static_cast<double>(values_[v].size());
  check_size(n_rows, "rows of the table");
  std::vector<ReplyRow> out;
  for (std::size_t k = 0; k < static_cast<std::size_t>(n_rows); ++k) {
    std::vector<Formula> here = formulas;
    ReplyRow row;
    std::size_t rest = k;
    for (std::size_t j = question.table.size(); j-- > 0;) {
      const std::size_t v = question.table[j];
      const Value& value = values_[v][rest % values_[v].size()];
      rest /= values_[v].size();
      here.push_back(Formula::of(Test::equals({value, {}}, v)));
      row.values.insert(row.values.begin(), value.text);
    }
    row.log_joint = log_total(log_given(here, known), posterior);
    out.push_back(std::move(row));
  }
  return out;
}

Reply ClassifierAsked::ask(const Question& question) const {
  KnownValues known;
  std::vector<Formula> condition;
  for (const Formula& each : conjuncts(question.condition)) {
    if (!is_exact(each) || known.contains(each.test.variable)) {
      condition.push_back(each);
      continue;
    }
    Value value = each.test.constants[0];
    for (const Value& other : values_[each.test.variable]) {  // as the model spells it
      if (holds(each.test, other)) value = other;
    }
    known.emplace(each.test.variable, std::move(value));
  }
  std::vector<Formula> all = condition;
  for (const Formula& each : conjuncts(question.event)) all.push_back(each);
  std::vector<Formula> asked = all;
  for (const std::size_t v : question.table)
    asked.push_back(Formula::of(Test::equals({values_[v].at(0), {}}, v)));
  check(question, Formula{Formula::Kind::all, asked, {}}, known);
  const LogMass posterior = log_cell_posterior(model_, known, variables_);
  Reply out{log_total(log_given(condition, known), posterior), {}};
  if (out.log_condition > kLogZero) out.rows = rows_of(question, all, known, posterior);
  return out;
}

// By the graph: the class, or the hidden component within it, is the parent of every part.
QueryAnswer ClassifierAsked::independence(const std::vector<std::size_t>& left,
                                          const std::vector<std::size_t>& right,
                                          const std::vector<std::size_t>& given) const {
  const bool class_known = std::find(given.begin(), given.end(), kClass) != given.end();
  const bool apart = class_known && model_.state().components == 1;
  const auto separated = [&](std::size_t a, std::size_t b) {
    return a != kClass && b != kClass && apart && columns_[a].part != columns_[b].part;
  };
  QueryAnswer out;
  out.independence = {true, true};
  for (const std::size_t a : left) {
    for (const std::size_t b : right)
      out.independence->independent = out.independence->independent && separated(a, b);
  }
  return out;
}

}  // namespace
}  // namespace priory::query

namespace priory {

JointDistribution::JointDistribution(const Classifier& model)
    : asked_(std::make_shared<query::ClassifierAsked>(model)) {}

}  // namespace priory
