// SPDX-License-Identifier: Apache-2.0
#include "priory/training.h"

#include "fold/fold.h"
#include "learn/keep_rows.h"

namespace priory {
namespace {

// Words are kept as they were counted; how they are chosen and weighed is for each model to say.
Plan with_plain_words(Plan plan) {
  for (PartPlan& part : plan.parts) {
    TextOptions plain;
    plain.tokens = part.text_options.tokens;
    part.text_options = plain;
    part.fixed_words.reset();
  }
  return plan;
}

struct Labels : Listed<std::uint32_t> {
  void accumulate(const Chunk& chunk) {
    items.insert(items.end(), chunk.target.codes.begin(), chunk.target.codes.end());
  }
};

}  // namespace

LabelledRows::LabelledRows(const Plan& plan, const OpenChunks& open, std::size_t memory, unsigned threads,
                           const Tick& tick) {
  Kept kept = keep_rows(std::make_shared<const Plan>(with_plain_words(plan)), {&open, 1}, {},
                        [](NamedSums&) {}, {memory, threads, tick});
  if (kept.classes.empty()) fail_without_rows();
  classes_ = std::move(kept.classes);
  labels_ = fold(*kept.rows->open(), Labels{}, 1).items;
  rows_ = std::move(kept.rows);
}

std::size_t LabelledRows::n_rows() const {
  return rows_->n_rows();
}

std::size_t LabelledRows::n_values() const {
  std::size_t out = 0;
  for (const PartVocabulary& part : rows_->vocabulary().parts()) out += part.values.size();
  return out;
}

const std::vector<std::uint32_t>& LabelledRows::groups() const {
  return rows_->groups();
}

OpenChunks LabelledRows::open() const {
  return [rows = rows_] { return rows->open_named(); };
}

}  // namespace priory
