// SPDX-License-Identifier: Apache-2.0
// Compiles the family that docs/adding-a-family.md writes, and tries it on a table made by hand.
#include <cstdlib>
#include <iostream>

#include "exponential.h"

namespace {

void require(bool is_right, const char* what) {
  if (is_right) return;
  std::cerr << what << " is wrong\n";
  std::exit(1);
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-15;
}

}  // namespace

int main() {
  using namespace priory;
  const RealFamily<Exponential> family;
  Column column;
  column.reals = {1, 2, 0.5, kMissingReal};
  const Column* columns[] = {&column};
  const std::vector<std::uint32_t> cell_of_row = {0, 0, 1, 1};
  Block statistics = Block::zero(family.statistics(), {}, 2);
  family.accumulate(columns, {cell_of_row, {}, 2, {}}, statistics);

  const Parameters parameters = family.estimate(statistics, Settings(Exponential::kOptions), {});
  require(near(parameters[0].at(0, 0), (2 + 1) / (1 + 2 + 1.0)), "the rate of cell 0");
  require(near(parameters[0].at(0, 1), (1 + 1) / (0.5 + 1.0)), "the rate of cell 1");
  require(family.trouble(parameters, 0).empty(), "the trouble");

  LogScores scores;
  scores.reset(4, 2);
  family.score(columns, parameters, scores);
  require(near(scores.at(0, 1), std::log(0.75) - 0.75 * 2), "the density");
  require(scores.at(1, 3) == 0, "the score of a missing cell");

  Column drawn[1];
  const std::vector<std::uint32_t> cells(10000, 1);
  Random random(1);
  family.sample(parameters, {}, cells, random, drawn);
  double sum = 0;
  for (const double x : drawn[0].reals) sum += x;
  require(std::abs(sum / 10000 - 0.75) < 5 * 0.75 / 100, "the mean of what is drawn");

  const LinearForm form = family.linear(parameters);
  require(near(form.bias + form.terms[0].weight * 2, scores.at(1, 1) - scores.at(0, 1)), "the linear form");
}
