// SPDX-License-Identifier: Apache-2.0
// Evaluates cases given as lines of JSON on stdin and prints the evaluation of each as one line of JSON.
// A case: {"classes": [...], "positive": ..., "rows": [{"actual", "log_posterior", "predicted", "weight"}]};
// -inf is the string "-inf". Its answer has the points of the curves too. {"mcnemar": [b, c]} asks for that
// test. measures.py makes the cases and compares the answers with those of others.
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

Json curves_of(const priory::Evaluation& evaluation) {
  Json out = Json::array();
  for (const priory::Curve& curve : priory::curves(evaluation)) {
    Json one = {
        {"class", curve.label}, {"tpr", Json::array()}, {"fpr", Json::array()}, {"precision", Json::array()}};
    for (const priory::CurvePoint& at : curve.points) {
      one["tpr"].push_back(curve.recall(at));
      one["fpr"].push_back(curve.false_positive_rate(at));
      one["precision"].push_back(priory::Curve::precision(at));
    }
    out.push_back(one);
  }
  return out;
}

Json answer_to(const Json& test) {
  if (test.contains("mcnemar")) {
    const priory::McNemar out = priory::mcnemar(test["mcnemar"][0], test["mcnemar"][1]);
    return {{"exact", out.exact}, {"statistic", out.statistic}, {"p_value", out.p_value}};
  }
  const priory::Evaluation evaluation = evaluation_of(test);
  priory::MeasureOptions options;
  options.beta = 2;
  options.top_k = 2;
  Json out = Json::parse(priory::to_json(evaluation.measure(options)));
  out["curves"] = curves_of(evaluation);
  return out;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer_to(Json::parse(line)).dump() << '\n';
}
