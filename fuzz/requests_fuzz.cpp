// SPDX-License-Identifier: Apache-2.0
// Any bytes as the body of a request: rows, options and decisions. What is refused is an Error; a row that is
// taken comes back from what the journal keeps of it with the same cells.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "priory/training.h"

#include "server/answers.h"
#include "server/new_model.h"
#include "server/row_cells.h"

namespace priory::server {
namespace {

// A text, a column of values, and a column of numbers.
const RowShape& shape() {
  static const RowShape made = [] {
    const Table table = Table::from_text("body,kind,size,label\na b,x,1.5,yes\nc,y,2,no\n", "rows.csv");
    PlanOptions options;
    options.target = "label", options.text = {"body"};
    const Classifier model = train(table, options);
    return RowShape(model.plan(), Predictor(model).columns());
  }();
  return made;
}

void check_journal(const RowCells& row) {
  const std::string kept = to_json_row(row, shape());
  if (to_json_row(from_json_row(kept, shape()), shape()) != kept) std::abort();
  static_cast<void>(listed_row(kept));
}

// A model from nothing: what is taken can be learnt into.
void check_beginning(const JsonValue& body) {
  try {
    Learner learner(beginning_of(body).plan);
    if (learner.n_rows() != 0) std::abort();
  } catch (const Error&) {
  }
}

void check(std::string_view bytes) {
  const JsonValue body = parse_json(bytes);
  Options options;
  options.read_body(body);
  check_beginning(body);
  for (const RowCells& row : rows_of_request(body, shape(), 1000)) {
    if (row.cells.size() != shape().columns().size()) std::abort();
    check_journal(row);
  }
  options.allow_only(kPredictOptions);
  static_cast<void>(decision_of(options, {"no", "yes"}));
}

}  // namespace
}  // namespace priory::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(priory::server::percent_decoded(bytes));
    priory::server::check(bytes);
  } catch (const priory::Error&) {
  }
  return 0;
}
