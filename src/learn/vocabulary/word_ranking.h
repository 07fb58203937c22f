// SPDX-License-Identifier: Apache-2.0
// How much the words of a text count when only some can stay: by how often they occur, or by how much they
// tell of the class. Computed from the exact sums of a part, so that who learns and forgets the same rows
// ranks the same way.
//
//   information  of the event "this is w" with the class, in nats:
//                1/N sum over cells c of  n[w][c] ln(n[w][c] N / (n[w] N[c]))
//                                      + (N[c] - n[w][c]) ln((N[c] - n[w][c]) N / ((N - n[w]) N[c]))
//   events       a token of the texts (multinomial, complement): N[c] is the sum of n[w][c] over all words;
//                a text that has the word or not (bernoulli): N[c] is the number of texts
//   source       McCallum and Nigam, A comparison of event models for naive Bayes text classification (1998),
//                section 3
#pragma once

#include <vector>

#include "exact/block.h"

namespace priory {

// One number a word. Cells are summed in their order: of canonical statistics.
std::vector<double> word_frequencies(const Block& bag);
std::vector<double> word_information(const Block& bag);

// The codes of the n words that have most; of equals the first. In order.
std::vector<std::uint32_t> most_of(std::vector<std::uint32_t> words, const std::vector<double>& rank,
                                   std::size_t n);

}  // namespace priory
