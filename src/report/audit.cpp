// SPDX-License-Identifier: Apache-2.0
// An audit as text, CSV and JSON.
#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

// What stands in a row, without its label: for one line.
std::string shown(const std::vector<std::string>& columns, const std::vector<std::string>& cells,
                  const std::string& target) {
  std::string out;
  const auto n_others =
      std::ranges::count_if(columns, [&](const std::string& name) { return name != target; });
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (columns[k] == target) continue;
    if (!out.empty()) out += ", ";
    out += n_others == 1 ? cells[k] : columns[k] + '=' + cells[k];
  }
  return out;
}

std::string joined(const auto& items, const char* between) {
  return fmt::format("{}", fmt::join(items, between));
}

void write_cells(JsonWriter& json, const Audit& audit, const std::vector<std::string>& cells) {
  json.key("row_cells").begin_object();
  for (std::size_t k = 0; k < cells.size(); ++k) json.member(audit.columns[k], cells[k]);
  json.end_object();
}

}  // namespace

std::string to_json(const Audit& audit) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object().member("schema", "priory.audit/1").member("target", audit.target);
  json.member("rows", audit.n_rows).member("n_suspects", audit.n_suspects).key("suspects").begin_array();
  for (const SuspectLabel& each : audit.suspects) {
    json.begin_object()
        .member("row", each.row)
        .member("place", each.place.text())
        .member("label", each.label);
    json.member("likelier", each.likelier).member("log_odds", each.log_odds);
    json.member("probability", each.probability);
    write_cells(json, audit, each.cells);
    json.end_object();
  }
  json.end_array().member("n_alike", audit.n_alike).key("alike").begin_array();
  for (const AlikeRows& each : audit.alike) {
    json.begin_object().member("rows", each.rows).member("labels", each.labels).member("equal", each.equal);
    write_cells(json, audit, each.cells);
    json.end_object();
  }
  json.end_array().end_object();
  return out.str();
}

TextTable suspects_table(const Audit& audit, bool people) {
  const auto figure = [&](double value) { return people ? fixed_text(value, 4) : number_text(value); };
  TextTable table({"place", "row", "label", "likelier", "log_odds", "probability", "content"});
  for (const SuspectLabel& each : audit.suspects)
    table.add_row({each.place.text(), fmt::format("{}", each.row), each.label, each.likelier,
                   people ? fixed_text(each.log_odds, 1) : figure(each.log_odds), figure(each.probability),
                   shown(audit.columns, each.cells, audit.target)});
  return table;
}

TextTable alike_table(const Audit& audit) {
  TextTable table({"rows", "labels", "alike", "content"});
  for (const AlikeRows& each : audit.alike)
    table.add_row({joined(each.rows, " "), joined(each.labels, " "), each.equal ? "equal" : "nearly",
                   shown(audit.columns, each.cells, audit.target)});
  return table;
}

}  // namespace priory
