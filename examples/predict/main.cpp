// SPDX-License-Identifier: Apache-2.0
// Learns from a matrix, keeps the model as bytes, and predicts rows in memory, one by one and all at once.
#include <iostream>
#include <vector>

#include "priory/predictor.h"
#include "priory/store.h"

int main() {
  const std::vector<double> sizes = {5.1, 3.5, 4.9, 3.0, 7.0, 3.2, 6.4, 3.3, 5.0, 3.4, 6.9, 3.1};
  const std::vector<int> kinds = {0, 0, 1, 1, 0, 1};
  priory::Rows rows(6);
  rows.matrix({"length", "width"}, priory::by_rows(sizes, 2)).codes("kind", kinds, {"setosa", "versicolor"});
  const priory::Plan plan = priory::make_plan(priory::profile(rows), {.target = "kind"});
  const std::string bytes = priory::to_bytes(priory::Classifier::train(plan, rows));

  priory::Predictor predictor(priory::from_bytes(bytes, "kinds"));
  const priory::CellValue row[] = {6.5, 2.8};
  std::cout << predictor.predict(row).label << ':';
  for (const std::uint32_t k : predictor.labels(rows)) std::cout << ' ' << predictor.classes()[k][0];
  std::cout << '\n';
}
