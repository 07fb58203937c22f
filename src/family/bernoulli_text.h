// SPDX-License-Identifier: Apache-2.0
// The multivariate Bernoulli event model: every word of the vocabulary is in a text or not, and absence
// counts.
//
//   density    log p(x) = sum over words present of log t[w] + sum over words absent of log(1 - t[w])
//   statistic  present[word][cell]: texts that hold the word; n[cell]: texts
//   estimator  t[w] = (present[w] + alpha) / (n + 2 alpha); a cell with no text and no prior has t = 1/2
//   prior      Beta(alpha + 1, alpha + 1), of which the estimate is the mode
//   source     McCallum and Nigam, A comparison of event models for naive Bayes text classification (1998)
#pragma once

#include <array>

#include "family/lift_bag.h"

namespace priory {

// A text is scored in time proportional to the words it has: the sum of log(1 - t) over the whole vocabulary
// is a parameter, and the words present are taken out of it. Words that every text of the cell holds (t = 1,
// only without smoothing) are counted instead, since minus infinity cannot be taken out of a sum.
class BernoulliText final : public Family {
 public:
  static constexpr std::array<Option, 1> kOptions = {{
      {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
  }};

  FamilyInfo info() const override {
    return {"bernoulli",
            "",
            CellKind::bag,
            "which words of the vocabulary a text has; absent words count",
            "log t[w] for words present, log(1 - t[w]) for words absent",
            "t[w] = (texts with w + alpha) / (n + 2 alpha)",
            kOptions};
  }
  std::span<const Statistic> statistics() const override { return kStatistics; }
  Domain domain() const override { return {false, true}; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    const Bag& bag = columns[0]->bag;
    for (std::size_t row = 0; row < bag.n_rows(); ++row) {
      if (bag.missing[row]) continue;
      cells.visit(row, bag.n_rows(), [&](std::uint32_t cell, double w) {
        for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k)
          statistics.sums[0].add(bag.word[k], cell, w);
        statistics.sums[kCellTexts].add(0, cell, w);
      });
    }
    count_documents(bag, statistics);
  }

  Parameters estimate(const Block& statistics, const Settings& settings, const Context&) const override {
    const Sums& present = statistics.sums[0];
    const double alpha = settings["alpha"];
    Parameters out = {Matrix("log_prob", present.rows() + 1, present.cells()),
                      Matrix("log_absent", present.rows() + 1, present.cells(), false)};
    for (std::size_t cell = 0; cell < present.cells(); ++cell) {
      const double n = statistics.sums[kCellTexts].value(0, cell) + 2 * alpha;
      for (std::size_t w = 0; w < present.rows(); ++w) {
        const double count = present.value(w, cell);
        out[kPresent].at(w, cell) = std::log(n > 0 ? (count + alpha) / n : 0.5);
        out[kAbsent].at(w, cell) = std::log(n > 0 ? (n - alpha - count) / n : 0.5);
      }
      out[kPresent].at(present.rows(), cell) = n > 0 ? std::log(alpha / n) : kLogZero;
    }
    add_totals(out);
    return out;
  }

  Parameters complete(Parameters shown) const override {
    Matrix& present = shown[kPresent];
    Matrix absent("log_absent", present.rows, present.cells, false);
    for (std::size_t k = 0; k < present.data.size(); ++k)
      absent.data[k] = std::log(-std::expm1(present.data[k]));
    shown.push_back(std::move(absent));
    add_totals(shown);
    return shown;
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const Bag& bag = columns[0]->bag;
    std::vector<double> sum(out.n_cells);
    for (std::size_t row = 0; row < bag.n_rows(); ++row) {
      if (bag.missing[row]) continue;
      absent(bag, row, parameters, sum);
      for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k) {
        const std::span<const double> log_p = parameters[kPresent].row(bag.word[k]);
        for (std::size_t cell = 0; cell < sum.size(); ++cell) sum[cell] += log_p[cell];
      }
      for (std::size_t cell = 0; cell < sum.size(); ++cell) out.data[cell * out.n_rows + row] += sum[cell];
    }
  }

  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override {
    const Bag& bag = columns[0]->bag;
    if (bag.missing[row]) return;
    std::vector<double> sum(parameters[kPresent].cells);
    absent(bag, row, parameters, sum);
    take(kWholePart, 0, sum);
    for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k)
      take(bag.word[k], 1, parameters[kPresent].row(bag.word[k]));
  }

  LinearForm linear(const Parameters& parameters) const override {
    LinearForm out;
    const auto difference = [&](std::size_t k, std::size_t w) {
      return parameters[k].at(w, 1) - parameters[k].at(w, 0);
    };
    for (std::uint32_t w = 0; w + 1 < parameters[kPresent].rows; ++w) {
      out.bias += difference(kAbsent, w);
      out.terms.push_back({w, 1, difference(kPresent, w) - difference(kAbsent, w)});
    }
    return out;
  }

  void sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override {
    const Matrix& present = parameters[kPresent];
    Bag& bag = out[0].bag;
    for (const std::uint32_t cell : cells) {
      for (std::uint32_t w = 0; w + 1 < present.rows; ++w) {
        if (random.uniform() < std::exp(present.at(w, cell))) bag.word.push_back(w), bag.count.push_back(1);
      }
      bag.end_row(false);
    }
  }

  double log_prior(const Parameters& parameters, const Settings& settings) const override {
    double out = 0;  // of presence and of absence, without the row of the unseen
    for (const std::size_t k : {kPresent, kAbsent}) {
      const Matrix& table = parameters[k];
      out += times_sum(settings["alpha"], {table.data.data(), (table.rows - 1) * table.cells});
    }
    return out;
  }

  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return static_cast<double>(cells * shape.values);
  }

 private:
  enum : std::size_t { kPresent, kAbsent, kAllAbsent, kCertain };
  static constexpr std::size_t kCellTexts = 3;
  static constexpr Statistic kStatistics[] = {{"present", Per::value, true},
                                              {"documents", Per::value, false},
                                              {"texts", Per::part, false},
                                              {"n", Per::part, true}};

  // What a text without words scores: the sum over the vocabulary, and how many words it cannot be without.
  static void add_totals(Parameters& parameters) {
    const std::size_t n_words = parameters[kAbsent].rows - 1, n_cells = parameters[kAbsent].cells;
    parameters.emplace_back("all_absent", 1, n_cells, false);
    parameters.emplace_back("certain", 1, n_cells, false);
    for (std::size_t w = 0; w < n_words; ++w) {
      for (std::size_t cell = 0; cell < n_cells; ++cell) {
        const double log_absent = parameters[kAbsent].at(w, cell);
        const bool certain = log_absent == kLogZero;
        parameters[certain ? kCertain : kAllAbsent].at(0, cell) += certain ? 1 : log_absent;
      }
    }
  }

  // The log probability that all words but those of the row are absent. An unseen word is not in the sum.
  static void absent(const Bag& bag, std::size_t row, const Parameters& parameters, std::span<double> sum) {
    const std::size_t n_words = parameters[kAbsent].rows - 1;
    for (std::size_t cell = 0; cell < sum.size(); ++cell) {
      double certain = parameters[kCertain].at(0, cell);
      sum[cell] = parameters[kAllAbsent].at(0, cell);
      for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k) {
        if (bag.word[k] == n_words) continue;
        const double log_absent = parameters[kAbsent].at(bag.word[k], cell);
        log_absent == kLogZero ? certain -= 1 : sum[cell] -= log_absent;
      }
      if (certain > 0) sum[cell] = kLogZero;
    }
  }
};

}  // namespace priory
