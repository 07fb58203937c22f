// SPDX-License-Identifier: Apache-2.0
// Answers queries from a classifier or mixture. What the condition says exactly of columns makes the model's
// posterior over its cells; the rest is the probability of formulas in each cell (cell_mass.h).
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "priory/classifier.h"

#include "core/log_space.h"
#include "query/cell_mass.h"
#include "query/network_answerer.h"
#include "query/split_condition.h"

namespace priory::query {
namespace {

double log_total(LogMass log_mass, const LogMass& posterior) {
  for (std::size_t cell = 0; cell < posterior.size(); ++cell) log_mass[cell] += posterior[cell];
  return log_sum_exp(log_mass);
}

class ClassifierAnswerer final : public Answerer {
 public:
  explicit ClassifierAnswerer(const Classifier& model) : of_(model) {
    variables_ = of_.list;
    target_ = of_.list[kClass].name;
  }

  Reply ask(const Question& question) const override {
    const auto [known, condition] = split(question.condition, variables_, kClass);
    std::vector<Formula> all = condition;
    for (const Formula& each : conjuncts(question.event)) all.push_back(each);
    check(question, all, known);
    const LogMass posterior = log_cell_posterior(of_.model, known, variables_);
    Reply out{log_total(log_cell_mass(of_, condition, known), posterior), {}};
    if (out.log_condition > kLogZero) out.rows = rows_of(question, all, known, posterior);
    return out;
  }

  // By the graph: the class, or the hidden component within it, is the parent of every part.
  QueryAnswer independence(const std::vector<std::size_t>& left, const std::vector<std::size_t>& right,
                           const std::vector<std::size_t>& given) const override {
    const bool apart = std::ranges::count(given, kClass) > 0 && of_.model.components() == 1;
    const auto separated = [&](std::size_t a, std::size_t b) {
      return a != kClass && b != kClass && apart && of_.columns[a].part != of_.columns[b].part;
    };
    QueryAnswer out;
    out.independence = {true, std::ranges::all_of(left, [&](std::size_t a) {
                          return std::ranges::all_of(right, [&](std::size_t b) { return separated(a, b); });
                        })};
    return out;
  }

 private:
  // Refuses what cannot be answered of columns that are not known.
  void check(const Question& question, std::vector<Formula> formulas, const KnownValues& known) const {
    for (const std::size_t v : question.table) {
      if (of_.values[v].empty())
        throw Error(ErrorKind::usage, fmt::format("'{}' has no values: no row the model learnt from had one",
                                                  variables_[v].name));
      Test listed = Test::equals({of_.values[v].at(0), {}}, v);
      listed.name.text = variables_[v].name;
      formulas.push_back(Formula::of(std::move(listed)));
    }
    std::map<const PartModel*, std::size_t> open;  // of each group of numbers, the column that is tested
    for (const Formula& each : formulas)
      visit_tests(each, [&](const Test& test) {
        if (!known.contains(test.variable)) return check(question, test, open);
        if (test.relation == Relation::words)
          refuse(question.text, test.name.at,
                 fmt::format("the words of '{}' are given once", test.name.text));
      });
  }

  void check(const Question& question, const Test& test,
             std::map<const PartModel*, std::size_t>& open) const {
    if (test.variable == kClass) return;
    const PartModel* part = of_.columns[test.variable].part;
    if (const std::string why = why_not(test, *part); !why.empty()) refuse(question.text, test.name.at, why);
    if (part->plan->kind != CellKind::reals || part->plan->columns.size() < 2) return;
    const std::size_t first = open.try_emplace(part, test.variable).first->second;
    if (first != test.variable)
      refuse(question.text, test.name.at,
             fmt::format("'{}' and '{}' are correlated, and the probability of both inequalities has no "
                         "closed form: give one of them a value in the condition",
                         variables_[test.variable].name, variables_[first].name));
  }

  std::string why_not(const Test& test, const PartModel& part) const {
    const QueryVariable& variable = variables_[test.variable];
    for (const PartModel& each : state_of(of_.model).parts) {
      if (!each.family->generative())
        return fmt::format(
            "the model is no distribution of its columns ({}): only the class can be asked for, "
            "given values of columns",
            each.plan->family);
    }
    if (variable.kind == QueryVariable::Kind::words || part.plan->kind == CellKind::bag)
      return fmt::format(
          "'{}' can only be given, as in P(class | ...): its words have one distribution "
          "together",
          variable.name);
    if (variable.kind == QueryVariable::Kind::continuous && !test.orders())
      return fmt::format(
          "'{0}' is continuous: a single value of it has probability zero; ask for an interval, "
          "as in {0} > {1}, or give the value in the condition, joined by 'and' alone",
          variable.name, test.constants[0].text);
    return {};
  }

  // A row of the table is one more formula: each variable has its value.
  std::vector<ReplyRow> rows_of(const Question& question, const std::vector<Formula>& formulas,
                                const KnownValues& known, const LogMass& posterior) const {
    double n_rows = 1;
    for (const std::size_t v : question.table) n_rows *= static_cast<double>(of_.values[v].size());
    check_size(n_rows, "rows of the table");
    std::vector<ReplyRow> out;
    for (std::size_t k = 0; k < static_cast<std::size_t>(n_rows); ++k) {
      std::vector<Formula> here = formulas;
      ReplyRow row;
      std::size_t rest = k;
      for (std::size_t j = question.table.size(); j-- > 0;) {
        const std::size_t v = question.table[j];
        const Value& value = of_.values[v][rest % of_.values[v].size()];
        rest /= of_.values[v].size();
        here.push_back(Formula::of(Test::equals({value, {}}, v)));
        row.values.insert(row.values.begin(), value.text);
      }
      row.log_joint = log_total(log_cell_mass(of_, here, known), posterior);
      out.push_back(std::move(row));
    }
    return out;
  }

  ModelVariables of_;
};

// A network with a target whose posteriors are adjusted (calibrated, or for other rates of the classes): what
// the network has for each class is multiplied by adjusted posterior over its own, both given what the
// condition says exactly of columns.
class AdjustedNetwork final : public Answerer {
 public:
  explicit AdjustedNetwork(const Classifier& model)
      : model_(model), network_(network_answerer(network_of(model))) {
    variables_ = network_->variables();
    target_ = model.plan().target;
  }

  Reply ask(const Question& question) const override {
    const LogMass own = own_posterior(question);
    if (own.empty()) return {kLogZero, {}};
    LogMass adjusted = own;
    state_of(model_).adjust(adjusted, state_of(model_).class_prior());
    Reply out{kLogZero, {}};
    for (std::size_t c = 0; c < model_.classes().size(); ++c) {
      if (own[c] > kLogZero) add(of_class(question, c), adjusted[c] - own[c], out);
    }
    return out;
  }

  QueryAnswer independence(const std::vector<std::size_t>& left, const std::vector<std::size_t>& right,
                           const std::vector<std::size_t>& given) const override {
    return network_->independence(left, right, given);
  }

 private:
  // log P(class | what is exactly known) by the network; empty if that is impossible.
  LogMass own_posterior(const Question& question) const {
    Question classes{question.text, {kClass}, {}, {}};
    for (const auto& [v, value] : split(question.condition, variables_, kClass).known)
      classes.condition.parts.push_back(Formula::of(Test::equals({value, {}}, v)));
    const Reply reply = network_->ask(classes);
    LogMass out;
    for (const ReplyRow& row : reply.rows) out.push_back(row.log_joint - reply.log_condition);
    return out;
  }

  Question of_class(Question question, std::size_t c) const {
    Test is_class = Test::equals({Value::of(model_.classes()[c]), {}}, kClass);
    question.condition = Formula::all_of({question.condition, Formula::of(std::move(is_class))});
    return question;
  }

  void add(const Question& question, double log_factor, Reply& to) const {
    const Reply more = network_->ask(question);
    if (more.log_condition == kLogZero) return;
    const auto plus = [](double a, double b) {
      const double both[] = {a, b};
      return log_sum_exp(both);
    };
    to.log_condition = plus(to.log_condition, more.log_condition + log_factor);
    if (to.rows.empty()) {
      to.rows = more.rows;
      for (ReplyRow& row : to.rows) row.log_joint += log_factor;
      return;
    }
    for (std::size_t k = 0; k < to.rows.size(); ++k)
      to.rows[k].log_joint = plus(to.rows[k].log_joint, more.rows[k].log_joint + log_factor);
  }

  Classifier model_;
  std::shared_ptr<const Answerer> network_;
};

std::shared_ptr<const Answerer> model_answerer(const Classifier& model) {
  if (!model.plan().pool.empty())
    throw Error(ErrorKind::usage, "a pool of models says how likely classes are, and nothing of columns", {},
                "ask one of its rows, or a model of one structure");
  if (!is_network(model)) return std::make_shared<ClassifierAnswerer>(model);
  const bool adjusted = state_of(model).calibration != nullptr || !state_of(model).log_shift.empty();
  if (adjusted && !model.plan().target.empty()) return std::make_shared<AdjustedNetwork>(model);
  return network_answerer(network_of(model), model.plan().target);
}

}  // namespace
}  // namespace priory::query

namespace priory {

JointDistribution::JointDistribution(const Classifier& model) : answerer_(query::model_answerer(model)) {}

}  // namespace priory
