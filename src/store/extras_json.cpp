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

double rows_since(const nlohmann::ordered_json& json, const char* name) {
  const double out = json.contains(name) ? json.at(name).get<double>() : 0;
  if (!(out >= 0) || std::isinf(out))
    throw Error(ErrorKind::model, "the calibration is marked with an impossible number of rows");
  return out;
}

}  // namespace

nlohmann::ordered_json fit_to_json(const ConditionalFit& fit) {
  nlohmann::ordered_json out = {{"l2", fit.l2},
                                {"l1", fit.l1},
                                {"towards", name_of(fit.towards)},
                                {"temperature", fit.temperature},
                                {"loss", fit.loss},
                                {"iterations", fit.iterations},
                                {"converged", fit.converged}};
  if (fit.balanced) out["balanced"] = true;
  if (fit.nb_scaled) out["nb_scaled"] = true;
  return out;
}

ConditionalFit fit_from_json(const nlohmann::ordered_json& json) {
  ConditionalFit out;
  out.l2 = json.at("l2").get<double>(), out.l1 = json.at("l1").get<double>();
  const auto towards = value_named<Towards>(json.at("towards").get<std::string>());
  out.temperature = json.at("temperature").get<double>(), out.loss = json.at("loss").get<double>();
  out.iterations = json.at("iterations").get<std::size_t>(), out.converged = json.at("converged").get<bool>();
  const auto sound = [](double x) { return x >= 0 && std::isfinite(x); };
  if (!towards || !sound(out.l2) || !sound(out.l1) || !sound(out.temperature) || !sound(out.loss))
    throw Error(ErrorKind::model, "what the weights were fitted by is not known");
  out.towards = *towards;
  out.balanced = json.value("balanced", false), out.nb_scaled = json.value("nb_scaled", false);
  return out;
}

nlohmann::ordered_json calibration_to_json(const Calibration& calibration) {
  nlohmann::ordered_json out = {{"method", name_of(calibration.method)}, {"slope", calibration.slope}};
  if (!calibration.bias.empty()) out["bias"] = calibration.bias;
  for (const CalibrationCurve& curve : calibration.curves)
    out["curves"].push_back({{"from", curve.from}, {"to", curve.to}});
  if (calibration.rows_learnt > 0) out["rows_learnt"] = calibration.rows_learnt;
  if (calibration.rows_forgotten > 0) out["rows_forgotten"] = calibration.rows_forgotten;
  return out;
}

Calibration calibration_from_json(const nlohmann::ordered_json& json) {
  Calibration out;
  out.method = method_of(json.at("method").get<std::string>());
  out.slope = json.at("slope").get<double>();
  if (json.contains("bias")) out.bias = json.at("bias").get<std::vector<double>>();
  out.rows_learnt = rows_since(json, "rows_learnt"), out.rows_forgotten = rows_since(json, "rows_forgotten");
  if (!json.contains("curves")) return out;
  for (const auto& curve : json.at("curves"))
    out.curves.push_back(
        {curve.at("from").get<std::vector<double>>(), curve.at("to").get<std::vector<double>>()});
  return out;
}

nlohmann::ordered_json tuning_to_json(const TuningRecord& tuning) {
  nlohmann::ordered_json out = {{"metric", tuning.metric}, {"trials", nlohmann::ordered_json::array()}};
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

nlohmann::ordered_json tried_to_json(const std::vector<ClassesTried>& tried) {
  auto out = nlohmann::ordered_json::array();
  for (const ClassesTried& each : tried) {
    out.push_back({{"k", each.classes},
                   {"log_likelihood", each.log_likelihood},
                   {"parameters", each.parameters},
                   {"bic", each.bic},
                   {"aic", each.aic},
                   {"smallest", each.smallest},
                   {"entropy", each.entropy},
                   {"starts", each.starts},
                   {"reached", each.reached}});
    if (each.held_out) out.back()["held_out"] = *each.held_out;
  }
  return out;
}

std::vector<ClassesTried> tried_from_json(const nlohmann::ordered_json& json) {
  std::vector<ClassesTried> out;
  // An infinite value is null in JSON.
  const auto number = [](const nlohmann::ordered_json& each, const char* name, double infinite) {
    return each.at(name).is_null() ? infinite : each.at(name).get<double>();
  };
  for (const auto& each : json) {
    ClassesTried one{each.at("k").get<std::size_t>(),       number(each, "log_likelihood", -HUGE_VAL),
                     number(each, "parameters", HUGE_VAL),  number(each, "bic", HUGE_VAL),
                     number(each, "aic", HUGE_VAL),         number(each, "smallest", HUGE_VAL),
                     number(each, "entropy", HUGE_VAL),     each.at("starts").get<std::size_t>(),
                     each.at("reached").get<std::size_t>(), {}};
    if (each.contains("held_out")) one.held_out = number(each, "held_out", -HUGE_VAL);
    if (!(one.entropy >= 0 && one.entropy <= 1) || !(one.smallest >= 0) || one.reached > one.starts)
      throw Error(ErrorKind::model, "its numbers of hidden classes have figures that no fit has");
    out.push_back(one);
  }
  return out;
}

}  // namespace priory
