// SPDX-License-Identifier: Apache-2.0
// Judged by the plain way: models whose sums are made for one plan, and rows taken out of them.
#include "search/text_judge.h"

#include <gtest/gtest.h>

#include "search/text_field.h"
#include "training.h"

namespace priory::testing {
namespace {

// Words in one row only, in all rows of a class, and several times in a row; a class of one row; an empty
// text.
std::string texts() {
  Random random(7);
  std::string csv = "y,text\n";
  for (int row = 0; row < 40; ++row) {
    const char* label = row == 5 ? "single" : row % 3 == 0 ? "b" : "a";
    csv += fmt::format("{},every{} own{} ", label, label, row);
    for (std::uint64_t k = 0; k < 1 + below(random, 8); ++k) csv += fmt::format("w{} ", below(random, 15));
    csv += "\n";
  }
  return csv + "a,\nb,\n";
}

std::vector<Plan> plans(const std::string& csv) {
  std::vector<Plan> out;
  for (const char* family : {"multinomial", "complement", "bernoulli"}) {
    for (const Tf tf : {Tf::count, Tf::log, Tf::binary}) {
      for (const bool idf : {false, true}) {
        for (const LengthNorm norm : {LengthNorm::none, LengthNorm::l1, LengthNorm::l2}) {
          for (const std::size_t longest : {std::size_t{1}, std::size_t{2}}) {
            PlanOptions options = with_types("y", "text=text");
            options.text_options.tf = tf, options.text_options.idf = idf;
            options.text_options.length_norm = norm, options.text_options.tokens.max_n = longest;
            Plan plan = plan_of(csv, with_alpha(options, longest == 1 ? "0.3" : "1"));
            change_family(plan.parts[0], family);
            if (std::string(family) == "bernoulli" && (idf || tf != Tf::count || norm != LengthNorm::none))
              continue;
            out.push_back(plan);
            for (auto& [name, value] : plan.parts[0].settings) {
              if (name == "weight-norm") value = 1, out.push_back(plan);
            }
          }
        }
      }
    }
  }
  return out;
}

TEST(TextJudge, ScoresEveryCandidateAsModelsOfTheOtherRowsDo) {
  const std::string csv = texts();
  const RowsOf rows_of = [&](const Plan& each) { return LabelledRows(each, opener(each, csv)); };
  TextField field(rows_of, 1);
  for (const Plan& plan : plans(csv)) {
    const LabelledRows rows = rows_of(plan);
    const Evaluation expected = judge_unseen(rows, plan, {}, rows.n_rows());
    const std::optional<ScoredRows> got = field.judge({PlanCandidate(plan)}, rows.n_rows())[0];
    ASSERT_TRUE(got);
    std::size_t k = 0;
    for (std::size_t row = 0; row < expected.rows().size(); ++row) {
      if (rows.classes()[expected.rows().actual[row]] == "single") continue;  // tells nothing
      ASSERT_EQ(got->actual[k], expected.rows().actual[row]);
      for (std::size_t c = 0; c < got->n_classes; ++c)
        EXPECT_NEAR(got->scores(k)[c], expected.rows().scores(row)[c], 1e-9)
            << plan.parts[0].family << " row " << row << " class " << c;
      ++k;
    }
    EXPECT_EQ(k, got->size());
  }
}

TEST(TextJudge, ScoresOneAsItDoesMany) {
  const std::string csv = texts();
  const RowsOf rows_of = [&](const Plan& each) { return LabelledRows(each, opener(each, csv)); };
  TextField one(rows_of, 1), again(rows_of, 1);
  std::vector<PlanCandidate> all;
  for (const Plan& each : plans(csv)) all.emplace_back(each);
  const auto together = one.judge(all, 100);
  for (std::size_t k = 0; k < all.size(); k += 7)
    EXPECT_EQ(again.judge({all[k]}, 100)[0]->log_posterior, together[k]->log_posterior);
}

}  // namespace
}  // namespace priory::testing
