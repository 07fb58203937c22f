// SPDX-License-Identifier: Apache-2.0
// A model evaluated on rows is a fold like any other: score the chunk, add its rows.
#include "priory/evaluation.h"

#include "core/fold.h"
#include "model/scorer.h"

namespace priory {
namespace {

struct Evaluating {
  Scorer scorer;
  Decision decide;
  Evaluation evaluation;

  void accumulate(const Chunk& chunk) {
    const ScoredChunk scored = scorer.posterior(chunk);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      evaluation.add((*chunk.target.dictionary)[chunk.target.codes[row]], scored.row(row),
                     decide(scored.row(row)), chunk.weight_of(row));
    }
  }
  void merge(const Evaluating& other) { evaluation.merge(other.evaluation); }
};

}  // namespace

Evaluation evaluate(const Classifier& model, Source<Chunk>& rows, const Decision& decide,
                    const std::optional<std::string>& positive, unsigned threads, const Tick& tick) {
  if (model.plan().target.empty())
    throw Error(ErrorKind::usage,
                "the class of the model is hidden: there is none to compare its answers with", {},
                "predict gives the class of every row");
  const Evaluating zero{Scorer(model.state()), decide, Evaluation(model.classes(), positive)};
  return fold(rows, zero, threads, tick).evaluation;
}

}  // namespace priory
