// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as a plan: an Error of kind model is thrown, or the plan is written and read again without
// a change, and a few rows are counted under it, or an Error says why not. No number of the model is NaN.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "priory/priory.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

const priory::Table& table() {
  static const priory::Table out = [] {
    priory::ReadOptions options;
    options.format = priory::Format::csv;
    return priory::Table::from_text(
        "y,b,c,x,n,m,t,w\n"
        "p,0,p,1.5,3,0,one two,1\nq,1,q,2,0,2,two,0.5\np,0,r,,1,1,one one,2\nq,1,p,4,2,,three,1\n",
        "rows", options);
  }();
  return out;
}

void count_under(const priory::Plan& plan) {
  priory::ChunkSpec spec = priory::chunk_spec(plan);
  spec.target_needed = !plan.target.empty();
  const auto open = [&] { return priory::open_chunks(table(), spec, nullptr, true); };
  const priory::Classifier model = priory::Classifier::train(plan, open);
  for (const double log_p : model.log_prior()) require(!std::isnan(log_p));
  const std::string bytes = priory::to_bytes(model);
  require(priory::to_bytes(priory::from_bytes(bytes, "again")) == bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const priory::Plan plan = priory::plan_from_json({reinterpret_cast<const char*>(data), size}, "fuzz");
    const std::string json = priory::plan_to_json(plan);
    require(priory::plan_to_json(priory::plan_from_json(json, "again")) == json);
    try {
      count_under(plan);
    } catch (const priory::Error&) {  // columns that are not there, rows that do not fit
    }
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::model);
  }
  return 0;
}
