// SPDX-License-Identifier: Apache-2.0
// EM against EM written out by the formulas of a textbook (Bishop, Pattern Recognition and Machine Learning,
// section 9.3), published latent class fits, and the corners: empty classes, no cells, one row.
#include "priory/mixture.h"

#include <cmath>
#include <gmock/gmock.h>
#include <numbers>

#include "clustering.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// EM written out

constexpr int kMissing = -1;

struct PlainRow {
  int b = 0, c = 0;  // of two and of three values
  double x = 0;
  double weight = 1;
  int label = kMissing;
};

struct PlainModel {
  std::vector<double> prior, mean, variance;
  std::vector<std::vector<double>> b, c;  // [class][value]

  std::size_t n_classes() const { return prior.size(); }
};

struct PlainOptions {
  bool hard = false;
  double alpha = 0, var_smoothing = 0, ridge = 0, unlabelled_weight = 1;
};

double log_joint(const PlainModel& model, const PlainRow& row, std::size_t k) {
  if (row.label != kMissing && static_cast<std::size_t>(row.label) != k)
    return -std::numeric_limits<double>::infinity();
  double out = std::log(model.prior[k]);
  if (row.b != kMissing) out += std::log(model.b[k][static_cast<std::size_t>(row.b)]);
  if (row.c != kMissing) out += std::log(model.c[k][static_cast<std::size_t>(row.c)]);
  if (!std::isnan(row.x)) {
    const double d = row.x - model.mean[k], v = model.variance[k];
    out += -d * d / (2 * v) - std::log(2 * std::numbers::pi * v) / 2;
  }
  return out;
}

double weight_of(const PlainRow& row, const PlainOptions& options) {
  return row.weight * (row.label == kMissing ? options.unlabelled_weight : 1);
}

// Responsibilities times weights, [row][class], and the two sums that EM watches.
struct PlainExpectation {
  std::vector<std::vector<double>> share;
  double log_likelihood = 0, objective = 0;
};

PlainExpectation expect(const PlainModel& model, const std::vector<PlainRow>& rows,
                        const PlainOptions& options) {
  PlainExpectation out;
  for (const PlainRow& row : rows) {
    std::vector<double> joint;
    for (std::size_t k = 0; k < model.n_classes(); ++k) joint.push_back(std::exp(log_joint(model, row, k)));
    const double sum = std::accumulate(joint.begin(), joint.end(), 0.0), w = weight_of(row, options);
    const auto best = std::max_element(joint.begin(), joint.end());
    out.log_likelihood += w * std::log(sum);
    out.objective += w * std::log(options.hard ? *best : sum);
    std::vector<double> share;
    for (auto p = joint.begin(); p != joint.end(); ++p)
      share.push_back(w * (options.hard ? (p == best ? 1 : 0) : *p / sum));
    out.share.push_back(std::move(share));
  }
  // The log density of the Dirichlet priors, without their constants.
  for (std::size_t k = 0; options.alpha > 0 && k < model.n_classes(); ++k) {
    for (const double p : model.b[k]) out.objective += options.alpha * std::log(p);
    for (const double p : model.c[k]) out.objective += options.alpha * std::log(p);
  }
  return out;
}

std::vector<double> table_of_counts(std::vector<double> count, double alpha) {
  double total = 0;
  for (double& n : count) n += alpha, total += n;
  for (double& n : count) n /= total;
  return count;
}

struct Spread {
  double n = 0, mean = 0, variance = 0;
};

// Of the rows with an x, weight(r) each, in two passes.
template <class Weight>
Spread spread_of(const std::vector<PlainRow>& rows, const Weight& weight) {
  Spread out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!std::isnan(rows[r].x)) out.n += weight(r), out.mean += weight(r) * rows[r].x;
  }
  out.mean /= out.n;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!std::isnan(rows[r].x)) out.variance += weight(r) * std::pow(rows[r].x - out.mean, 2);
  }
  out.variance /= out.n;
  return out;
}

PlainModel maximise(const std::vector<std::vector<double>>& share, const std::vector<PlainRow>& rows,
                    const PlainOptions& options) {
  PlainModel out;
  double all = 0;
  const Spread pooled =
      spread_of(rows, [&](std::size_t r) { return std::accumulate(share[r].begin(), share[r].end(), 0.0); });
  for (std::size_t k = 0; k < share[0].size(); ++k) {
    double n = 0;
    std::vector<double> b(2), c(3);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      n += share[r][k];
      if (rows[r].b != kMissing) b[static_cast<std::size_t>(rows[r].b)] += share[r][k];
      if (rows[r].c != kMissing) c[static_cast<std::size_t>(rows[r].c)] += share[r][k];
    }
    const Spread x = spread_of(rows, [&](std::size_t r) { return share[r][k]; });
    out.prior.push_back(n), all += n;
    out.b.push_back(table_of_counts(b, options.alpha));
    out.c.push_back(table_of_counts(c, options.alpha));
    out.mean.push_back(x.mean);
    out.variance.push_back(x.variance + options.var_smoothing * pooled.variance + options.ridge);
  }
  for (double& p : out.prior) p /= all;
  return out;
}

// Rows and what the program gets to see of them

std::string csv_of(const std::vector<PlainRow>& rows) {
  std::string out = "y,w,b,c,x\n";
  for (const PlainRow& row : rows) {
    out += row.label == kMissing ? "" : std::string(1, "ABC"[row.label]);
    out += fmt::format(",{},", row.weight);
    out += row.b == kMissing ? "" : std::string(1, "01"[row.b]);
    out += row.c == kMissing ? "," : std::string{',', "pqr"[row.c]};
    out += std::isnan(row.x) ? ",\n" : fmt::format(",{}\n", row.x);
  }
  return out;
}

PlanOptions plan_options(const PlainOptions& options, bool labels) {
  PlanOptions out = with_types(labels ? "y" : "", "w=weight,b=bernoulli,c=categorical,x=gaussian");
  if (!labels) out.ignore = {"y"};
  for (const auto& [name, value] : {std::pair{"alpha", options.alpha},
                                    {"var-smoothing", options.var_smoothing},
                                    {"ridge", options.ridge}})
    out = with_setting(out, name, fmt::format("{}", value));
  return out;
}

// The first rows hold every value, so that the order of the values is known.
std::vector<PlainRow> draw_rows(Random& random, std::size_t n, bool labels) {
  std::vector<PlainRow> out;
  for (std::size_t r = 0; r < n; ++r) {
    PlainRow row;
    const std::size_t group = below(random, 2);
    const auto value = [&](std::size_t n_values, std::size_t towards) {
      return static_cast<int>(one_in(random, 3) ? below(random, n_values) : towards);
    };
    row.b = r < 3 ? static_cast<int>(r % 2) : one_in(random, 6) ? kMissing : value(2, group);
    row.c = r < 3 ? static_cast<int>(r) : one_in(random, 6) ? kMissing : value(3, 2 * group);
    row.x = one_in(random, 5)
                ? kMissingReal
                : std::uniform_real_distribution<double>(-2, 2)(random) + 1.5 * static_cast<double>(group);
    row.weight = one_in(random, 3) ? 0.25 * static_cast<double>(1 + below(random, 10)) : 1;
    if (labels && (r < 6 || one_in(random, 4)))
      row.label = static_cast<int>(r < 6 ? r % 3 : below(random, 3));
    out.push_back(row);
  }
  return out;
}

PlainModel draw_model(Random& random, std::size_t n_classes) {
  const auto positive = [&] { return std::uniform_real_distribution<double>(0.2, 1)(random); };
  PlainModel out;
  for (std::size_t k = 0; k < n_classes; ++k) {
    out.prior.push_back(positive());
    out.b.push_back(table_of_counts({positive(), positive()}, 0));
    out.c.push_back(table_of_counts({positive(), positive(), positive()}, 0));
    out.mean.push_back(3 * positive() - 1);
    out.variance.push_back(positive());
  }
  out.prior = table_of_counts(out.prior, 0);
  return out;
}

// [class][value] as one list of logarithms.
StartArray logs(const std::vector<std::vector<double>>& table) {
  StartArray out{"log_prob", {table.size(), table[0].size()}, {}};
  for (const auto& row : table) {
    for (const double p : row) out.data.push_back(std::log(p));
  }
  return out;
}

Start start_with(const PlainModel& model) {
  Start out{"start", {}, {}, {}};
  for (const double p : model.prior) out.log_prior.push_back(std::log(p));
  const std::vector<std::size_t> shape = {model.n_classes()};
  out.parts = {{"bernoulli", {"b"}, {"0", "1"}, {logs(model.b)}},
               {"categorical", {"c"}, {"p", "q", "r"}, {logs(model.c)}},
               {"gaussian", {"x"}, {}, {{"mean", shape, model.mean}, {"variance", shape, model.variance}}}};
  return out;
}

void expect_parameters(const Classifier& actual, const PlainModel& expected) {
  constexpr double kNear = 1e-9;
  const std::vector<double> log_prior = actual.log_prior();
  ASSERT_EQ(log_prior.size(), expected.n_classes());
  const std::vector<PartView> parts = actual.parts();
  for (std::size_t k = 0; k < expected.n_classes(); ++k) {
    EXPECT_NEAR(std::exp(log_prior[k]), expected.prior[k], kNear) << "class " << k;
    for (std::size_t v = 0; v < 2; ++v) EXPECT_NEAR(probability(actual, 0, v, k), expected.b[k][v], kNear);
    for (std::size_t v = 0; v < 3; ++v) EXPECT_NEAR(probability(actual, 1, v, k), expected.c[k][v], kNear);
    EXPECT_NEAR(parts[2].parameters[0].at(0, k), expected.mean[k], kNear) << "class " << k;
    EXPECT_NEAR(parts[2].parameters[1].at(0, k), expected.variance[k], kNear) << "class " << k;
  }
}

// The trace and the last model of `iterations` iterations from `model`.
void expect_iterations(const EmResult& result, PlainModel model, const std::vector<PlainRow>& rows,
                       const PlainOptions& options, std::size_t iterations) {
  ASSERT_EQ(result.trace.size(), iterations + 1);
  EXPECT_EQ(result.iterations, iterations);
  for (std::size_t t = 0;; ++t) {
    const PlainExpectation expected = expect(model, rows, options);
    EXPECT_EQ(result.trace[t].iteration, t);
    EXPECT_NEAR(result.trace[t].log_likelihood, expected.log_likelihood, 1e-8) << "iteration " << t;
    EXPECT_NEAR(result.trace[t].objective, expected.objective, 1e-8) << "iteration " << t;
    if (t == iterations) break;
    model = maximise(expected.share, rows, options);
    // Hard EM may leave a class without an x, or with one only: the formulas do not say what then.
    for (const double variance : model.variance) {
      if (!(variance > 0)) return;
    }
  }
  EXPECT_EQ(result.log_likelihood, result.trace.back().log_likelihood);
  EXPECT_EQ(result.objective, result.trace.back().objective);
  expect_parameters(result.model, model);
  expect_no_bug_of_ours(result);
}

EmOptions exactly(std::size_t iterations, bool hard) {
  EmOptions out;
  out.max_iterations = iterations, out.tolerance = 0, out.hard = hard;
  return out;
}

template <class Law>
void for_many_options(const Law& law) {
  for (const bool hard : {false, true}) {
    for (const PlainOptions options :
         {PlainOptions{hard, 0, 0, 0}, PlainOptions{hard, 1, 0, 0}, PlainOptions{hard, 0.5, 1e-3, 0.25}}) {
      for (const std::size_t iterations : {1U, 2U, 7U}) {
        SCOPED_TRACE(
            fmt::format("{}, alpha {}, {} iterations", hard ? "hard" : "full", options.alpha, iterations));
        law(options, iterations);
      }
    }
  }
}

TEST(Mixture, IterationsFromAStartAreThoseOfTheFormulas) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::vector<PlainRow> rows = draw_rows(random, 60, false);
    const PlainModel model = draw_model(random, 2 + seed % 2);
    const Start start = start_with(model);
    for_many_options([&](const PlainOptions& options, std::size_t iterations) {
      const HiddenRows hidden = hidden_rows(csv_of(rows), plan_options(options, false));
      const EmResult result = cluster(hidden, model.n_classes(), exactly(iterations, options.hard), &start);
      expect_iterations(result, model, rows, options, iterations);
    });
  }
}

// Labelled rows belong to their class alone; the start is what they say.
TEST(Mixture, IterationsWithSomeLabelsAreThoseOfTheFormulas) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::vector<PlainRow> rows = draw_rows(random, 80, true);
    for_many_options([&](PlainOptions options, std::size_t iterations) {
      if (options.alpha == 0) return;  // two labelled rows of a class do not know every value
      options.unlabelled_weight = seed % 2 == 0 ? 0.25 : 1;
      options.ridge = 0.5;
      std::vector<std::vector<double>> labelled;
      for (const PlainRow& row : rows) {
        labelled.emplace_back(3);
        if (row.label != kMissing) labelled.back()[static_cast<std::size_t>(row.label)] = row.weight;
      }
      // The first M-step knows the labelled rows alone, and so does its pooled variance.
      const PlainModel model = maximise(labelled, rows, options);
      EmOptions em = exactly(iterations, options.hard);
      em.unlabelled_weight = options.unlabelled_weight;
      const HiddenRows hidden = hidden_rows(csv_of(rows), plan_options(options, true));
      EXPECT_EQ(hidden.classes(), (std::vector<std::string>{"A", "B", "C"}));
      expect_iterations(train_with_unlabelled(hidden, em), model, rows, options, iterations);
    });
  }
}

TEST(Mixture, OfOneClassIsThePlainEstimate) {
  Random random(3);
  std::vector<PlainRow> rows = draw_rows(random, 50, false);
  for_many_options([&](const PlainOptions& options, std::size_t) {
    const EmResult one = clustered(csv_of(rows), plan_options(options, false), 1);
    std::vector<std::vector<double>> share;
    for (const PlainRow& row : rows) share.push_back({row.weight});
    expect_parameters(one.model, maximise(share, rows, options));
    EXPECT_TRUE(one.converged);
    EXPECT_LE(one.iterations, 2U);
  });
}

// Published fits: Linzer and Lewis, poLCA: An R Package for Polytomous Variable Latent Class Analysis (2011),
// and its manual. The tables: seven pathologists' ratings (Agresti, Categorical Data Analysis, 2002, table
// 13.1) and answers to four questions (Goodman 1974, after Stouffer and Toby 1951). A pattern of values and
// how many rows have it.

const std::string kCarcinoma =
    "1111111:34 1111211:2 1211111:6 1211112:1 1211211:4 1211212:5 2111111:2 2121212:1 2211111:2 2211112:1 "
    "2211211:2 2211212:7 2211222:1 2212112:1 2212212:2 2212222:3 2221212:13 2221222:5 2222212:10 "
    "2222222:16";
const std::string kValues =
    "1111:20 1112:2 1121:9 1122:2 1211:6 1212:1 1221:4 1222:1 2111:38 2112:7 2121:24 2122:6 2211:25 2212:6 "
    "2221:23 2222:42";

std::string csv_of_patterns(const std::string& patterns, bool weights) {
  std::string out;
  std::istringstream in(patterns);
  for (std::string each; in >> each;) {
    const std::string pattern = each.substr(0, each.find(':'));
    const auto count = static_cast<std::size_t>(std::stoi(each.substr(pattern.size() + 1)));
    std::string line;
    for (const char value : pattern) line += std::string{value, ','};
    if (out.empty()) {
      for (std::size_t j = 0; j < pattern.size(); ++j) out += std::string{"ABCDEFG"[j], ','};
      out += "w\n";
    }
    for (std::size_t k = 0; k < (weights ? 1 : count); ++k)
      out += line + std::to_string(weights ? count : 1) + "\n";
  }
  return out;
}

PlanOptions latent_classes(const std::string& alpha = "0") {
  PlanOptions out = with_alpha(with_family("categorical"), alpha);
  out.types = parse_types("w=weight");
  return out;
}

void expect_published(const std::string& patterns, std::size_t k, double log_likelihood) {
  for (const bool weights : {false, true}) {
    SCOPED_TRACE(fmt::format("{} classes, {}", k, weights ? "weights" : "rows"));
    const HiddenRows rows = hidden_rows(csv_of_patterns(patterns, weights), latent_classes());
    const EmResult result = cluster(rows, k, {});
    EXPECT_NEAR(result.log_likelihood, log_likelihood, 1e-4);
    EXPECT_TRUE(result.converged);
    EXPECT_GE(result.reached, 1U);
    expect_no_bug_of_ours(result);
    if (!weights) continue;
    EmOptions patient;
    patient.tolerance = 1e-12;
    EXPECT_NEAR(cluster(rows, k, patient).log_likelihood, log_likelihood, 0.50001e-4);
  }
}

TEST(Mixture, FitsCarcinomaAsPublished) {
  expect_published(kCarcinoma, 2, -317.2568);
  expect_published(kCarcinoma, 3, -293.7050);
  expect_published(kCarcinoma, 4, -289.2858);
}

TEST(Mixture, FitsValuesAsPublished) {
  expect_published(kValues, 1, -543.6498);
  expect_published(kValues, 2, -504.4677);
  expect_published(kValues, 3, -503.3011);
}

// poLCA prints AIC 1026.935 and BIC 1057.313 of two classes in `values`, with nine parameters.
TEST(Mixture, HasThePublishedCriteria) {
  EmOptions options;
  options.judge = true;
  const EmResult result = clustered(csv_of_patterns(kValues, false), latent_classes(), 2, options);
  EXPECT_EQ(result.model.free_parameters(), 2 * 4 + 1);
  EXPECT_EQ(result.n_rows, 216);
  EXPECT_NEAR(result.tried.aic, 1026.935, 0.0005);
  EXPECT_NEAR(result.tried.bic, 1057.313, 0.0005);
}

// k classes and d columns of two values: k d + k - 1; of normal numbers: 2 k d + k - 1; of three values:
// 2 k d + k - 1.
TEST(Mixture, CountsItsFreeParameters) {
  Random random(1);
  std::string coins = "a,b,c\n", numbers = coins, dice = coins;
  for (int r = 0; r < 40; ++r) {
    const auto line = [&](const auto& draw) { return fmt::format("{},{},{}\n", draw(), draw(), draw()); };
    coins += line([&] { return below(random, 2); });
    numbers += line([&] { return 0.125 * static_cast<double>(below(random, 1000)); });
    dice += r < 3 ? fmt::format("{0},{0},{0}\n", r) : line([&] { return below(random, 3); });
  }
  EmOptions few;
  few.max_iterations = 3;
  for (const std::size_t k : {1U, 2U, 5U}) {
    const auto n = static_cast<double>(k);
    const auto free_parameters = [&](const std::string& csv, const std::string& family) {
      return clustered(csv, with_family(family), k, few).model.free_parameters();
    };
    EXPECT_EQ(free_parameters(coins, "bernoulli"), n * 3 + n - 1);
    EXPECT_EQ(free_parameters(dice, "categorical"), 2 * n * 3 + n - 1);
    EXPECT_EQ(free_parameters(numbers, "gaussian"), 2 * n * 3 + n - 1);
  }
}

// Several starts

// The last step of every start.
std::vector<EmStep> ends_of(const EmReport& report) {
  std::vector<EmStep> out;
  for (const EmStep& step : report.trace) {
    if (out.empty() || out.back().restart != step.restart) out.emplace_back();
    out.back() = step;
  }
  return out;
}

TEST(Mixture, KeepsTheBestStartAndCountsThoseThatReachedIt) {
  EmOptions em;
  em.restarts = 12;
  for (const bool hard : {false, true}) {
    em.hard = hard;
    const EmResult result = clustered(csv_of_patterns(kCarcinoma, false), latent_classes("1"), 3, em);
    const std::vector<EmStep> ends = ends_of(result);
    ASSERT_EQ(ends.size(), 12U);
    EXPECT_EQ(result.starts, 12U);
    EXPECT_EQ(result.collapsed, 0U);
    double best = -std::numeric_limits<double>::infinity();
    for (const EmStep& end : ends) best = std::max(best, end.objective);
    std::size_t reached = 0;
    for (const EmStep& end : ends) {
      reached += std::abs(end.objective - best) < 1e-6 * std::abs(best);
      if (end.objective == result.objective) {
        EXPECT_EQ(end.iteration, result.iterations);
      }
    }
    EXPECT_EQ(result.objective, best);
    EXPECT_EQ(result.reached, reached);
    if (hard) {
      EXPECT_LT(reached, 12U);  // or the test would not tell
    }
  }
}

TEST(Mixture, NumbersClassesBySize) {
  const EmResult result = clustered(csv_of_patterns(kCarcinoma, false), latent_classes("1"), 3);
  const std::vector<double> count = result.model.class_count();
  EXPECT_THAT(result.model.classes(), ElementsAre("1", "2", "3"));
  EXPECT_TRUE(std::is_sorted(count.rbegin(), count.rend()));
  EXPECT_NEAR(std::accumulate(count.begin(), count.end(), 0.0), 118, 1e-9);
}

TEST(Mixture, KeepsTheOrderOfAStart) {
  const std::string csv = csv_of_patterns(kCarcinoma, false);
  const HiddenRows rows = hidden_rows(csv, latent_classes("1"));
  const EmResult found = cluster(rows, 2, {});
  Start start = start_of(found.model);
  std::swap(start.log_prior[0], start.log_prior[1]);
  for (StartPart& part : start.parts) {
    std::vector<double>& p = part.arrays[0].data;
    std::swap_ranges(p.begin(), p.begin() + 2, p.begin() + 2);
  }
  const EmResult again = cluster(rows, 2, {}, &start);
  EXPECT_EQ(again.starts, 1U);
  EXPECT_LT(again.model.class_count()[0], again.model.class_count()[1]);
  EXPECT_NEAR(again.model.class_count()[0], found.model.class_count()[1], 1e-3);
  EXPECT_NEAR(again.objective, found.objective, 1e-6);
}

TEST(Mixture, IsTheSameForTheSameSeedAndOthersForOthers) {
  const std::string csv = csv_of_patterns(kCarcinoma, false);
  const HiddenRows rows = hidden_rows(csv, latent_classes("1"));
  EmOptions em;
  em.restarts = 1, em.max_iterations = 1;
  const auto bytes = [&](std::uint64_t seed) {
    em.seed = seed;
    return to_bytes(cluster(rows, 3, em).model);
  };
  EXPECT_EQ(bytes(1), bytes(1));
  EXPECT_NE(bytes(1), bytes(2));
}

// Two clusters far apart: hard EM stops when no row moves any more, long before the limit.
TEST(Mixture, OfHardEmConverges) {
  std::string csv = "x\n";
  for (int r = 0; r < 40; ++r) csv += fmt::format("{}\n", (r % 2) * 100 + 0.37 * r);
  EmOptions em;
  em.hard = true;
  const EmResult result = clustered(csv, with_family("gaussian"), 2, em);
  EXPECT_TRUE(result.converged);
  EXPECT_LT(result.iterations, 10U);
  EXPECT_THAT(result.model.class_count(), ElementsAre(20, 20));
}

TEST(Mixture, StopsWhenItIsToldToAndKeepsWhatItHas) {
  const HiddenRows rows = hidden_rows(csv_of_patterns(kCarcinoma, false), latent_classes("1"));
  const auto stop_at = [](std::size_t restart, std::size_t iteration) {
    return [=](const EmStep& step) { return step.restart != restart || step.iteration != iteration; };
  };
  const EmResult result = cluster(rows, 3, {}, nullptr, 1, stop_at(2, 3));
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.trace.back().restart, 2U);
  EXPECT_EQ(result.trace.back().iteration, 3U);
  EXPECT_EQ(result.objective, ends_of(result)[0].objective);  // the first start came further
  expect_sound(result.model);
  const EmResult second = cluster(rows, 3, {}, nullptr, 1, stop_at(1, 1));
  EXPECT_TRUE(second.interrupted);
  EXPECT_EQ(second.iterations, 1U);
  try {
    cluster(rows, 3, {}, nullptr, 1, stop_at(1, 0));
    FAIL() << "there is no model yet";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  }
}

// The likelihood of rows that were not learnt from, as a model of the others gives it.
TEST(Mixture, JudgesTheRowsItHeldOut) {
  const std::string csv = csv_of_patterns(kCarcinoma, false);
  EmOptions em;
  em.held_out = 0.25;
  const EmResult result = clustered(csv, latent_classes("1"), 2, em);
  const std::vector<double> count = result.model.class_count();
  const double n = count[0] + count[1];  // whole, if rows are held out as a whole
  EXPECT_NEAR(n, std::round(n), 1e-9);
  EXPECT_GT(n, 118 * 0.6);
  EXPECT_LT(n, 118 * 0.9);
  EXPECT_LT(result.held_out_log_likelihood, 0);
  // log p of a row over k = 2 classes: about as probable as the rows learnt from, on average.
  const double held_out = result.held_out_log_likelihood / (118 - n), learnt = result.log_likelihood / n;
  EXPECT_NEAR(held_out, learnt, 0.5);
}

// Labels

TEST(Mixture, WithUnlabelledRowsOfNoWeightIsTrainingOnTheOthers) {
  const std::string labelled = "y,c,x,t\na,p,1,one two\nb,q,4,two\na,p,2.5,one\nb,p,7,three three\n";
  const std::string others = ",r,9,four one\n,q,-5,two\n";
  EmOptions em;
  em.unlabelled_weight = 0;
  const EmResult result = train_with_unlabelled(
      hidden_rows(labelled + others, with_types("y", "c=categorical,x=gaussian,t=text")), em);
  // A row of no weight teaches nothing but its values and words.
  const Classifier expected = trained(labelled, with_types("y", "c=categorical{p,q,r},x=gaussian,t=text"));
  const std::vector<PartView> parts = result.model.parts(), plain = expected.parts();
  EXPECT_EQ(result.model.class_count(), expected.class_count());
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t v = 0; v < 3; ++v)
      EXPECT_NEAR(probability(result.model, 0, v, k), probability(expected, 0, v, k), 1e-12);
    for (std::size_t p = 0; p < 2; ++p)
      EXPECT_NEAR(parts[1].parameters[p].at(0, k), plain[1].parameters[p].at(0, k), 1e-12);
  }
  // Words in code point order: four, one, three, two. Class a has one 2, two 1; b two 1, three 2.
  EXPECT_THAT(parts[2].values, ElementsAre("four", "one", "three", "two"));
  const double a[] = {1. / 7, 3. / 7, 1. / 7, 2. / 7}, b[] = {1. / 7, 1. / 7, 3. / 7, 2. / 7};
  for (std::size_t w = 0; w < 4; ++w) {
    EXPECT_NEAR(probability(result.model, 2, w, 0), a[w], 1e-12);
    EXPECT_NEAR(probability(result.model, 2, w, 1), b[w], 1e-12);
  }
}

// Class a lies at (0, 0) and (10, 10), class b at (0, 10) and (10, 0): no single normal tells them apart.
TEST(Mixture, OfTwoComponentsAClassSeesWhatOneDoesNot) {
  Random random(5);
  std::string csv = "y,u,v\n";
  std::vector<std::size_t> truth;
  for (std::size_t r = 0; r < 200; ++r) {
    const std::size_t u = r % 2, v = r / 2 % 2;
    truth.push_back(u == v ? 0 : 1);
    csv += fmt::format("{},{},{}\n", "ab"[truth.back()],
                       10 * static_cast<double>(u) + std::uniform_real_distribution<double>(-2, 2)(random),
                       10 * static_cast<double>(v) + std::uniform_real_distribution<double>(-2, 2)(random));
  }
  const HiddenRows rows = hidden_rows(csv, with_types("y", "u=gaussian,v=gaussian"));
  const auto right = [&](std::size_t components) {
    EmOptions em;
    em.components = components;
    const EmResult result = train_with_unlabelled(rows, em);
    expect_no_bug_of_ours(result);
    EXPECT_EQ(result.model.components(), components);
    EXPECT_THAT(result.model.classes(), ElementsAre("a", "b"));
    const std::vector<std::size_t> found = assignments(result.model, csv);
    std::size_t n = 0;
    for (std::size_t r = 0; r < truth.size(); ++r) n += found[r] == truth[r];
    return n;
  };
  EXPECT_EQ(right(2), 200U);
  EXPECT_LT(right(1), 150U);
}

// Refusals and corners

template <class Act>
std::string message_of(ErrorKind kind, const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(Mixture, RefusesWhatCannotBe) {
  const std::string csv = "x,t\n1,one\n2,two\n3,one two\n";
  const PlanOptions numbers = with_types("", "x=gaussian,t=ignore");
  EXPECT_THAT(message_of(ErrorKind::usage, [&] { clustered(csv, numbers, 0); }), HasSubstr("0 hidden"));
  EXPECT_THAT(message_of(ErrorKind::usage, [&] { clustered(csv, numbers, 4); }), HasSubstr("3 rows"));
  EXPECT_THAT(
      message_of(ErrorKind::usage, [&] { clustered(csv, with_types("", "x=ignore,t=complement"), 2); }),
      HasSubstr("complement"));
  const HiddenRows rows = hidden_rows("y,x\n,1\n,2\n", with_types("y", "x=gaussian"));
  EXPECT_THAT(message_of(ErrorKind::data, [&] { train_with_unlabelled(rows, {}); }), HasSubstr("class"));
}

// What must hold whatever the rows are: a sound model or an Error of kind data.
void expect_sound_or_refused(const std::string& csv, const PlanOptions& options, std::size_t k,
                             const EmOptions& em) {
  try {
    const EmResult result = clustered(csv, options, k, em);
    expect_sound(result.model);
    expect_no_bug_of_ours(result);
    EXPECT_FALSE(std::isnan(result.log_likelihood));
    for (const auto& row : posteriors(result.model, csv)) {
      for (const double log_p : row) EXPECT_FALSE(std::isnan(log_p));
    }
    double n = 0;
    for (const double count : result.model.class_count()) n += count;
    EXPECT_GT(n, 0);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
  }
}

TEST(Mixture, WithMoreClassesThanDifferentRowsIsSound) {
  std::string csv = "b,c,x,n,t\n";
  for (int copy = 0; copy < 4; ++copy) csv += "0,p,1,3,one\n1,q,5,0,two two\n0,r,2,1,\n";
  for (const bool hard : {false, true}) {
    for (const bool anneal : {false, true}) {
      for (const std::string alpha : {"0", "1"}) {
        for (const std::string types : {"b=bernoulli,c=ignore,x=ignore,n=ignore,t=ignore",
                                        "b=bernoulli,c=categorical,x=ignore,n=poisson,t=text",
                                        "b=ignore,c=ignore,x=ignore,n=binomial,t=ignore",
                                        "b=bernoulli,c=categorical,x=gaussian,n=poisson,t=text"}) {
          SCOPED_TRACE(fmt::format("{} {} {} {}", hard, anneal, alpha, types));
          EmOptions em;
          em.hard = hard, em.anneal = anneal, em.restarts = 3;
          for (const std::size_t k : {4U, 12U})
            expect_sound_or_refused(csv, with_alpha(with_types("", types), alpha), k, em);
        }
      }
    }
  }
}

TEST(Mixture, SeedsAnEmptyClassAgainOrSaysSo) {
  std::string csv = "x\n";
  for (int r = 0; r < 30; ++r) csv += fmt::format("{}\n", r % 3);
  EmOptions em;
  em.hard = true, em.restarts = 1;
  const EmResult result = clustered(csv, with_family("categorical"), 8, em);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_THAT(result.notes[0], HasSubstr("seeded again"));
  EXPECT_THAT(result.notes[0], HasSubstr("rows left"));
  expect_sound(result.model);
}

TEST(Mixture, OfRowsWithoutASingleCellIsSound) {
  std::string csv = "b,c,x,t\n";
  for (int r = 0; r < 10; ++r) csv += "NA,,NA,\n";
  const std::string seen = csv + "0,p,1,one two\n1,q,3,two\n0,q,5,one\n";
  const PlanOptions options = with_types("", "b=bernoulli,c=categorical,x=gaussian,t=text");
  for (const bool hard : {false, true}) {
    EmOptions em;
    em.hard = hard;
    expect_sound_or_refused(seen, options, 2, em);
    expect_sound_or_refused(csv, with_types("", "b=categorical{0,1},c=categorical{p,q},x=gaussian"), 2, em);
  }
}

TEST(Mixture, OfOneRowIsThatRow) {
  const EmResult result = clustered("c,n\np,3\n", with_types("", "c=categorical{p,q},n=poisson"), 1);
  EXPECT_THAT(result.model.class_count(), ElementsAre(1));
  EXPECT_NEAR(probability(result.model, 0, 0, 0), (1 + 1.) / (1 + 2), 1e-12);
  EXPECT_NEAR(result.model.parts()[1].parameters[0].at(0, 0), (3 + 1.) / (1 + 1), 1e-12);
}

TEST(Mixture, OfAConstantColumnDoesNotLookAtIt) {
  std::string with = "k,b,c\n", without = "b,c\n";
  Random random(2);
  for (int r = 0; r < 50; ++r) {
    const std::string cells = fmt::format("{},{}\n", below(random, 2), below(random, 3));
    with += "same," + cells, without += cells;
  }
  const PlanOptions options = with_family("categorical");
  EmOptions em;
  em.max_iterations = 50;
  const EmResult a = clustered(with, options, 2, em), b = clustered(without, options, 2, em);
  EXPECT_NEAR(a.log_likelihood, b.log_likelihood, 1e-6);
  const std::string number = "x,z\n1,5\n2,5\n9,5\n8,5\n";
  expect_sound_or_refused(number, with_family("gaussian"), 2, em);
  // Nothing but constants: no variance is left to smooth with.
  EXPECT_THAT(message_of(ErrorKind::data, [] { clustered("x\n5\n5\n5\n", with_family("gaussian"), 2); }),
              HasSubstr("variance"));
}

TEST(Mixture, KeepsTheWayOfTheStartThatWon) {
  Random random(5);
  std::string csv = "x,c\n";
  for (std::size_t row = 0; row < 80; ++row)
    csv += fmt::format("{},{}\n", draw_real(random, {}), one_in(random, 3) ? "a" : "b");
  EmOptions options;
  options.restarts = 4;
  const EmResult result = clustered(csv, with_types("", "x=gaussian,c=categorical"), 2, options);
  std::map<std::size_t, std::vector<double>> starts;
  for (const EmStep& step : result.trace) starts[step.restart].push_back(step.objective);
  ASSERT_EQ(starts.size(), 4U);
  const std::vector<double>& kept = result.model.trace();
  EXPECT_EQ(kept.size(), result.iterations + 1);
  EXPECT_EQ(kept.back(), result.objective);
  EXPECT_TRUE(
      std::any_of(starts.begin(), starts.end(), [&](const auto& each) { return each.second == kept; }));
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
}

}  // namespace
}  // namespace priory::testing
