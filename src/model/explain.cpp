// SPDX-License-Identifier: Apache-2.0
// Why a row was given its class: what each of its values adds to the score.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

#include "core/log_space.h"
#include "learn/select_rows.h"
#include "model/row_inference.h"
#include "model/scorer.h"
#include "model/spelt_word.h"
#include "plan/pool_plan.h"
#include "words/token_hash.h"

namespace priory {

std::string spelt_word(const PartModel& part, std::string_view word, const Chunk& chunk, std::size_t row) {
  const TokenList& tokens = chunk.columns[part.columns[0]].tokens;
  if (!part.plan->hashed()) return std::string(word);
  std::vector<std::string_view> found;
  for (std::size_t k = 0; row + 1 < tokens.begin.size() && k < tokens.begin[row + 1] - tokens.begin[row];
       ++k) {
    const std::string_view token = tokens[tokens.begin[row] + k];
    const std::uint32_t bucket = bucket_of(token_hash(token), part.plan->text_options.tokens.hash_bits);
    if (bucket_word(bucket) == word && std::ranges::find(found, token) == found.end()) found.push_back(token);
  }
  if (!found.empty()) return fmt::format("{}", fmt::join(found, "|"));
  return part.names ? part.names->shown(word) : std::string(word);
}

namespace {

// A number, or the column of a group that it stands in; what a group adds as a whole has no number. Fitted
// weights have a reason for a number that is missing.
void name_number(const PartPlan& plan, std::uint32_t column, Reason& reason) {
  if (column != kWholePart) reason.feature = plan.columns[column];
  if (std::isnan(reason.count)) {
    reason.kind = Reason::Kind::missing, reason.count = 1;
    return;
  }
  if (plan.columns.size() == 1 || column != kWholePart) reason.value = fmt::format("{}", reason.count);
  if (!plan.binned(0)) return;
  const Bins bins = plan.bins[0].wider();
  reason.value += " in " + bins.label(bins.find(reason.count));
  reason.count = 1;
}

std::string written(const PartModel& part, std::size_t column, const Chunk& chunk, std::size_t row) {
  const Column& from = chunk.columns[part.columns[column]];
  const std::uint32_t code = from.codes[row];
  return code == kMissingCode ? "?" : std::string((*from.dictionary)[code]);
}

// The values of a row in the columns of a part: "sunny+?"; of what is given others, "hot | sky=sunny".
void name_together(const PartModel& part, const Chunk& chunk, std::size_t row, Reason& reason) {
  const std::size_t n_given = part.family->n_given(part.columns.size());
  std::vector<std::string> own, given;
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    const std::string value = written(part, j, chunk, row);
    j < n_given ? given.push_back(fmt::format("{}={}", part.plan->columns[j], value)) : own.push_back(value);
  }
  reason.value = fmt::format("{}", fmt::join(own, "+"));
  if (part.family->averages()) reason.feature = part.plan->columns.back();
  if (n_given == 0 || part.family->averages()) return;
  if (own.empty()) reason.kind = Reason::Kind::prior;
  reason.feature = own.empty() ? "class prior" : part.plan->columns.back();
  reason.value += fmt::format("{}| {}", own.empty() ? "" : " ", fmt::join(given, ", "));
}

// A value of one of the columns that are gathered; or what they have in common.
void name_gathered(const PartModel& part, std::uint32_t value, const Chunk& chunk, std::size_t row,
                   Reason& reason) {
  if (value == kWholePart) {
    reason.value = "together";
    return;
  }
  const std::size_t column = part.of_columns->column_of(value);
  reason.feature = part.plan->columns[column];
  reason.value = written(part, column, chunk, row);
  if (value >= part.values->size()) reason.kind = Reason::Kind::unseen;
}

// What the model does not have of a row, in its order: its value, or words of its text.
std::vector<std::string> unseen_of(const PartModel& part, const Chunk& chunk, std::size_t row) {
  const Column& column = chunk.columns[part.columns[0]];
  std::vector<std::string> out;
  if (column.kind == CellKind::codes && column.codes[row] != kMissingCode)
    out.emplace_back((*column.dictionary)[column.codes[row]]);
  if (column.kind != CellKind::bag) return out;
  for (std::size_t i = column.bag.begin[row]; i < column.bag.begin[row + 1]; ++i) {
    const std::string_view word = (*column.dictionary)[column.bag.word[i]];
    if (part.values->find(word) == Dictionary::kAbsent) out.push_back(spelt_word(part, word, chunk, row));
  }
  return out;
}

// What several networks say of one column is one reason.
void join_networks(std::vector<Reason>& reasons, std::vector<Reason>& out) {
  const auto first = static_cast<long>(out.size());
  for (Reason& each : reasons) {
    const auto same = std::find_if(out.begin() + first, out.end(), [&](const Reason& other) {
      return other.kind == each.kind && other.feature == each.feature;
    });
    if (same == out.end()) {
      out.push_back(std::move(each));
      continue;
    }
    if (same->log_p.empty()) same->log_p.resize(each.log_p.size());
    for (std::size_t c = 0; c < each.log_p.size(); ++c) same->log_p[c] += each.log_p[c];
  }
}

// From the reasons of cells to those of classes: each class is explained by its best cell, and what its other
// cells add is a reason of its own.
void explain_classes(std::size_t components, Explanation& out) {
  const std::size_t n_classes = out.log_scores.size() / components;
  std::vector<std::size_t> best;
  Reason others{Reason::Kind::value, "other components", "", 1, {}};
  std::vector<double> sums;
  for (std::size_t c = 0; c < n_classes; ++c) {
    const std::span<const double> cells(&out.log_scores[c * components], components);
    best.push_back(c * components + best_class(cells));
    sums.push_back(log_sum_exp(cells));
    others.log_p.push_back(sums.back() == kLogZero ? 0 : sums.back() - out.log_scores[best.back()]);
  }
  for (Reason& reason : out.reasons) {
    if (reason.log_p.empty()) continue;
    std::vector<double> of_classes;
    of_classes.reserve(best.size());
    for (const std::size_t cell : best) of_classes.push_back(reason.log_p[cell]);
    reason.log_p = std::move(of_classes);
  }
  out.reasons.push_back(std::move(others));
  out.log_scores = std::move(sums);
}

}  // namespace

// What the values of a row add one after the other, the missing ones summed over.
void Scorer::explain_inferred(const std::vector<std::vector<const Column*>>& columns, std::size_t row,
                              Explanation& out) {
  RowInference& inference = coded_.inference();
  const Network& network = state_->network->network();
  Evidence so_far;
  std::vector<double> before = inference.log_joint(so_far, state_->n_cells());
  out.reasons.push_back({Reason::Kind::prior, "class prior", "", 1, before});
  for (const Finding& each : evidence_of(*state_, columns, row)) {
    so_far.push_back(each);
    const std::vector<double> after = inference.log_joint(so_far, state_->n_cells());
    const Variable& variable = network.variables()[each.variable];
    Reason reason{Reason::Kind::value, variable.name, variable.states[each.states[0]], 1, after};
    for (std::size_t c = 0; c < after.size(); ++c)
      reason.log_p[c] = before[c] == kLogZero ? 0 : after[c] - before[c];
    out.reasons.push_back(std::move(reason));
    before = after;
  }
}

void Scorer::explain_part(std::size_t k, const Chunk& chunk, std::size_t row,
                          const std::vector<const Column*>& columns, std::vector<Column>& own,
                          Explanation& out) {
  const PartModel& part = state_->parts[k];
  const Parameters& parameters = parameters_for(k, columns, own);
  const std::vector<std::uint32_t>* const local = coded_.local_values(k, parameters);
  const auto n_values = static_cast<std::uint32_t>(part.values->size());
  std::vector<std::string> unseen;
  std::size_t n_unseen = 0;
  if (part.plan->kind != CellKind::reals && !part.of_columns && has_unseen(part))
    unseen = unseen_of(part, chunk, row);
  part.family->explain(
      columns, row, parameters, [&](std::uint32_t value, double count, std::span<const double> log_p) {
        if (local != nullptr && value != kWholePart)
          value = value < local->size() ? (*local)[value] : n_values;
        Reason reason{Reason::Kind::value, part.plan->label(), "", count, {log_p.begin(), log_p.end()}};
        if (part.plan->kind == CellKind::reals)
          name_number(*part.plan, value, reason);
        else if (part.family->gathers())
          name_gathered(part, value, chunk, row, reason);
        else if (part.of_columns)
          name_together(part, chunk, row, reason);
        else if (value == kWholePart)
          reason.kind = state_->fitted ? Reason::Kind::missing : Reason::Kind::absent;
        else if (value == n_values)
          reason.kind = Reason::Kind::unseen, reason.value = unseen[n_unseen++];
        else
          reason.value = spelt_word(part, (*part.values)[value], chunk, row);
        out.reasons.push_back(std::move(reason));
      });
}

// The row alone, so that many rows of a chunk are not all gone through for each of them.
Explanation Scorer::explain(const Chunk& chunk, std::size_t row) {
  const std::uint32_t only[] = {static_cast<std::uint32_t>(row)};
  Chunk one = select_rows(chunk, only);
  if (row < chunk.places.size()) one.places = {chunk.places[row]};
  return explain_row(one, 0);
}

Explanation Scorer::explain_row(const Chunk& chunk, std::size_t row) {
  if (!state_->members.empty()) return explain_pool(chunk, row);
  Explanation out;
  std::vector<std::vector<Column>> own(state_->parts.size());
  std::vector<std::vector<const Column*>> columns;
  for (std::size_t k = 0; k < own.size(); ++k) columns.push_back(translated(k, chunk, own[k]));
  const bool inferred = state_->network && lacks_some(*state_, columns, row);
  if (inferred)
    explain_inferred(columns, row, out);
  else if (state_->adds_prior)
    out.reasons.push_back({Reason::Kind::prior, "class prior", "", 1, state_->log_prior});
  Explanation averaged;
  for (std::size_t k = 0; k < own.size(); ++k) {
    const PartModel& part = state_->parts[k];
    Explanation& to = part.family->averages() ? averaged : out;
    if (!inferred || !is_node(*part.plan)) explain_part(k, chunk, row, columns[k], own[k], to);
    note_unknown(k, chunk, row, to);
  }
  join_networks(averaged.reasons, out.reasons);
  settle(chunk, row, out);
  return out;
}

// From the scores of the row to what follows from them.
void Scorer::settle(const Chunk& chunk, std::size_t row, Explanation& out) {
  const LogScores& scores = (*this)(chunk);
  for (std::size_t cell = 0; cell < scores.n_cells; ++cell) out.log_scores.push_back(scores.at(cell, row));
  if (state_->components > 1) explain_classes(state_->components, out);
  out.log_posterior = out.log_scores;
  const std::vector<double> prior = state_->class_prior();
  out.impossible = to_posterior(out.log_posterior, prior);
  out.raw_log_posterior = out.log_posterior;
  state_->adjust(out.log_posterior, prior);
  out.predicted = best_class(out.log_posterior);
}

// With r[m] the share of member m in the probability of the best class, and lp[m](c) what it says of class c:
//   log p(c) = sum of r[m] lp[m](c) + r[m] (log p(c) - lp[m](c)),
// so that the reasons of a member count by its share, times its slope; and how far the pool is from the
// member is told of it by name. What a member alone holds impossible is told there too.
Explanation Scorer::explain_pool(const Chunk& chunk, std::size_t row) {
  Explanation out;
  const Plan& plan = state_->statistics->plan();
  settle(chunk, row, out);
  const std::size_t best = best_class(out.log_scores);
  std::vector<Reason> reasons;
  for (std::size_t m = 0; m < plan.pool.size(); ++m) {
    const PoolMember& member = plan.pool[m];
    Explanation own = Scorer(*state_->members[m]).explain_row(chunk, row);
    std::vector<double> log_p = own.raw_log_posterior;
    soften(log_p, member.slope);
    const double share = member.weight * std::exp(log_p[best] - out.log_scores[best]);
    Reason apart{Reason::Kind::value,
                 fmt::format("member {}", member_name(plan, m)),
                 fmt::format("weight {:.3g}", member.weight),
                 1,
                 {}};
    for (const double each : out.log_scores) apart.log_p.push_back(share > 0 ? share * each : 0);
    for (Reason& reason : own.reasons) {
      for (std::size_t c = 0; c < reason.log_p.size(); ++c) {
        const double part = share * member.slope * reason.log_p[c];
        reason.log_p[c] = std::isfinite(part) ? part : 0;
        apart.log_p[c] -= reason.log_p[c];
      }
      reasons.push_back(std::move(reason));
    }
    out.reasons.push_back(std::move(apart));
  }
  join_networks(reasons, out.reasons);
  return out;
}

namespace {

// The same of a part over several columns: they are summed over.
void note_unknown_columns(const PartModel& part, const Chunk& chunk, std::size_t row, Explanation& out) {
  for (std::size_t j = part.family->n_given(part.columns.size()); j < part.columns.size(); ++j) {
    const Column& column = chunk.columns[part.columns[j]];
    const std::string& name = part.plan->columns[j];
    if (column.codes[row] == kMissingCode) {
      out.reasons.push_back({Reason::Kind::missing, name, "", 1, {}});
      continue;
    }
    const std::string_view text = (*column.dictionary)[column.codes[row]];
    if (part.of_columns->of(j).find(text) == Dictionary::kAbsent)
      out.reasons.push_back({Reason::Kind::unseen, name, std::string(text), 1, {}});
  }
}

}  // namespace

// What the row has that adds nothing: missing cells, values and words never seen.
void Scorer::note_unknown(std::size_t k, const Chunk& chunk, std::size_t row, Explanation& out) {
  const PartModel& part = state_->parts[k];
  if (part.of_columns) return note_unknown_columns(part, chunk, row, out);
  const Column& column = chunk.columns[part.columns[0]];
  const bool fitted = state_->fitted != nullptr;  // then the missing has a reason
  const auto note = [&](Reason::Kind kind, std::string_view value, double count = 1) {
    out.reasons.push_back({kind, part.plan->label(), std::string(value), count, {}});
  };
  const auto check = [&](std::uint32_t code, double count) {
    if (has_unseen(part)) return;  // then the unseen has a reason
    const std::string_view text = (*column.dictionary)[code];
    if (part.values->find(text) == Dictionary::kAbsent)
      note(Reason::Kind::unseen, spelt_word(part, text, chunk, row), count);
  };
  for (std::size_t j = 0; part.plan->kind == CellKind::reals && j < part.plan->columns.size(); ++j) {
    if (!fitted && std::isnan(chunk.columns[part.columns[j]].reals[row]))
      out.reasons.push_back({Reason::Kind::missing, part.plan->columns[j], "", 1, {}});
  }
  if (column.kind == CellKind::codes)
    column.codes[row] != kMissingCode ? check(column.codes[row], 1)
    : fitted                          ? void()
                                      : note(Reason::Kind::missing, "");
  if (column.kind != CellKind::bag) return;
  if (column.bag.missing[row] && !fitted) note(Reason::Kind::missing, "");
  for (std::size_t i = column.bag.begin[row]; i < column.bag.begin[row + 1]; ++i)
    check(column.bag.word[i], column.bag.count[i]);
}

}  // namespace priory
