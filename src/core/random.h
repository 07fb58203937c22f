// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine: xoshiro256++ (Blackman and Vigna, Scrambled linear
// pseudorandom number generators, 2021), seeded through splitmix64. A value: a copy repeats its future.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

namespace priory {

// A well mixed function of its argument: seeds, and random numbers that belong to a row whoever meets it.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

// Uniform in [0, 1), from the upper 53 bits.
constexpr double unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

class Random {
 public:
  using result_type = std::uint64_t;

  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = mixed(seed), seed += 0x9E3779B97F4A7C15;
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()() {
    const std::uint64_t out = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0], state_[3] ^= state_[1];
    state_[1] ^= state_[2], state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return out;
  }

  double uniform() { return unit((*this)()); }  // in [0, 1)

  // One of 0 .. n-1, all equally likely: numbers beyond the last whole multiple of n are drawn again.
  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t most = max() - max() % n;
    std::uint64_t out = (*this)();
    while (out >= most) out = (*this)();
    return out % n;
  }

  double normal() {  // Box and Muller; 1 - uniform is never 0
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  // Whole numbers, as doubles because they may be beyond any integer: how many events happen where `rate` are
  // expected, and how many of `trials` succeed. Exact for every size, in a time that does not grow with it.
  double poisson(double rate);
  double binomial(double trials, double p);
  // The logarithm of a draw from the gamma distribution with this shape and scale 1: the draws of small
  // shapes are below all doubles.
  double log_gamma(double shape);

 private:
  std::array<std::uint64_t, 4> state_{};
};

// Draws one of 0 .. n-1, each with its own probability; never one of probability zero.
class Choice {
 public:
  static constexpr std::uint32_t kNothing = 0xFFFFFFFF;  // as the code of a missing cell

  explicit Choice(std::span<const double> log_prob);  // need not sum to one
  std::uint32_t operator()(Random& random) const;     // kNothing where nothing has a probability

 private:
  std::vector<double> sums_;  // of the probabilities up to and with each
};

}  // namespace priory
