// SPDX-License-Identifier: Apache-2.0
#include "priory/reading.h"

#include "priory/chunks.h"
#include "priory/ranks.h"

namespace priory {
namespace {

ChunkSpec spec_of(const Plan& plan, const ReadingOptions& options) {
  ChunkSpec out = options.explained ? explanation_spec(plan) : chunk_spec(plan);
  if (options.target == ReadingOptions::Target::ignored) out.target.clear(), out.weight.clear();
  out.target_optional = options.target == ReadingOptions::Target::optional;
  out.target_needed = options.target == ReadingOptions::Target::needed && !out.target.empty();
  out.skip_bad_rows = options.skip_bad_rows;
  out.keep_all = options.keep_all, out.keep = options.keep;
  out.places = options.places || plan.unseen == Unseen::error;  // which is to be named
  out.chunk_rows = options.chunk_rows;
  return out;
}

std::size_t over_ranks(std::size_t n_rows, const Source<Chunk>& rows) {
  return rows.ranks() == nullptr ? n_rows : rows.ranks()->sum(n_rows);
}

}  // namespace

void require_classes(const Table& table) {
  if (table.unlabelled().empty()) return;
  throw Error(ErrorKind::data, "the class is missing: the file is in no directory of one",
              {table.unlabelled(), 0, 0},
              "name the directories of the classes, as in priory train mail/spam mail/ham, or leave such "
              "files out and count them (‹on-bad-row› skip)");
}

OpenChunks rows_of(const Classifier& model, const Table& table, const ReadingOptions& options,
                   ReadCounts* counts) {
  const ChunkSpec spec = spec_of(model.plan(), options);
  if (spec.target_needed && !spec.skip_bad_rows) require_classes(table);
  return [table, spec, counts, again = options.again] {
    if (counts != nullptr) *counts = {};
    return open_chunks(table, spec, counts, again);
  };
}

TableEvaluation evaluate_table(const Classifier& model, const Table& table,
                               const TableEvaluationOptions& options) {
  ReadingOptions reading;
  reading.target = ReadingOptions::Target::needed;
  reading.skip_bad_rows = options.skip_bad_rows;
  reading.again = options.again;
  ReadCounts counts;
  const auto rows = rows_of(model, table, reading, &counts)();
  Evaluation out = evaluate(model, *rows, options.decide, options.positive, options.threads, options.tick);
  if (over_ranks(counts.rows, *rows) == 0)
    throw Error(ErrorKind::data, "there are no rows to evaluate", {table.paths()[0], 0, 0},
                "the file has a header only, or every row was skipped");
  return {std::move(out), counts};
}

}  // namespace priory
