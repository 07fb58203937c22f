// SPDX-License-Identifier: Apache-2.0
// Rows of today against those a model has learnt: those that wait in the queue, or rows that are sent.
#include "priory/drift.h"

#include <sstream>

#include "answers.h"
#include "body.h"
#include "host_state.h"
#include "service.h"

namespace priory::server {
namespace {

HttpResponse drift_answer(const Service::Call& call, const Data& rows) {
  Options options;
  options.read_query(call.query);
  options.allow_only({"values"});
  DriftOptions how;
  how.most_values = static_cast<std::size_t>(options.number("values", 20, 1, 10'000));
  const auto snapshot = call.host->current();
  HttpResponse out{200, "application/json", to_json(priory::drift(snapshot->model, rows, how))};
  out.headers.emplace_back("Priory-Event", std::to_string(snapshot->event));
  return out;
}

Table table_of_cells(const std::vector<const RowCells*>& rows, const RowShape& shape) {
  if (rows.empty()) throw Refusal(409, "no rows are waiting", "POST rows to /queue, or to /drift");
  return table_of(rows, shape);
}

}  // namespace

HttpResponse Service::drift(const Call& call) const {
  const auto state = call.host->state();
  const std::vector<WaitingRow> waiting = call.host->waiting().all(state->shape);
  std::vector<const RowCells*> rows;
  for (const WaitingRow& each : waiting) rows.push_back(each.cells.get());
  return drift_answer(call, table_of_cells(rows, state->shape));
}

HttpResponse Service::drift_of_rows(const Call& call) const {
  if (const auto format = format_of(type_of(call.request)))
    return drift_answer(call, table_of(call.request, *format, call.host->current()->model.plan()));
  const std::vector<RowCells> sent = rows_of_body(*call.host, call.request, nullptr, options_.most_rows);
  std::vector<const RowCells*> rows;
  for (const RowCells& each : sent) rows.push_back(&each);
  return drift_answer(call, table_of_cells(rows, call.host->state()->shape));
}

}  // namespace priory::server
