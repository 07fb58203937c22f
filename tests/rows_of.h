// SPDX-License-Identifier: Apache-2.0
// Rows in memory that hold the cells of a CSV text, stored in different ways.
#pragma once

#include <cmath>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "priory/rows.h"

#include "core/number.h"

namespace priory::testing {

// Cells without quotes, column by column.
struct CellColumns {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> cells;

  explicit CellColumns(const std::string& csv) {
    for (std::size_t at = 0, line = 0; at < csv.size(); ++line) {
      const std::size_t end = csv.find('\n', at);
      std::string row = csv.substr(at, end - at) + ",";
      for (std::size_t j = 0; !row.empty(); ++j) {
        const std::string cell = row.substr(0, row.find(','));
        if (line == 0)
          names.push_back(cell), cells.emplace_back();
        else
          cells[j].push_back(cell);
        row.erase(0, cell.size() + 1);
      }
      at = end + 1;
    }
  }
  std::size_t n_rows() const { return cells[0].size(); }
};

inline bool is_missing(const std::string& cell) {
  return cell.empty() || cell == "NA";
}

enum class Storage { strings, offsets, natural };

// The arrays behind Rows, which borrow them.
class OwnedRows {
 public:
  OwnedRows(const CellColumns& columns, Storage storage) : rows_(columns.n_rows()) {
    for (std::size_t j = 0; j < columns.names.size(); ++j) {
      const std::vector<std::string>& cells = columns.cells[j];
      if (storage == Storage::strings)
        rows_.strings(columns.names[j], texts_.emplace_back(cells));
      else if (storage == Storage::offsets)
        add_offsets(columns.names[j], cells, j);
      else if (all_numbers(cells))
        add_numbers(columns.names[j], cells);
      else if (of_spaces(cells))
        rows_.strings(columns.names[j], texts_.emplace_back(cells));
      else
        add_codes(columns.names[j], cells, j);
    }
  }
  OwnedRows(const OwnedRows&) = delete;
  OwnedRows& operator=(const OwnedRows&) = delete;

  const Rows& rows() const { return rows_; }

 private:
  static bool all_numbers(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      if (!is_missing(cell) && !parse_number(cell)) return false;
    }
    return true;
  }
  static bool of_spaces(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      if (cell.find(' ') != std::string::npos) return true;
    }
    return false;
  }

  void add_numbers(const std::string& name, const std::vector<std::string>& cells) {
    std::vector<double>& x = reals_.emplace_back();
    for (const std::string& cell : cells) x.push_back(is_missing(cell) ? NAN : *parse_number(cell));
    rows_.numbers(name, x);
  }

  // -1 for missing cells, or a mask of bits.
  void add_codes(const std::string& name, const std::vector<std::string>& cells, std::size_t j) {
    std::map<std::string, std::size_t> values;
    for (const std::string& cell : cells) {
      if (!is_missing(cell)) values.emplace(cell, 0);
    }
    std::vector<std::string> names;
    for (auto& [value, code] : values) code = names.size(), names.push_back(value);
    std::vector<std::int32_t>& codes = codes_.emplace_back();
    std::vector<std::uint8_t>& bytes = bytes_.emplace_back();
    std::vector<std::uint8_t>& bits = bytes_.emplace_back((cells.size() + 7) / 8 + 1);
    for (std::size_t r = 0; r < cells.size(); ++r) {
      const bool missing = is_missing(cells[r]);
      codes.push_back(missing ? -1 : static_cast<std::int32_t>(values[cells[r]]));
      bytes.push_back(missing ? 77 : static_cast<std::uint8_t>(values[cells[r]]));
      if (!missing) bits[(r + 3) / 8] |= static_cast<std::uint8_t>(1 << (r + 3) % 8);
    }
    if (j % 2 == 0)
      rows_.codes(name, codes, names);
    else
      rows_.codes(name, bytes, names, Mask::present_bits(bits.data(), cells.size(), 3));
  }

  void add_offsets(const std::string& name, const std::vector<std::string>& cells, std::size_t j) {
    std::string& bytes = joined_.emplace_back("xy");
    std::vector<std::int32_t>& narrow = codes_.emplace_back(1, 2);
    std::vector<std::int64_t>& wide = wide_.emplace_back(1, 2);
    for (const std::string& cell : cells) {
      bytes += cell;
      narrow.push_back(static_cast<std::int32_t>(bytes.size()));
      wide.push_back(static_cast<std::int64_t>(bytes.size()));
    }
    rows_.strings(name, j % 2 == 0 ? Strings(narrow, bytes.data()) : Strings(wide, bytes.data()));
  }

  Rows rows_;
  std::deque<std::vector<std::string>> texts_;
  std::deque<std::vector<double>> reals_;
  std::deque<std::vector<std::int32_t>> codes_;
  std::deque<std::vector<std::int64_t>> wide_;
  std::deque<std::vector<std::uint8_t>> bytes_;
  std::deque<std::string> joined_;
};

}  // namespace priory::testing
