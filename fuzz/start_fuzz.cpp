// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as a start of EM: an Error of kind data is thrown, or EM goes one iteration from it over a
// few rows (or says by an Error of kind data why not), and no number of the model is NaN.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "priory/priory.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"

namespace {

using priory::ErrorKind;

void require(bool holds) {
  if (!holds) std::abort();
}

// Columns of every kind, some with missing cells; those a start has no part for are left out.
const std::string kRows =
    "b,c,x,n,m,t\n"
    "0,p,1.5,3,0,one two\n1,q,-2,0,2,two\n0,r,,1,1,one one\n1,p,4,2,,\n0,,3,5,0,three one\n";
constexpr const char* kTypes = "b=bernoulli,c=categorical,x=gaussian,n=poisson,m=binomial,t=text";

const priory::Table& table() {
  static const priory::Table out = [] {
    priory::ReadOptions options;
    options.format = priory::Format::csv;
    return priory::Table::from_text(kRows, "rows", options);
  }();
  return out;
}

bool names(const priory::Start& start, const std::string& column) {
  for (const priory::StartPart& part : start.parts) {
    for (const std::string& each : part.columns) {
      if (each == column) return true;
    }
  }
  return false;
}

// The rows, with the columns that the start speaks of; all of them when it speaks of none.
priory::HiddenRows rows_for(const priory::Start& start) {
  priory::PlanOptions options;
  for (priory::ColumnType type : priory::parse_types(kTypes)) {
    if (!names(start, type.column)) type.type = "ignore";
    options.types.push_back(type);
  }
  if (std::all_of(options.types.begin(), options.types.end(),
                  [](const auto& each) { return each.type == "ignore"; }))
    options.types = priory::parse_types(kTypes);
  const priory::Plan plan = priory::make_plan(priory::profile(table(), options.missing), options);
  const priory::ChunkSpec spec = priory::chunk_spec(plan);
  return {plan, {}, {[spec] { return priory::open_chunks(table(), spec, nullptr, true); }}};
}

void check(const priory::EmResult& result) {
  require(!std::isnan(result.log_likelihood));
  for (const double log_p : result.model.log_prior()) require(!std::isnan(log_p));
  for (const priory::PartView& part : result.model.parts()) {
    for (const priory::Parameter& each : part.parameters) {
      for (const double x : each.data) require(!std::isnan(x));
    }
  }
  const std::string bytes = priory::to_bytes(result.model);
  require(priory::to_bytes(priory::from_bytes(bytes, "again")) == bytes);
}

void climb(const priory::Start& start, const priory::HiddenRows& rows, std::size_t iterations, bool hard) {
  priory::EmOptions options;
  options.max_iterations = iterations, options.tolerance = 0, options.hard = hard;
  try {
    check(priory::cluster(rows, start.log_prior.size(), options, &start));
  } catch (const priory::Error& error) {
    require(error.kind() == ErrorKind::data || error.kind() == ErrorKind::usage);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const priory::Start start = priory::start_from_json({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (start.log_prior.size() > 5) return 0;  // more classes than rows are refused before the start is read
    const priory::HiddenRows rows = rows_for(start);
    climb(start, rows, 0, false);
    climb(start, rows, 1, false);
    climb(start, rows, 1, true);
  } catch (const priory::Error& error) {
    require(error.kind() == ErrorKind::data);
  }
  return 0;
}
