// SPDX-License-Identifier: Apache-2.0
#include "learn/keep_rows.h"

#include "fold/fold.h"
#include "learn/vocabulary/vocabulary_pass.h"

namespace priory {

void fail_without_rows() {
  throw Error(ErrorKind::data, "there are no rows to learn from", {},
              "the file has a header only, or every row was skipped");
}

Kept keep_rows(const std::shared_ptr<const Plan>& plan, std::span<const OpenChunks> labelled,
               std::span<const OpenChunks> unlabelled, const std::function<void(NamedSums&)>& fix,
               const Keeping& how) {
  const auto each = [&](const auto& take) {
    for (const OpenChunks& open : labelled) take(*open(), true);
    for (const OpenChunks& open : unlabelled) take(*open(), false);
  };
  const VocabularyPass zero{NamedSums(plan), {}};
  VocabularyPass all = zero;
  each([&](Source<Chunk>& rows, bool with_labels) {
    VocabularyPass part = fold(rows, zero, how.threads, how.tick);
    if (!with_labels) part.labels = {};
    all.merge(part);
  });
  all.statistics.canonicalise();
  if (all.statistics.n_rows() == 0) fail_without_rows();
  fix(all.statistics);
  Dictionary classes;
  for (const std::uint32_t code : all.labels.sorted_codes()) classes.insert(all.labels[code]);
  Kept out;
  out.classes.assign(classes.strings().begin(), classes.strings().end());
  out.rows = std::make_shared<KeptRows>(std::make_shared<const NamedSums>(std::move(all.statistics)), classes,
                                        how.memory == 0 ? half_of_memory() : how.memory);
  each([&](Source<Chunk>& rows, bool with_labels) {
    out.rows->append(rows, with_labels, how.threads, how.tick);
  });
  out.rows->finish();
  return out;
}

}  // namespace priory
