// SPDX-License-Identifier: Apache-2.0
// Lifts families over bags of words (or columns of counts) whose score is a sum of count times weight:
//
//   score      sum over the words w of the row of count[w] * table[w]
//   statistic  count[word][cell]; documents[word] and texts, which tell frequent words from rare ones
//
// A family F gives info(), kGenerative and
//
//   static std::size_t n_totals(settings);                    how many sums its table has to know of all
//   words static std::vector<Sums> totals(count, settings);         together: exact sums over words, 1 x
//   cells each static Matrix table(count, totals, n_words, settings);    of some of the n_words words, and
//   the unseen
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/log_space.h"
#include "family/choices.h"
#include "family/family.h"
#include "family/left_out.h"
#include "family/probability_table.h"
#include "family/running_totals.h"
#include "kernels/table_scores.h"

namespace priory {

// Every family over bags keeps these two matrices at these places, for vocabularies and idf.
constexpr std::size_t kDocuments = 1;  // how many texts hold the word
constexpr std::size_t kTexts = 2;      // how many texts there are
// And those whose event is a whole text, at this one how many of them each cell has.
constexpr std::size_t kCellTexts = 3;

inline void count_texts(const Bag& bag, Block& statistics) {
  const auto n = std::count(bag.missing.begin(), bag.missing.end(), false);
  statistics.sums[kTexts].add(0, 0, static_cast<double>(n));
}

// Counts the texts of a column and in how many of them each word stands.
inline void count_documents(const Bag& bag, Block& statistics) {
  bag.in_sequence() ? statistics.sums[kDocuments].count_once(bag.begin, bag.word)
                    : statistics.sums[kDocuments].count(bag.word);
  count_texts(bag, statistics);
}

// A function of counts. Most counts of most vocabularies are small whole numbers, and what it gives for these
// is computed once.
class OfCount {
 public:
  static constexpr std::size_t kSmall = 64;
  static bool small(double count) {
    return count >= 0 && count < kSmall && static_cast<double>(static_cast<std::size_t>(count)) == count;
  }

  template <class Compute>
  double operator()(double count, const Compute& compute) {
    if (!small(count)) return compute(count);
    const auto k = static_cast<std::size_t>(count);
    if (!is_known_[k]) is_known_[k] = true, known_[k] = compute(count);
    return known_[k];
  }

 private:
  std::array<double, kSmall> known_{};
  std::array<bool, kSmall> is_known_{};
};

// The soft counts of one chunk: count[w] times the row's share in each cell, summed in doubles for the words
// that the chunk has, and then added to the statistics once a word. Shares in EM are multiples of a power of
// two so large that no bit of these sums is lost; whether that is so is looked at, not believed.
class SoftBag {
 public:
  SoftBag(const Bag& bag, const Cells& cells) : bag_(bag), n_cells_(cells.count) {
    shares_.resize(bag.n_rows() * n_cells_);
    for (std::size_t row = 0; row < bag.n_rows(); ++row) {
      for (std::size_t cell = 0; cell < n_cells_; ++cell)
        shares_[row * n_cells_ + cell] = cells.soft[cell * bag.n_rows() + row] * cells.weight_of(row);
    }
  }

  // Whether all products and sums are multiples of 2^-(52 - b) below 2^b, for some b: then they are exact.
  bool exact() const {
    double largest = 1, total = 0;
    for (const double share : shares_) largest = std::max(largest, std::abs(share));
    for (const double count : bag_.count) total += count;
    // A number that is not finite, or too large, leaves by the first condition.
    if (!(largest * total < 0x1p50)) return false;
    const auto is_whole = [](double x) { return static_cast<double>(static_cast<std::int64_t>(x)) == x; };
    const double scale = 0x1p51 / std::exp2(std::ceil(std::log2(largest * total + 1)));
    return std::all_of(bag_.count.begin(), bag_.count.end(),
                       [&](double x) { return x >= 0 && x < 0x1p50 && is_whole(x); }) &&
           std::all_of(shares_.begin(), shares_.end(), [&](double x) { return is_whole(x * scale); });
  }

  // Into word x cell, and into word x 1 how many rows have the word.
  void add_to(Sums& counts, Sums& documents) {
    number_words(counts.rows());
    std::vector<double> sums(words_.size() * n_cells_);
    std::vector<double> rows(words_.size());
    for (std::size_t row = 0; row < bag_.n_rows(); ++row) {
      const double* share = shares_.data() + row * n_cells_;
      for (std::size_t k = bag_.begin[row]; k < bag_.begin[row + 1]; ++k) {
        double* sum = sums.data() + slots_[k] * n_cells_;
        for (std::size_t cell = 0; cell < n_cells_; ++cell) sum[cell] += bag_.count[k] * share[cell];
        rows[slots_[k]] += 1;
      }
    }
    for (std::size_t slot = 0; slot < words_.size(); ++slot) {
      for (std::size_t cell = 0; cell < n_cells_; ++cell)
        counts.add(words_[slot], cell, sums[slot * n_cells_ + cell]);
      documents.add(words_[slot], 0, rows[slot]);
    }
  }

 private:
  // The words of the chunk in the order they come, and the place of each entry among them.
  void number_words(std::size_t n_words) {
    constexpr std::uint32_t kNone = 0xFFFFFFFF;
    std::vector<std::uint32_t> slot_of(n_words, kNone);
    slots_.reserve(bag_.word.size());
    for (const std::uint32_t word : bag_.word) {
      if (slot_of[word] == kNone) {
        slot_of[word] = static_cast<std::uint32_t>(words_.size());
        words_.push_back(word);
      }
      slots_.push_back(slot_of[word]);
    }
  }

  const Bag& bag_;
  std::size_t n_cells_;
  std::vector<double> shares_;  // row x cell
  std::vector<std::uint32_t> words_, slots_;
};

template <class F>
class BagFamily final : public Family {
 public:
  FamilyInfo info() const override { return F::info(); }
  std::span<const Statistic> statistics() const override { return kStatistics; }
  Domain domain() const override { return {.low = 0}; }
  bool generative() const override { return F::kGenerative; }
  bool sums_tokens() const override { return true; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    const Bag& bag = columns[0]->bag;
    if (cells.hard.empty()) {
      if (SoftBag soft(bag, cells); soft.exact()) {
        soft.add_to(statistics.sums[0], statistics.sums[kDocuments]);
        return count_texts(bag, statistics);
      }
    }
    if (!cells.hard.empty() && cells.weight.empty()) {
      statistics.sums[0].add({bag.begin, cells.hard, bag.word, bag.count});
      return count_documents(bag, statistics);
    }
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
    return estimate_some(statistics, totals(statistics, settings), statistics.sums[0].rows(), settings);
  }

  bool by_value() const override { return true; }
  std::size_t n_totals(const Settings& settings) const override { return F::n_totals(settings); }
  std::vector<Sums> totals(const Block& statistics, const Settings& settings) const override {
    return F::totals(statistics.sums[0], settings);
  }
  std::unique_ptr<RunningTotals> running_totals(const Settings& settings, std::size_t cells) const override {
    return std::make_unique<Running>(settings, cells);
  }
  Parameters estimate_some(const Block& some, std::span<const Sums> totals, std::size_t n_values,
                           const Settings& settings) const override {
    return parameters_of(F::table(some.sums[0], totals, static_cast<double>(n_values), settings));
  }

  std::unique_ptr<LeftOut> left_out(const Block& statistics, const Settings& settings) const override {
    return std::make_unique<LeftOutEstimate>(statistics.sums[0], settings);
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const Bag& bag = columns[0]->bag;
    score_bags({bag.begin, bag.word, bag.count, parameters[0].data.data()}, out.n_cells, out.data.data());
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
    return log_dirichlet(parameters[0], settings["alpha"]);
  }

  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return free_probabilities(shape.values, cells);
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

  // Totals are sums over words, so those of the row's words are exchanged and the others stay.
  class LeftOutEstimate final : public LeftOut {
   public:
    LeftOutEstimate(const Sums& count, const Settings& settings)
        : count_(count), settings_(settings), totals_(F::totals(count, settings)) {}

    Parameters estimate(const LeftOutRow& row, const Context&) const override {
      const RowCounts counts(count_, row);
      std::vector<Sums> totals = totals_;
      const std::vector<Sums> old = F::totals(counts.with, settings_);
      const std::vector<Sums> now = F::totals(counts.without, settings_);
      for (std::size_t k = 0; k < totals.size(); ++k) totals[k].subtract(old[k]), totals[k].merge(now[k]);
      const std::size_t n_words = count_.rows() - (row.values.size() - row.n_left);
      return parameters_of(F::table(counts.without, totals, static_cast<double>(n_words), settings_));
    }

   private:
    const Sums& count_;
    Settings settings_;
    std::vector<Sums> totals_;
  };

  class Running final : public RunningTotals {
   public:
    Running(const Settings& settings, std::size_t cells)
        : settings_(settings), totals_(F::totals(Sums(0, cells), settings)) {}

    void add(const Block& some) override {
      const std::vector<Sums> theirs = F::totals(some.sums[0], settings_);
      for (std::size_t k = 0; k < totals_.size(); ++k) totals_[k].merge(theirs[k]);
    }
    void subtract(const Block& some) override {
      const std::vector<Sums> theirs = F::totals(some.sums[0], settings_);
      for (std::size_t k = 0; k < totals_.size(); ++k) totals_[k].subtract(theirs[k]);
    }
    std::vector<Sums> totals(const Block&) const override { return totals_; }

   private:
    Settings settings_;
    std::vector<Sums> totals_;
  };

  static constexpr Statistic kStatistics[] = {
      {"count", Per::value, true}, {"documents", Per::value, false}, {"texts", Per::part, false}};
};

}  // namespace priory
