// SPDX-License-Identifier: Apache-2.0
#include "search/text_field.h"

#include <algorithm>

#include "core/random.h"
#include "fold/fold.h"

namespace priory {
namespace {

// About `most` rows, in their order; those of fewer are among those of more.
std::vector<std::size_t> chosen_rows(const TextRows& rows, std::size_t most) {
  const double share =
      rows.n_rows() <= most ? 1 : static_cast<double>(most) / static_cast<double>(rows.n_rows());
  std::vector<std::size_t> out;
  for (std::size_t row = 0; row < rows.n_rows(); ++row) {
    if (unit(mixed(row ^ 0x5EA8C4)) < share && rows.of_class[rows.label[row]] > 1) out.push_back(row);
  }
  return out;
}

ScoredRows score(TextJudge& judge, const TextRows& texts, const std::vector<std::size_t>& rows) {
  ScoredRows out;
  out.n_classes = texts.n_classes();
  out.log_posterior.resize(rows.size() * out.n_classes);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    judge(rows[k], {&out.log_posterior[k * out.n_classes], out.n_classes});
    out.actual.push_back(texts.label[rows[k]]), out.predicted.push_back(0);
    out.weight.push_back(1ULL << 24);
  }
  return out;
}

// Everything of words comes from one reading, with pairs.
Plan with_pairs(Plan plan) {
  TokenOptions& tokens = plan.parts[0].text_options.tokens;
  if (!tokens.of_characters()) tokens.max_n = std::max<std::size_t>(tokens.max_n, 2);
  return plan;
}

}  // namespace

const TextRows* TextField::texts_of(const Plan& plan) {
  if (!is_plain_text(plan)) return nullptr;
  const bool characters = plan.parts[0].text_options.tokens.of_characters();
  auto at = kept_.find(characters);
  if (at == kept_.end()) {
    const Plan wide = with_pairs(plan);
    at = kept_.emplace(characters, keep_texts(rows_of_(wide), wide, kMostEntries)).first;
  }
  return at->second ? &*at->second : nullptr;
}

void TextField::judge_group(const TextSums& sums, const std::vector<PlanCandidate>& candidates,
                            const std::vector<std::size_t>& of, const std::vector<std::size_t>& rows,
                            std::vector<std::optional<ScoredRows>>& out) {
  std::vector<TextJudge::Scratch> scratch(std::max(1U, threads_));
  parallel_for(threads_, of.size(), [&](unsigned thread, std::size_t k) {
    TextJudge judge(sums, candidates[of[k]].plan, scratch[thread]);
    out[of[k]] = score(judge, *sums.rows, rows);
  });
}

std::vector<std::optional<ScoredRows>> TextField::judge(const std::vector<PlanCandidate>& candidates,
                                                        std::size_t most) {
  std::vector<std::optional<ScoredRows>> out(candidates.size());
  std::vector<bool> done(candidates.size());
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (done[k]) continue;
    const TextRows* texts = texts_of(candidates[k].plan);
    if (texts == nullptr) continue;
    const Weighting weighting = weighting_of(candidates[k].plan.parts[0]);
    std::vector<std::size_t> same;
    for (std::size_t j = k; j < candidates.size(); ++j) {
      if (!done[j] && texts_of(candidates[j].plan) == texts &&
          weighting_of(candidates[j].plan.parts[0]) == weighting)
        same.push_back(j), done[j] = true;
    }
    judge_group(TextSums(*texts, weighting), candidates, same, chosen_rows(*texts, most), out);
  }
  return out;
}

}  // namespace priory
