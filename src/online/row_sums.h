// SPDX-License-Identifier: Apache-2.0
// The sums of one row: what it adds to the statistics of every part, and what forgetting it takes away.
// Scratch of one thread.
#pragma once

#include <vector>

#include "learn/named_sums.h"
#include "online/row_coder.h"

namespace priory {

class RowSums {
 public:
  // Reads the row for these statistics, whose dictionaries grow by what is new. With `known` nothing new is
  // entered, and the result is false if the row has a value or a word that was never learnt.
  bool read(RowView row, double weight, bool known, RowCoder& coder, NamedSums& statistics);

  // Of part k: the values of the row in the codes of the statistics, and its sums, values x 1 cell.
  const std::vector<std::uint32_t>& values(std::size_t k) const { return parts_[k].values; }
  const Block& sums(std::size_t k) const { return parts_[k].sums; }

 private:
  struct Part {
    std::vector<Column> columns;
    std::vector<std::uint32_t> values;
    Block sums;
  };

  bool read_columns(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan, PartVocabulary& part);
  bool read_text(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan, PartVocabulary& part);
  bool gather_values(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan, PartVocabulary& part);
  bool read_value(std::size_t k, bool known, RowCoder& coder, const PartPlan& plan, PartVocabulary& part);

  std::vector<Part> parts_;
  std::string key_;
};

}  // namespace priory
