// SPDX-License-Identifier: Apache-2.0
// The records of one CSV file, as rows of the table: the cells of a later file may stand in another order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/csv/csv_cut.h"
#include "input/record_format.h"

namespace priory {

class CsvRecords : public RecordFormat {
 public:
  // `map`: where each cell goes; empty when they are in order. `named`: the columns have a header.
  CsvRecords(char delimiter, std::size_t n_columns, std::vector<std::uint32_t> map, bool named);

  std::size_t whole_records(std::string_view bytes) const override;
  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override;
  std::uint8_t n_states() const override { return kCsvStates; }
  std::uint8_t state_after(std::uint8_t state, std::string_view bytes) const override;
  std::size_t first_record(std::uint8_t state, std::string_view bytes) const override;

 private:
  // Nothing, or spaces, where a row has several cells.
  bool is_blank(const CutRecord& record) const {
    return n_columns_ > 1 && record.n_cells == 1 &&
           record.text.find_first_not_of(' ') == std::string_view::npos;
  }
  void place_cells(const std::vector<Cell>& cut, Records& rows) const;
  std::string remedy_of_surplus(const CutRecord& record) const;
  BadRow complaint(const CutRecord& record, std::size_t line, std::string_view file) const;

  char delimiter_;
  std::size_t n_columns_;
  std::vector<std::uint32_t> map_;
  bool named_;
};

}  // namespace priory
