// SPDX-License-Identifier: Apache-2.0
// The data of one ARFF file: rows `1, red, 'a b'` or, sparse, `{0 1, 2 'a b'}` with positions from 0. A file
// has rows of one kind; the other kind is bad there. In a sparse row a numeric column not listed is 0, a
// nominal one has its first declared value, and any other is missing. A bare `?` is missing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "priory/chunk.h"

#include "input/formats/arff_value.h"
#include "input/formats/sparse_row.h"
#include "input/record_format.h"

namespace priory {

class ArffRecords : public LineRecords {
 public:
  // The columns as this file declares them; `map`: where each is in the table, empty when in order.
  ArffRecords(std::vector<DeclaredColumn> columns, std::vector<std::uint32_t> map, bool sparse);

  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override;

 private:
  struct Fault {
    std::size_t offset = 0;
    std::string reason, remedy;
  };

  void parse_dense(std::string_view line, std::size_t number, Records& rows) const;
  bool cut_dense(std::string_view line, std::vector<Cell>& cells, Records& rows, Fault& fault) const;
  void parse_sparse(SparseRow row, Records& rows) const;
  bool cut_sparse(SparseRow& row, std::vector<bool>& listed, Records& rows, Fault& fault) const;
  bool add_entry(ArffReader& reader, SparseRow& row, std::vector<bool>& listed, Records& rows,
                 Fault& fault) const;
  void add_absent(SparseRow& row, const std::vector<bool>& listed) const;
  bool make_cell(std::size_t column, const ArffValue& value, Records& rows, Cell& cell, Fault& fault) const;

  std::vector<DeclaredColumn> columns_;
  std::vector<Dictionary> values_;  // one a column; empty when it is not nominal
  std::vector<std::uint32_t> map_;
  bool sparse_;
};

}  // namespace priory
