// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/weighting.h"

#include <cmath>

namespace priory {
namespace {

double length(std::span<const double> values, LengthNorm norm) {
  double sum = 0;
  for (const double value : values) sum += norm == LengthNorm::l1 ? std::abs(value) : value * value;
  return norm == LengthNorm::l1 ? sum : std::sqrt(sum);
}

double term_frequency(double count, Tf tf) {
  if (tf == Tf::binary) return 1;
  return tf == Tf::log ? 1 + std::log(count) : count;
}

}  // namespace

void weigh_terms(Bag& bag, Tf tf) {
  for (double& count : bag.count.writable()) count = term_frequency(count, tf);
}

void cut_to_length(Bag& bag, LengthNorm norm) {
  if (norm == LengthNorm::none) return;
  for (std::size_t row = 0; row < bag.n_rows(); ++row) {
    const std::span<double> values =
        bag.count.writable().subspan(bag.begin[row], bag.begin[row + 1] - bag.begin[row]);
    const double size = length(values, norm);
    if (size > 0) {
      for (double& value : values) value /= size;
    }
  }
}

void weigh(Bag& bag, const TextOptions& options, std::span<const double> idf) {
  weigh_terms(bag, options.tf);
  const std::span<double> counts = idf.empty() ? std::span<double>() : bag.count.writable();
  for (std::size_t k = 0; k < counts.size(); ++k) counts[k] *= idf[bag.word[k]];
  cut_to_length(bag, options.length_norm);
}

double inverse_document_frequency(double n_texts, double n_with_word) {
  return std::log((1 + n_texts) / (1 + n_with_word)) + 1;
}

}  // namespace priory
