// SPDX-License-Identifier: Apache-2.0
// Scores of the rows of a chunk in all cells, and Bayes' rule over them.
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/simd_targets.h"
#include "kernels/bits.h"

// This file is compiled once for every instruction set; the best one is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway asks.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "kernels/tiles-inl.h"

#ifndef PRIORY_PLAIN_KERNELS
#define PRIORY_PLAIN_KERNELS
// The rows that do not fill a vector, one at a time. Scores are made by the same operations in the same
// order, so that the score of a row does not depend on its place in a chunk; there is no fused multiplication
// in them.
namespace priory::plain {

// No cell is missing and no probability is zero.
inline bool is_simple(const BitScore& column, std::size_t n_cells) {
  const auto finite = [](double x) { return std::isfinite(x); };
  return column.column.present.empty() && std::all_of(column.log_zero, column.log_zero + n_cells, finite) &&
         std::all_of(column.log_one, column.log_one + n_cells, finite);
}

inline void score_bits(const BitScore& column, std::size_t row, std::size_t n_rows, std::size_t n_cells,
                       double* out) {
  if (!is_present(column.column, row)) return;
  const double* log_p = bit(column.column.ones, row) ? column.log_one : column.log_zero;
  for (std::size_t c = 0; c < n_cells; ++c) out[c * n_rows + row] += log_p[c];
}

// All rows begin with the sum of log_zero, and those with the second value add what it differs by.
inline void score_ones(std::span<const Bits> columns, std::size_t row, std::size_t n_rows,
                       std::span<const double> base, std::span<const double> extra, double* out) {
  for (std::size_t c = 0; c < base.size(); ++c) {
    double& score = out[c * n_rows + row];
    score += base[c];
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (bit(columns[j], row)) score += extra[j * base.size() + c];
    }
  }
}

inline void score_normal(const NormalScore& column, std::size_t row, std::size_t n_rows, std::size_t n_cells,
                         double* out) {
  const double x = column.x[row];
  if (std::isnan(x)) return;
  for (std::size_t c = 0; c < n_cells; ++c) {
    const double z = (x - column.mean[c]) * column.inverse_sd[c];
    out[c * n_rows + row] += column.log_norm[c] - (0.5 * z) * z;
  }
}

inline void soft_weights(const double* scores, std::size_t row, std::size_t n_rows, std::size_t n_cells,
                         double weight, const SoftWeights& how, double* soft, double& log_sum) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < n_cells; ++c) {
    if (scores[c * n_rows + row] > scores[best * n_rows + row]) best = c;
  }
  const double top = scores[best * n_rows + row];
  const bool possible = top > -std::numeric_limits<double>::infinity();
  double sum = 0, left = possible ? weight : 0;
  for (std::size_t c = 0; c < n_cells; ++c) {
    double& share = soft[c * n_rows + row];
    share = possible ? std::exp(how.beta * (scores[c * n_rows + row] - top)) : 0;
    sum += share;
  }
  log_sum = possible ? how.beta * top + std::log(sum) : top;
  for (std::size_t c = 0; possible && c < n_cells; ++c) {
    double& share = soft[c * n_rows + row];
    share = std::ldexp(std::floor(share * (std::ldexp(weight, how.grid) / sum)), -how.grid);
    left -= share;
  }
  soft[best * n_rows + row] += left;
}

}  // namespace priory::plain
#endif

HWY_BEFORE_NAMESPACE();
namespace priory::HWY_NAMESPACE {

struct ScoreBitsTile {
  std::span<const BitScore> columns;

  template <std::size_t R, std::size_t C>
  HWY_INLINE void operator()(Tile<R, C>& tile, std::size_t row, std::size_t cell) const {
    const D d;
    for (const BitScore& each : columns) {
      for (std::size_t r = 0; r < R; ++r) {
        const M one = mask_at(each.column.ones, row + r * lanes());
        const bool all = each.column.present.empty();
        const M present = mask_at(all ? each.column.ones : each.column.present, row + r * lanes());
        for (std::size_t c = 0; c < C; ++c) {
          const V log_p =
              hn::IfThenElse(one, hn::Set(d, each.log_one[cell + c]), hn::Set(d, each.log_zero[cell + c]));
          tile.sum[c][r] = hn::Add(tile.sum[c][r], all ? log_p : hn::IfThenElseZero(present, log_p));
        }
      }
    }
  }
};

// The same for simple columns: see plain::score_ones.
struct ScoreOnesTile {
  std::span<const Bits> columns;
  std::size_t n_cells;
  const double* base;   // of every cell
  const double* extra;  // column x cell

  template <std::size_t R, std::size_t C>
  HWY_INLINE void operator()(Tile<R, C>& tile, std::size_t row, std::size_t cell) const {
    const D d;
    for (std::size_t c = 0; c < C; ++c) {
      for (std::size_t r = 0; r < R; ++r)
        tile.sum[c][r] = hn::Add(tile.sum[c][r], hn::Set(d, base[cell + c]));
    }
    const double* more = extra + cell;
    for (std::size_t j = 0; j < columns.size(); ++j, more += n_cells) {
      M one[R];
      for (std::size_t r = 0; r < R; ++r) one[r] = mask_at(columns[j], row + r * lanes());
      for (std::size_t c = 0; c < C; ++c) {
        const V add = hn::Set(d, more[c]);
        for (std::size_t r = 0; r < R; ++r)
          tile.sum[c][r] = hn::IfThenElse(one[r], hn::Add(tile.sum[c][r], add), tile.sum[c][r]);
      }
    }
  }
};

void ScoreBits(std::span<const BitScore> columns, std::size_t n_rows, std::size_t n_cells, double* out) {
  std::vector<BitScore> others;
  std::vector<Bits> ones;
  std::vector<double> base(n_cells), extra;
  for (const BitScore& each : columns) {
    if (!plain::is_simple(each, n_cells)) {
      others.push_back(each);
      continue;
    }
    ones.push_back(each.column.ones);
    for (std::size_t c = 0; c < n_cells; ++c) {
      base[c] += each.log_zero[c];
      extra.push_back(each.log_one[c] - each.log_zero[c]);
    }
  }
  if (!ones.empty()) cover(n_rows, n_cells, out, ScoreOnesTile{ones, n_cells, base.data(), extra.data()});
  std::size_t row = cover(n_rows, n_cells, out, ScoreBitsTile{others});
  for (; row < n_rows; ++row) {
    plain::score_ones(ones, row, n_rows, base, extra, out);
    for (const BitScore& each : others) plain::score_bits(each, row, n_rows, n_cells, out);
  }
}

struct ScoreNormalTile {
  std::span<const NormalScore> columns;

  template <std::size_t R, std::size_t C>
  HWY_INLINE void operator()(Tile<R, C>& tile, std::size_t row, std::size_t cell) const {
    const D d;
    const V half = hn::Set(d, 0.5);
    for (const NormalScore& each : columns) {
      V x[R];
      bool all = true;
      for (std::size_t r = 0; r < R; ++r) {
        x[r] = hn::LoadU(d, each.x.data() + row + r * lanes());
        all = all && hn::AllTrue(d, hn::Eq(x[r], x[r]));
      }
      for (std::size_t c = 0; c < C; ++c) {
        const V mean = hn::Set(d, each.mean[cell + c]), inverse_sd = hn::Set(d, each.inverse_sd[cell + c]),
                log_norm = hn::Set(d, each.log_norm[cell + c]);
        for (std::size_t r = 0; r < R; ++r) {
          const V z = hn::Mul(hn::Sub(x[r], mean), inverse_sd);
          const V log_p = hn::Sub(log_norm, hn::Mul(hn::Mul(half, z), z));
          tile.sum[c][r] = hn::Add(tile.sum[c][r],
                                   HWY_LIKELY(all) ? log_p : hn::IfThenElseZero(hn::Eq(x[r], x[r]), log_p));
        }
      }
    }
  }
};

void ScoreNormal(std::span<const NormalScore> columns, std::size_t n_rows, std::size_t n_cells, double* out) {
  for (std::size_t row = cover(n_rows, n_cells, out, ScoreNormalTile{columns}); row < n_rows; ++row) {
    for (const NormalScore& each : columns) plain::score_normal(each, row, n_rows, n_cells, out);
  }
}

void SoftWeightsOf(const double* scores, std::size_t n_rows, std::size_t n_cells,
                   std::span<const double> weight, const SoftWeights& how, double* soft,
                   std::span<double> log_sum) {
  const D d;
  const V beta = hn::Set(d, how.beta), up = hn::Set(d, std::ldexp(1.0, how.grid)),
          down = hn::Set(d, std::ldexp(1.0, -how.grid)),
          nothing = hn::Set(d, -std::numeric_limits<double>::infinity());
  std::size_t r = 0;
  for (; r + lanes() <= n_rows; r += lanes()) {
    V most = nothing;
    for (std::size_t c = 0; c < n_cells; ++c) most = hn::Max(most, hn::LoadU(d, scores + c * n_rows + r));
    const M possible = hn::Gt(most, nothing);
    const V top = hn::IfThenElseZero(possible, most);
    V sum = hn::Zero(d);
    for (std::size_t c = 0; c < n_cells; ++c) {
      const V score = hn::LoadU(d, scores + c * n_rows + r);
      const V e = hn::IfThenElseZero(possible, hn::Exp(d, hn::Mul(beta, hn::Sub(score, top))));
      hn::StoreU(e, d, soft + c * n_rows + r);
      sum = hn::Add(sum, e);
    }
    const V safe = hn::IfThenElse(possible, sum, hn::Set(d, 1));
    hn::StoreU(hn::IfThenElse(possible, hn::MulAdd(beta, top, hn::Log(d, safe)), nothing), d,
               log_sum.data() + r);
    const V row_weight = hn::LoadU(d, weight.data() + r);
    const V scale = hn::Div(hn::Mul(row_weight, up), safe);
    V left = hn::IfThenElseZero(possible, row_weight);
    for (std::size_t c = 0; c < n_cells; ++c) {
      double* at = soft + c * n_rows + r;
      const V w = hn::Mul(hn::Floor(hn::Mul(hn::LoadU(d, at), scale)), down);
      hn::StoreU(w, d, at);
      left = hn::Sub(left, w);
    }
    M open = possible;  // rows whose largest cell has not come yet
    for (std::size_t c = 0; c < n_cells; ++c) {
      double* at = soft + c * n_rows + r;
      const M here = hn::And(open, hn::Eq(hn::LoadU(d, scores + c * n_rows + r), most));
      hn::StoreU(hn::Add(hn::LoadU(d, at), hn::IfThenElseZero(here, left)), d, at);
      open = hn::AndNot(here, open);
    }
  }
  for (; r < n_rows; ++r) plain::soft_weights(scores, r, n_rows, n_cells, weight[r], how, soft, log_sum[r]);
}

}  // namespace priory::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {

HWY_EXPORT(ScoreBits);
HWY_EXPORT(ScoreNormal);
HWY_EXPORT(SoftWeightsOf);

void score_bits(std::span<const BitScore> columns, std::size_t n_rows, std::size_t n_cells, double* out) {
  HWY_DYNAMIC_DISPATCH(ScoreBits)(columns, n_rows, n_cells, out);
}

void score_normal(std::span<const NormalScore> columns, std::size_t n_rows, std::size_t n_cells,
                  double* out) {
  HWY_DYNAMIC_DISPATCH(ScoreNormal)(columns, n_rows, n_cells, out);
}

void soft_weights(const double* scores, std::size_t n_rows, std::size_t n_cells,
                  std::span<const double> weight, const SoftWeights& how, double* soft,
                  std::span<double> log_sum) {
  HWY_DYNAMIC_DISPATCH(SoftWeightsOf)(scores, n_rows, n_cells, weight, how, soft, log_sum);
}

}  // namespace priory
#endif
