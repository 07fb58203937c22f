// SPDX-License-Identifier: Apache-2.0
#include "priory/validation.h"

#include "fold/fold.h"
#include "learn/kept_rows.h"
#include "learn/vocabulary_pass.h"

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
  const VocabularyPass zero{NamedSums(std::make_shared<const Plan>(with_plain_words(plan))), {}};
  VocabularyPass pass = fold(*open(), zero, threads, tick);
  if (pass.labels.empty())
    throw Error(ErrorKind::data, "there are no rows to learn from", {},
                "the file has a header only, or every row was skipped");
  pass.statistics.canonicalise();
  Dictionary classes;
  for (const std::uint32_t code : pass.labels.sorted_codes()) classes.insert(pass.labels[code]);
  classes_.assign(classes.strings().begin(), classes.strings().end());
  const auto rows = std::make_shared<KeptRows>(std::make_shared<const NamedSums>(std::move(pass.statistics)),
                                               classes, memory == 0 ? half_of_memory() : memory);
  rows->append(*open(), true, threads, tick);
  rows->finish();
  labels_ = fold(*rows->open(), Labels{}, 1).items;
  rows_ = rows;
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
