// SPDX-License-Identifier: Apache-2.0
// Rows in memory are the model of the file that holds the same cells, whatever family reads them and however
// they are stored.
#include "rows_of.h"
#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

TEST(RowsInMemory, GiveTheModelOfTheFileForEveryFamily) {
  TextOptions idf;
  idf.idf = true, idf.tf = Tf::log, idf.length_norm = LengthNorm::l2;
  unsigned seed = 0;
  for (const TextOptions& text : {TextOptions(), idf}) {
    SCOPED_TRACE("seed " + std::to_string(++seed));
    Random random(seed);
    MixedTable table = draw_table(random, 200);
    table.options.text_options = text;
    const Plan plan = plan_of(table.csv(), table.options);
    const std::string bytes = to_bytes(Classifier::train(plan, table_of(table.csv())));
    for (const Storage storage : {Storage::strings, Storage::offsets, Storage::natural}) {
      SCOPED_TRACE("storage " + std::to_string(static_cast<int>(storage)));
      const OwnedRows owned(CellColumns(table.csv()), storage);
      for (const unsigned threads : {1U, 2U, 7U})
        EXPECT_EQ(to_bytes(Classifier::train(plan, owned.rows(), threads)), bytes) << threads << " threads";
      const Plan same = make_plan(profile(owned.rows(), table.options.missing, false, 2), table.options);
      EXPECT_EQ(plan_to_json(decide(same, owned.rows())), plan_to_json(decide(plan, table_of(table.csv()))));
    }
  }
}

TEST(RowsInMemory, PredictAsTheFileAndAsRowsOneByOne) {
  Random random(3);
  const MixedTable table = draw_table(random, 120);
  const Plan plan = plan_of(table.csv(), table.options);
  const CellColumns columns(table.csv());
  Predictor predictor(Classifier::train(plan, table_of(table.csv())));
  const PosteriorMatrix of_file = predictor.log_posteriors(table_of(table.csv()));
  for (const Storage storage : {Storage::strings, Storage::natural}) {
    const OwnedRows owned(columns, storage);
    EXPECT_EQ(predictor.log_posteriors(owned.rows(), 3).data, of_file.data);
    std::vector<double> room(of_file.data.size());
    predictor.posteriors(owned.rows(), room, 2);
    EXPECT_EQ(predictor.posteriors(owned.rows()).data, room);
    EXPECT_THROW(predictor.posteriors(owned.rows(), std::span(room).first(5)), Error);
    const std::vector<std::uint32_t> labels = predictor.labels(owned.rows(), 2);
    for (std::size_t r = 0; r < columns.n_rows(); ++r) {
      std::vector<CellValue> row;
      for (const std::string& name : predictor.columns()) {
        const auto j =
            static_cast<std::size_t>(std::ranges::find(columns.names, name) - columns.names.begin());
        row.emplace_back(columns.cells[j][r]);
      }
      const std::span<const double> one = predictor.posterior(row);
      EXPECT_EQ(std::vector<double>(one.begin(), one.end()),
                std::vector<double>(room.begin() + static_cast<long>(r * one.size()),
                                    room.begin() + static_cast<long>((r + 1) * one.size())));
      EXPECT_EQ(predictor.predict(row).index, labels[r]);
    }
  }
}

TEST(RowsInMemory, AreLearntAndForgotten) {
  Random random(5);
  const MixedTable table = draw_table(random, 60);
  const Plan plan = plan_of(table.csv(), table.options);
  const std::vector<std::string> some(table.rows.begin(), table.rows.begin() + 20),
      rest(table.rows.begin() + 20, table.rows.end());
  const OwnedRows first(CellColumns(table.csv(some)), Storage::natural),
      others(CellColumns(table.csv(rest)), Storage::strings);
  Learner learner(plan);
  learner.learn(first.rows(), 2);
  learner.learn(others.rows());
  learner.forget(first.rows());
  const std::string bytes = to_bytes(Classifier::train(plan, table_of(table.csv(rest))));
  EXPECT_EQ(to_bytes(learner.snapshot()), bytes);
  Statistics statistics(plan);
  statistics.add(others.rows(), 3);
  EXPECT_EQ(to_bytes(statistics.estimate()), bytes);
}

}  // namespace
}  // namespace priory::testing
