// SPDX-License-Identifier: Apache-2.0
// The search for names of buckets: another reading of the rows that counts the words which fall into the most
// telling buckets; two if these are too many to count. Which of the two is not seen in the result: a name
// makes up a tenth of its bucket, and a sketch, which never counts too little, overlooks none such.
#pragma once

#include "priory/classifier.h"

#include "learn/named_sums.h"

namespace priory {

// The names for every part of the statistics; null for those that are not hashed. The rows must be listed.
// `most_words` are counted at a time.
std::vector<std::shared_ptr<const BucketNames>> find_names(const NamedSums& statistics,
                                                           const OpenChunks& listed, unsigned threads,
                                                           const Tick& tick,
                                                           std::size_t most_words = 1 << 18);

}  // namespace priory
