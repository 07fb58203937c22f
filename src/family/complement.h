// SPDX-License-Identifier: Apache-2.0
// Complement naive Bayes: a class is judged by how badly the words fit all the other classes. Its scores are
// not log probabilities, so it is no generative model, and a model of it alone adds no class prior.
//
//   score      sum over w of x[w] * weight[w]
//   statistic  count[word][cell]
//   estimator  t[w] = (count of w in the other cells + alpha) / (their total + alpha V); weight = -log t[w],
//              with weight-norm divided by the sum of the cell's weights
//   source     Rennie, Shih, Teevan and Karger, Tackling the poor assumptions of naive Bayes (2003), section 3
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

  static std::size_t n_totals(const Settings& settings) { return settings["weight-norm"] == 0 ? 1 : 2; }

  // The counts, and for weight-norm the logarithms of the smoothed counts of the other cells.
  static std::vector<Sums> totals(const Sums& count, const Settings& settings) {
    std::vector<Sums> out = {totals_of(count)};
    if (settings["weight-norm"] == 0) return out;
    Sums& logs = out.emplace_back(1, count.cells());
    for (std::size_t w = 0; w < count.rows(); ++w) {
      const double all = in_all(count, w) + settings["alpha"];
      for (std::size_t cell = 0; cell < count.cells(); ++cell)
        logs.add(0, cell, std::log(all - count.value(w, cell)));
    }
    return out;
  }

  static Matrix table(const Sums& count, std::span<const Sums> totals, double n_words,
                      const Settings& settings) {
    const double alpha = settings["alpha"], everything = in_all(totals[0], 0) + alpha * n_words;
    Matrix out("weight", count.rows() + 1, count.cells());
    std::vector<double> log_total(count.cells());
    for (std::size_t cell = 0; cell < count.cells(); ++cell)
      log_total[cell] = std::log(everything - totals[0].value(0, cell));
    for (std::size_t w = 0; w <= count.rows(); ++w) {
      const bool unseen = w == count.rows();
      const double all = (unseen ? 0 : in_all(count, w)) + alpha;
      for (std::size_t cell = 0; cell < count.cells(); ++cell)
        out.at(w, cell) = log_total[cell] - std::log(all - (unseen ? 0 : count.value(w, cell)));
    }
    if (settings["weight-norm"] != 0) {
      for (std::size_t cell = 0; cell < count.cells(); ++cell)
        divide(out, cell, n_words * log_total[cell] - totals[1].value(0, cell));
    }
    return out;
  }

 private:
  static double in_all(const Sums& count, std::size_t w) {
    double out = 0;
    for (std::size_t cell = 0; cell < count.cells(); ++cell) out += count.value(w, cell);
    return out;
  }

  static void divide(Matrix& table, std::size_t cell, double by) {
    for (std::size_t w = 0; by != 0 && w < table.rows; ++w) table.at(w, cell) /= by;
  }
};

}  // namespace priory
