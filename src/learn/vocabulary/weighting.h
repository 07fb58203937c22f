// SPDX-License-Identifier: Apache-2.0
// From counts of words to weights: term frequency, inverse document frequency, length. The same in training
// and prediction, because the options and the idf are stored in the model.
#pragma once

#include <span>

#include "priory/chunk.h"
#include "priory/plan.h"

namespace priory {

// Rewrites the counts of every row. `idf` has an entry for each word and one more for the unseen; may be
// empty.
void weigh(Bag& bag, const TextOptions& options, std::span<const double> idf);

// The term frequency alone.
void weigh_terms(Bag& bag, Tf tf);

// Every row to length one.
void cut_to_length(Bag& bag, LengthNorm norm);

// ln((1 + n) / (1 + df)) + 1
double inverse_document_frequency(double n_texts, double n_with_word);

}  // namespace priory
