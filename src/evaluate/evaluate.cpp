// SPDX-License-Identifier: Apache-2.0
// Batches of rows are evaluated by many threads and merged in the order of the rows.
#include "priory/evaluation.h"

#include "fold/fold.h"
#include "model/scorer.h"

namespace priory {
namespace {

// What a thread needs to evaluate batches of rows.
struct Evaluator {
  Scorer scorer;
  const Decision& decide;
  const Evaluation& zero;

  void operator()(const Chunk& chunk, std::optional<Evaluation>& out) {
    if (!out) out = zero;
    const ScoredChunk scored = scorer.posterior(chunk);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      out->add((*chunk.target.dictionary)[chunk.target.codes[row]], scored.row(row), decide(scored.row(row)),
               chunk.weight_of(row));
    }
  }
};

}  // namespace

Evaluation evaluate(const Classifier& model, Source<Chunk>& rows, const Decision& decide,
                    const std::optional<std::string>& positive, unsigned threads, const Tick& tick) {
  if (model.plan().target.empty())
    throw Error(ErrorKind::usage,
                "the class of the model is hidden: there is none to compare its answers with", {},
                "predict gives the class of every row");
  const Evaluation zero(model.classes(), positive);
  Evaluation out = zero;
  transform<Chunk, std::optional<Evaluation>>(
      rows,
      [&] {
        return Evaluator{Scorer(state_of(model)), decide, zero};
      },
      [&](const std::optional<Evaluation>& batch) {
        if (batch) out.merge(*batch);
      },
      threads, tick);
  return rows.ranks() == nullptr ? out : sum_over(*rows.ranks(), zero, std::move(out));
}

}  // namespace priory
