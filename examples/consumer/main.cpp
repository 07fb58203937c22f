// SPDX-License-Identifier: Apache-2.0
// A whole program over the installed library: see CMakeLists.txt beside it.
#include <iostream>

#include "priory/priory.h"

int main() {
  const auto days = priory::Table::from_text(
      "sky,wind,sail\nsunny,12,yes\nsunny,20,yes\nrainy,31,no\nrainy,11,yes\nsunny,19,no\n", "days.csv");
  const auto model = priory::train(days, {.target = "sail"});
  const auto tomorrow = priory::Table::from_text("sky,wind\nsunny,17\n", "tomorrow.csv");
  for (const auto& [label, probability] : priory::predict(model, tomorrow))
    std::cout << "sail: " << label << " with probability " << probability << '\n';
}
