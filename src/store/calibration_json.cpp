// SPDX-License-Identifier: Apache-2.0
#include "store/calibration_json.h"

#include "priory/error.h"

namespace priory {
namespace {

CalibrationMethod method_of(const std::string& name) {
  using enum CalibrationMethod;
  for (const CalibrationMethod each : {none, temperature, sigmoid, isotonic}) {
    if (name_of(each) == name) return each;
  }
  throw Error(ErrorKind::model, "there is no calibration '" + name + "'");
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

}  // namespace priory
