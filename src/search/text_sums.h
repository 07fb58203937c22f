// SPDX-License-Identifier: Apache-2.0
// Texts summed under one way to weigh their words: what candidates of different families and smoothing share.
#pragma once

#include <array>

#include "search/text_rows.h"

namespace priory {

struct Weighting {
  Tf tf = Tf::count;
  bool idf = false;
  LengthNorm length_norm = LengthNorm::none;
  bool pairs = false;
  bool operator==(const Weighting&) const = default;
};

Weighting weighting_of(const PartPlan& part);

struct TextSums {
  const TextRows* rows = nullptr;
  Weighting weighting;
  std::vector<double> idf;     // of each word; 1 without
  std::vector<double> scale;   // of each row: what makes its length 1
  std::vector<double> sum;     // of each group
  std::vector<double> in_all;  // of each word, all classes together
  std::vector<double> total;   // of each class
  double everything = 0;

  TextSums(const TextRows& rows, const Weighting& weighting);

  std::size_t n_words() const { return rows->size(weighting.pairs); }
  // What an entry of a row counts before its length is made 1.
  double bare(std::size_t entry) const { return weighed(rows->count[entry]) * idf[rows->word[entry]]; }

 private:
  double weighed(float count) const {
    const auto n = static_cast<std::size_t>(count);
    return n < small_.size() && static_cast<float>(n) == count ? small_[n] : tf_of(count);
  }
  double tf_of(float count) const;

  std::array<double, 64> small_{};  // of small whole counts
};

}  // namespace priory
