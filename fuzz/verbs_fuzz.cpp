// SPDX-License-Identifier: Apache-2.0
// The input is a program: its first bytes make a small table and the options of a model, each further byte is
// a verb. Whatever verbs follow each other, they answer or throw an Error that is no bug; posteriors sum to
// one, no number is NaN, and what is written is read again.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <string>

#include "priory/priory.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"

namespace {

using namespace priory;

void require(bool holds) {
  if (!holds) std::abort();
}

// Choices from bytes; 0 when they are used up.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool more() const { return at_ != end_; }
  std::size_t below(std::size_t n) { return more() ? *at_++ % n : 0; }
  template <std::size_t N>
  std::string of(const std::array<const char*, N>& texts) {
    return texts[below(N)];
  }

 private:
  const std::uint8_t *at_, *end_;
};

constexpr std::array kCells = {"0",    "1",     "2",      "0.5",    "-1", "",   "a",       "b",
                               "1e15", "1e300", "5e-324", "-1e150", "7",  "-0", "red car", "1.0"};
constexpr std::array kTypes = {"gaussian", "categorical", "bernoulli", "poisson",          "bins",
                               "text",     "exponential", "gamma",     "lognormal",        "beta",
                               "binomial", "von-mises",   "ignore",    "negative-binomial"};
constexpr std::array kStructures = {"", "tan", "chow-liu", "kdb", "aode", "hnb"};
constexpr std::array kAlphas = {"1", "0", "0.1", "1e100"};

std::string draw_rows(Choices& choices, std::size_t n_columns) {
  std::string out = "y,w";
  for (std::size_t k = 0; k < n_columns; ++k) out += fmt::format(",c{}", k);
  for (std::size_t row = 1 + choices.below(8); row > 0; --row) {
    out += fmt::format("\n{},{}", "pqr"[choices.below(3)], choices.below(3));
    for (std::size_t k = 0; k < n_columns; ++k) out += "," + choices.of(kCells);
  }
  return out + "\n";
}

Table table_of(const std::string& csv) {
  ReadOptions options;
  options.format = Format::csv;
  return Table::from_text(csv, "rows", options);
}

PlanOptions draw_options(Choices& choices, std::size_t n_columns) {
  PlanOptions out;
  out.target = "y";
  std::string types = "w=weight";
  for (std::size_t k = 0; k < n_columns; ++k) {
    if (choices.below(4) > 0) types += fmt::format(",c{}={}", k, choices.of(kTypes));
  }
  out.types = parse_types(types);
  out.structure = choices.of(kStructures);
  if (choices.below(2) == 1) out.settings = parse_setting("alpha", choices.of(kAlphas));
  return out;
}

void check_posteriors(const Classifier& model, const std::string& csv) {
  ReadingOptions reading;
  reading.target = ReadingOptions::Target::optional;
  const auto rows = rows_of(model, table_of(csv), reading)();
  model.score(
      *rows,
      [](const ScoredChunk& chunk, std::string&) {
        for (const double log_p : chunk.log_posterior) require(log_p <= 0);
      },
      [](const std::string&) {});
}

void check_explanations(const Classifier& model, const std::string& csv) {
  ReadingOptions reading;
  reading.target = ReadingOptions::Target::optional, reading.explained = true;
  model.explain(*rows_of(model, table_of(csv), reading)(), 0, 100, [](const Explanation& each) {
    for (const Reason& reason : each.reasons) {
      require(!std::isnan(reason.count));
      for (const double log_p : reason.log_p) require(!std::isnan(log_p));
    }
  });
}

Classifier fitted(const Classifier& model, const std::string& csv, Choices& choices) {
  const LabelledRows rows = TrainingRows(table_of(csv), model.plan(), false).labelled(model.plan());
  DiscriminativeOptions options;
  options.l2 = static_cast<double>(choices.below(3)), options.l1 = static_cast<double>(choices.below(2));
  options.max_iterations = 20;
  return fit_weights(model, rows, options).model;
}

Classifier calibrated(const Classifier& model, const std::string& csv, Choices& choices) {
  constexpr std::array kMethods = {CalibrationMethod::temperature, CalibrationMethod::sigmoid,
                                   CalibrationMethod::isotonic};
  const LabelledRows rows = TrainingRows(table_of(csv), model.plan(), false).labelled(model.plan());
  const Evaluation judged = judge_unseen(rows, model.plan(), {}, 100);
  return model.calibrated(calibrate(judged.rows(), kMethods[choices.below(kMethods.size())]));
}

Classifier again(const Classifier& model) {
  const std::string bytes = to_bytes(model);
  const Classifier out = from_bytes(bytes, "again");
  require(to_bytes(out) == bytes);
  return out;
}

void sample(const Classifier& model) {
  model.sample({5, 1, ""}, [](const Chunk& chunk) { require(chunk.n_rows <= 5); });
}

// One verb: some leave another model behind.
Classifier after(const Classifier& model, const std::string& csv, const std::string& others,
                 Choices& choices) {
  switch (choices.below(8)) {
    case 0:
      return again(model);
    case 1:
      return model.merge(model);
    case 2:
      return fitted(model, csv, choices);
    case 3:
      return calibrated(model, csv, choices);
    case 4:
      check_explanations(model, others);
      break;
    case 5:
      sample(model);
      break;
    case 6:
      check_posteriors(model, others);
      break;
    default:
      check_posteriors(model, csv);
      break;
  }
  return model;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices(data, size);
  const std::size_t n_columns = 1 + choices.below(3);
  const std::string csv = draw_rows(choices, n_columns), others = draw_rows(choices, n_columns);
  try {
    std::optional<Classifier> model = TrainingRows(table_of(csv), draw_options(choices, n_columns)).learn();
    require(to_bytes(again(*model)) == to_bytes(*model));
    for (int verbs = 0; verbs < 12 && choices.more(); ++verbs) {
      try {
        model = after(*model, csv, others, choices);
      } catch (const Error&) {  // the verb is not for this model or these rows
      }
    }
  } catch (const Error& error) {
    require(error.kind() != ErrorKind::model);  // what is trained is no file
  }
  return 0;
}
