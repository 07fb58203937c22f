// SPDX-License-Identifier: Apache-2.0
// Any bytes as a query: they parse, and then print to what parses to the same, or throw an Error of kind
// usage. What parses is asked of rows, of a model and of a network: answers are probabilities.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "priory/priory.h"

#include "query/formula.h"

namespace {

using priory::JointDistribution;

void require(bool holds) {
  if (!holds) std::abort();
}

const char* const kRows =
    "A,B,x,body,class\n0,a,1.5,free prize,s\n1,b,2,meeting,h\n0,b,NA,prize,s\n1,a,0,free,h\n";

JointDistribution rows() {
  return JointDistribution(priory::Table::from_text(kRows, "rows.csv"));
}

JointDistribution model() {
  priory::PlanOptions options;
  options.target = "class";
  options.types = priory::parse_types("A=categorical,B=categorical,x=gaussian,body=text");
  return JointDistribution(priory::train(priory::Table::from_text(kRows, "rows.csv"), options));
}

JointDistribution network() {
  const double half = std::log(0.5);
  return JointDistribution(priory::Network("n", {{"A", {"0", "1"}}, {"B", {"a", "b"}}},
                                           {{{}, {half, half}}, {{0}, {0, -HUGE_VAL, half, half}}}));
}

void check(const JointDistribution& joint, const priory::Query& query) {
  try {
    const priory::QueryAnswer answer = joint.ask(query);
    require(answer.probability >= 0 && answer.probability <= 1 && answer.log_probability <= 0);
    for (const auto& row : answer.rows) require(row.probability >= 0 && row.probability <= 1);
    require(answer.odds >= 0);
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::usage || error.kind() == priory::ErrorKind::data);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const JointDistribution kAsked[] = {rows(), model(), network()};
  try {
    const priory::Query query(std::string_view(reinterpret_cast<const char*>(data), size));
    require(priory::query::parse(query.canonical()) == tree_of(query));
    for (const JointDistribution& each : kAsked) check(each, query);
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::usage);
  }
  return 0;
}
