// SPDX-License-Identifier: Apache-2.0
#include "exact/exact_products.h"

#include <algorithm>
#include <cmath>

namespace priory {

void ExactProducts::cut(double* rows, std::size_t n_rows, std::span<const double> largest) {
  n_columns_ = largest.size(), n_rows_ = n_rows, n_pieces_ = 0;
  top_.clear(), aside_.clear();
  scale_.assign(width());
  for (std::size_t j = 0; j < n_columns_; ++j) {
    top_.push_back(largest[j] > 0 ? std::ilogb(largest[j]) + 1 : 0);
    scale_[j] = std::ldexp(1, kFirstBits - top_[j]);
  }
  const std::size_t few = n_rows * n_columns_ / 64;  // to be added one by one
  for (std::size_t n_left = few + 1; n_pieces_ < kMostPieces && n_left > (n_pieces_ < 3 ? 0 : few);) {
    piece_[n_pieces_].reserve(n_rows * width());
    n_left = dense::cut_piece(rows, n_rows, width(), scale_.data(), piece_[n_pieces_++].data());
    std::fill_n(scale_.data(), n_columns_, std::ldexp(1, kBits));
    if (n_left == 0) return;
  }
  put_aside(rows);
}

void ExactProducts::put_aside(const double* left) {
  for (std::uint32_t r = 0; r < n_rows_; ++r) {
    for (std::uint32_t j = 0; j < n_columns_; ++j) {
      const std::size_t at = r * width() + j;
      if (left[at] == 0) continue;
      aside_.push_back({r, j});
      for (std::size_t p = 0; p < n_pieces_; ++p) piece_[p][at] = 0;
    }
  }
}

void ExactProducts::add_sums(const Some& rows, Sums& to) {
  std::fill_n((ones_.reserve(kMostRows), ones_.data()), kMostRows, 1.0);
  std::vector<Sums::Whole> sum(n_columns_);
  for (std::size_t p = 0; p < n_pieces_; ++p) {
    total_.assign(width());
    dense::add_sums({piece_[p].data() + rows.first * width(), rows.count, n_columns_}, ones_.data(),
                    total_.data());
    for (std::size_t j = 0; j < n_columns_; ++j)
      sum[j] = sum[j] * (Sums::Whole{1} << kBits) + static_cast<std::int64_t>(total_[j]);
  }
  const long below = kFirstBits + kBits * static_cast<long>(n_pieces_ - 1);
  for (std::size_t j = 0; j < n_columns_; ++j)
    to.add_scaled(j, rows.cell, sum[j], rows.exponent + top_[j] - below);
}

void ExactProducts::add_products(const Some& rows, Sums& to) {
  std::fill_n((ones_.reserve(kMostRows), ones_.data()), kMostRows, 1.0);
  for (std::size_t order = 0; order + 1 < 2 * n_pieces_; ++order) order_[order].assign(to.rows(), 0);
  for (std::size_t at = 0; at < rows.count; at += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, rows.count - at);
    for (std::size_t p = 0; p < n_pieces_; ++p) {
      for (std::size_t q = p; q < n_pieces_; ++q) multiply(p, q, rows.first + at, count);
    }
  }
  flush(rows, to);
}

// The products of p + q with itself; where they are the same, of p.
void ExactProducts::multiply(std::size_t p, std::size_t q, std::size_t first, std::size_t count) {
  const double* rows = piece_[p].data() + first * width();
  if (p != q) {
    const double* more = piece_[q].data() + first * width();
    both_.reserve(kRowsAtOnce * width());
    for (std::size_t k = 0; k < count * width(); ++k) both_[k] = rows[k] + more[k];
    rows = both_.data();
  }
  total_.assign(width() * width());
  dense::add_products({rows, count, n_columns_}, ones_.data(), total_.data());
  collect(p, q);
}

void ExactProducts::collect(std::size_t p, std::size_t q) {
  for (std::size_t j = 0, pair = 0; j < n_columns_; ++j) {
    for (std::size_t i = 0; i <= j; ++i, ++pair) {
      const auto sum = static_cast<std::int64_t>(total_[i * width() + j]);
      order_[p + q][pair] += sum;
      for (std::size_t other = 0; p == q && other < n_pieces_; ++other) {
        if (other != p) order_[p + other][pair] -= sum;
      }
    }
  }
}

void ExactProducts::flush(const Some& rows, Sums& to) {
  constexpr std::size_t kTogether = 3;  // orders that a whole number of 128 bits holds
  const std::size_t n_orders = 2 * n_pieces_ - 1;
  for (std::size_t j = 0, pair = 0; j < n_columns_; ++j) {
    for (std::size_t i = 0; i <= j; ++i, ++pair) {
      const long unit = rows.exponent + top_[i] + top_[j] - 2L * kFirstBits;
      for (std::size_t order = 0; order < n_orders; order += kTogether) {
        Sums::Whole sum = 0;
        const std::size_t last = std::min(order + kTogether, n_orders) - 1;
        for (std::size_t k = order; k <= last; ++k) sum = sum * (Sums::Whole{1} << kBits) + order_[k][pair];
        to.add_scaled(pair, rows.cell, sum, unit - kBits * static_cast<long>(last));
      }
    }
  }
}

}  // namespace priory
