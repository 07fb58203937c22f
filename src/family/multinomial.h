// SPDX-License-Identifier: Apache-2.0
// The multinomial event model: each word of a text is drawn anew from the cell's distribution of words.
//
//   density    log p(x) = sum over w of x[w] log t[w]   (the multinomial coefficient is the same in all cells)
//   statistic  count[word][cell]; counts may be fractions
//   estimator  t[w] = (count[w] + alpha) / (total + alpha V)
//   prior      symmetric Dirichlet with parameter alpha + 1, of which the estimate is the mode
//   source     McCallum and Nigam, A comparison of event models for naive Bayes text classification (1998)
#pragma once

#include <array>

#include "family/lift_bag.h"

namespace priory {

struct Multinomial {
  static constexpr bool kGenerative = true;
  static constexpr std::array<Option, 1> kOptions = {{
      {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
  }};

  static FamilyInfo info() {
    return {"multinomial",
            "",
            CellKind::bag,
            "the words of a text, or columns of counts, drawn one by one",
            "sum of x[w] log t[w]",
            "t[w] = (count[w] + alpha) / (total + alpha V)",
            kOptions};
  }

  static std::size_t n_totals(const Settings&) { return 1; }
  static std::vector<Sums> totals(const Sums& count, const Settings&) { return {totals_of(count)}; }

  static Matrix table(const Sums& count, std::span<const Sums> totals, double n_words,
                      const Settings& settings) {
    const double alpha = settings["alpha"];
    Matrix out("log_prob", count.rows() + 1, count.cells());
    std::vector<double> total(count.cells());
    for (std::size_t cell = 0; cell < total.size(); ++cell)
      total[cell] = totals[0].value(0, cell) + alpha * n_words;
    std::vector<OfCount> log_share(count.cells());
    std::vector<double> counts(count.cells());
    for (std::size_t w = 0; w < count.rows(); ++w) {
      count.values(w, counts);
      for (std::size_t cell = 0; cell < total.size(); ++cell) {
        out.at(w, cell) = log_share[cell](counts[cell], [&](double n) {
          return std::log(total[cell] > 0 ? (n + alpha) / total[cell] : 1 / n_words);
        });
      }
    }
    for (std::size_t cell = 0; cell < total.size(); ++cell)
      out.at(count.rows(), cell) = total[cell] > 0 ? std::log(alpha / total[cell]) : kLogZero;
    return out;
  }
};

}  // namespace priory
