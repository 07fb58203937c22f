// SPDX-License-Identifier: Apache-2.0
// The law of a Learner: whatever came and went, its snapshot is, byte for byte, the model trained on the rows
// that remain, and its predictions are the snapshot's.
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "priory/predictor.h"

#include "online/rows_of.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory {
namespace {

using namespace testing;
using ::testing::ElementsAreArray;

// Lines of one file, of which some are learnt.
struct History {
  std::string header;
  std::vector<std::string> lines;
  std::vector<std::size_t> learnt = {};

  std::string csv() const {
    std::string out = header + "\n";
    for (const std::size_t k : learnt) out += lines[k] + "\n";
    return out;
  }
  double weight(std::size_t k) const {
    return header.find(",w") == std::string::npos ? 1
                                                  : std::stod(std::string(cell_in(lines[k], header, "w")));
  }
  void learn(std::size_t k, Learner& learner) {
    learner.learn(row_of(lines[k], header, learner.columns()), cell_in(lines[k], header, "y"), weight(k));
    learnt.push_back(k);
  }
  void forget(std::size_t at, Learner& learner) {
    const std::size_t k = learnt[at];
    learner.forget(row_of(lines[k], header, learner.columns()), cell_in(lines[k], header, "y"), weight(k));
    learnt.erase(learnt.begin() + static_cast<long>(at));
  }
};

// The bytes of a model, or why there is none.
std::string bytes_or_error(const std::function<Classifier()>& make) {
  try {
    return to_bytes(make());
  } catch (const Error& error) {
    return error.message();
  }
}

void expect_snapshot_predicts_the_same(Learner& learner, const History& history) {
  std::optional<Predictor> predictor;
  try {
    predictor.emplace(learner.snapshot());
  } catch (const Error& error) {
    const std::vector<CellValue> row = row_of(history.lines[0], history.header, learner.columns());
    EXPECT_THROW(learner.predict(row), Error) << error.what();
    return;
  }
  EXPECT_EQ(learner.classes(), predictor->classes());
  for (std::size_t k = 0; k < history.lines.size(); k += 5) {
    const std::vector<CellValue> row = row_of(history.lines[k], history.header, learner.columns());
    EXPECT_THAT(learner.log_posterior(row), ElementsAreArray(predictor->log_posterior(row)));
    EXPECT_EQ(learner.predict(row).label, predictor->predict(row).label);
  }
}

// Many random steps; `retrain` makes the model of the rows learnt.
void expect_law(Learner learner, History history, std::uint64_t seed,
                const std::function<Classifier(const History&)>& retrain) {
  testing::Random random(seed);
  for (int step = 0; step < 60; ++step) {
    if (history.learnt.size() < 4 || !one_in(random, 3))
      history.learn(below(random, history.lines.size()), learner);
    else
      history.forget(below(random, history.learnt.size()), learner);
    if (step % 2 == 0) expect_snapshot_predicts_the_same(learner, history);
    if (step % 10 != 9) continue;
    EXPECT_EQ(bytes_or_error([&] { return learner.snapshot(); }),
              bytes_or_error([&] { return retrain(history); }));
    EXPECT_EQ(learner.n_rows(), static_cast<double>(history.learnt.size()));
  }
}

// Rows one by one, since what some families sum up depends on the chunks.
constexpr Way kRowByRow = {1, 1 << 20, 1};

TEST(LearnerLaw, HoldsForEveryFamily) {
  for (const Unseen unseen : {Unseen::ignore, Unseen::smooth}) {
    testing::Random random(11);
    MixedTable table = draw_table(random, 50);
    table.options.unseen = unseen;
    const Plan plan = plan_of(table.csv(), table.options);
    expect_law(Learner(plan), {table.header, table.rows}, 5, [&](const History& history) {
      return Classifier::train(plan, opener(plan, history.csv(), kRowByRow));
    });
  }
}

History texts() {
  History out{"text,y", {}};
  testing::Random random(2);
  for (int k = 0; k < 60; ++k) {
    out.lines.push_back(draw_text(random) + "w" + std::to_string(below(random, 30)) + "," +
                        "abcd"[below(random, 4)]);
  }
  out.lines[7] = ",a";
  return out;
}

void expect_law_of_texts(const PlanOptions& options) {
  History history = texts();
  for (std::size_t k = 0; k < history.lines.size(); ++k) history.learnt.push_back(k);
  const Plan plan = plan_of(history.csv(), options);
  history.learnt.clear();
  expect_law(Learner(plan), history, 3,
             [&](const History& some) { return Classifier::train(plan, opener(plan, some.csv())); });
}

TEST(LearnerLaw, HoldsForTextsOfEveryOption) {
  for (const std::string family : {"multinomial", "complement", "bernoulli"}) {
    SCOPED_TRACE(family);
    PlanOptions options = of_text(family);
    expect_law_of_texts(options);
    options.unseen = Unseen::smooth;
    options.text_options.tokens.hash_bits = 4;
    expect_law_of_texts(options);
    options = of_text(family);
    options.text_options.min_df = {2, false};
    options.unseen = Unseen::smooth;
    expect_law_of_texts(options);
    options.text_options.max_features = 5;
    expect_law_of_texts(options);
    options = of_text(family);
    if (family == "bernoulli") continue;
    options.text_options.tf = Tf::log, options.text_options.length_norm = LengthNorm::l2;
    expect_law_of_texts(options);
    if (family != "complement") continue;
    options.settings = {{"weight-norm", "", 1}};
    expect_law_of_texts(options);
  }
}

// With an idf or a graph the first training decides, and `learn` goes on from it.
void expect_as_classifier(const std::string& header, const std::vector<std::string>& lines,
                          const PlanOptions& options) {
  History history{header, lines};
  for (std::size_t k = 0; k < lines.size(); k += 2) history.learnt.push_back(k);
  const Classifier first = trained(history.csv(), options);
  Learner learner(first);
  EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(first));
  History more{header, lines};
  for (std::size_t k = 1; k < lines.size(); k += 2) more.learn(k, learner);
  const Classifier all = first.learn(opener(first.plan(), more.csv()));
  EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(all));
  expect_snapshot_predicts_the_same(learner, history);
  while (!more.learnt.empty()) more.forget(more.learnt.size() / 2, learner);
  EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(first));
  expect_snapshot_predicts_the_same(learner, history);
}

TEST(LearnerLaw, HoldsWithAnIdfFixedByTraining) {
  PlanOptions options = of_text("multinomial");
  options.text_options.idf = true;
  expect_as_classifier(texts().header, texts().lines, options);
  options.unseen = Unseen::smooth, options.text_options.length_norm = LengthNorm::l2;
  expect_as_classifier(texts().header, texts().lines, options);
}

TEST(LearnerLaw, HoldsForNetworks) {
  std::vector<std::string> lines;
  testing::Random random(9);
  for (int k = 0; k < 40; ++k) {
    lines.push_back(fmt::format("{},{},{},{}", "ab"[below(random, 2)], "pqr"[below(random, 3)],
                                one_in(random, 8) ? "NA" : "z", "xy"[below(random, 2)]));
  }
  PlanOptions options;
  options.target = "y", options.structure = "tan";
  expect_as_classifier("f,g,h,y", lines, options);
  options.structure = "naive";
  expect_as_classifier("f,g,h,y", lines, options);
}

TEST(LearnerLaw, HoldsForManyRowsAtOnce) {
  History history = texts();
  for (std::size_t k = 0; k < 40; ++k) history.learnt.push_back(k);
  const Plan plan = plan_of(history.csv(), of_text("multinomial"));
  Learner learner(plan);
  learner.learn(*opener(plan, history.csv())(), 2);
  EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(Classifier::train(plan, opener(plan, history.csv()))));
  History some = history;
  some.learnt.resize(15);
  learner.forget(*opener(plan, some.csv())());
  history.learnt.erase(history.learnt.begin(), history.learnt.begin() + 15);
  EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(Classifier::train(plan, opener(plan, history.csv()))));
  EXPECT_THROW(learner.forget(*opener(plan, some.csv())()), Error);
  expect_snapshot_predicts_the_same(learner, history);
}

TEST(Learner, CountsAsTheTextbookSays) {
  const Plan plan = plan_of("text,y\na,b\n", of_text("multinomial"));
  Learner learner(plan);
  EXPECT_THROW(learner.predict("pills"), Error);
  EXPECT_THROW(learner.snapshot(), Error);
  learner.learn("cheap pills", "spam");
  learner.learn("lunch noon", "ham");
  // (1 + 1) / (2 + 4) against (0 + 1) / (2 + 4): odds of two to one.
  EXPECT_DOUBLE_EQ(learner.posterior("pills")[1], 2.0 / 3);
  learner.learn("pills pills pills", "spam");
  // Two texts of three are spam; (4 + 1) / (5 + 4) against (0 + 1) / (2 + 4): odds of 20 to 3.
  EXPECT_DOUBLE_EQ(learner.posterior("pills")[1], 20.0 / 23);
  learner.forget("pills pills pills", "spam");
  EXPECT_DOUBLE_EQ(learner.posterior("pills")[1], 2.0 / 3);
}

TEST(Learner, StaysAsItWasWhenARowIsRefused) {
  const std::string header = "n,k,text,y";
  const std::vector<std::string> lines = {"1,p,some words,a", "2,q,other words,b", "4,q,words words,b",
                                          "2,p,new,a"};
  PlanOptions options = with_types("y", "n=gaussian,k=categorical,text=text");
  std::string csv = header + "\n";
  for (const std::string& line : lines) csv += line + "\n";
  Learner learner(trained(csv, options));
  const std::string before = to_bytes(learner.snapshot());
  const auto forget = [&](const std::string& line) {
    learner.forget(row_of(line, header, learner.columns()), cell_in(line, header, "y"));
  };
  for (const char* const never :
       {"3,p,some words,b", "1,q,some words,a", "1,p,unheard,a", "1,p,words words words,a",
        "1,z,some words,a", "1,p,some words,c", "100,p,some words,a"}) {
    EXPECT_THROW(forget(never), Error) << never;
    EXPECT_EQ(to_bytes(learner.snapshot()), before) << never;
  }
  const CellValue bad[] = {"no number", "p", "brand new words"}, good[] = {1, "p", "brand new words"};
  EXPECT_THROW(learner.learn(bad, "a"), Error);
  EXPECT_THROW(learner.learn(good, "NA"), Error);
  EXPECT_THROW(learner.learn(good, "a", -1), Error);
  EXPECT_EQ(to_bytes(learner.snapshot()), before);
  Predictor predictor(learner.snapshot());
  EXPECT_THAT(learner.log_posterior(good), ElementsAreArray(predictor.log_posterior(good)));
  forget(lines[0]);
  EXPECT_NE(to_bytes(learner.snapshot()), before);
}

TEST(Learner, RefusesModelsThatRowsCannotBeAddedTo) {
  const Classifier model = trained("text,y\ncheap,spam\nlunch,ham\n", of_text("multinomial"));
  EXPECT_THROW(Learner(model.faded(0.5)), Error);
  Plan plan = model.plan();
  plan.expected = true;
  EXPECT_THROW(Learner{plan}, Error);
  plan = model.plan();
  plan.parts[0].text_options.idf = true;
  EXPECT_THROW(Learner{plan}, Error);
  plan = model.plan();
  plan.undecided = true;
  EXPECT_THROW(Learner{plan}, Error);
}

TEST(Learner, ExplainsAsItsSnapshotDoes) {
  Learner learner(trained("y,body\nspam,cheap pills\nham,see you\n", with_types("y", "body=text")));
  const auto weigh = [&](const Explanation& told) {
    Predictor predictor(learner.snapshot());
    const Explanation expected = predictor.explain("cheap tea");
    EXPECT_EQ(told.log_scores, expected.log_scores);
    EXPECT_EQ(told.log_posterior, expected.log_posterior);
    ASSERT_EQ(told.reasons.size(), expected.reasons.size());
    for (std::size_t k = 0; k < told.reasons.size(); ++k) {
      EXPECT_EQ(told.reasons[k].feature, expected.reasons[k].feature);
      EXPECT_EQ(told.reasons[k].log_p, expected.reasons[k].log_p);
    }
  };
  const std::vector<double> before = learner.explain("cheap tea").log_scores;
  weigh(learner.explain("cheap tea"));
  learner.learn("cheap tea", "ham");
  weigh(learner.explain("cheap tea"));
  EXPECT_NE(learner.explain("cheap tea").log_scores, before);
}

Calibration temperature() {
  Calibration out;
  out.method = CalibrationMethod::temperature, out.slope = 0.5;
  return out;
}

Calibration curve_of_each_class() {
  Calibration out;
  out.method = CalibrationMethod::sigmoid, out.bias = {0.25, -0.5};
  return out;
}

// The mark is part of the bytes: a Learner ends where Classifier::learn and forget end.
TEST(Learner, MarksACalibrationWithTheRowsThatCameAndWent) {
  for (const Calibration& calibration : {temperature(), curve_of_each_class()}) {
    const Classifier model =
        trained("text,y\ncheap,spam\nlunch,ham\n", of_text("multinomial")).calibrated(calibration);
    Learner learner(model);
    EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(model));
    learner.learn("cheap tea", "spam"), learner.learn("noon", "ham");
    const std::string more = "text,y\ncheap tea,spam\nnoon,ham\n", less = "text,y\nnoon,ham\n";
    const Classifier updated = model.learn(opener(model.plan(), more));
    EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(updated));
    learner.forget("noon", "ham");
    EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(updated.forget(opener(model.plan(), less))));
    const Classifier now = learner.snapshot();
    ASSERT_NE(now.calibration(), nullptr);
    EXPECT_EQ(now.calibration()->rows_learnt, 2);
    EXPECT_EQ(now.calibration()->rows_forgotten, 1);
    Predictor predictor(now);
    EXPECT_THAT(learner.log_posterior("cheap"), ElementsAreArray(predictor.log_posterior("cheap")));
    EXPECT_THROW(learner.forget("unheard", "ham"), Error);
    EXPECT_EQ(learner.snapshot().calibration()->rows_forgotten, 1);
  }
}

TEST(Learner, MarksACalibrationWithRowsWhateverTheirWeight) {
  const Classifier model =
      trained("n,w,y\n1,1,a\n2,2,b\n", with_types("y", "n=poisson,w=weight")).calibrated(temperature());
  Learner learner(model);
  const CellValue row[] = {4};
  learner.learn(row, "b", 0.25);
  EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(model.learn(opener(model.plan(), "n,w,y\n4,0.25,b\n"))));
  EXPECT_EQ(learner.snapshot().calibration()->rows_learnt, 1);
}

TEST(Learner, DropsACalibrationOfEachClassWithANewOne) {
  const Classifier model = trained("text,y\ncheap,spam\nlunch,ham\n", of_text("multinomial"));
  Learner one(model.calibrated(temperature())), each(model.calibrated(curve_of_each_class()));
  for (Learner* learner : {&one, &each}) {
    learner->learn("tea", "drink");
    Predictor predictor(learner->snapshot());
    EXPECT_THAT(learner->log_posterior("cheap"), ElementsAreArray(predictor.log_posterior("cheap")));
  }
  EXPECT_NE(one.snapshot().calibration(), nullptr);
  EXPECT_EQ(each.snapshot().calibration(), nullptr);
}

}  // namespace
}  // namespace priory
