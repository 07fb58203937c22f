// SPDX-License-Identifier: Apache-2.0
// The families of distributions that the parts of a model have: their names, what they model and the options
// they take. Flags, help and the manual are made from this list. Then some distributions by themselves.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "priory/chunk.h"

#pragma GCC visibility push(default)

namespace priory {

// A number that shapes an estimate. It can be given for all columns or for one: `--alpha 1,city=0.5`.
struct Option {
  std::string_view name;  // of the flag, without the dashes
  double initial;         // when not given
  double least;           // the smallest legal value
  bool flag;              // takes no value: 0 or 1
  std::string_view help;
  double most = std::numeric_limits<double>::infinity();  // the largest legal value
  bool automatic = false;                                 // `auto` is one too: kAuto
  std::string_view names = {};                            // of the values 0, 1, ..., with commas between them
};

// In place of a setting: training finds it from the rows.
constexpr double kAuto = std::numeric_limits<double>::quiet_NaN();

struct FamilyInfo {
  std::string_view name;
  std::string_view aliases;    // other names for it, with commas between them, or empty
  CellKind kind;               // what its cells are
  std::string_view summary;    // one line
  std::string_view density;    // log p(x | cell), as a formula
  std::string_view estimator;  // how the parameters come from the statistics
  std::span<const Option> options;
  bool groups = false;  // its part may have several columns; sums of more than 64 together are rounded
};

// All families, in the order of the manual. `bernoulli` stands twice: over columns and over texts.
std::vector<FamilyInfo> families();

}  // namespace priory

// The distributions that models are made of, by themselves: log density, samples, the maximum likelihood
// estimate and the MAP estimate, the mode of the posterior under a conjugate prior. Densities are logarithms;
// minus infinity is an impossible value. The same seed gives the same sample on every machine.
//
//   const auto coin = distribution::Bernoulli::map(tosses, {2, 2});

namespace priory::distribution {

// Beta(a, b), of a probability: a - 1 imaginary successes and b - 1 failures. (1, 1) is uniform, and with it
// MAP is maximum likelihood; (2, 2) is Laplace's rule.
struct BetaPrior {
  double a = 1, b = 1;
};

// Dirichlet, of probabilities: a[k] - 1 imaginary observations of value k.
using DirichletPrior = std::vector<double>;

// Normal-inverse-gamma, of mean and variance: the mean is thought to be `mean`, as if that were known from
// `strength` observations; the variance has an inverse gamma distribution.
struct NormalInverseGammaPrior {
  double mean = 0, strength = 1, shape = 1, scale = 1;
};

// Estimates are an Error of kind data where the observations allow none: there are none, or values that the
// distribution does not have.

// One toss: 1 with probability p, else 0.
struct Bernoulli {
  double p = 0.5;

  double log_density(double x) const;
  std::vector<double> sample(std::size_t n, std::uint64_t seed) const;
  static Bernoulli mle(std::span<const double> data);
  static Bernoulli map(std::span<const double> data, const BetaPrior& prior);
};

// Successes in a number of trials.
struct Binomial {
  double trials = 1;
  double p = 0.5;

  double log_density(double x) const;
  std::vector<double> sample(std::size_t n, std::uint64_t seed) const;
  static Binomial mle(std::span<const double> data, double trials);
  static Binomial map(std::span<const double> data, double trials, const BetaPrior& prior);
};

// One of the values 0, 1, ..., each with its probability.
struct Categorical {
  std::vector<double> p;

  double log_density(std::uint32_t x) const;
  std::vector<std::uint32_t> sample(std::size_t n, std::uint64_t seed) const;
  static Categorical mle(std::span<const std::uint32_t> data, std::size_t n_values);
  static Categorical map(std::span<const std::uint32_t> data, const DirichletPrior& prior);
};

// How often each value comes up in a number of draws.
struct Multinomial {
  std::size_t trials = 1;
  std::vector<double> p;

  double log_density(std::span<const double> counts) const;
  std::vector<std::vector<double>> sample(std::size_t n, std::uint64_t seed) const;
  // Every row has a count for each value; the trials are those of the first.
  static Multinomial mle(std::span<const std::vector<double>> data);
  static Multinomial map(std::span<const std::vector<double>> data, const DirichletPrior& prior);
};

struct Gaussian {
  double mean = 0;
  double variance = 1;

  double log_density(double x) const;
  std::vector<double> sample(std::size_t n, std::uint64_t seed) const;
  static Gaussian mle(std::span<const double> data);  // the variance has the divisor n
  static Gaussian map(std::span<const double> data, const NormalInverseGammaPrior& prior);
};

}  // namespace priory::distribution

#pragma GCC visibility pop
