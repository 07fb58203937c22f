// SPDX-License-Identifier: Apache-2.0
// Evaluates cases given as lines of JSON on stdin and prints the evaluation of each as one line of JSON.
// A case: {"classes": [...], "positive": ..., "rows": [{"actual", "log_posterior", "predicted", "weight"}]};
// -inf is the string "-inf". measures.py makes the cases and compares the answers with scikit-learn's.
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "priory/evaluation.h"
#include "priory/report.h"

namespace {

using Json = nlohmann::json;

std::vector<double> scores_of(const Json& list) {
  std::vector<double> scores;
  for (const Json& item : list) {
    scores.push_back(item.is_string() ? -std::numeric_limits<double>::infinity() : item.get<double>());
  }
  return scores;
}

priory::Evaluation evaluation_of(const Json& test) {
  std::optional<std::string> positive;
  if (test.contains("positive")) positive = test["positive"].get<std::string>();
  priory::Evaluation evaluation(test["classes"].get<std::vector<std::string>>(), positive);
  for (const Json& row : test["rows"]) {
    evaluation.add(row["actual"].get<std::string>(), scores_of(row["log_posterior"]),
                   row["predicted"].get<std::size_t>(), row.value("weight", 1.0));
  }
  return evaluation;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const std::string answer = priory::to_json(evaluation_of(Json::parse(line)).measure());
    std::cout << Json::parse(answer).dump() << '\n';
  }
}
