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
#include <map>

#include "family/lift_bag.h"
#include "family/probability_table.h"

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
  Domain domain() const override { return {.low = 0}; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    const Bag& bag = columns[0]->bag;
    if (!cells.hard.empty() && cells.weight.empty()) {  // a missing text has no words
      statistics.sums[0].add({bag.begin, cells.hard, bag.word, {}});
      for (std::size_t row = 0; row < bag.n_rows(); ++row) {
        if (!bag.missing[row]) statistics.sums[kCellTexts].add(0, cells.hard[row], 1);
      }
      return count_documents(bag, statistics);
    }
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
    return estimate_some(statistics, totals(statistics, settings), statistics.sums[0].rows(), settings);
  }

  bool by_value() const override { return true; }
  std::size_t n_totals(const Settings&) const override { return 2; }
  std::vector<Sums> totals(const Block& statistics, const Settings& settings) const override {
    Totals out = counts_of(statistics, settings).totals();
    return {std::move(out.absent), std::move(out.certain)};
  }
  std::unique_ptr<RunningTotals> running_totals(const Settings& settings, std::size_t cells) const override {
    return std::make_unique<Running>(settings["alpha"], cells);
  }
  Parameters estimate_some(const Block& some, std::span<const Sums> totals, std::size_t,
                           const Settings& settings) const override {
    Parameters out = counts_of(some, settings).tables();
    add_totals(totals[0], totals[1], out);
    return out;
  }

  std::unique_ptr<LeftOut> left_out(const Block& statistics, const Settings& settings) const override {
    return std::make_unique<LeftOutEstimate>(statistics, settings["alpha"]);
  }

  Parameters complete(Parameters shown) const override {
    Matrix& present = shown[kPresent];
    Matrix absent("log_absent", present.rows, present.cells, false);
    for (std::size_t k = 0; k < present.data.size(); ++k)
      absent.data[k] = std::log(-std::expm1(present.data[k]));
    Totals totals(present.cells);
    for (std::size_t w = 0; w + 1 < absent.rows; ++w) {
      for (std::size_t cell = 0; cell < absent.cells; ++cell) totals.add(cell, absent.at(w, cell), 1);
    }
    shown.push_back(std::move(absent));
    add_totals(totals.absent, totals.certain, shown);
    return shown;
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const Bag& bag = columns[0]->bag;
    const std::span<const double> certain = parameters[kCertain].data;
    if (std::all_of(certain.begin(), certain.end(), [](double words) { return words == 0; }))
      return score_possible(bag, parameters, out);
    thread_local std::vector<double> sum;  // kept: scoring a row allocates nothing
    sum.assign(out.n_cells, 0);
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

  double feature_of_count(double count) const override { return count > 0 ? 1 : 0; }
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
    const double alpha = settings["alpha"];
    return log_dirichlet(parameters[kPresent], alpha) + log_dirichlet(parameters[kAbsent], alpha);
  }

  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return static_cast<double>(cells * shape.values);
  }

 private:
  enum : std::size_t { kPresent, kAbsent, kAllAbsent, kCertain, kGain };
  static constexpr Statistic kStatistics[] = {{"present", Per::value, true},
                                              {"documents", Per::value, false},
                                              {"texts", Per::part, false},
                                              {"n", Per::part, true}};

  // What a text without words scores in each cell: the sum of the logarithms over the vocabulary, exact so
  // that words can be taken out of it again, and how many words it cannot be without.
  struct Totals {
    Sums absent, certain;

    explicit Totals(std::size_t cells) : absent(1, cells), certain(1, cells) {}
    void add(std::size_t cell, double log_absent, double words) {
      log_absent == kLogZero ? certain.add(0, cell, words) : absent.add_product(0, cell, words, log_absent);
    }
    void merge(const Totals& other) { absent.merge(other.absent), certain.merge(other.certain); }
    void subtract(const Totals& other) { absent.subtract(other.absent), certain.subtract(other.certain); }
  };

  // Texts with a word, of some words, and texts.
  struct Counts {
    const Sums& present;
    std::vector<double> texts;  // in each cell
    double alpha;

    double log_share(double count, std::size_t cell) const {
      const double n = texts[cell] + 2 * alpha;
      return std::log(n > 0 ? (count + alpha) / n : 0.5);
    }
    double log_absent(double count, std::size_t cell) const { return log_share(texts[cell] - count, cell); }

    Parameters tables() const {
      Parameters out = {Matrix("log_prob", present.rows() + 1, present.cells()),
                        Matrix("log_absent", present.rows() + 1, present.cells(), false)};
      std::vector<OfCount> known(present.cells()), known_absent(present.cells());
      for (std::size_t w = 0; w < present.rows(); ++w) {
        for (std::size_t cell = 0; cell < present.cells(); ++cell) {
          const double count = present.value(w, cell);
          out[kPresent].at(w, cell) = known[cell](count, [&](double n) { return log_share(n, cell); });
          out[kAbsent].at(w, cell) = known_absent[cell](count, [&](double n) { return log_absent(n, cell); });
        }
      }
      for (std::size_t cell = 0; cell < present.cells(); ++cell) {
        const double n = texts[cell] + 2 * alpha;
        out[kPresent].at(present.rows(), cell) = n > 0 ? std::log(alpha / n) : kLogZero;
      }
      return out;
    }

    // Where a text was left out, words in more texts than are left stood in it: they are added once that is
    // known of them.
    Totals totals() const {
      Totals out(present.cells());
      std::vector<std::array<double, OfCount::kSmall>> words(present.cells());  // that stand in so many texts
      for (std::size_t w = 0; w < present.rows(); ++w) {
        for (std::size_t cell = 0; cell < present.cells(); ++cell) {
          const double count = present.value(w, cell);
          if (!(count <= texts[cell])) continue;
          if (OfCount::small(count))
            words[cell][static_cast<std::size_t>(count)] += 1;
          else
            out.add(cell, log_absent(count, cell), 1);
        }
      }
      for (std::size_t cell = 0; cell < words.size(); ++cell) {
        for (std::size_t n = 0; n < words[cell].size(); ++n) {
          if (words[cell][n] > 0) out.add(cell, log_absent(static_cast<double>(n), cell), words[cell][n]);
        }
      }
      return out;
    }
  };

  static std::vector<double> texts_of(const Block& statistics) {
    std::vector<double> out;
    for (std::size_t cell = 0; cell < statistics.sums[kCellTexts].cells(); ++cell)
      out.push_back(statistics.sums[kCellTexts].value(0, cell));
    return out;
  }

  static Counts counts_of(const Block& statistics, const Settings& settings) {
    return {statistics.sums[0], texts_of(statistics), settings["alpha"]};
  }

  static void add_totals(const Sums& absent, const Sums& certain, Parameters& parameters) {
    const std::size_t n_cells = absent.cells();
    parameters.emplace_back("all_absent", 1, n_cells, false);
    parameters.emplace_back("certain", 1, n_cells, false);
    for (std::size_t cell = 0; cell < n_cells; ++cell) {
      parameters[kAllAbsent].at(0, cell) = absent.value(0, cell);
      parameters[kCertain].at(0, cell) = certain.value(0, cell);
    }
    const Matrix &present = parameters[kPresent], &without = parameters[kAbsent];
    Matrix gain("log_gain", present.rows, n_cells, false);
    for (std::size_t k = 0; k < gain.data.size(); ++k) gain.data[k] = present.data[k] - without.data[k];
    parameters.push_back(std::move(gain));
  }

  // Where no word is certain: what a text without words scores, and what each word has more when present.
  static void score_possible(const Bag& bag, const Parameters& parameters, LogScores& out) {
    for (std::size_t cell = 0; cell < out.n_cells; ++cell) {
      double* score = out.of(cell).data();
      for (std::size_t row = 0; row < out.n_rows; ++row)
        score[row] += bag.missing[row] ? 0 : parameters[kAllAbsent].at(0, cell);
    }
    score_bags({bag.begin, bag.word, {}, parameters[kGain].data.data()}, out.n_cells, out.data.data());
  }

  // The logarithms change with every text, how many words stand in so many texts only with the words of it.
  class Running final : public RunningTotals {
   public:
    Running(double alpha, std::size_t cells) : alpha_(alpha), words_(cells) {}

    void add(const Block& some) override { count(some.sums[0], 1); }
    void subtract(const Block& some) override { count(some.sums[0], -1); }
    std::vector<Sums> totals(const Block& part) const override {
      const Counts counts = {part.sums[0], texts_of(part), alpha_};
      Totals out(words_.size());
      for (std::size_t cell = 0; cell < words_.size(); ++cell) {
        for (const auto& [n, words] : words_[cell]) {
          if (n <= counts.texts[cell]) out.add(cell, counts.log_absent(n, cell), words);
        }
      }
      return {std::move(out.absent), std::move(out.certain)};
    }

   private:
    void count(const Sums& present, double times) {
      for (std::size_t w = 0; w < present.rows(); ++w) {
        for (std::size_t cell = 0; cell < words_.size(); ++cell) {
          const auto at = words_[cell].try_emplace(present.value(w, cell), 0).first;
          if ((at->second += times) == 0) words_[cell].erase(at);
        }
      }
    }

    double alpha_;
    std::vector<std::map<double, double>> words_;  // of each cell: how many words stand in so many texts
  };

  // Without a text of its cell every word is absent from one text less; the totals of that are made once for
  // all texts that weigh 1.
  class LeftOutEstimate final : public LeftOut {
   public:
    LeftOutEstimate(const Block& statistics, double alpha)
        : present_(statistics.sums[0]),
          texts_(texts_of(statistics)),
          alpha_(alpha),
          totals_(Counts{present_, texts_, alpha}.totals()),
          totals_of_less_(Counts{present_, one_less(texts_), alpha}.totals()) {}

    Parameters estimate(const LeftOutRow& row, const Context&) const override {
      const RowCounts counts(present_, row);
      std::vector<double> texts = texts_;
      for (std::size_t cell = 0; cell < texts.size(); ++cell)
        texts[cell] -= row.own->sums[kCellTexts].value(0, cell);
      const Counts now = {counts.without, texts, alpha_};
      Totals totals = totals_of(texts);
      totals.subtract(Counts{counts.with, texts, alpha_}.totals());
      totals.merge(now.totals());
      Parameters out = now.tables();
      add_totals(totals.absent, totals.certain, out);
      return out;
    }

   private:
    static std::vector<double> one_less(std::vector<double> texts) {
      for (double& each : texts) each -= 1;
      return texts;
    }

    // Of all words as they are, with so many texts.
    Totals totals_of(const std::vector<double>& texts) const {
      Totals out = totals_;
      for (std::size_t cell = 0; cell < texts.size(); ++cell) {
        if (texts[cell] == texts_[cell]) continue;
        if (texts[cell] != texts_[cell] - 1) return Counts{present_, texts, alpha_}.totals();
        const std::uint32_t only[] = {static_cast<std::uint32_t>(cell)};
        exchange(totals_of_less_.absent.select(first_codes(1), only), only, out.absent);
        exchange(totals_of_less_.certain.select(first_codes(1), only), only, out.certain);
      }
      return out;
    }

    static void exchange(const Sums& by, Sums::Map cell, Sums& in) {
      in.subtract(in.select(first_codes(1), cell), {}, cell);
      in.merge(by, {}, cell);
    }

    const Sums& present_;
    std::vector<double> texts_;
    double alpha_;
    Totals totals_, totals_of_less_;
  };

  // The log probability that all words but those of the row are absent. An unseen word is not in the sum.
  static void absent(const Bag& bag, std::size_t row, const Parameters& parameters, std::span<double> sum) {
    const std::size_t n_words = parameters[kAbsent].rows - 1;
    thread_local std::vector<double> certain;
    certain.assign(parameters[kCertain].data.begin(), parameters[kCertain].data.end());
    std::copy_n(parameters[kAllAbsent].data.begin(), sum.size(), sum.begin());
    for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k) {
      if (bag.word[k] == n_words) continue;
      const double* log_absent = parameters[kAbsent].row(bag.word[k]).data();
      for (std::size_t cell = 0; cell < sum.size(); ++cell)
        log_absent[cell] == kLogZero ? certain[cell] -= 1 : sum[cell] -= log_absent[cell];
    }
    for (std::size_t cell = 0; cell < sum.size(); ++cell) {
      if (certain[cell] > 0) sum[cell] = kLogZero;
    }
  }
};

}  // namespace priory
