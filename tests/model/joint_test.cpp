// SPDX-License-Identifier: Apache-2.0
// The full joint table of some columns, against fractions written out and against sums over all cells.
#include <gmock/gmock.h>
#include <map>

#include "core/log_space.h"
#include "training.h"

namespace priory::testing {
namespace {

const char* const kRows =
    "sky,air,play\n"
    "sunny,hot,no\n"
    "sunny,hot,no\n"
    "rain,mild,no\n"
    "rain,mild,yes\n"
    "rain,cool,yes\n"
    "sunny,,yes\n"
    "sunny,cool,yes\n";

PlanOptions joint_options(const std::string& alpha = "1", Unseen unseen = Unseen::ignore) {
  PlanOptions out = with_alpha(with_types("play", ""), alpha);
  out.family = "joint";
  out.unseen = unseen;
  return out;
}

// P(play=yes | the row)
double yes(const Classifier& model, const std::string& cells) {
  return std::exp(posteriors(model, "sky,air\n" + cells + "\n")[0][1]);
}

// 2 x 3 cells; 3 rows of no and 3 whole ones of yes; the prior 3/7 and 4/7.
TEST(JointModel, HasTheFractionsOfTheTable) {
  const Classifier model = trained(kRows, joint_options());
  const double no = 3.0 / 7 * (2 + 1) / (3 + 6), other = 4.0 / 7 * (0 + 1) / (3 + 6);
  EXPECT_NEAR(yes(model, "sunny,hot"), other / (no + other), 1e-15);
  const double unmet_no = 3.0 / 7 * 1 / 9, unmet_yes = 4.0 / 7 * 1 / 9;  // rain,hot was never met
  EXPECT_NEAR(yes(model, "rain,hot"), unmet_yes / (unmet_no + unmet_yes), 1e-15);
}

TEST(JointModel, SumsOverWhatIsMissing) {
  const Classifier model = trained(kRows, joint_options());
  const double no = 3.0 / 7 * (2 + 3.0) / 9, other = 4.0 / 7 * (1 + 3.0) / 9;  // of sunny: three cells
  EXPECT_NEAR(yes(model, "sunny,"), other / (no + other), 1e-15);
  EXPECT_NEAR(yes(model, ","), 4.0 / 7, 1e-15);
}

TEST(JointModel, AValueNeverSeenFollowsTheOption) {
  const Classifier ignoring = trained(kRows, joint_options());
  EXPECT_NEAR(yes(ignoring, "sunny,frost"), yes(ignoring, "sunny,"), 1e-15);
  const Classifier smoothing = trained(kRows, joint_options("1", Unseen::smooth));
  EXPECT_NEAR(yes(smoothing, "sunny,frost"), (4.0 / 7 / 9) / (4.0 / 7 / 9 + 3.0 / 7 / 9), 1e-15);
  const Classifier strict = trained(kRows, joint_options("1", Unseen::error));
  EXPECT_THROW(yes(strict, "sunny,frost"), Error);
}

TEST(JointModel, OfMaximumLikelihoodKnowsOnlyWhatItMet) {
  const Classifier model = trained(kRows, joint_options("0"));
  EXPECT_EQ(yes(model, "sunny,hot"), 0);
  EXPECT_NEAR(yes(model, "rain,hot"), 4.0 / 7, 1e-15);  // impossible in both: the prior
}

TEST(JointModel, CountsDeclaredValuesAmongItsCells) {
  PlanOptions options = joint_options();
  options.family = {};
  options.types = parse_types("sky=joint{sunny,rain,fog},air=joint");
  const Classifier model = trained(kRows, options);
  const double no = 3.0 / 7 * (2 + 1) / (3 + 9), other = 4.0 / 7 * 1 / (3 + 9);
  EXPECT_NEAR(yes(model, "sunny,hot"), other / (no + other), 1e-15);
}

// Counts of whole rows by brute force, and sums over all cells that fit.
TEST(JointModel, AgreesWithBruteForceOnRandomTables) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto draw = [&] { return std::string(1, static_cast<char>('a' + below(random, 3))); };
    std::string csv = "x,y,z,c\na,a,a,no\nb,b,b,no\nc,c,c,yes\n";
    std::map<std::string, double> count{{"noaaa", 1}, {"nobbb", 1}, {"yesccc", 1}};
    std::map<std::string, double> rows{{"no", 2}, {"yes", 1}};
    std::map<std::string, double> whole = rows;
    for (int r = 0; r < 40; ++r) {
      const std::string label = one_in(random, 2) ? "no" : "yes", x = draw(),
                        y = one_in(random, 6) ? "" : draw(), z = draw();
      csv += x + "," + y + "," + z + "," + label + "\n";
      ++rows[label];
      if (!y.empty()) ++whole[label], ++count[label + x + y + z];
    }
    PlanOptions options = with_alpha(with_types("c", ""), "0.5");
    options.family = "joint";
    const Classifier model = trained(csv, options);
    for (const std::string x : {"a", ""}) {
      for (const std::string y : {"b", ""}) {
        for (const std::string z : {"c", "a"}) {
          std::map<std::string, double> p;
          for (const std::string label : {"no", "yes"}) {
            for (const char i : std::string("abc")) {
              for (const char j : std::string("abc")) {
                if ((!x.empty() && i != x[0]) || (!y.empty() && j != y[0])) continue;
                p[label] += rows[label] / (rows["no"] + rows["yes"]) * (count[label + i + j + z] + 0.5) /
                            (whole[label] + 0.5 * 27);
              }
            }
          }
          const double given = std::exp(posteriors(model, "x,y,z\n" + x + "," + y + "," + z + "\n")[0][1]);
          EXPECT_NEAR(given, p["yes"] / (p["no"] + p["yes"]), 1e-14) << x << "," << y << "," << z;
        }
      }
    }
  }
}

TEST(JointModel, TakesNoMoreRoomThanWhatItMet) {
  std::string csv = "y";
  for (int j = 0; j < 15; ++j) csv += fmt::format(",c{}", j);
  csv += "\n";
  Random random(1);
  for (int r = 0; r < 30; ++r) {
    csv += r % 2 == 0 ? "no" : "yes";
    for (int j = 0; j < 15; ++j) csv += fmt::format(",{}", r < 10 ? r : static_cast<int>(below(random, 10)));
    csv += "\n";
  }
  PlanOptions options = with_types("y", "");
  options.family = "joint";
  const Classifier model = trained(csv, options);  // 1e15 cells
  EXPECT_LT(to_bytes(model).size(), 20000U);
  EXPECT_EQ(from_bytes(to_bytes(model), "memory").parts()[0].cells.size(), 30U);
}

}  // namespace
}  // namespace priory::testing
