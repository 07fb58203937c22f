// SPDX-License-Identifier: Apache-2.0
// Old counts fade: every sum is multiplied by one factor, so that the rows behind it weigh less than those to
// come. The product is exact and then rounded, since its digits would grow with every fading:
//
//   counts (of classes, values, words, rows)     down to a multiple of 2^-32; below 2^-20 to nothing
//   sums of numbers (n, sum x, sum x x')         to 128 bits: n and squares away from zero, sum x towards it
//
// So a part of a count is never more than the whole, and n sum x^2 - (sum x)^2 never negative. A class of
// which nothing is left goes as it does when its rows are forgotten, and so do values and words.
#include "exact/exact.h"
#include "learn/named_sums.h"

namespace priory {
namespace {

constexpr long kGrid = -32, kLeast = -20, kBits = 128;

enum class Round { down, up };  // towards zero, and away from it

// The multiple of 2^e next to x.
Exact rounded_to(const Exact& x, long e, Round way) {
  if (x.e >= e) return x;
  const auto drop = static_cast<mp_bitcnt_t>(e - x.e);
  Exact out(0, e);
  if ((way == Round::up) == (sgn(x.m) > 0))
    mpz_cdiv_q_2exp(out.m.get_mpz_t(), x.m.get_mpz_t(), drop);
  else
    mpz_fdiv_q_2exp(out.m.get_mpz_t(), x.m.get_mpz_t(), drop);
  return out;
}

Exact to_bits(const Exact& x, Round way) {
  return rounded_to(x, x.e + static_cast<long>(mpz_sizeinbase(x.m.get_mpz_t(), 2)) - kBits, way);
}

bool is_nothing(const Exact& count) {
  return sgn((count - Exact(1, kLeast)).m) < 0;
}

Exact faded_count(const Exact& count, const Exact& factor) {
  const Exact out = rounded_to(count * factor, kGrid, Round::down);
  return is_nothing(out) ? Exact() : out;
}

Sums faded_counts(const Sums& counts, const Exact& factor) {
  Sums out(counts.rows(), counts.cells());
  for (std::size_t r = 0; r < counts.rows(); ++r) {
    for (std::size_t c = 0; c < counts.cells(); ++c) {
      if (!counts.zero(r, c)) out.assign(r, c, faded_count(counts.exact(r, c), factor));
    }
  }
  return out;
}

// The sums of columns of numbers: n, sum x and perhaps the products of pairs, whose cells may be one for all.
class FadedNumbers {
 public:
  FadedNumbers(const Block& block, const Exact& factor, const std::vector<bool>& gone)
      : block_(block), factor_(factor), out_(block) {
    for (std::size_t k = 0; k < block.sums.size(); ++k) fade(k, k == 1 ? Round::down : Round::up);
    for (std::size_t c = 0; c < block.sums[0].cells(); ++c) {
      if (gone[c] || is_nothing(out_.sums[0].exact(0, c))) drop(c);
    }
  }

  Block take() { return std::move(out_); }

 private:
  void fade(std::size_t k, Round way) {
    const Sums& from = block_.sums[k];
    for (std::size_t r = 0; r < from.rows(); ++r) {
      for (std::size_t c = 0; c < from.cells(); ++c)
        out_.sums[k].assign(r, c, to_bits(from.exact(r, c) * factor_, way));
    }
  }

  // A cell of which nothing is left. Products that all cells share lose what its mean has in them.
  void drop(std::size_t c) {
    const Exact n = out_.sums[0].exact(0, c);
    if (out_.sums.size() > 2 && out_.sums[2].cells() < out_.sums[0].cells() && !n.zero()) drop_products(c, n);
    for (Sums& sums : out_.sums) {
      for (std::size_t r = 0; c < sums.cells() && sums.cells() == out_.sums[0].cells() && r < sums.rows();
           ++r)
        sums.assign(r, c, Exact());
    }
  }

  void drop_products(std::size_t c, const Exact& n) {
    Sums& products = out_.sums[2];
    for (std::size_t i = 0, at = 0; i < out_.sums[1].rows(); ++i) {
      for (std::size_t j = 0; j <= i; ++j, ++at) {
        const Exact between = out_.sums[1].exact(i, c) * out_.sums[1].exact(j, c);
        if (!between.zero()) products.assign(at, 0, products.exact(at, 0) - divided(between, n, kBits));
      }
    }
  }

  const Block& block_;
  const Exact& factor_;
  Block out_;
};

}  // namespace

NamedSums NamedSums::faded(double factor) const {
  const Exact f(factor);
  NamedSums out = *this;
  auto plan = std::make_shared<Plan>(*plan_);
  plan->faded = true;
  out.plan_ = std::move(plan);
  out.sums_.class_count = faded_counts(class_count(), f);
  out.n_rows_ = faded_counts(n_rows_, f);
  for (std::size_t k = 0; k < header_rows_.rows(); ++k)  // a header stays as long as its parts
    out.header_rows_.assign(k, 0, rounded_to(header_rows_.exact(k, 0) * f, kGrid, Round::up));
  std::vector<bool> gone(sums_.n_cells());
  for (std::size_t c = 0; c < gone.size(); ++c) gone[c] = out.class_count().zero(0, c);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (plan_->parts[k].kind == CellKind::reals && parts_[k].n_bins == 0) {
      out.sums_.blocks[k] = FadedNumbers(block(k), f, gone).take();
      continue;
    }
    for (Sums& sums : out.sums_.blocks[k].sums) sums = faded_counts(sums, f);
  }
  return out;
}

}  // namespace priory
