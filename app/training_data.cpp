// SPDX-License-Identifier: Apache-2.0
#include "training_data.h"

#include <utility>

#include "ranks.h"

namespace priory::app {

TrainingOptions training_options(const ReadArguments& read) {
  TrainingOptions out;
  out.threads = read.thread_count();
  out.progress = [](const std::string& work) { return progress(work); };
  return out;
}

TrainingRows training_rows(const ReadArguments& read, PlanOptions options,
                           const std::vector<std::string>& paths, TrainingOptions training) {
  options.skip_bad_rows = read.skip_bad_rows();
  training.at_once = training.at_once && ranks() == nullptr;
  return {read.open(paths), std::move(options), std::move(training)};
}

TrainingRows training_rows(const ReadArguments& read, const Plan& plan,
                           const std::vector<std::string>& paths) {
  return {read.open(paths, plan), plan, read.skip_bad_rows(), training_options(read)};
}

void declare_calibrate(Arguments& arguments, std::string& to) {
  std::vector<std::string> words = words_of<CalibrationMethod>();
  words.emplace_back("auto");
  arguments.word("--calibrate", "HOW", to, std::move(words),
                 "fit probabilities to how often they are right: temperature, sigmoid, isotonic or auto");
}

std::vector<CalibrationMethod> calibration_methods(const std::string& name) {
  using enum CalibrationMethod;
  if (name == "none") return {};
  if (name == "auto") return {none, temperature, sigmoid, isotonic};
  return {value_of_word<CalibrationMethod>(name)};
}

}  // namespace priory::app
