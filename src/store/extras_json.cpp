// SPDX-License-Identifier: Apache-2.0
#include "store/extras_json.h"

#include <cmath>
#include <sstream>

#include "priory/error.h"

namespace priory {
namespace {

CalibrationMethod method_of(const std::string& name) {
  if (const auto found = value_named<CalibrationMethod>(name)) return *found;
  throw Error(ErrorKind::model, "there is no calibration '" + name + "'");
}

// In the file the settings of a trial are spelt as the command line does.
std::string with_dashes(const std::string& options) {
  return spelt(options, [](std::string_view name) { return "--" + std::string(name); });
}

std::string with_marks(const std::string& options) {
  std::istringstream words(options);
  std::string out;
  for (std::string word; words >> word;) {
    if (!out.empty()) out += ' ';
    out += word.starts_with("--") ? "‹" + word.substr(2) + "›" : word;
  }
  return out;
}

}  // namespace

nlohmann::ordered_json calibration_to_json(const Calibration& calibration) {
  nlohmann::ordered_json out = {{"method", name_of(calibration.method)}, {"slope", calibration.slope}};
  if (!calibration.bias.empty()) out["bias"] = calibration.bias;
  for (const CalibrationCurve& curve : calibration.curves)
    out["curves"].push_back({{"from", curve.from}, {"to", curve.to}});
  return out;
}

Calibration calibration_from_json(const nlohmann::ordered_json& json) {
  Calibration out;
  out.method = method_of(json.at("method").get<std::string>());
  out.slope = json.at("slope").get<double>();
  if (json.contains("bias")) out.bias = json.at("bias").get<std::vector<double>>();
  if (!json.contains("curves")) return out;
  for (const auto& curve : json.at("curves"))
    out.curves.push_back(
        {curve.at("from").get<std::vector<double>>(), curve.at("to").get<std::vector<double>>()});
  return out;
}

nlohmann::ordered_json tuning_to_json(const TuningRecord& tuning) {
  nlohmann::ordered_json out = {{"metric", tuning.metric}};
  for (const Trial& each : tuning.trials)
    out["trials"].push_back({with_dashes(each.options), each.value, each.best});
  return out;
}

TuningRecord tuning_from_json(const nlohmann::ordered_json& json) {
  TuningRecord out{json.at("metric").get<std::string>(), {}};
  for (const auto& each : json.at("trials")) {
    // An infinite value is null in JSON.
    const double value = each.at(1).is_null() ? HUGE_VAL : each.at(1).get<double>();
    out.trials.push_back({with_marks(each.at(0).get<std::string>()), value, each.at(2).get<bool>()});
  }
  return out;
}

}  // namespace priory
