// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as a model, whole and as it is used: as they are, and with their checksum made right so
// that what lies behind it is reached. Either an Error of kind model is thrown, or the model answers a row
// without NaN and saves to bytes that load to the same.
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "priory/priory.h"

#include "sealed.h"

namespace {

using nlohmann::ordered_json;

// A table with one row for the model: a word that is a number in every column.
std::string row_for(const priory::Plan& plan) {
  ordered_json row;
  for (const priory::PartPlan& part : plan.parts) {
    for (const std::string& column : part.columns) row[column] = "1";
  }
  return row.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

void answer(const priory::Classifier& model) {
  try {
    priory::ReadOptions options;
    options.format = priory::Format::jsonl;
    priory::ReadingOptions reading;
    reading.target = priory::ReadingOptions::Target::optional;
    reading.explained = true;
    const priory::Table table = priory::Table::from_text(row_for(model.plan()), "row", options);
    const auto rows = priory::rows_of(model, table, reading)();
    model.score(
        *rows,
        [](const priory::ScoredChunk& chunk, std::string&) {
          for (const double log_p : chunk.log_posterior) require(!std::isnan(log_p));
        },
        [](const std::string&) {});
  } catch (const priory::Error&) {  // the row may be none that the model takes
  }
}

void check(std::string_view bytes) {
  try {
    const priory::Classifier model = priory::from_bytes(bytes, "fuzz");
    const std::string saved = priory::to_bytes(model);
    require(priory::to_bytes(priory::from_bytes(saved, "again")) == saved);
    answer(model);
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::model);
  }
  try {
    answer(priory::from_bytes(bytes, "fuzz", priory::Check::used));
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::model);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  each_sealing(data, size, check);
  return 0;
}
