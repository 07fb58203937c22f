// SPDX-License-Identifier: Apache-2.0
#include "priory/predictor.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "online/rows_of.h"
#include "training.h"

namespace priory {
namespace {

using namespace testing;
using ::testing::ElementsAreArray;

// Row by row the very digits of all rows at once, labels, posteriors and reasons too.
void expect_as_in_bulk(const Classifier& model, const std::string& header,
                       const std::vector<std::string>& rows) {
  std::string csv = header + "\n";
  for (const std::string& row : rows) csv += row + "\n";
  const std::vector<std::vector<double>> bulk = posteriors(model, csv);
  const std::vector<Explanation> reasons = explanations(model, csv);
  Predictor predictor(model);
  ASSERT_EQ(bulk.size(), rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    SCOPED_TRACE(rows[r]);
    const std::vector<CellValue> row = row_of(rows[r], header, predictor.columns());
    EXPECT_THAT(predictor.log_posterior(row), ElementsAreArray(bulk[r]));
    const Answer answer = predictor.predict(row);
    EXPECT_EQ(answer.index, best_class(bulk[r]));
    EXPECT_EQ(answer.label, model.classes()[answer.index]);
    EXPECT_EQ(answer.probability, std::exp(bulk[r][answer.index]));
    EXPECT_EQ(predictor.posterior(row)[0], std::exp(bulk[r][0]));
    const Explanation explained = predictor.explain(row);
    EXPECT_EQ(explained.log_scores, reasons[r].log_scores);
    ASSERT_EQ(explained.reasons.size(), reasons[r].reasons.size());
    for (std::size_t k = 0; k < explained.reasons.size(); ++k) {
      EXPECT_EQ(explained.reasons[k].feature, reasons[r].reasons[k].feature);
      EXPECT_EQ(explained.reasons[k].value, reasons[r].reasons[k].value);
      EXPECT_EQ(explained.reasons[k].log_p, reasons[r].reasons[k].log_p);
    }
  }
}

TEST(Predictor, AnswersAsInBulkForEveryFamily) {
  for (const Unseen unseen : {Unseen::ignore, Unseen::smooth}) {
    testing::Random random(7);
    MixedTable table = draw_table(random, 60);
    table.options.unseen = unseen;
    const std::vector<std::string> some(table.rows.begin(), table.rows.begin() + 40);
    // Rows not learnt have values not learnt.
    expect_as_in_bulk(trained(table.csv(some), table.options), table.header, table.rows);
  }
}

const char* const kHeader = "text,y";
const std::vector<std::string> kTexts = {"cheap pills cheap,spam",
                                         "meeting at noon noon noon,ham",
                                         "cheap meeting pills now,spam",
                                         "lunch at noon,ham",
                                         ",spam",
                                         "pills pills lunch lunch énorme,ham"};
const std::vector<std::string> kNewTexts = {"cheap new words new words,spam", "Énorme noon,ham",
                                            "nothing,ham", "a b c,ham", "pills lunch nothing pills,spam"};

void expect_texts(const PlanOptions& options) {
  std::string csv = std::string(kHeader) + "\n";
  for (const std::string& row : kTexts) csv += row + "\n";
  const Classifier model = trained(csv, options);
  std::vector<std::string> rows = kTexts;
  rows.insert(rows.end(), kNewTexts.begin(), kNewTexts.end());
  expect_as_in_bulk(model, kHeader, rows);
  // A model in a file looks its words up there.
  expect_as_in_bulk(from_bytes(to_bytes(model), "memory"), kHeader, rows);
}

TEST(Predictor, AnswersAsInBulkForTextsOfEveryOption) {
  for (const std::string family : {"multinomial", "complement", "bernoulli"}) {
    for (const Unseen unseen : {Unseen::ignore, Unseen::smooth}) {
      SCOPED_TRACE(family);
      PlanOptions options = of_text(family);
      options.unseen = unseen;
      expect_texts(options);
      options.text_options.min_df = {2, false};
      expect_texts(options);
      options.text_options.tokens.hash_bits = 3;
      expect_texts(options);
      options = of_text(family);
      options.unseen = unseen;
      options.text_options.tokens.max_n = 2;
      if (family != "bernoulli") {
        options.text_options.idf = true, options.text_options.tf = Tf::log;
        options.text_options.length_norm = LengthNorm::l2;
      }
      expect_texts(options);
    }
  }
}

TEST(Predictor, AnswersAsInBulkForNetworksAndRowsThatLackValues) {
  PlanOptions options;
  options.target = "y", options.structure = "tan";
  const std::vector<std::string> rows = {"a,b,p,x", "a,c,q,x", "b,b,p,y", "b,c,q,y", "a,b,q,x", "b,c,p,y"};
  std::string csv = "f,g,h,y\n";
  for (const std::string& row : rows) csv += row + "\n";
  std::vector<std::string> asked = rows;
  asked.insert(asked.end(), {"a,NA,p,x", "NA,NA,q,y", "z,b,p,x"});
  expect_as_in_bulk(trained(csv, options), "f,g,h,y", asked);
}

TEST(Predictor, ReadsNumbersAsFilesDo) {
  const Classifier model =
      trained("n,k,y\n1,3,a\n2.5,3,a\n7,4,b\n9,5,b\n", with_types("y", "n=gaussian,k=categorical"));
  Predictor predictor(model);
  const CellValue texts[] = {" 2.5 ", "3"}, numbers[] = {2.5, 3}, missing[] = {{}, "NA"};
  const CellValue nan[] = {std::nan(""), std::nan("")};
  const std::vector<double> expected(predictor.log_posterior(texts).begin(),
                                     predictor.log_posterior(texts).end());
  EXPECT_THAT(predictor.log_posterior(numbers), ElementsAreArray(expected));
  // Without a cell the prior is left: two rows of each class.
  EXPECT_THAT(predictor.posterior(missing), ElementsAreArray({0.5, 0.5}));
  EXPECT_THAT(predictor.posterior(nan), ElementsAreArray({0.5, 0.5}));
}

TEST(Predictor, SaysWhatIsWrongWithARow) {
  const Classifier model =
      trained("n,k,y\n1,3,a\n2.5,3,a\n7,4,b\n9,5,b\n", with_types("y", "n=gaussian,k=poisson"));
  Predictor predictor(model);
  const CellValue word[] = {"abc", 3}, half[] = {1, 2.5}, endless[] = {HUGE_VAL, 1}, fine[] = {1, 3};
  const auto kind_of_error = [&](RowView row) {
    try {
      predictor.predict(row);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::interrupted;
  };
  EXPECT_EQ(kind_of_error(word), ErrorKind::data);
  EXPECT_EQ(kind_of_error(half), ErrorKind::data);
  EXPECT_EQ(kind_of_error(endless), ErrorKind::data);
  EXPECT_EQ(kind_of_error(RowView(fine).first(1)), ErrorKind::usage);
  EXPECT_EQ(predictor.predict(fine).label, "a");
}

TEST(Predictor, RefusesWhatIsUnseenWhereTheModelDoes) {
  PlanOptions options = of_text("multinomial");
  options.unseen = Unseen::error;
  Predictor predictor(trained("text,y\ncheap pills,spam\nlunch noon,ham\n", options));
  EXPECT_EQ(predictor.predict("cheap lunch cheap").label, "spam");
  EXPECT_THROW(predictor.predict("cheap dinner"), Error);
  EXPECT_EQ(predictor.predict("noon").label, "ham");
}

TEST(Predictor, MakesAMatrixOfManyRows) {
  Predictor predictor(trained("text,y\ncheap pills,spam\nlunch noon,ham\n", of_text("multinomial")));
  const std::vector<CellValue> cells = {"cheap", "noon", "pills lunch"};
  const PosteriorMatrix matrix = predictor.log_posteriors(cells);
  ASSERT_EQ(matrix.n_rows, 3U);
  for (std::size_t r = 0; r < 3; ++r)
    EXPECT_THAT(matrix.row(r), ElementsAreArray(predictor.log_posterior(cells[r].text)));
  // (1 + 1) / (2 + 4) against (0 + 1) / (2 + 4): odds of two to one.
  EXPECT_DOUBLE_EQ(predictor.posteriors(cells).row(0)[1], 2.0 / 3);
}

}  // namespace
}  // namespace priory
