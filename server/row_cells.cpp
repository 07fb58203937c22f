// SPDX-License-Identifier: Apache-2.0
#include "row_cells.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <sstream>

#include "priory/error.h"
#include "priory/report.h"

namespace priory::server {
namespace {

using Kind = JsonValue::Kind;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

[[noreturn]] void refuse(const std::string& place, const std::string& message,
                         const std::string& remedy = "") {
  throw Error(ErrorKind::data, message, {place, 0, 0}, remedy);
}

// Puts the members of a row into the cells.
class Filling {
 public:
  Filling(const RowShape& shape, RowCells& row, const std::string& place)
      : shape_(shape), row_(row), place_(place) {
    row_.cells.resize(shape.columns().size());
    row_.texts.reserve(shape.columns().size() + 1);  // views into them must stay
    taken_.resize(shape.columns().size());
  }

  void take(const JsonValue& object, const std::string& prefix = "") {
    for (std::size_t k = 0; k < object.items.size(); ++k) {
      const JsonValue& value = object.items[k];
      if (prefix.empty() && !value.is(Kind::object)) {
        take_member(object.names[k], value);
        continue;
      }
      const std::string name = prefix + object.names[k];
      value.is(Kind::object) ? take(value, name + ".") : take_member(name, value);
    }
  }

  // Whoever sends no column of the model has another model in mind.
  void finish() const {
    if (!known_.empty() || first_unknown_.empty() || shape_.columns().empty()) return;
    refuse(place_,
           fmt::format("the model has no column '{}'{}", first_unknown_, shape_.nearest(first_unknown_)),
           fmt::format("it reads {}", fmt::join(shape_.columns(), ", ")));
  }

  void set(std::size_t column, const JsonValue& value) {
    if (taken_[column]) refuse(place_, fmt::format("the column '{}' comes twice", shape_.columns()[column]));
    taken_[column] = true;
    known_ = shape_.columns()[column];
    if (value.is(Kind::null)) return;
    if (value.is(Kind::number) && shape_.by_number(column)) {
      row_.cells[column] = number_of(value, known_, -kMost, kMost);
      return;
    }
    row_.texts.push_back(value.is(Kind::array) ? joined(value) : value.text);
    row_.cells[column] = CellValue(row_.texts.back());
  }

 private:
  static constexpr double kMost = std::numeric_limits<double>::max();

  void take_member(const std::string& name, const JsonValue& value) {
    const std::size_t column = shape_.find(name);
    if (column != kNone) return set(column, value);
    if (!shape_.target().empty() && name == shape_.target()) {
      known_ = name;
      row_.labelled = !value.is(Kind::null);
      row_.label = value.text;
    } else if (!shape_.weight().empty() && name == shape_.weight()) {
      row_.weight = number_of(value, name, 0, kMost);
    } else if (first_unknown_.empty()) {
      first_unknown_ = name;
    }
  }

  std::string joined(const JsonValue& array) const {
    std::string out;
    for (const JsonValue& each : array.items) {
      if (each.is(Kind::array) || each.is(Kind::object))
        refuse(place_, fmt::format("a cell of the column '{}' is an array of arrays or objects", known_));
      if (each.is(Kind::null)) continue;
      if (!out.empty()) out += ' ';
      out += each.text;
    }
    return out;
  }

  const RowShape& shape_;
  RowCells& row_;
  const std::string& place_;
  std::vector<bool> taken_;
  std::string known_, first_unknown_;
};

RowCells row_of_object(const JsonValue& object, const RowShape& shape, const std::string& place) {
  if (!object.is(Kind::object)) refuse(place, "a row is an object of columns and their cells");
  RowCells out;
  Filling filling(shape, out, place);
  filling.take(object);
  filling.finish();
  return out;
}

RowCells row_of_text(const JsonValue& text, const RowShape& shape, const std::string& place) {
  if (!text.is(Kind::string)) refuse(place, "a text is a string");
  RowCells out;
  Filling(shape, out, place).set(shape.text_column(), text);
  return out;
}

void set_label(RowCells& row, const JsonValue& label, const std::string& place) {
  if (label.is(Kind::array) || label.is(Kind::object)) refuse(place, "a class is a string");
  row.labelled = !label.is(Kind::null);
  row.label = label.text;
}

void check_number(std::size_t n_rows, std::size_t most) {
  if (n_rows > most)
    throw Error(ErrorKind::usage, fmt::format("{} rows are more than the {} of a request", n_rows, most), {},
                "send them in several requests");
}

// How the parts that read a column take it: a part over several columns with values reads values.
ShapeColumn listed_column(const Plan& plan, const std::string& name) {
  ShapeColumn out{name, "values", {}};
  for (const PartPlan& part : plan.parts) {
    if (std::ranges::find(part.columns, name) == part.columns.end()) continue;
    if (part.text) return {name, "text", {}};
    if (part.kind == CellKind::codes)
      return {name, "values", part.columns.size() == 1 ? part.declared : std::vector<std::string>()};
    return {name, "number", {}};
  }
  return out;
}

}  // namespace

RowShape::RowShape(const Plan& plan, std::vector<std::string> columns)
    : columns_(std::move(columns)), target_(plan.target), weight_(plan.weight), by_number_(columns_.size()) {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    places_.emplace(columns_[k], k);
    const auto reading = plan.readings.find(columns_[k]);
    by_number_[k] =
        reading != plan.readings.end() && (reading->second.decimal != '.' || reading->second.thousands != 0);
  }
  for (const PartPlan& part : plan.parts) {
    const auto at = part.text ? places_.find(part.columns[0]) : places_.end();
    if (at != places_.end() && std::ranges::find(texts_, at->second) == texts_.end())
      texts_.push_back(at->second);
  }
  for (const std::string& name : columns_) listed_.push_back(listed_column(plan, name));
}

std::size_t RowShape::text_column() const {
  if (texts_.size() == 1) return texts_[0];
  if (columns_.size() == 1) return 0;
  throw Error(ErrorKind::usage,
              texts_.empty() ? "the model reads no text" : "the model reads several columns of texts", {},
              fmt::format(R"(send a row: {{"row": {{"{}": ...}}}})", columns_.empty() ? "" : columns_[0]));
}

std::size_t RowShape::find(std::string_view name) const {
  const auto at = places_.find(name);
  return at == places_.end() ? kNone : at->second;
}

std::string RowShape::nearest(std::string_view name) const {
  return did_you_mean(name, columns_);
}

void set_labels(std::vector<RowCells>& rows, const JsonValue& body) {
  const JsonValue *one = body.find("label"), *many = body.find("labels");
  if (one != nullptr && many != nullptr)
    throw Error(ErrorKind::usage, "'label' is for one row, 'labels' for many: give one of them");
  if (one != nullptr) {
    for (RowCells& row : rows) set_label(row, *one, "label");
  }
  if (many == nullptr) return;
  if (!many->is(Kind::array) || many->items.size() != rows.size())
    throw Error(ErrorKind::usage,
                fmt::format("'labels' has to be an array of {} classes, one for each row", rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r)
    set_label(rows[r], many->items[r], fmt::format("labels[{}]", r));
}

bool is_row_member(std::string_view name) {
  constexpr std::string_view kNames[] = {"row", "rows", "text", "texts", "label", "labels"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

std::vector<RowCells> rows_of_request(const JsonValue& body, const RowShape& shape, std::size_t most_rows) {
  std::vector<RowCells> out;
  std::size_t n_given = 0;
  for (const std::string_view name : {"row", "rows", "text", "texts"}) {
    const JsonValue* value = body.find(name);
    if (value == nullptr) continue;
    ++n_given;
    const auto read = name[0] == 'r' ? row_of_object : row_of_text;
    if (name.back() != 's') {
      out.push_back(read(*value, shape, std::string(name)));
      continue;
    }
    if (!value->is(Kind::array)) throw Error(ErrorKind::usage, fmt::format("'{}' has to be an array", name));
    check_number(value->items.size(), most_rows);
    for (std::size_t r = 0; r < value->items.size(); ++r)
      out.push_back(read(value->items[r], shape, fmt::format("{}[{}]", name, r)));
  }
  if (n_given != 1)
    throw Error(ErrorKind::usage,
                n_given == 0 ? "the request has no rows" : "the request has rows in two ways", {},
                R"(send one of {"text": "..."}, {"row": {...}}, {"rows": [{...}]} and {"texts": ["..."]})");
  set_labels(out, body);
  return out;
}

void write_row(JsonWriter& json, const RowCells& row, const RowShape& shape) {
  json.begin_object();
  for (std::size_t k = 0; k < row.cells.size(); ++k) {
    const CellValue& cell = row.cells[k];
    if (cell.kind == CellValue::Kind::missing) continue;
    json.key(shape.columns()[k]);
    cell.kind == CellValue::Kind::number ? json.value(cell.number) : json.value(cell.text);
  }
  json.end_object();
}

std::string to_json_row(const RowCells& row, const RowShape& shape) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_array();  // in an array, an object is one line
  write_row(json, row, shape);
  if (row.labelled) json.value(row.label);
  if (row.weight != 1) json.value(row.weight);
  json.end_array();
  return out.str();
}

ListedRow listed_row(std::string_view json) {
  const JsonValue value = parse_json(json);
  if (!value.is(Kind::array) || value.items.empty() || !value.items[0].is(Kind::object))
    throw Error(ErrorKind::data, "a row of the journal is damaged");
  ListedRow out;
  const JsonValue& row = value.items[0];
  for (std::size_t k = 0; k < row.items.size(); ++k) {
    out.cells.emplace_back(row.names[k], row.items[k].text);
    if (k > 0) out.text += ", ";
    out.text += row.items.size() == 1 ? row.items[k].text : row.names[k] + '=' + row.items[k].text;
  }
  if (value.items.size() > 1 && value.items[1].is(Kind::string)) out.label = value.items[1].text;
  return out;
}

RowCells from_json_row(std::string_view json, const RowShape& shape) {
  const JsonValue value = parse_json(json);
  if (!value.is(Kind::array) || value.items.empty())
    throw Error(ErrorKind::data, "a row of the journal is damaged");
  RowCells out = row_of_object(value.items[0], shape, "journal");
  for (std::size_t k = 1; k < value.items.size(); ++k) {
    if (value.items[k].is(Kind::string)) set_label(out, value.items[k], "journal");
    if (value.items[k].is(Kind::number))
      out.weight = number_of(value.items[k], "weight", 0, std::numeric_limits<double>::max());
  }
  return out;
}

}  // namespace priory::server
