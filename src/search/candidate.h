// SPDX-License-Identifier: Apache-2.0
// A plan to be tried, with the options that tell it from where the search began: what `--tune` says of a
// trial.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "priory/plan.h"

namespace priory {

class PlanCandidate {
 public:
  explicit PlanCandidate(Plan start) : plan(std::move(start)) {}

  Plan plan;

  // As one would give the options; an option named again takes the place of the first, and one that is as it
  // would be without is not named.
  void flag(const std::string& name, const std::string& value);
  void no_flag(const std::string& name);
  std::string text() const;

  void set(const std::string& name, double exact);  // a setting, in all parts that have it
  const double* find(const std::string& name) const;

  bool has_text() const;
  std::string event_model() const;  // of the texts, which have all the same; empty if there are none
  const TextOptions& text_options() const;
  void set_event_model(const std::string& family);
  void set_tf(Tf tf);
  void set_idf(bool idf);
  void set_length_norm(LengthNorm norm);
  void set_weight_norm(bool norm);
  void set_standardised();
  void set_longest(std::size_t n_words);  // n-grams up to so many

  // The event model, weights, tokens and smoothing of the texts of another candidate.
  void set_texts_like(const PlanCandidate& other);
  void set_tokens(Tokens tokens, std::size_t min_n, std::size_t max_n);
  // By other options, told as they would be typed.
  void set_plan(Plan by, const std::string& name, const std::string& value) {
    plan = std::move(by);
    if (name == "types") types_ = value;
    flag(name, value);
  }

  // Two ways to say the same have one key.
  std::string key() const;
  // Of two that are equally good, the one of less is taken: what is read off the rows beyond counts.
  int complexity() const;

 private:
  template <class Change>
  void change_texts(const Change& change) {
    for (PartPlan& part : plan.parts) {
      if (part.text) change(part.text_options);
    }
  }
  void flag_if(bool given, const std::string& name, const std::string& value);

  std::vector<std::pair<std::string, std::string>> flags_;
  std::string types_;  // told of columns that are no texts
};

}  // namespace priory
