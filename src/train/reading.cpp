// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>

#include "priory/training.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "train/watched_rows.h"

namespace priory {
namespace {

ChunkSpec spec_of(const Plan& plan, const ReadingOptions& options) {
  ChunkSpec out = options.explained ? explanation_spec(plan) : chunk_spec(plan);
  if (options.target == ReadingOptions::Target::ignored) out.target.clear(), out.weight.clear();
  out.target_optional = options.target == ReadingOptions::Target::optional;
  out.target_needed = options.target == ReadingOptions::Target::needed && !out.target.empty();
  out.skip_bad_rows = options.skip_bad_rows, out.mark_bad_rows = options.mark_bad_rows;
  out.keep_all = options.keep_all, out.keep = options.keep;
  out.places = options.places || plan.unseen == Unseen::error;  // which is to be named
  out.chunk_rows = options.chunk_rows;
  return out;
}

std::size_t over_ranks(std::size_t n_rows, const Source<Chunk>& rows) {
  return rows.ranks() == nullptr ? n_rows : rows.ranks()->sum(n_rows);
}

// Measures of rows that count nothing would be of none.
void check_weights(const Evaluation& evaluation, const Data& data) {
  const std::vector<std::uint64_t>& weight = evaluation.rows().weight;
  if (weight.empty() || std::ranges::any_of(weight, [](std::uint64_t units) { return units > 0; })) return;
  throw Error(ErrorKind::data, fmt::format("all {} rows have the weight 0", weight.size()),
              {data.name(), 0, 0}, "a row of weight 0 counts as one that is not there");
}

}  // namespace

void require_classes(const Data& data) {
  if (data.table() == nullptr || data.table()->unlabelled().empty()) return;
  throw Error(ErrorKind::data, "the class is missing: the file is in no directory of one",
              {data.table()->unlabelled(), 0, 0},
              "name the directories of the classes, as in priory train mail/spam mail/ham, or leave such "
              "files out and count them (‹on-bad-row› skip)");
}

OpenChunks rows_of(const Classifier& model, const Data& data, const ReadingOptions& options,
                   ReadCounts* counts, UnseenCells* unseen) {
  const ChunkSpec spec = spec_of(model.plan(), options);
  if (spec.target_needed && !spec.skip_bad_rows) require_classes(data);
  return [model, data, spec, counts, unseen, again = options.again]() -> std::unique_ptr<Source<Chunk>> {
    auto rows = open_chunks(data, spec, counts, again);
    if (unseen == nullptr) return rows;
    return watched(std::move(rows), UnseenCells(model), *unseen);
  };
}

OpenChunks rows_to_learn(const Data& data, const Plan& plan, bool skip_bad_rows) {
  ChunkSpec spec = chunk_spec(plan);
  spec.target_needed = !plan.target.empty();
  spec.skip_bad_rows = skip_bad_rows;
  return chunks_of(data, spec);
}

OpenChunks rows_to_learn(const Classifier& model, const Plan& rows, const Data& data, bool skip_bad_rows,
                         ReadCounts* counts) {
  if (!skip_bad_rows) require_classes(data);
  ChunkSpec spec = counting_spec(rows);
  spec.optional = optional_columns(model.plan());
  spec.target_needed = true;
  spec.skip_bad_rows = skip_bad_rows;
  const bool again = std::ranges::any_of(rows.parts, &PartPlan::needs_two_readings);
  return [data, spec, counts, again] { return open_chunks(data, spec, counts, again); };
}

TableEvaluation evaluate_table(const Classifier& model, const Data& data,
                               const TableEvaluationOptions& options) {
  ReadingOptions reading;
  reading.target = ReadingOptions::Target::needed;
  reading.skip_bad_rows = options.skip_bad_rows;
  reading.again = options.again;
  ReadCounts counts;
  UnseenCells unseen(model);
  auto rows = rows_of(model, data, reading, &counts, &unseen)();
  Evaluation out = evaluate(model, *rows, options.decide, options.positive, options.threads, options.tick);
  if (over_ranks(counts.rows, *rows) == 0)
    throw Error(ErrorKind::data, "there are no rows to evaluate", {data.name(), 0, 0},
                "the file has a header only, or every row was skipped");
  check_weights(out, data);
  return {std::move(out), counts, unseen.columns()};
}

Classifier train(const Data& data, const PlanOptions& options, unsigned threads) {
  TrainingOptions training;
  training.threads = threads;
  return TrainingRows(data, options, training).learn();
}

std::vector<Prediction> predict(const Classifier& model, const Data& data, unsigned threads) {
  return model.predict(*rows_of(model, data)(), threads);
}

Evaluation evaluate(const Classifier& model, const Data& data, const Decision& decide,
                    const std::optional<std::string>& positive, unsigned threads) {
  ReadingOptions reading;
  reading.target = ReadingOptions::Target::needed;
  return evaluate(model, *rows_of(model, data, reading)(), decide, positive, threads);
}

}  // namespace priory
