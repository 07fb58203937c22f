// SPDX-License-Identifier: Apache-2.0
// Models add and subtract, because their statistics do.
#include <algorithm>
#include <fmt/format.h>

#include "fold/fold.h"
#include "learn/join.h"
#include "learn/settle.h"
#include "learn/vocabulary/vocabularies.h"
#include "model/estimate.h"
#include "model/scorer.h"

namespace priory {
namespace {

Classifier estimated(NamedSums statistics) {
  statistics.canonicalise();
  if (statistics.classes().empty())
    throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  return classifier_of(std::make_shared<const NamedSums>(std::move(statistics)));
}

// What `before` has become, with its calibration: marked with the rows that came and went, unless it is of
// each class and there are others now.
Classifier changed(const Classifier& before, NamedSums sums, double learnt, double forgotten) {
  Classifier after = estimated(std::move(sums));
  if (before.calibration() == nullptr) return after;
  Calibration calibration = *before.calibration();
  if (calibration.of_each_class() && before.classes() != after.classes()) return after;
  calibration.rows_learnt += learnt, calibration.rows_forgotten += forgotten;
  return after.calibrated(std::move(calibration));
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

// Sums that may be added to, and taken from.
void refuse_expected(const Plan& plan) {
  if (!plan.expected) return;
  throw Error(ErrorKind::usage, "a model learnt by EM cannot be updated, forgotten from or merged", {},
              "learn it again from all rows; cluster ‹init› begins where a model stands");
}

// Weights are fitted to rows, and sums do not tell what they would become.
void refuse_fitted(const Classifier& model) {
  if (model.conditional_fit() == nullptr) return;
  throw Error(ErrorKind::usage, "the weights of a discriminative model need the rows they are fitted to", {},
              "give all rows that the model then stands for with ‹with›, or train it again");
}

void refuse_faded(const Plan& plan) {
  if (!plan.faded) return;
  throw Error(
      ErrorKind::usage,
      "the old counts of the model have faded (‹decay›): what a row has left in it is no longer known", {},
      "nothing was forgotten; learn the model again without the rows");
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
  refuse_fitted(*this);
  const NamedSums like = zero_like(sums_of(*this), rows);
  const NamedSums more = fold(*open(), with_vocabularies(like, open, threads, tick), threads, tick);
  if (n_left_out != nullptr) *n_left_out = left_out_of(like, more);
  return changed(*this, sum_of(sums_of(*this), more, "the model", "the rows"), more.n_rows(), 0);
}

Classifier Classifier::forget(const Plan& rows, const OpenChunks& open, unsigned threads,
                              const Tick& tick) const {
  refuse_expected(plan());
  refuse_fitted(*this);
  refuse_faded(plan());
  const NamedSums gone = fold(*open(), zero_like(sums_of(*this), rows), threads, tick);
  HeaderRows header_rows(sums_of(*this));
  if (!plan().open && !header_rows.subtract(feature_columns(gone.plan()), gone.row_count().exact(0, 0)))
    fail_never_learnt();
  NamedSums rest = sums_of(*this);
  rest.combine(gone, true, places_in(plan(), gone.plan()));
  if (!rest.plausible()) fail_never_learnt();
  if (header_rows.empty()) throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  return changed(*this, settled(rest, header_rows), 0, gone.n_rows());
}

Classifier Classifier::merge(const Classifier& other, const std::string& name,
                             const std::string& other_name) const {
  refuse_expected(plan());
  refuse_fitted(*this), refuse_fitted(other);
  refuse_expected(other.plan());
  return estimated(sum_of(sums_of(*this), sums_of(other), name, other_name));
}

Classifier Classifier::faded(double factor) const {
  refuse_expected(plan());
  refuse_fitted(*this);
  return changed(*this, state_->statistics->faded(factor), 0, 0);
}

Classifier Classifier::reestimated(const Plan& plan) const {
  refuse_fitted(*this);
  if (plan.expected)
    throw Error(ErrorKind::usage,
                "a model learnt by EM cannot be smoothed anew: its sums depend on its estimates", {},
                "learn it again with these options; ‹init› begins where it stands");
  return classifier_of(
      std::make_shared<const NamedSums>(state_->statistics->by_plan(std::make_shared<const Plan>(plan))));
}

}  // namespace priory
