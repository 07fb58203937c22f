// SPDX-License-Identifier: Apache-2.0
// A family: a distribution of cells of one kind, conditioned on a cell (a class, a component, a
// configuration). It is stateless. What it learns is a Block of exact sums; merging, subtracting and storing
// those is the same for all and not its concern. One virtual call per part and chunk; the loops are inside
// (see lift.h).
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "priory/chunk.h"
#include "priory/family.h"

#include "core/random.h"
#include "exact/block.h"
#include "rows/cells.h"

namespace priory {

// The options of one part, all with a value.
class Settings {
 public:
  explicit Settings(std::span<const Option> options = {});
  double operator[](std::string_view name) const;  // an option of the family
  void set(std::string_view name, double value);
  const std::vector<std::pair<std::string, double>>& values() const { return values_; }
  bool operator==(const Settings&) const = default;

 private:
  std::vector<std::pair<std::string, double>> values_;
};

// Of families whose smoothing adds to variances.
constexpr Option kStandardise = {"standardise", 0, 0, true,
                                 "smooths variances as those of columns divided by their standard deviation: "
                                 "by shares of their own variance"};

struct Combinations;

// What an estimate may know beyond its own block.
struct Context {
  double largest_variance = 0;  // of all Gaussian columns of the model, all cells together, divisor n
  std::shared_ptr<const Combinations> combinations = {};  // of a part over several columns of codes
  std::vector<double> weights = {};     // of the part's columns, as its plan has them; empty: all alike
  std::vector<double> cell_count = {};  // the weight of all rows in each cell; empty: not known
  const Bins* bins = nullptr;           // of a part that counts numbers in bins
};

// The columns of one part; codes and words are those of the model.
using Columns = std::span<const Column* const>;

constexpr std::uint32_t kWholePart =
    0xFFFFFFFF;  // in place of a value: the contribution of all that is not listed

// One reason for a score: a value (or word) of the part, how often it occurs, and log p of it in every cell.
// Of several columns of numbers: the place of the column in the part, its number, and what it adds.
using TakeReason = std::function<void(std::uint32_t value, double count, std::span<const double> log_p)>;

// One term of the linear form: weight times the indicator or count of `value`, or times x to the `power`, or
// that of what the family sums in place of x (log x): the entry `statistic` of it. Of several columns of
// numbers: times x[value], and with `other` times x[value] x[other].
struct LinearTerm {
  std::uint32_t value = kWholePart;
  int power = 1;
  double weight = 0;
  std::uint32_t other = kWholePart;
  std::size_t statistic = 0;
};

struct LinearForm {
  double bias = 0;
  std::vector<LinearTerm> terms;
};

// What a draw may know beyond the parameters. Families over bags model which words there are, not how many.
struct Drawing {
  double mean_length = 0;  // of a bag: its words, each as often as it occurs
  bool in_order = false;   // the words of a text, drawn one by one; otherwise each once, with its count
};

struct Spread {
  double mean = 0;
  double variance = 0;
};

// One of several parts of the same family: what it is scored by, and where it is counted.
struct Piece {
  Columns columns;
  const Parameters* parameters = nullptr;
  Block* statistics = nullptr;
};

// A row taken out of statistics: its own sums, in codes 0, 1, ... of the values it has, and which value each
// of these is there. The first `n_left` are values that stay when the row is gone.
struct LeftOutRow {
  std::span<const std::uint32_t> values;
  std::size_t n_left = 0;
  const Block* own = nullptr;
};

// Statistics from which one row after the other is left out. Any number of threads may ask at once.
class LeftOut {
 public:
  virtual ~LeftOut() = default;
  // The estimate without the row: of the values that stay, in their order in the row, and of the unseen. The
  // same digits as the estimate from the statistics of all other rows.
  virtual Parameters estimate(const LeftOutRow& row, const Context& context) const = 0;
};

class RunningTotals;

class Family {
 public:
  virtual ~Family() = default;
  virtual FamilyInfo info() const = 0;
  virtual std::span<const Statistic> statistics() const = 0;
  virtual Domain domain() const { return {}; }
  virtual bool generative() const {
    return true;
  }  // false: its scores are not log probabilities (complement)

  // Whether the model's prior is added to its scores.
  virtual bool with_prior() const { return generative(); }

  virtual void accumulate(Columns columns, const Cells& cells, Block& statistics) const = 0;
  // The same in the E-step of EM, with the parameters of the step before: families that can say what a
  // missing cell is expected to be add that. Missing cells add nothing otherwise.
  virtual void accumulate_expected(Columns columns, const Cells& cells, const Parameters&,
                                   Block& statistics) const {
    accumulate(columns, cells, statistics);
  }
  // All parts of this family at once, which takes fewer passes over the scores and weights where a family has
  // a loop for that.
  virtual void accumulate_all(std::span<const Piece> pieces, const Cells& cells) const {
    for (const Piece& each : pieces)
      each.parameters == nullptr
          ? accumulate(each.columns, cells, *each.statistics)
          : accumulate_expected(each.columns, cells, *each.parameters, *each.statistics);
  }
  virtual void score_all(std::span<const Piece> pieces, LogScores& out) const {
    for (const Piece& each : pieces) score(each.columns, *each.parameters, out);
  }
  // Values of codes and words: the rows of per-value matrices. One more row of the parameters than of the
  // statistics is for a value never seen.
  virtual Parameters estimate(const Block& statistics, const Settings& settings,
                              const Context& context) const = 0;
  virtual void score(Columns columns, const Parameters& parameters,
                     LogScores& out) const = 0;  // out += log p
  // Families that need to know no more of all values together than a few exact sums, 1 x cells each: they can
  // estimate some values alone, in the same digits as all.
  // Whether the tokens of a text may come one by one where a row has one cell and weighs 1.
  virtual bool sums_tokens() const { return false; }
  virtual bool by_value() const { return false; }
  virtual std::size_t n_totals(const Settings&) const { return 0; }
  virtual std::vector<Sums> totals(const Block& /*statistics*/, const Settings&) const { return {}; }
  // The same kept up to date while values change, beginning with none; null unless by_value().
  virtual std::unique_ptr<RunningTotals> running_totals(const Settings& settings, std::size_t cells) const;
  // The estimate from the statistics of some of the `n_values` values: of those, in their order, and of the
  // unseen.
  virtual Parameters estimate_some(const Block& some, std::span<const Sums> /*totals*/,
                                   std::size_t /*n_values*/, const Settings& settings) const {
    return estimate(some, settings, {});
  }

  // For leave-one-out, in time that does not grow with the number of values. Null where a family with values
  // knows no such way: then everything is estimated again. The statistics must outlive it.
  virtual std::unique_ptr<LeftOut> left_out(const Block& statistics, const Settings& settings) const;
  // The same for families that have to know the columns of their values.
  virtual std::unique_ptr<LeftOut> left_out_in(const Block& statistics, const Settings& settings,
                                               const Context&) const {
    return left_out(statistics, settings);
  }

  virtual void explain(Columns columns, std::size_t row, const Parameters& parameters,
                       const TakeReason& take) const = 0;
  // log p(x | cell 1) - log p(x | cell 0) as a linear form; an Error of kind usage where it is none.
  virtual LinearForm linear(const Parameters& parameters) const = 0;
  virtual bool has_linear() const { return true; }
  // Whether `linear` is of the bins that numbers fall into: no view for people, but weights can be fitted.
  virtual bool linear_in_bins() const { return false; }
  // What a term over numbers is multiplied with: by name for the column "x", and for an x.
  virtual std::string feature_name(const LinearTerm& term, const std::string& column) const {
    return term.power == 1 ? column : column + "^" + std::to_string(term.power);
  }
  virtual double feature(const LinearTerm& term, double x) const { return std::pow(x, term.power); }
  // And one over words, for a word that occurs `count` times.
  virtual double feature_of_count(double count) const { return count; }
  // Draws a row for each of `cells` and appends it to `out`, which has a column for each of the part; row by
  // row, so that rows drawn in two calls are those of one. An Error of kind usage for what cannot be drawn.
  virtual void sample(const Parameters& parameters, const Drawing& drawing,
                      std::span<const std::uint32_t> cells, Random& random, std::span<Column> out) const;
  // How many numbers are free, all cells together.
  virtual double free_parameters(const Shape& shape, std::size_t cells) const = 0;
  // The log density of the prior of which the estimate is the mode, without its constant: 0 for maximum
  // likelihood.
  virtual double log_prior(const Parameters&, const Settings&) const { return 0; }
  // What smoothing that is no prior (a ridge on a variance) adds to the objective that `estimate` maximises,
  // for these statistics.
  virtual double smoothing(const Parameters&, const Block&, const Settings&, const Context&) const {
    return 0;
  }
  // Whether `estimate` maximises likelihood times prior and smoothing, so that EM never falls.
  virtual bool monotone(const Settings&) const { return true; }
  // Parameters as `inspect` shows them, with what else `score` needs.
  virtual Parameters complete(Parameters shown) const { return shown; }
  // Why the parameters of a cell cannot be used (a variance of zero), or nothing.
  virtual std::string_view trouble(const Parameters&, std::size_t /*cell*/) const { return {}; }
  // Whether rows can have these statistics. What is learnt always passes; what is forgotten must.
  virtual bool plausible(const Block& block) const { return block.plausible(statistics()); }
  // Whether a part may have several columns of its kind. (Bags of counts are one column to a family.) A
  // family over several columns of codes is given the combination of their values as its first column, and is
  // taught by that alone: see combinations.h.
  virtual bool groups() const { return false; }
  // Whether it is taught and scored by all values of a row, not by their combination: the first column it is
  // given is a bag of them. See value_pairs.h.
  virtual bool gathers() const { return false; }
  // How many of a part's columns, the first ones, are conditions: what is modelled is the others given them.
  virtual std::size_t n_given(std::size_t /*n_columns*/) const { return 0; }
  // Whether its parts are tables of several networks over the same columns, whose scores are averaged.
  virtual bool averages() const { return false; }
  // Whether its scores are the log prior of each cell, given some columns, in place of the model's own.
  virtual bool replaces_prior() const { return false; }
  // Whether rows are scored by their combination; if not, only by the columns themselves.
  virtual bool scores_combinations() const { return true; }
  // Whether a value never seen is something else to it than a missing cell.
  virtual bool knows_unseen() const { return false; }
  // Mean and variance of column `column` of the part in a cell, for families over numbers.
  virtual std::optional<Spread> spread(const Parameters&, std::size_t /*cell*/,
                                       std::size_t /*column*/ = 0) const {
    return std::nullopt;
  }
  // For families over numbers: log P(lo < x < hi) of column `column` in a cell, the ends may be infinite,
  // where those columns of `row` are known that are not NaN (no row: none is).
  virtual std::optional<double> log_mass(const Parameters&, std::size_t /*cell*/, std::size_t /*column*/,
                                         std::span<const double> /*row*/, double /*lo*/,
                                         double /*hi*/) const {
    return std::nullopt;
  }
  // The numbers that can be drawn with these parameters; some families know it better than for all cells.
  virtual Domain support(const Parameters&, std::size_t /*cell*/) const { return domain(); }
  // The variance of all cells together, for families whose smoothing is a share of the largest; of the part's
  // columns the largest.
  virtual std::optional<double> pooled_variance(const Block&) const { return std::nullopt; }
};

// The family of that name for cells of that kind; null if there is none.
const Family* find_family(std::string_view name, CellKind kind);
// All kinds of cells that a family of that name takes.
std::vector<const Family*> find_families(std::string_view name);
std::span<const Family* const> all_families();

}  // namespace priory
