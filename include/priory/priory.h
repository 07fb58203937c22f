// SPDX-License-Identifier: Apache-2.0
// All of Priory for its users, and training in one call.
#pragma once

#include "priory/classifier.h"
#include "priory/decision.h"
#include "priory/error.h"
#include "priory/evaluation.h"
#include "priory/family.h"
#include "priory/plan.h"
#include "priory/report.h"
#include "priory/schema.h"
#include "priory/store.h"
#include "priory/table.h"
#include "priory/text.h"

namespace priory {

// Looks at the columns, makes a plan and learns: what `priory train` does.
inline Classifier train(const Table& table, const PlanOptions& options, unsigned threads = 1) {
  const Plan plan = make_plan(profile(table, options.missing, false, threads), options);
  ChunkSpec spec = chunk_spec(plan);
  spec.target_needed = true;
  return Classifier::train(
      plan, [&] { return open_chunks(table, spec, nullptr, true); }, threads);
}

// The rows of a table as this model reads them.
inline std::unique_ptr<Source<Chunk>> rows_for(const Classifier& model, const Table& table) {
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target_optional = true;
  return open_chunks(table, spec);
}

}  // namespace priory
