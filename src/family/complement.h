// SPDX-License-Identifier: Apache-2.0
// Complement naive Bayes: a class is judged by how badly the words fit all the other classes. Its scores are
// not log probabilities, so it is no generative model, and a model of it alone adds no class prior.
//
//   score      sum over w of x[w] * weight[w]
//   statistic  count[word][cell]
//   estimator  t[w] = (count of w in the other cells + alpha) / (their total + alpha V); weight = -log t[w],
//              with weight-norm divided by the sum of the cell's weights
//   source     Rennie, Shih, Teevan and Karger, Tackling the poor assumptions of naive Bayes (2003), section
//   3
#pragma once

#include <array>

#include "family/lift_bag.h"

namespace priory {

struct Complement {
  static constexpr bool kGenerative = false;
  static constexpr std::array<Option, 2> kOptions = {{
      {"alpha", 1, 1e-10, false, "smoothing; 1 is Laplace's; must be above 0"},
      {"weight-norm", 0, 0, true, "divides the weights of a class by their sum"},
  }};

  static FamilyInfo info() {
    return {"complement",
            "",
            CellKind::bag,
            "the words of a text, or columns of counts, judged by the other classes",
            "sum of x[w] weight[w] (a score, not a probability)",
            "weight[w] = -log((count in the other classes + alpha) / (their total + alpha V))",
            kOptions};
  }

  static Matrix table(const Sums& count, const Settings& settings) {
    const double alpha = settings["alpha"];
    Matrix out("weight", count.rows() + 1, count.cells());
    for (std::size_t w = 0; w < count.rows(); ++w) {
      double all = 0;
      for (std::size_t cell = 0; cell < count.cells(); ++cell) all += count.value(w, cell);
      for (std::size_t cell = 0; cell < count.cells(); ++cell)
        out.at(w, cell) = all - count.value(w, cell) + alpha;
    }
    for (std::size_t cell = 0; cell < count.cells(); ++cell) out.at(count.rows(), cell) = alpha;
    for (std::size_t cell = 0; cell < count.cells(); ++cell) weigh(out, cell, settings["weight-norm"] != 0);
    return out;
  }

 private:
  // Turns the smoothed counts of a cell into weights; the last row, of the unseen word, is not in the sums.
  static void weigh(Matrix& table, std::size_t cell, bool norm) {
    double total = 0, weights = 0;
    for (std::size_t w = 0; w + 1 < table.rows; ++w) total += table.at(w, cell);
    for (std::size_t w = 0; w < table.rows; ++w) table.at(w, cell) = -std::log(table.at(w, cell) / total);
    for (std::size_t w = 0; w + 1 < table.rows; ++w) weights += table.at(w, cell);
    if (norm && weights != 0) {
      for (std::size_t w = 0; w < table.rows; ++w) table.at(w, cell) /= weights;
    }
  }
};

}  // namespace priory
