// SPDX-License-Identifier: Apache-2.0
// What every model must stand, however it came about: each verb of it answers with numbers or throws an Error
// that is no bug. Failures name the case, from which it can be made again.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "training.h"

namespace priory::testing {

// Runs a step; an Error is an answer too. Other exceptions say that the library is at fault.
template <class Step>
bool answered(const std::string& name, const Step& step) {
  try {
    step();
    return true;
  } catch (const Error&) {
  } catch (const std::exception& error) {
    ADD_FAILURE() << name << ": " << error.what();
  }
  return false;
}

inline void expect_number(double x, const std::string& name) {
  EXPECT_FALSE(std::isnan(x)) << name;
}

inline void check_posteriors(const Classifier& model, const std::string& csv, bool sound,
                             const std::string& name) {
  for (const std::vector<double>& row : posteriors(model, csv)) {
    double sum = 0;
    for (const double log_p : row) expect_number(log_p, name), sum += std::exp(log_p);
    if (sound) {
      EXPECT_NEAR(sum, 1, 1e-9) << name;
    }
  }
}

inline void check_parameters(const Classifier& model, const std::string& name) {
  for (const PartView& part : model.parts()) {
    for (const Parameter& parameter : part.parameters) {
      for (const double x : parameter.data) expect_number(x, name + " " + parameter.name);
    }
  }
}

inline void check_linear(const Classifier& model, const std::string& name) {
  if (!model.has_linear()) return;
  const LinearView view = model.linear();
  expect_number(view.bias, name);
  for (const LinearWeight& each : view.weights) expect_number(each.weight, name + " " + each.feature);
}

inline void check_explanations(const Classifier& model, const std::string& csv, const std::string& name) {
  for (const Explanation& each : explanations(model, csv)) {
    for (const double x : each.log_posterior) expect_number(x, name);
    for (const Reason& reason : each.reasons) {
      for (const double x : reason.log_p) expect_number(x, name + " " + reason.feature);
    }
  }
}

inline void check_queries(const Classifier& model, const std::string& name) {
  const JointDistribution joint(model);
  for (const QueryVariable& variable : joint.variables()) {
    for (const char* event : {" > 1", " = 1", " = a", " < 1e300"}) {
      const std::string text = "P(\"" + variable.name + "\"" + event + ")";
      answered(name + " " + text,
               [&] { expect_number(joint.ask(Query(text)).probability, name + " " + text); });
    }
  }
}

// Rows drawn from the model, as a file.
inline std::string drawn(const Classifier& model, std::size_t n_rows) {
  std::string out;
  model.sample({n_rows, 1, ""}, [&](const Chunk& chunk) {
    if (out.empty()) out = csv_line(chunk.kept_names);
    const std::size_t width = chunk.kept_names.size();
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const auto begin = chunk.kept.begin() + static_cast<long>(row * width);
      out += csv_line({begin, begin + static_cast<long>(width)});
    }
  });
  return out;
}

// `sound`: its counts are those of rows, so that probabilities sum to one.
inline void run_every_verb(const Classifier& model, const std::string& csv, bool sound,
                           const std::string& name) {
  answered(name + " inspect", [&] { check_parameters(model, name + " inspect"); });
  answered(name + " linear", [&] { check_linear(model, name + " linear"); });
  answered(name + " predict", [&] { check_posteriors(model, csv, sound, name + " predict"); });
  answered(name + " explain", [&] { check_explanations(model, csv, name + " explain"); });
  answered(name + " query", [&] { check_queries(model, name + " query"); });
  answered(name + " merge", [&] { check_parameters(model.merge(model), name + " merge"); });
  answered(name + " sample", [&] { drawn(model, 5); });
}

// How many cases: as many as CI has time for, unless the environment says otherwise.
inline std::size_t n_cases(const char* variable, std::size_t usual) {
  const char* text = std::getenv(variable);
  return text == nullptr ? usual : static_cast<std::size_t>(std::strtoull(text, nullptr, 10));
}

}  // namespace priory::testing
