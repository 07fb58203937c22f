// SPDX-License-Identifier: Apache-2.0
// The requests that read a model: predict, explain, query, evaluate. Rows come as JSON, as a text, or as a
// file of rows (CSV, NDJSON, a mail), which is read as `priory predict` reads files.
#include <fmt/format.h>
#include <sstream>

#include "priory/front_end.h"
#include "priory/query.h"
#include "priory/report.h"
#include "priory/training.h"

#include "answers.h"
#include "body.h"
#include "service.h"

namespace priory::server {
namespace {

HttpResponse json(std::string body, std::int64_t event) {
  HttpResponse out{200, "application/json", std::move(body)};
  out.headers.emplace_back("Priory-Event", std::to_string(event));
  return out;
}

std::string head_of(const char* schema, const ModelHost& host, std::int64_t event) {
  return fmt::format("{{\"schema\": \"{}\", \"model\": {}, \"event\": {}, \"rows\": [", schema,
                     Labels({host.name()}).json[0], event);
}

void add_bad_row(std::string& out, const std::string& why) {
  out += "{\"predicted\": null, \"error\": " + Labels({why}).json[0] + '}';
}

// The rows of a file, one object each, `between` them.
std::string predictions_of(const Table& table, const Classifier& model, const Options& options,
                           const std::shared_ptr<const Labels>& labels, const char* between) {
  const PredictionWriter writer(options, labels);
  ReadingOptions reading;
  reading.again = false;
  const std::string bad = options.text("on_bad_row");
  if (!bad.empty() && bad != "fail" && bad != "skip" && bad != "mark")
    throw Error(ErrorKind::usage, "'on_bad_row' has to be fail, skip or mark");
  reading.skip_bad_rows = bad == "skip", reading.mark_bad_rows = bad == "mark";
  UnseenCells unseen(model);
  std::string all;
  const auto format = [&](const ScoredChunk& chunk, std::string& out) {
    auto marked = chunk.chunk->bad.begin();
    for (std::size_t row = 0; row < chunk.chunk->n_rows; ++row) {
      if (marked != chunk.chunk->bad.end() && marked->row == row) {
        add_bad_row(out, fmt::format("{}: {}", marked->place.text(), marked->reason));
        ++marked;
      } else {
        writer.write(out, chunk.row(row), unseen.columns_of(*chunk.chunk, row));
      }
      out += between;
    }
  };
  model.score(*rows_of(model, table, reading)(), format, [&](const std::string& some) { all += some; });
  return all;
}

HttpResponse predict_file(const ModelHost& host, const Snapshot& snapshot, const Table& table,
                          const Options& options, bool lines) {
  const Classifier model = adjusted(options, snapshot.model).value_or(snapshot.model);
  if (lines) {
    HttpResponse out{200, "application/x-ndjson",
                     predictions_of(table, model, options, snapshot.labels, "\n")};
    out.headers.emplace_back("Priory-Event", std::to_string(snapshot.event));
    return out;
  }
  std::string rows = predictions_of(table, model, options, snapshot.labels, ", ");
  if (!rows.empty()) rows.resize(rows.size() - 2);
  return json(head_of("priory.predictions/1", host, snapshot.event) + rows + "]}\n", snapshot.event);
}

}  // namespace

HttpResponse Service::predict(const Call& call) const {
  Options options;
  options.read_query(call.query);
  const std::string type = type_of(call.request);
  std::vector<std::string> known = kPredictOptions;
  if (const auto format = format_of(type)) {
    known.emplace_back("on_bad_row");
    options.allow_only(known);
    const auto snapshot = call.host->current();
    return predict_file(*call.host, *snapshot, table_of(call.request, *format, snapshot->model.plan()),
                        options, *format == Format::jsonl);
  }
  const JsonValue body = body_of(call.request);
  options.read_body(body);
  options.allow_only(known);
  const ModelHost::Batch batch = call.host->read(body, options_.most_rows);
  const std::int64_t event = call.host->event();
  std::string out = head_of("priory.predictions/1", *call.host, event);
  const std::vector<std::vector<std::string>> unseen = call.host->unseen(batch);
  std::size_t row = 0;
  std::optional<PredictionWriter> writer;
  const auto take = [&](const std::shared_ptr<const Labels>& labels, std::span<const double> log_posterior) {
    if (!writer || !writer->is_for(labels)) writer.emplace(options, labels);
    writer->write(out, log_posterior, unseen.empty() ? std::vector<std::string>() : unseen[row++]);
    out += ", ";
  };
  if (options.find("class_prior") != nullptr || options.find("raw") != nullptr) {
    const auto snapshot = call.host->current();
    Predictor predictor(adjusted(options, snapshot->model).value_or(snapshot->model));
    for (const RowCells& each : batch.rows) take(snapshot->labels, predictor.log_posterior(each.cells));
  } else {
    call.host->log_posteriors(batch, take);
  }
  if (!batch.rows.empty()) out.resize(out.size() - 2);
  return json(out + "]}\n", event);
}

HttpResponse Service::explain(const Call& call) const {
  Options options;
  options.read_query(call.query);
  const JsonValue body = body_of(call.request);
  options.read_body(body);
  options.allow_only({"class", "against", "class_prior", "raw"});
  const ModelHost::Batch batch = call.host->read(body, 1000);
  const auto snapshot = call.host->current();
  std::optional<Predictor> own;
  if (auto other = adjusted(options, snapshot->model)) own.emplace(std::move(*other));
  Predictor& predictor = own ? *own : call.host->predictor();
  const std::string of = options.text("class"), against = options.text("against");
  std::ostringstream out;
  JsonWriter writer(out);
  writer.begin_object().member("schema", "priory.explanation/1").key("rows").begin_array();
  std::size_t number = 0;
  for (const RowCells& row : batch.rows) {
    const Explanation each = predictor.explain(row.cells);
    write_json(writer, predictor.model(), each, compared_classes(predictor.model(), each, of, against),
               ++number);
  }
  writer.end_array().end_object();
  return json(out.str(), snapshot->event);
}

HttpResponse Service::query(const Call& call) const {
  Options options;
  options.read_body(body_of(call.request));
  options.allow_only({"query", "class_prior", "raw"});
  const auto snapshot = call.host->current();
  const JointDistribution joint(adjusted(options, snapshot->model).value_or(snapshot->model));
  const Query query(options.text("query"));
  return json(to_json(query, joint.ask(query)), snapshot->event);
}

namespace {

// Rows of JSON as columns of texts, which Rows borrows.
struct TextColumns {
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<std::uint8_t>> there;

  Rows rows(const RowShape& shape, const std::vector<RowCells>& from) {
    Rows out(from.size(), "rows");
    const std::size_t n = shape.columns().size();
    texts.resize(n + 1), there.resize(n + 1);
    for (std::size_t k = 0; k <= n; ++k) {
      for (const RowCells& row : from) {
        const bool given = k == n ? row.labelled : row.cells[k].kind != CellValue::Kind::missing;
        there[k].push_back(given ? 1 : 0);
        texts[k].push_back(!given ? "" : k == n ? row.label : text_of(row.cells[k]));
      }
      out.strings(k == n ? shape.target() : shape.columns()[k], texts[k], Mask::present(there[k]));
    }
    return out;
  }

  static std::string text_of(const CellValue& cell) {
    return cell.kind == CellValue::Kind::number ? number_text(cell.number) : std::string(cell.text);
  }
};

}  // namespace

HttpResponse Service::evaluate(const Call& call) const {
  Options options;
  options.read_query(call.query);
  TableEvaluationOptions how;
  const auto snapshot = call.host->current();
  std::vector<std::string> known = {"threshold", "positive", "cost", "reject", "class_prior", "raw"};
  const auto judged = [&](const Data& data) {
    options.allow_only(known);
    how.decide = decision_of(options, snapshot->labels->classes);
    if (options.find("positive") != nullptr) how.positive = options.text("positive");
    const Classifier model = adjusted(options, snapshot->model).value_or(snapshot->model);
    return json(to_json(evaluate_table(model, data, how).evaluation.measure()), snapshot->event);
  };
  if (const auto format = format_of(type_of(call.request)))
    return judged(table_of(call.request, *format, snapshot->model.plan()));
  const JsonValue body = body_of(call.request);
  options.read_body(body);
  const RowShape shape(snapshot->model.plan(), Predictor(snapshot->model).columns());
  TextColumns columns;
  return judged(columns.rows(shape, rows_of_request(body, shape, options_.most_rows)));
}

}  // namespace priory::server
