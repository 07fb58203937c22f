// SPDX-License-Identifier: Apache-2.0
#include "body.h"

#include <fmt/format.h>

#include "priory/front_end.h"
#include "priory/training.h"

#include "host_state.h"
#include "labels.h"

namespace priory::server {

std::string type_of(const HttpRequest& request) {
  std::string out = request.content_type.substr(0, request.content_type.find(';'));
  while (!out.empty() && out.back() == ' ') out.pop_back();
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

std::optional<Format> format_of(const std::string& type) {
  if (type == "text/csv") return Format::csv;
  if (type == "application/x-ndjson" || type == "application/jsonl") return Format::jsonl;
  if (type == "message/rfc822") return Format::mail;
  return std::nullopt;
}

namespace {

// curl -d says that its body is a form; nobody sends rows as one.
bool is_json(const std::string& type) {
  return type.empty() || type == "application/json" || type == "application/x-www-form-urlencoded";
}

}  // namespace

JsonValue body_of(const HttpRequest& request) {
  const std::string type = type_of(request);
  if (type == "text/plain") {
    JsonValue text{JsonValue::Kind::string, request.body}, out{JsonValue::Kind::object};
    out.names = {"text"}, out.items = {std::move(text)};
    return out;
  }
  if (!is_json(type))
    throw Refusal(
        415, fmt::format("a body of type '{}' is not read here", type),
        "send application/json, or rows as application/x-ndjson, text/csv, text/plain or message/rfc822");
  JsonValue out = parse_json(request.body);
  if (!out.is(JsonValue::Kind::object)) throw Error(ErrorKind::usage, "the body has to be a JSON object");
  return out;
}

Table table_of(const HttpRequest& request, Format format, const Plan& plan) {
  ReadOptions options;
  options.format = format;
  return Table::from_text(request.body, "body", reading_for(plan, options));
}

namespace {

// A model of these columns, to read rows by; what it has learnt plays no part.
Classifier reader_of(const Plan& plan, const RowShape& shape) {
  Learner learner(plan);
  std::vector<CellValue> cells;
  for (const ShapeColumn& column : shape.listed())
    cells.push_back(column.kind == "number" ? CellValue(1) : CellValue("word"));
  learner.learn(cells, "any");
  return learner.snapshot();
}

Classifier reader_of(ModelHost& host) {
  const auto state = host.state();
  if (state->n_rows() > 0) return host.current()->model;
  const std::lock_guard lock(state->learning);
  return reader_of(state->learner->plan(), state->shape);
}

// Cells of a file, under the names in its header.
RowCells cells_of(std::span<const std::string> cells, const std::vector<std::string>& names,
                  const RowShape& shape) {
  RowCells out;
  out.cells.resize(shape.columns().size());
  out.texts.reserve(cells.size());  // views into them stay
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::size_t column = shape.find(names[k]);
    if (column < out.cells.size()) {
      if (cells[k].empty()) continue;
      out.texts.push_back(cells[k]);
      out.cells[column] = CellValue(out.texts.back());
    } else if (names[k] == shape.target() && !cells[k].empty()) {
      out.labelled = true, out.label = cells[k];
    }
  }
  return out;
}

std::vector<RowCells> rows_of_file(ModelHost& host, const HttpRequest& request, Format format,
                                   std::size_t most_rows) {
  const Classifier model = reader_of(host);
  ReadingOptions reading;
  reading.again = false;
  const auto state = host.state();
  reading.keep_all = format != Format::jsonl;  // whose rows name their own columns
  if (!reading.keep_all) {
    reading.keep = state->shape.columns();
    reading.keep.push_back(state->shape.target());
  }
  std::vector<RowCells> out;
  const auto take = [&](const ScoredChunk& scored, std::string&) {
    const Chunk& chunk = *scored.chunk;
    const std::size_t n = chunk.kept_names.size();
    for (std::size_t r = 0; r < chunk.n_rows; ++r)
      out.push_back(cells_of({chunk.kept.data() + r * n, n}, chunk.kept_names, state->shape));
    if (out.size() > most_rows)
      throw Error(ErrorKind::usage, fmt::format("more than the {} rows of a request", most_rows), {},
                  "send them in several requests");
  };
  const Table table = table_of(request, format, model.plan());
  model.score(*rows_of(model, table, reading)(), take, [](const std::string&) {});
  return out;
}

}  // namespace

std::vector<RowCells> rows_of_body(ModelHost& host, const HttpRequest& request, const JsonValue* json,
                                   std::size_t most_rows) {
  if (json != nullptr) return rows_of_request(*json, host.state()->shape, most_rows);
  if (const auto format = format_of(type_of(request))) return rows_of_file(host, request, *format, most_rows);
  return rows_of_request(body_of(request), host.state()->shape, most_rows);
}

Table table_of(const std::vector<const RowCells*>& rows, const RowShape& shape) {
  std::string text = csv_header(shape);
  for (const RowCells* row : rows) text += csv_line_of(*row, shape);
  ReadOptions options;
  options.format = Format::csv, options.delimiter = ',';
  return Table::from_text(std::move(text), "rows", options);
}

}  // namespace priory::server
