// SPDX-License-Identifier: Apache-2.0
// A plan apart from its model: what training under it needs, and nothing of the rows it was trained on.
#include "priory/classifier.h"

#include "model/classifier_state.h"

namespace priory {

Plan plan_of(const Classifier& model) {
  Plan out = model.plan();
  out.expected = out.faded = false;
  if (out.centres.empty()) out.components = 1;
  for (std::size_t k = 0; k < out.parts.size(); ++k) {
    PartPlan& part = out.parts[k];
    if (!part.text || !(part.needs_two_readings() || part.text_options.fixed)) continue;
    const PartVocabulary& learnt = sums_of(model).parts()[k];
    FixedWords& fixed = part.fixed_words.emplace();
    for (const std::string_view word : learnt.values.strings()) fixed.words.emplace_back(word);
    const std::span<const double> idf = idf_of(learnt.frozen);
    fixed.idf.assign(idf.begin(), idf.end());
  }
  return out;
}

Plan decide(const Plan& plan, const OpenChunks& open, unsigned threads, const Tick& tick) {
  return is_decided(plan) ? plan : plan_of(Classifier::train(plan, open, threads, tick));
}

}  // namespace priory
