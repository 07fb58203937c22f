// SPDX-License-Identifier: Apache-2.0
// A whole program over the installed library: see CMakeLists.txt beside it.
#include <iostream>
#include <vector>

#include "priory/priory.h"

namespace {

// Rows of a file.
void sail() {
  const auto days = priory::Table::from_text(
      "sky,wind,sail\nsunny,12,yes\nsunny,20,yes\nrainy,31,no\nrainy,11,yes\nsunny,19,no\n", "days.csv");
  const auto model = priory::train(days, {.target = "sail"});
  const auto tomorrow = priory::Table::from_text("sky,wind\nsunny,17\n", "tomorrow.csv");
  for (const auto& [label, probability] : priory::predict(model, tomorrow))
    std::cout << "sail: " << label << " with probability " << probability << '\n';
}

// Rows of a matrix: train, learn one more row, predict, save.
void grow() {
  const std::vector<double> sizes = {5.1, 3.5, 4.9, 3.0, 7.0, 3.2, 6.4, 3.3, 5.0, 3.4, 6.9, 3.1};
  const std::vector<int> kinds = {0, 0, 1, 1, 0, 1};
  priory::Rows rows(6);
  rows.matrix({"length", "width"}, priory::by_rows(sizes, 2)).codes("kind", kinds, {"setosa", "versicolor"});
  const auto model = priory::train(rows, {.target = "kind"});

  priory::Learner learner(model);
  const priory::CellValue row[] = {6.5, 2.8};
  learner.learn(row, "versicolor");
  std::cout << "kind: " << learner.predict(row).label << " of " << learner.n_rows() << " rows\n";

  const priory::Predictor predictor(learner.snapshot());
  for (const std::uint32_t k : predictor.labels(rows)) std::cout << predictor.classes()[k][0] << ' ';
  priory::save(predictor.model(), "kinds.priory");
  std::cout << "saved " << priory::load("kinds.priory").n_rows() << '\n';
}

}  // namespace

int main() {
  sail();
  grow();
}
