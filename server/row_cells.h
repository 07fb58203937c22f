// SPDX-License-Identifier: Apache-2.0
// From the rows of a request to the cells that a model takes, and from there to text that the journal keeps.
//
//   {"text": "cheap pills"}, {"row": {"size": 5.1}}, {"rows": [{...}, ...]}, {"texts": ["...", ...]}
//
// with "label" or "labels" where rows have a class; of a row, the member that is named as the model's target
// will do as well. Members of a row are read as `priory predict` reads a line of JSONL: nested objects have
// dots in their names, an array of scalars is one text, null is missing, numbers are read as they are spelt.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "priory/plan.h"
#include "priory/report.h"
#include "priory/rows.h"

#include "json_value.h"

namespace priory::server {

// A column as a form asks for it.
struct ShapeColumn {
  std::string name;
  std::string_view kind;            // number, values or text
  std::vector<std::string> values;  // those that are declared
};

// What a row is to a model.
class RowShape {
 public:
  RowShape(const Plan& plan, std::vector<std::string> columns);

  const std::vector<std::string>& columns() const { return columns_; }
  const std::string& target() const { return target_; }
  const std::string& weight() const { return weight_; }
  bool has_one_text() const { return columns_.size() == 1 && (texts_.size() == 1); }
  const std::vector<ShapeColumn>& listed() const { return listed_; }
  std::size_t text_column() const;  // an Error of kind usage if there is not just one
  // The place of a column; npos: the model has none of this name.
  std::size_t find(std::string_view name) const;
  bool by_number(std::size_t column) const { return by_number_[column]; }
  std::string nearest(std::string_view name) const;  // "; did you mean ...?"

 private:
  std::vector<std::string> columns_;
  std::map<std::string, std::size_t, std::less<>> places_;
  std::string target_, weight_;
  std::vector<std::size_t> texts_;
  std::vector<ShapeColumn> listed_;
  std::vector<bool> by_number_;  // a number is that number, however the column's cells are spelt in files
};

// A row: its cells own their texts.
struct RowCells {
  std::vector<std::string> texts;
  std::vector<CellValue> cells;  // of the shape's columns
  std::string label;
  bool labelled = false;
  double weight = 1;

  RowCells() = default;
  RowCells(const RowCells&) = delete;
  RowCells& operator=(const RowCells&) = delete;
  RowCells(RowCells&&) = default;
  RowCells& operator=(RowCells&&) = default;
};

// The names of members that hold rows and labels.
bool is_row_member(std::string_view name);

// All rows of a request, in order. An Error of kind usage where there are none, or of kind data with the
// place ("rows[2]") where one cannot be read.
std::vector<RowCells> rows_of_request(const JsonValue& body, const RowShape& shape, std::size_t most_rows);

// Gives rows the "label" or "labels" of a body.
void set_labels(std::vector<RowCells>& rows, const JsonValue& body);

// A row as the journal keeps it, and back: [{columns and cells}, class, weight], the weight where it is
// not 1.
std::string to_json_row(const RowCells& row, const RowShape& shape);
RowCells from_json_row(std::string_view json, const RowShape& shape);

// The cells of a row as one object.
void write_row(JsonWriter& json, const RowCells& row, const RowShape& shape);

// The same for people and pages, whatever the model: cells as texts.
struct ListedRow {
  std::vector<std::pair<std::string, std::string>> cells;
  std::string label;
  std::string text;  // of one cell that one, of several "name=cell, ..."
};
ListedRow listed_row(std::string_view json);

}  // namespace priory::server
