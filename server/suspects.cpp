// SPDX-License-Identifier: Apache-2.0
// Labels worth a second look, of rows that the server has learnt or that are sent: the audit of the library.
// Rows of the journal are judged by the whole model without them, whatever else it has learnt.
#include <algorithm>
#include <sstream>

#include "priory/audit.h"

#include "answers.h"
#include "body.h"
#include "host_state.h"
#include "labels.h"
#include "service.h"

namespace priory::server {
namespace {

// A row that is listed, by its number from 1 among those judged.
struct Listed {
  std::size_t row_number = 0;
  JudgedRow judged;
};

Audit audit_of(const std::vector<const RowCells*>& rows, const RowShape& shape, const Plan& plan,
               std::size_t top) {
  const Table table = table_of(rows, shape);
  AuditOptions options;
  options.most = top;
  return audit(TrainingRows(table, plan, false), table, options);
}

class SuspectsWriter {
 public:
  SuspectsWriter(const RowShape& shape, std::vector<const RowCells*> rows, std::vector<std::int64_t> events)
      : shape_(shape), rows_(std::move(rows)), events_(std::move(events)) {}

  std::string document(const ModelHost& host, std::int64_t event, std::size_t n_suspects,
                       const std::vector<Listed>& suspects, const Audit& audit) {
    json_.begin_object().member("schema", "priory.suspects/1").member("model", host.name());
    json_.member("event", event).member("rows", rows_.size()).member("n_suspects", n_suspects);
    json_.key("suspects").begin_array();
    for (const Listed& each : suspects) write(each);
    json_.end_array().member("n_alike", audit.n_alike).key("alike").begin_array();
    for (const AlikeRows& each : audit.alike) write(each);
    json_.end_array().end_object();
    return out_.str();
  }

 private:
  void write(const Listed& each) {
    const RowCells& row = *rows_[each.row_number - 1];
    json_.begin_object().member("row_number", each.row_number);
    if (!events_.empty()) json_.member("event", events_[each.row_number - 1]);
    json_.member("label", row.label).member("likelier", each.judged.likelier);
    json_.member("log_odds", each.judged.log_odds).member("probability", each.judged.probability).key("row");
    write_row(json_, row, shape_);
    json_.end_object();
  }

  void write(const AlikeRows& each) {
    json_.begin_object().member("row_numbers", each.rows);
    if (!events_.empty()) {
      std::vector<std::int64_t> events;
      for (const std::size_t row : each.rows) events.push_back(events_[row - 1]);
      json_.member("events", events);
    }
    json_.member("labels", each.labels).member("equal", each.equal).key("row");
    write_row(json_, *rows_[each.rows[0] - 1], shape_);
    json_.end_object();
  }

  const RowShape& shape_;
  std::vector<const RowCells*> rows_;
  std::vector<std::int64_t> events_;  // of the rows; empty: they are no events
  std::ostringstream out_;
  JsonWriter json_{out_};
};

HttpResponse answer(std::string json, std::int64_t event) {
  HttpResponse out{200, "application/json", std::move(json)};
  out.headers.emplace_back("Priory-Event", std::to_string(event));
  return out;
}

std::size_t top_of(const Service::Call& call) {
  Options options;
  options.read_query(call.query);
  options.allow_only({"top"});
  return static_cast<std::size_t>(options.number("top", 100, 1, 10'000));
}

}  // namespace

HttpResponse Service::suspects(const Call& call) const {
  const std::size_t top = top_of(call);
  const auto state = call.host->state();
  ModelHost::Copy copy = call.host->copy();
  std::vector<LabelledRow> labelled;
  if (auto journal = call.host->journal())
    labelled = labelled_rows(*journal, state->shape, copy.base, copy.event);
  std::vector<const RowCells*> rows;
  std::vector<std::int64_t> events;
  std::vector<Listed> suspects;
  for (const LabelledRow& each : labelled) {
    rows.push_back(&each.cells), events.push_back(each.event);
    const JudgedRow judged = judge_without(copy.learner, each.cells);
    if (judged.class_known && judged.likelier != each.cells.label) suspects.push_back({rows.size(), judged});
  }
  const std::size_t n = suspects.size();
  std::ranges::stable_sort(
      suspects, [](const Listed& a, const Listed& b) { return a.judged.log_odds > b.judged.log_odds; });
  if (n > top) suspects.resize(top);
  Audit found;
  if (rows.size() > 1) found = audit_of(rows, state->shape, copy.learner.plan(), top);
  SuspectsWriter writer(state->shape, std::move(rows), std::move(events));
  return answer(writer.document(*call.host, copy.event, n, suspects, found), copy.event);
}

HttpResponse Service::suspects_of_rows(const Call& call) const {
  const std::size_t top = top_of(call);
  const auto state = call.host->state();
  const std::vector<RowCells> sent = rows_of_body(*call.host, call.request, nullptr, options_.most_rows);
  std::vector<const RowCells*> rows;
  for (const RowCells& each : sent) {
    rows.push_back(&each);
    if (!each.labelled)
      throw Error(ErrorKind::data, "a row has no class", {fmt::format("rows[{}]", rows.size() - 1), 0, 0},
                  "suspects are labels: send rows with theirs");
  }
  const Audit found = audit_of(rows, state->shape, call.host->copy().learner.plan(), top);
  std::vector<Listed> suspects;
  for (const SuspectLabel& each : found.suspects)
    suspects.push_back({each.row, {each.likelier, each.probability, each.log_odds, true}});
  SuspectsWriter writer(state->shape, std::move(rows), {});
  const std::int64_t event = call.host->event();
  return answer(writer.document(*call.host, event, found.n_suspects, suspects, found), event);
}

}  // namespace priory::server
