// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "priory/mixture.h"

#include "em/resolution.h"
#include "learn/keep_rows.h"
#include "model/shrinkage.h"

namespace priory {
namespace {

void check_generative(const NamedSums& statistics) {
  for (const PartVocabulary& part : statistics.parts()) {
    if (part.family->generative()) continue;
    const std::string_view name = part.family->info().name;
    throw Error(ErrorKind::usage,
                fmt::format("the family '{}' is no probability of the rows, and EM needs one", name), {},
                "use ‹family› multinomial");
  }
}

// A class is split either by centres or by EM.
void refuse_centres(const Plan& plan) {
  if (!plan.pool.empty())
    throw Error(ErrorKind::usage, "a pool of models cannot be learnt by EM", {}, "leave ‹pool› out");
  if (plan.centres.empty()) return;
  throw Error(ErrorKind::usage, "‹centres› are of classes that are known, and EM looks for classes", {},
              "leave ‹centres› out, or learn without EM");
}

// Which words tell of the class cannot be known before the classes are.
void refuse_information(const Plan& plan) {
  for (const PartPlan& part : plan.parts) {
    if (part.text && part.text_options.features_by == FeaturesBy::information)
      throw Error(ErrorKind::usage,
                  "‹features-by› information needs the class of every row, which EM has to find", {},
                  "choose words by ‹features-by› frequency, ‹min-df› or ‹max-df›");
  }
}

// The words that the rows have and the options keep, and every combination that a row with missing cells can
// be.
void fix_vocabulary(NamedSums& words) {
  const NamedSums counted = words;
  for (std::size_t k = 0; k < words.parts().size(); ++k) {
    if (words.plan().parts[k].text && !counted.parts()[k].chosen()) words.freeze(k, counted.vocabulary(k));
  }
  words.check_words();
  words.complete_combinations();
}

}  // namespace

HiddenRows::HiddenRows(const Plan& plan, const std::vector<OpenChunks>& labelled,
                       const std::vector<OpenChunks>& unlabelled, std::size_t memory, unsigned threads,
                       const Tick& tick) {
  refuse_centres(plan);
  refuse_information(plan);
  if (has_auto_shrinkage(plan))
    throw Error(ErrorKind::usage, "‹shrinkage› auto needs rows whose class is known", {},
                "give a number from 0 to 1");
  const auto shared = std::make_shared<const Plan>(plan);
  check_generative(NamedSums(shared));
  Kept kept = keep_rows(shared, labelled, unlabelled, fix_vocabulary, {memory, threads, tick});
  rows_ = std::move(kept.rows), classes_ = std::move(kept.classes);
  if (plan.target.empty()) floors_ = find_variance_floors(*rows_, threads, tick);
}

std::size_t HiddenRows::n_rows() const {
  return rows_->n_rows();
}
std::size_t HiddenRows::n_labelled() const {
  return rows_->n_labelled();
}

}  // namespace priory
