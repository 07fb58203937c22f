// SPDX-License-Identifier: Apache-2.0
// Single rows, rows in memory and files are read alike: decimal commas, units, missing cells, yes and no,
// dates.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "priory/priory.h"

namespace priory {
namespace {

struct Cells {
  std::vector<std::string> price, share, flag, age, when, label;
};

Cells some_cells() {
  Cells out;
  for (std::size_t k = 0; k < 60; ++k) {
    out.price.push_back(std::to_string(1 + k % 17) + "." + std::to_string(100 + k) + ",50 €");
    out.share.push_back(k % 9 == 4 ? "?" : std::to_string(k % 13) + ",5%");
    out.flag.push_back(std::vector<std::string>{"yes", "No", "TRUE", " no"}[k % 4]);
    out.age.push_back(k % 10 == 3 ? "-999" : std::to_string(20 + k % 41));
    out.when.push_back((k % 28 < 9 ? "0" : "") + std::to_string(1 + k % 28) + ".0" +
                       std::to_string(1 + k % 9) + ".2024");
    out.label.push_back(k % 3 == 0 ? "a" : "b");
  }
  return out;
}

Table table_of(const Cells& cells) {
  std::string text = "price;share;flag;age;when;label\n";
  for (std::size_t k = 0; k < cells.label.size(); ++k) {
    text += cells.price[k] + ";" + cells.share[k] + ";" + cells.flag[k] + ";" + cells.age[k] + ";" +
            cells.when[k] + ";" + cells.label[k] + "\n";
  }
  ReadOptions options;
  options.format = Format::csv;
  return Table::from_text(text, "rows.csv", options);
}

PlanOptions options_of_test() {
  PlanOptions out;
  out.target = "label";
  out.types = parse_types("when=date");
  return out;
}

TEST(Readings, RowsFilesAndSingleRowsAreOne) {
  const Cells cells = some_cells();
  const Classifier model = train(table_of(cells), options_of_test());
  const Reading price = reading_of(model.plan(), "price");
  EXPECT_EQ(price.decimal, ',');
  EXPECT_EQ(price.thousands, '.');
  EXPECT_EQ(price.unit, "€");
  EXPECT_EQ(reading_of(model.plan(), "age").missing, std::vector<std::string>{"-999"});
  EXPECT_EQ(reading_of(model.plan(), "when.month").from, "when");

  Rows rows(cells.label.size());
  rows.strings("price", cells.price).strings("share", cells.share).strings("flag", cells.flag);
  rows.strings("age", cells.age).strings("when", cells.when).strings("label", cells.label);
  EXPECT_EQ(to_bytes(train(rows, options_of_test())), to_bytes(model));

  Predictor predictor(model);
  const std::vector<std::string> wanted = {"price", "share", "flag", "age", "when"};
  ASSERT_EQ(predictor.columns(), wanted);
  const PosteriorMatrix of_file = predictor.posteriors(table_of(cells)), of_rows = predictor.posteriors(rows);
  EXPECT_EQ(of_file.data, of_rows.data);
  for (std::size_t k = 0; k < cells.label.size(); ++k) {
    const CellValue row[] = {cells.price[k], cells.share[k], cells.flag[k], cells.age[k], cells.when[k]};
    const std::span<const double> one = predictor.posterior(row);
    EXPECT_EQ(std::vector<double>(one.begin(), one.end()),
              std::vector<double>(of_file.row(k).begin(), of_file.row(k).end()));
  }
}

TEST(Readings, LearnerCountsAsTrainingDoes) {
  const Cells cells = some_cells();
  const Classifier model = train(table_of(cells), options_of_test());
  Learner learner(model.plan());
  for (std::size_t k = 0; k < cells.label.size(); ++k) {
    const CellValue row[] = {cells.price[k], cells.share[k], cells.flag[k], cells.age[k], cells.when[k]};
    learner.learn(row, cells.label[k]);
  }
  EXPECT_EQ(to_bytes(learner.snapshot()), to_bytes(model));
  EXPECT_EQ(to_bytes(from_bytes(to_bytes(model), "again")), to_bytes(model));
}

}  // namespace
}  // namespace priory
