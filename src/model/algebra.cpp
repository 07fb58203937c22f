// SPDX-License-Identifier: Apache-2.0
// Models add and subtract, because their statistics do.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "fold/fold.h"
#include "learn/join.h"
#include "learn/vocabularies.h"
#include "model/estimate.h"
#include "model/scorer.h"

namespace priory {
namespace {

Classifier estimated(NamedSums statistics) {
  statistics.canonicalise();
  if (statistics.classes().empty())
    throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  return Classifier(std::make_shared<const NamedSums>(std::move(statistics)));
}

[[noreturn]] void fail_never_learnt() {
  throw Error(ErrorKind::data, "some of these rows were never learnt", {}, "nothing was forgotten");
}

bool same_vocabulary(const FrozenVocabulary& a, const FrozenVocabulary& b) {
  return a.words.strings() == b.words.strings() && std::ranges::equal(a.idf, b.idf);
}

void check_vocabularies(const NamedSums& a, const NamedSums& b, const JoinedPlan& joined,
                        const std::string& name, const std::string& other_name) {
  std::vector<const FrozenVocabulary*> known(joined.plan.parts.size());
  for (std::size_t k = 0; k < a.parts().size(); ++k) known[joined.first[k]] = a.parts()[k].frozen.get();
  for (std::size_t k = 0; k < b.parts().size(); ++k) {
    const FrozenVocabulary *x = known[joined.second[k]], *y = b.parts()[k].frozen.get();
    if (x == nullptr || y == nullptr || x == y || same_vocabulary(*x, *y)) continue;
    throw Error(
        ErrorKind::data,
        fmt::format("the models differ: the words of column '{}' have another idf or vocabulary in {} "
                    "than in {}",
                    b.plan().parts[k].columns[0], name, other_name),
        {},
        "the first training fixes them under ‹idf›, under ‹length-norm› with ‹min-df›, ‹max-df› or "
        "‹max-features›, and where ‹max-memory› left words out; rows counted under one plan always go "
        "together (‹plan›)");
  }
}

// The sums of both, by a plan that has the parts of both.
NamedSums sum_of(const NamedSums& a, const NamedSums& b, const std::string& name,
                 const std::string& other_name) {
  if (a.shared_plan() == b.shared_plan() && a.plan().headers.empty()) {
    NamedSums out = a;
    out.merge(b);
    return out;
  }
  JoinedPlan joined = join(a.plan(), b.plan(), name, other_name);
  check_vocabularies(a, b, joined, name, other_name);
  HeaderRows rows(a);
  const HeaderRows more(b);
  rows.merge(more);
  const std::vector<std::size_t> moved = arrange(joined.plan, rows.headers());
  for (std::vector<std::size_t>* places : {&joined.first, &joined.second}) {
    for (std::size_t& place : *places) place = moved[place];
  }
  NamedSums out(std::make_shared<const Plan>(std::move(joined.plan)));
  out.combine(a, false, joined.first);
  out.combine(b, false, joined.second);
  if (!out.plan().headers.empty()) out.set_header_rows(rows.rows());
  return out;
}

bool has_trace(const Block& block) {
  const auto is_zero = [](const Sums& sums) {
    for (std::size_t r = 0; r < sums.rows(); ++r) {
      if (!sums.zero_row(r)) return false;
    }
    return true;
  };
  return !std::ranges::all_of(block.sums, is_zero);
}

// Of a column of counts.
bool has_trace(const PartSums& part, const std::string& column) {
  return !part.block.sums[0].zero_row(part.names.values.find(column));
}

// The place of each part of `b` in `a`, by its first column; kNowhere: it is new.
std::vector<std::size_t> places_in(const Plan& a, const Plan& b) {
  std::vector<std::size_t> out(b.parts.size());
  std::iota(out.begin(), out.end(), 0);
  if (!a.structure.empty()) return out;
  std::map<std::string_view, std::size_t> part_of;
  for (std::size_t k = 0; k < a.parts.size(); ++k) {
    for (const std::string& column : a.parts[k].columns) part_of.emplace(column, k);
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto at = part_of.find(b.parts[k].columns[0]);
    out[k] = at == part_of.end() ? NamedSums::kNowhere : at->second;
  }
  return out;
}

// Without the columns of which no row is left: those of headers that are gone, or where rows name their own
// columns those without a trace. What is left of others was never learnt with them.
NamedSums without_lost_columns(const NamedSums& rest, const HeaderRows& rows) {
  const std::vector<Header> headers = rows.headers();
  if (!rest.plan().open && headers.size() == std::max<std::size_t>(rest.plan().headers.size(), 1)) {
    NamedSums out = rest;
    out.set_header_rows(rows.rows());
    return out;
  }
  const Header left = joined_order(headers);
  auto plan = std::make_shared<Plan>(rest.plan());
  std::vector<std::size_t> places;
  plan->parts.clear();
  for (std::size_t k = 0; k < rest.parts().size(); ++k) {
    PartPlan part = rest.plan().parts[k];
    const bool traced = has_trace(rest.block(k));
    const auto is_lost = [&](const std::string& column) {
      if (plan->open) return part.of_counts() && !has_trace(rest.part(k), column);
      if (std::ranges::find(left, column) != left.end()) return false;
      if (part.of_counts() ? has_trace(rest.part(k), column) : traced) fail_never_learnt();
      return true;
    };
    std::erase_if(part.columns, is_lost);
    const bool lost = part.columns.empty() || (plan->open && !traced);
    places.push_back(lost ? NamedSums::kNowhere : plan->parts.size());
    if (!lost) plan->parts.push_back(std::move(part));
  }
  if (plan->parts.empty()) throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  const std::vector<std::size_t> moved = arrange(*plan, headers);
  for (std::size_t& place : places) place = place == NamedSums::kNowhere ? place : moved[place];
  NamedSums out(std::move(plan));
  out.combine(rest, false, places);
  if (!out.plan().headers.empty()) out.set_header_rows(rows.rows());
  return out;
}

// Sums that may be added to, and taken from.
void refuse_expected(const Plan& plan) {
  if (!plan.expected) return;
  throw Error(ErrorKind::usage, "a model learnt by EM cannot be updated, forgotten from or merged", {},
              "learn it again from all rows; cluster ‹init› begins where a model stands");
}

void refuse_faded(const Plan& plan) {
  if (!plan.faded) return;
  throw Error(
      ErrorKind::usage,
      "the old counts of the model have faded (‹decay›): what a row has left in it is no longer known", {},
      "nothing was forgotten; learn the model again without the rows");
}

// Nothing learnt, by the plan of rows; with the vocabularies that the model has fixed.
NamedSums zero_like(const NamedSums& model, const Plan& rows) {
  if (model.plan().headers.empty() && feature_columns(rows) == feature_columns(model.plan()))
    return model.zero();
  Plan plan = rows;
  plan.headers.clear();
  NamedSums out(std::make_shared<const Plan>(std::move(plan)));
  const std::vector<std::size_t> places = places_in(model.plan(), out.plan());
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] != NamedSums::kNowhere && model.parts()[places[k]].frozen)
      out.freeze(k, model.parts()[places[k]].frozen);
  }
  return out;
}

// Of the texts whose words the model has fixed; those of columns that are new have just been.
std::uint64_t left_out_of(const NamedSums& like, const NamedSums& rows) {
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < like.parts().size(); ++k) {
    if (like.parts()[k].frozen) out += rows.parts()[k].n_left_out;
  }
  return out;
}

}  // namespace

Classifier Statistics::estimate(std::span<const OptionValue> settings) const {
  if (plan().expected && !settings.empty())
    throw Error(ErrorKind::usage, "what EM expects depends on its settings", {},
                "learn it again with others");
  NamedSums out = *sums_;
  if (!settings.empty()) out = out.by_plan(std::make_shared<const Plan>(with_settings(plan(), settings)));
  return model_of(std::move(out));
}

Classifier Classifier::learn(const OpenChunks& open, unsigned threads, const Tick& tick) const {
  return learn(plan(), open, threads, tick);
}

Classifier Classifier::forget(const OpenChunks& open, unsigned threads, const Tick& tick) const {
  return forget(plan(), open, threads, tick);
}

Classifier Classifier::learn(const Plan& rows, const OpenChunks& open, unsigned threads, const Tick& tick,
                             std::uint64_t* n_left_out) const {
  refuse_expected(plan());
  const NamedSums like = zero_like(sums_of(*this), rows);
  const NamedSums more = fold(*open(), with_vocabularies(like, open, threads, tick), threads, tick);
  if (n_left_out != nullptr) *n_left_out = left_out_of(like, more);
  return estimated(sum_of(sums_of(*this), more, "the model", "the rows"));
}

Classifier Classifier::forget(const Plan& rows, const OpenChunks& open, unsigned threads,
                              const Tick& tick) const {
  refuse_expected(plan());
  refuse_faded(plan());
  const NamedSums gone = fold(*open(), zero_like(sums_of(*this), rows), threads, tick);
  HeaderRows header_rows(sums_of(*this));
  if (!plan().open && !header_rows.subtract(feature_columns(gone.plan()), gone.row_count().exact(0, 0)))
    fail_never_learnt();
  NamedSums rest = sums_of(*this);
  rest.combine(gone, true, places_in(plan(), gone.plan()));
  if (!rest.plausible()) fail_never_learnt();
  if (header_rows.empty()) throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  return estimated(without_lost_columns(rest, header_rows));
}

Classifier Classifier::merge(const Classifier& other, const std::string& name,
                             const std::string& other_name) const {
  refuse_expected(plan());
  refuse_expected(other.plan());
  return estimated(sum_of(sums_of(*this), sums_of(other), name, other_name));
}

Classifier Classifier::faded(double factor) const {
  refuse_expected(plan());
  return estimated(state_->statistics->faded(factor));
}

Classifier Classifier::reestimated(const Plan& plan) const {
  if (plan.expected)
    throw Error(ErrorKind::usage,
                "a model learnt by EM cannot be smoothed anew: its sums depend on its estimates", {},
                "learn it again with these options; ‹init› begins where it stands");
  return Classifier(
      std::make_shared<const NamedSums>(state_->statistics->by_plan(std::make_shared<const Plan>(plan))));
}

}  // namespace priory
