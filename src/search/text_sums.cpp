// SPDX-License-Identifier: Apache-2.0
#include "search/text_sums.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace priory {
namespace {

// ln((1 + n) / (1 + df)) + 1
std::vector<double> idf_of(const TextRows& rows) {
  const double n = std::accumulate(rows.texts.begin(), rows.texts.end(), 0.0);
  std::vector<double> out;
  for (const std::uint32_t documents : rows.documents)
    out.push_back(std::log((1 + n) / (1 + static_cast<double>(documents))) + 1);
  return out;
}

}  // namespace

Weighting weighting_of(const PartPlan& part) {
  const TextOptions& text = part.text_options;
  const bool pairs = text.tokens.max_n > 1 || text.tokens.of_characters();
  if (part.family == "bernoulli") return {Tf::binary, false, LengthNorm::none, pairs};
  return {text.tf, text.idf, text.length_norm, pairs};
}

double TextSums::tf_of(float count) const {
  if (weighting.tf == Tf::binary) return 1;
  return weighting.tf == Tf::count ? static_cast<double>(count) : 1 + std::log(static_cast<double>(count));
}

TextSums::TextSums(const TextRows& from, const Weighting& how)
    : rows(&from),
      weighting(how),
      idf(how.idf ? idf_of(from) : std::vector<double>(from.n_words, 1)),
      scale(from.n_rows(), 1),
      sum(from.first_group[n_words()]),
      in_all(n_words()),
      total(from.n_classes()) {
  for (std::size_t n = 1; n < small_.size(); ++n) small_[n] = tf_of(static_cast<float>(n));
  for (std::size_t row = 0; row < from.n_rows() && how.length_norm != LengthNorm::none; ++row) {
    double length = 0;
    for (std::size_t k = from.begin[row]; k < from.end(row, how.pairs); ++k) {
      const double x = bare(k);
      length += how.length_norm == LengthNorm::l2 ? x * x : x;
    }
    if (length > 0) scale[row] = 1 / (how.length_norm == LengthNorm::l2 ? std::sqrt(length) : length);
  }
  for (std::size_t w = 0; w < n_words(); ++w) {
    for (std::size_t g = from.first_group[w]; g < from.first_group[w + 1]; ++g) {
      double x = 0;
      for (std::size_t k = from.group_begin[g]; k < from.group_begin[g + 1]; ++k)
        x += weighed(from.entry_count[k]) * scale[from.entry_row[k]];
      sum[g] = x * idf[w];
      in_all[w] += sum[g], total[from.group_class[g]] += sum[g];
    }
  }
  everything = std::accumulate(total.begin(), total.end(), 0.0);
}

}  // namespace priory
