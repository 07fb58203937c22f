// SPDX-License-Identifier: Apache-2.0
// From a question to its answer, whatever is asked.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/log_space.h"
#include "query/answerer.h"

namespace priory::query {

Reply Answerer::most_probable(const Question& question) const {
  Reply all = ask(question);
  const auto less = [](const ReplyRow& a, const ReplyRow& b) { return a.log_joint < b.log_joint; };
  const auto best = std::max_element(all.rows.begin(), all.rows.end(), less);
  return {all.log_condition, {*best}, std::move(all.notes)};
}

namespace {

void check_possible(const Question& question, const Reply& reply) {
  if (reply.log_condition > kLogZero) return;
  if (question.condition.always())
    throw Error(ErrorKind::data,
                "there are no rows to count: every one has a missing value where it is asked");
  throw Error(ErrorKind::data, fmt::format("the condition {} has probability zero: nothing follows from it",
                                           to_text(question.condition)));
}

// Rounding must not make a probability greater than one.
double log_ratio(const ReplyRow& row, const Reply& reply) {
  return std::min(0.0, row.log_joint - reply.log_condition);
}

double ratio(const ReplyRow& row, const Reply& reply) {
  return row.share ? *row.share : std::exp(log_ratio(row, reply));
}

QueryAnswer table_of(const Reply& reply, const Question& question, const Answerer& answerer) {
  QueryAnswer out;
  for (const std::size_t v : question.table) out.variables.push_back(answerer.variables()[v].name);
  for (const ReplyRow& row : reply.rows)
    out.rows.push_back({row.values, ratio(row, reply), log_ratio(row, reply)});
  return out;
}

// p / (1 - p), where 1 - p is asked for itself: it may be far smaller than what p is rounded to.
double odds_of(const Question& question, const Reply& reply, const Answerer& answerer) {
  Question other = question;
  other.event = Formula::none_of(question.event);
  const ReplyRow row = reply.rows[0], rest = answerer.ask(other).rows[0];
  if (rest.log_joint == kLogZero) return HUGE_VAL;
  return row.share ? *row.share / *rest.share : std::exp(row.log_joint - rest.log_joint);
}

QueryAnswer answer(const Question& question, Query::Kind kind, const Answerer& answerer) {
  const bool best = kind == Query::Kind::argmax;
  Reply reply = best ? answerer.most_probable(question) : answerer.ask(question);
  check_possible(question, reply);
  QueryAnswer out;
  if (!question.table.empty())
    out = table_of(reply, question, answerer);
  else
    out.log_probability = log_ratio(reply.rows[0], reply), out.probability = ratio(reply.rows[0], reply);
  if (kind == Query::Kind::odds) out.odds = odds_of(question, reply, answerer);
  out.notes = std::move(reply.notes);
  return out;
}

void check_disjoint(const Query& query, const std::vector<Name>& names,
                    const std::vector<std::size_t>& places, const std::vector<std::size_t>& others) {
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (std::find(others.begin(), others.end(), places[k]) != others.end())
      refuse(query.text(), names[k].at, fmt::format("'{}' is in two of the sets", names[k].text));
  }
}

QueryAnswer independence(const Query& query, const Answerer& answerer) {
  const Tree& tree = tree_of(query);
  const auto left = bind(tree.left, query, answerer), right = bind(tree.right, query, answerer),
             given = bind(tree.given, query, answerer);
  check_disjoint(query, tree.right, right, left);
  check_disjoint(query, tree.given, given, left);
  check_disjoint(query, tree.given, given, right);
  return answerer.independence(left, right, given);
}

}  // namespace
}  // namespace priory::query

namespace priory {

const std::vector<QueryVariable>& JointDistribution::variables() const {
  return answerer_->variables();
}

QueryAnswer JointDistribution::ask(const Query& query) const {
  if (query.kind() == Query::Kind::independent) return query::independence(query, *answerer_);
  return query::answer(query::bind(query, *answerer_), query.kind(), *answerer_);
}

}  // namespace priory
