// SPDX-License-Identifier: Apache-2.0
// Lifts families over bags of words (or columns of counts) whose score is a sum of count times weight:
//
//   score      sum over the words w of the row of count[w] * table[w]
//   statistic  count[word][cell]; documents[word] and texts, which tell frequent words from rare ones
//
// A family F gives info(), kGenerative, kTable (the name of its table) and table(count, settings).
#pragma once

#include <cmath>

#include "core/log_space.h"
#include "family/choices.h"
#include "family/family.h"

namespace priory {

// Every family over bags keeps these two matrices at these places, for vocabularies and idf.
constexpr std::size_t kDocuments = 1;  // how many texts hold the word
constexpr std::size_t kTexts = 2;      // how many texts there are

// Counts the texts of a column and in how many of them each word stands.
inline void count_documents(const Bag& bag, Block& statistics) {
  for (const std::uint32_t word : bag.word) statistics.sums[kDocuments].add(word, 0, 1);
  for (std::size_t row = 0; row < bag.n_rows(); ++row)
    statistics.sums[kTexts].add(0, 0, bag.missing[row] ? 0 : 1);
}

template <class F>
class BagFamily final : public Family {
 public:
  FamilyInfo info() const override { return F::info(); }
  std::span<const Statistic> statistics() const override { return kStatistics; }
  Domain domain() const override { return {false, true}; }
  bool generative() const override { return F::kGenerative; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    const Bag& bag = columns[0]->bag;
    for (std::size_t row = 0; row < bag.n_rows(); ++row) {
      cells.visit(row, bag.n_rows(), [&](std::uint32_t cell, double w) {
        for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k) {
          statistics.sums[0].add_product(bag.word[k], cell, w, bag.count[k]);
        }
      });
    }
    count_documents(bag, statistics);
  }

  Parameters estimate(const Block& statistics, const Settings& settings, const Context&) const override {
    return {F::table(statistics.sums[0], settings)};
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const Bag& bag = columns[0]->bag;
    std::vector<double> sum(out.n_cells);
    for (std::size_t row = 0; row < bag.n_rows(); ++row) {
      std::fill(sum.begin(), sum.end(), 0.0);
      for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k) {
        const double* log_p = parameters[0].row(bag.word[k]).data();
        for (std::size_t cell = 0; cell < sum.size(); ++cell) sum[cell] += bag.count[k] * log_p[cell];
      }
      for (std::size_t cell = 0; cell < sum.size(); ++cell) out.data[cell * out.n_rows + row] += sum[cell];
    }
  }

  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override {
    const Bag& bag = columns[0]->bag;
    for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k) {
      std::vector<double> log_p(parameters[0].row(bag.word[k]).begin(), parameters[0].row(bag.word[k]).end());
      for (double& value : log_p) value *= bag.count[k];
      take(bag.word[k], bag.count[k], log_p);
    }
  }

  LinearForm linear(const Parameters& parameters) const override {
    LinearForm out;
    const Matrix& table = parameters[0];
    for (std::uint32_t w = 0; w + 1 < table.rows; ++w)
      out.terms.push_back({w, 1, table.at(w, 1) - table.at(w, 0)});
    return out;
  }

  // The length is Poisson. As many words drawn one by one are independent Poisson counts of each word, which
  // is how columns of counts are drawn: these may be too large to be drawn one by one.
  void sample(const Parameters& parameters, const Drawing& drawing, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override {
    if constexpr (F::kGenerative) {
      Choices choices(parameters[0]);
      for (const std::uint32_t cell : cells) {
        drawing.in_order ? draw_words(drawing.mean_length, cell, choices, random, out[0].bag)
                         : draw_counts(drawing.mean_length, cell, parameters[0], random, out[0].bag);
        out[0].bag.end_row(false);
      }
    } else {
      Family::sample(parameters, drawing, cells, random, out);
    }
  }

  double log_prior(const Parameters& parameters, const Settings& settings) const override {
    const Matrix& table = parameters[0];  // without the row of the unseen
    return times_sum(settings["alpha"], {table.data.data(), (table.rows - 1) * table.cells});
  }

  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return shape.values == 0 ? 0 : static_cast<double>(cells * (shape.values - 1));
  }

 private:
  static void draw_words(double mean_length, std::uint32_t cell, Choices& choices, Random& random, Bag& bag) {
    for (double left = random.poisson(mean_length); left > 0; --left)
      bag.word.push_back(choices(cell, random)), bag.count.push_back(1);
  }

  static void draw_counts(double mean_length, std::uint32_t cell, const Matrix& log_prob, Random& random,
                          Bag& bag) {
    for (std::uint32_t w = 0; w + 1 < log_prob.rows; ++w) {
      const double count = random.poisson(mean_length * std::exp(log_prob.at(w, cell)));
      if (count > 0) bag.word.push_back(w), bag.count.push_back(count);
    }
  }

  static constexpr Statistic kStatistics[] = {
      {"count", Per::value, true}, {"documents", Per::value, false}, {"texts", Per::part, false}};
};

}  // namespace priory
