// SPDX-License-Identifier: Apache-2.0
// Rows read twice, first for what values and words there are, then for their cells, and kept for many
// readings. So are those whose class is known, for judging, and those whose class is hidden, for EM.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learn/kept_rows.h"

namespace priory {

struct Kept {
  std::shared_ptr<KeptRows> rows;
  std::vector<std::string> classes;  // in code point order
};

struct Keeping {
  std::size_t memory = 0;  // in bytes; 0: half of what the machine has
  unsigned threads = 1;
  Tick tick = {};
};

// `fix` settles the vocabulary once all rows have been met. Of `unlabelled` rows the class is not looked at.
// An Error of kind data if there is no row.
Kept keep_rows(const std::shared_ptr<const Plan>& plan, std::span<const OpenChunks> labelled,
               std::span<const OpenChunks> unlabelled, const std::function<void(NamedSums&)>& fix,
               const Keeping& how);

[[noreturn]] void fail_without_rows();

}  // namespace priory
