// SPDX-License-Identifier: Apache-2.0
// All of Priory for its users; training and prediction in one call each.
#pragma once

#include "priory/chunks.h"
#include "priory/classifier.h"
#include "priory/comparison.h"
#include "priory/curve.h"
#include "priory/data.h"
#include "priory/decision.h"
#include "priory/difference.h"
#include "priory/distribution.h"
#include "priory/error.h"
#include "priory/evaluation.h"
#include "priory/examples.h"
#include "priory/family.h"
#include "priory/learner.h"
#include "priory/memory.h"
#include "priory/mixture.h"
#include "priory/names.h"
#include "priory/network.h"
#include "priory/network_model.h"
#include "priory/number.h"
#include "priory/one_reading.h"
#include "priory/page.h"
#include "priory/plan.h"
#include "priory/predictor.h"
#include "priory/query.h"
#include "priory/ranks.h"
#include "priory/reading.h"
#include "priory/report.h"
#include "priory/requirement.h"
#include "priory/row.h"
#include "priory/rows.h"
#include "priory/schema.h"
#include "priory/statistics.h"
#include "priory/store.h"
#include "priory/table.h"
#include "priory/text.h"
#include "priory/training.h"
#include "priory/tuning.h"
#include "priory/validation.h"

namespace priory {

// The rows of a table or of memory, to be learnt by a plan: each needs its class if the plan has one. For
// Classifier::train, LabelledRows, HiddenRows.
inline OpenChunks rows_to_learn(const Data& data, const Plan& plan, bool skip_bad_rows = false) {
  ChunkSpec spec = chunk_spec(plan);
  spec.target_needed = !plan.target.empty();
  spec.skip_bad_rows = skip_bad_rows;
  return chunks_of(data, spec);
}

// Looks at the columns, makes a plan and learns: what `priory train` does.
inline Classifier train(const Data& data, PlanOptions options, unsigned threads = 1) {
  if (options.target.empty()) options.target = data.target();
  if (options.target.empty()) throw Error(ErrorKind::usage, "training needs a target, the column of classes");
  const Plan plan = make_plan(profile(data, options.missing, options.skip_bad_rows, threads), options);
  const auto opener = [&](ChunkSpec spec) {
    spec.target_needed = true;
    spec.skip_bad_rows = options.skip_bad_rows;
    return chunks_of(data, spec);
  };
  return Classifier::train(plan, opener(counting_spec(plan)), threads)
      .named(opener(token_list_spec(plan)), threads);
}

// The rows as this model reads them.
inline std::unique_ptr<Source<Chunk>> rows_for(const Classifier& model, const Data& data) {
  ChunkSpec spec = explanation_spec(model.plan());
  spec.target_optional = true;
  return open_chunks(data, spec);
}

// The most probable class of every row, in order: what `priory predict` does. Needs no target column.
inline std::vector<Prediction> predict(const Classifier& model, const Data& data, unsigned threads = 1) {
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target.clear(), spec.weight.clear();
  const auto rows = open_chunks(data, spec);
  return model.predict(*rows, threads);
}

// Judges a model by rows whose class is known: what `priory eval` does.
inline Evaluation evaluate(const Classifier& model, const Data& data, const Decision& decide = {},
                           const std::optional<std::string>& positive = {}, unsigned threads = 1) {
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target_needed = true;
  return evaluate(model, *open_chunks(data, spec), decide, positive, threads);
}

}  // namespace priory
