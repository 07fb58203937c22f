// SPDX-License-Identifier: Apache-2.0
#include "core/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// This file is compiled once for every instruction set; the best one is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway asks.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace priory::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

// Calls body(first row, mask of the rows that are there) for one vector of rows after the other.
template <class Body>
HWY_INLINE void each_vector(std::size_t n_rows, Body&& body) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t r = 0; r < n_rows; r += lanes) body(r, hn::FirstN(d, std::min(lanes, n_rows - r)));
}

HWY_INLINE M mask_at(Bits bits, std::size_t row) {
  // A vector of doubles has at most eight lanes and starts at a multiple of them: its bits are in one byte.
  const auto byte = static_cast<std::uint8_t>(bits[row / 64] >> (row % 64));
  const std::uint8_t bytes[8] = {byte};
  return hn::LoadMaskBits(D(), bytes);
}

HWY_INLINE M present_at(const BitColumn& column, std::size_t row, M there) {
  return column.present.empty() ? there : hn::And(mask_at(column.present, row), there);
}

void ScoreBits(const BitColumn& column, std::size_t n_rows, std::span<const double> log_zero,
               std::span<const double> log_one, double* out) {
  const D d;
  each_vector(n_rows, [&](std::size_t r, M there) HWY_ATTR {
    const M one = mask_at(column.ones, r), present = present_at(column, r, there);
    for (std::size_t c = 0; c < log_zero.size(); ++c) {
      double* score = out + c * n_rows + r;
      const V log_p = hn::IfThenElse(one, hn::Set(d, log_one[c]), hn::Set(d, log_zero[c]));
      const V sum = hn::Add(hn::MaskedLoad(there, d, score), hn::IfThenElseZero(present, log_p));
      hn::BlendedStore(sum, there, d, score);
    }
  });
}

// One vector of running sums for every cell and quantity.
class Totals {
 public:
  explicit Totals(std::size_t count) : sums_(count * hn::Lanes(D())) {}
  HWY_INLINE void add(std::size_t at, V v) {
    double* sum = sums_.data() + at * hn::Lanes(D());
    hn::StoreU(hn::Add(hn::LoadU(D(), sum), v), D(), sum);
  }
  HWY_INLINE double total(std::size_t at) const {
    return hn::GetLane(hn::SumOfLanes(D(), hn::LoadU(D(), sums_.data() + at * hn::Lanes(D()))));
  }

 private:
  std::vector<double> sums_;
};

void CountBits(const BitColumn& column, std::size_t n_rows, const double* soft, std::span<double> ones,
               std::span<double> present) {
  const D d;
  const std::size_t lanes = hn::Lanes(d), n_cells = ones.size();
  Totals totals(2 * n_cells);
  const std::size_t whole = n_rows - n_rows % (4 * lanes);
  for (std::size_t r = 0; r < whole; r += 4 * lanes) {
    const M all = hn::FirstN(d, lanes);
    const M p0 = present_at(column, r, all), p1 = present_at(column, r + lanes, all),
            p2 = present_at(column, r + 2 * lanes, all), p3 = present_at(column, r + 3 * lanes, all);
    const M o0 = hn::And(mask_at(column.ones, r), p0), o1 = hn::And(mask_at(column.ones, r + lanes), p1),
            o2 = hn::And(mask_at(column.ones, r + 2 * lanes), p2),
            o3 = hn::And(mask_at(column.ones, r + 3 * lanes), p3);
    for (std::size_t c = 0; c < n_cells; ++c) {
      const double* w = soft + c * n_rows + r;
      const V w0 = hn::LoadU(d, w), w1 = hn::LoadU(d, w + lanes), w2 = hn::LoadU(d, w + 2 * lanes),
              w3 = hn::LoadU(d, w + 3 * lanes);
      totals.add(c, hn::Add(hn::Add(hn::IfThenElseZero(o0, w0), hn::IfThenElseZero(o1, w1)),
                            hn::Add(hn::IfThenElseZero(o2, w2), hn::IfThenElseZero(o3, w3))));
      totals.add(n_cells + c, hn::Add(hn::Add(hn::IfThenElseZero(p0, w0), hn::IfThenElseZero(p1, w1)),
                                      hn::Add(hn::IfThenElseZero(p2, w2), hn::IfThenElseZero(p3, w3))));
    }
  }
  for (std::size_t r = whole; r < n_rows; r += lanes) {
    const M there = hn::FirstN(d, std::min(lanes, n_rows - r));
    const M is_present = present_at(column, r, there), one = hn::And(mask_at(column.ones, r), is_present);
    for (std::size_t c = 0; c < n_cells; ++c) {
      const V w = hn::MaskedLoad(there, d, soft + c * n_rows + r);
      totals.add(c, hn::IfThenElseZero(one, w));
      totals.add(n_cells + c, hn::IfThenElseZero(is_present, w));
    }
  }
  for (std::size_t c = 0; c < n_cells; ++c) {
    ones[c] = totals.total(c);
    present[c] = totals.total(n_cells + c);
  }
}

void ScoreNormal(std::span<const double> x, std::span<const double> mean, std::span<const double> inverse_sd,
                 std::span<const double> log_norm, double* out) {
  const D d;
  each_vector(x.size(), [&](std::size_t r, M there) HWY_ATTR {
    const V value = hn::MaskedLoad(there, d, x.data() + r);
    const M number = hn::And(there, hn::Eq(value, value));
    for (std::size_t c = 0; c < mean.size(); ++c) {
      double* score = out + c * x.size() + r;
      const V z = hn::Mul(hn::Sub(value, hn::Set(d, mean[c])), hn::Set(d, inverse_sd[c]));
      const V log_p = hn::NegMulAdd(hn::Mul(hn::Set(d, 0.5), z), z, hn::Set(d, log_norm[c]));
      const V sum = hn::Add(hn::MaskedLoad(there, d, score), hn::IfThenElseZero(number, log_p));
      hn::BlendedStore(sum, there, d, score);
    }
  });
}

void SoftMoments(std::span<const double> x, const double* soft, double shift, const ShiftedMoments& out) {
  const D d;
  const std::size_t n_cells = out.n.size();
  Totals totals(3 * n_cells);
  each_vector(x.size(), [&](std::size_t r, M there) HWY_ATTR {
    const V value = hn::MaskedLoad(there, d, x.data() + r);
    const M number = hn::And(there, hn::Eq(value, value));
    const V y = hn::IfThenElseZero(number, hn::Sub(value, hn::Set(d, shift)));
    for (std::size_t c = 0; c < n_cells; ++c) {
      const V w = hn::IfThenElseZero(number, hn::MaskedLoad(there, d, soft + c * x.size() + r));
      const V wy = hn::Mul(w, y);
      totals.add(3 * c, w);
      totals.add(3 * c + 1, wy);
      totals.add(3 * c + 2, hn::Mul(wy, y));
    }
  });
  for (std::size_t c = 0; c < n_cells; ++c) {
    out.n[c] = totals.total(3 * c);
    out.first[c] = totals.total(3 * c + 1);
    out.second[c] = totals.total(3 * c + 2);
  }
}

void SoftWeightsOf(const double* scores, std::size_t n_rows, std::size_t n_cells,
                   std::span<const double> weight, const SoftWeights& how, double* soft,
                   std::span<double> log_sum) {
  const D d;
  const V beta = hn::Set(d, how.beta), up = hn::Set(d, std::ldexp(1.0, how.grid)),
          down = hn::Set(d, std::ldexp(1.0, -how.grid)),
          nothing = hn::Set(d, -std::numeric_limits<double>::infinity());
  each_vector(n_rows, [&](std::size_t r, M there) HWY_ATTR {
    V most = nothing;
    for (std::size_t c = 0; c < n_cells; ++c)
      most = hn::Max(most, hn::MaskedLoad(there, d, scores + c * n_rows + r));
    const M possible = hn::And(there, hn::Gt(most, nothing));
    const V top = hn::IfThenElseZero(possible, most);
    V sum = hn::Zero(d);
    for (std::size_t c = 0; c < n_cells; ++c) {
      const V score = hn::MaskedLoad(there, d, scores + c * n_rows + r);
      const V e = hn::IfThenElseZero(possible, hn::Exp(d, hn::Mul(beta, hn::Sub(score, top))));
      hn::BlendedStore(e, there, d, soft + c * n_rows + r);
      sum = hn::Add(sum, e);
    }
    const V safe = hn::IfThenElse(possible, sum, hn::Set(d, 1));
    hn::BlendedStore(hn::IfThenElse(possible, hn::MulAdd(beta, top, hn::Log(d, safe)), nothing), there, d,
                     log_sum.data() + r);
    const V row_weight = weight.empty() ? hn::Set(d, 1) : hn::MaskedLoad(there, d, weight.data() + r);
    const V scale = hn::Div(hn::Mul(row_weight, up), safe);
    V left = hn::IfThenElseZero(possible, row_weight);
    for (std::size_t c = 0; c < n_cells; ++c) {
      double* at = soft + c * n_rows + r;
      const V w = hn::Mul(hn::Round(hn::Mul(hn::MaskedLoad(there, d, at), scale)), down);
      hn::BlendedStore(w, there, d, at);
      left = hn::Sub(left, w);
    }
    M open = possible;  // rows whose largest cell has not come yet
    for (std::size_t c = 0; c < n_cells; ++c) {
      double* at = soft + c * n_rows + r;
      const M here = hn::And(open, hn::Eq(hn::MaskedLoad(there, d, scores + c * n_rows + r), most));
      hn::BlendedStore(hn::Add(hn::MaskedLoad(there, d, at), left), here, d, at);
      open = hn::AndNot(here, open);
    }
  });
}

}  // namespace priory::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {

HWY_EXPORT(ScoreBits);
HWY_EXPORT(CountBits);
HWY_EXPORT(ScoreNormal);
HWY_EXPORT(SoftMoments);
HWY_EXPORT(SoftWeightsOf);

void score_bits(const BitColumn& column, std::size_t n_rows, std::span<const double> log_zero,
                std::span<const double> log_one, double* out) {
  HWY_DYNAMIC_DISPATCH(ScoreBits)(column, n_rows, log_zero, log_one, out);
}

void count_bits(const BitColumn& column, std::size_t n_rows, const double* soft, std::span<double> ones,
                std::span<double> present) {
  HWY_DYNAMIC_DISPATCH(CountBits)(column, n_rows, soft, ones, present);
}

void score_normal(std::span<const double> x, std::span<const double> mean, std::span<const double> inverse_sd,
                  std::span<const double> log_norm, double* out) {
  HWY_DYNAMIC_DISPATCH(ScoreNormal)(x, mean, inverse_sd, log_norm, out);
}

void soft_moments(std::span<const double> x, const double* soft, double shift, const ShiftedMoments& out) {
  HWY_DYNAMIC_DISPATCH(SoftMoments)(x, soft, shift, out);
}

void soft_weights(const double* scores, std::size_t n_rows, std::size_t n_cells,
                  std::span<const double> weight, const SoftWeights& how, double* soft,
                  std::span<double> log_sum) {
  HWY_DYNAMIC_DISPATCH(SoftWeightsOf)(scores, n_rows, n_cells, weight, how, soft, log_sum);
}

}  // namespace priory
#endif
