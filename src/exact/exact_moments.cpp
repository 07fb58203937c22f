// SPDX-License-Identifier: Apache-2.0
// Compiled once for each kind of vector unit: Highway includes this file again for every target.
#include "exact/exact_moments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "core/simd_targets.h"
#include "kernels/dense.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/exact_moments.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/transpose-inl.h"

#ifndef PRIORY_PLAIN_MOMENTS
#define PRIORY_PLAIN_MOMENTS
namespace priory::dense {

constexpr std::size_t kMostRows = 1024;  // of which sums of pieces are exact
constexpr std::size_t kMostLanes = 8;
constexpr int kFirstBits = 21, kBits = 22, kAllBits = kFirstBits + 2 * kBits;
constexpr int kMostTop = 400;  // products of pieces, and their units, are then well within the doubles

// The rows of one cell, one after the other.
struct Run {
  std::uint32_t cell = 0;
  std::uint32_t begin = 0, end = 0;

  std::uint32_t size() const { return end - begin; }
};

// The order of rows by cells, those first that are met first.
struct CellOrder {
  std::vector<Run> runs;
  std::vector<std::uint32_t> place;  // of each row

  CellOrder(std::span<const std::uint32_t> cell, std::size_t n_cells) : place(cell.size()) {
    std::vector<std::uint32_t> count(n_cells);
    for (const std::uint32_t each : cell) {
      if (count[each]++ == 0) runs.push_back({each});
    }
    std::uint32_t begin = 0;
    for (Run& run : runs) {
      run.begin = begin, run.end = begin += count[run.cell];
      count[run.cell] = run.begin;
    }
    for (std::size_t r = 0; r < cell.size(); ++r) place[r] = count[cell[r]]++;
  }
};

// The sums of a cell for each column of a group, in whole units of the pieces.
struct PieceSums {
  enum Of : std::size_t { a, rest, aa, ab, ac, bb, bc, cc, n_sums };
  alignas(64) std::int64_t of[n_sums][kMostLanes];
};

inline Sums::Whole in_units(std::int64_t high, int bits, std::int64_t low) {
  return Sums::Whole{high} * (Sums::Whole{1} << bits) + low;
}

inline void add_pieces(const PieceSums& sums, std::size_t lane, std::uint32_t cell, int top,
                       const MomentColumn& to) {
  const auto sum = [&](PieceSums::Of of) { return sums.of[of][lane]; };
  const int unit = top - kAllBits;
  to.sum->add_scaled(0, cell, in_units(sum(PieceSums::a), 2 * kBits, sum(PieceSums::rest)), unit);
  if (to.squares == nullptr) return;
  const Sums::Whole high = in_units(sum(PieceSums::aa), kBits - 1, sum(PieceSums::ab)) * (1 << (kBits + 1)) +
                           2 * sum(PieceSums::ac) + sum(PieceSums::bb);
  const Sums::Whole low = in_units(sum(PieceSums::bc), kBits + 1, sum(PieceSums::cc));
  to.squares->add_scaled(0, cell, high, 2 * unit + 2 * kBits);
  to.squares->add_scaled(0, cell, low, 2 * unit);
}

// The least T such that x is below 2^T; not below -kMostTop.
inline int top_of(double x) {
  return std::max(x > 0 ? std::ilogb(x) + 1 : 0, -kMostTop);
}

// How many numbers each run has of a column, some of them missing.
inline void count_numbers(const MomentColumn& column, const CellOrder& order, std::size_t first) {
  std::vector<std::uint32_t> missing(order.runs.size());
  for (std::size_t r = 0; r < order.place.size(); ++r) {
    if (!std::isnan(column.x[first + r])) continue;
    const auto run = std::upper_bound(order.runs.begin(), order.runs.end(), order.place[r],
                                      [](std::uint32_t at, const Run& each) { return at < each.end; });
    ++missing[static_cast<std::size_t>(run - order.runs.begin())];
  }
  for (std::size_t k = 0; k < order.runs.size(); ++k)
    column.n->add(0, order.runs[k].cell, order.runs[k].size() - missing[k]);
}

}  // namespace priory::dense
#endif

HWY_BEFORE_NAMESPACE();
namespace priory::dense::HWY_NAMESPACE {

HWY_INLINE Vector power_of_two(const int (&exponents)[kLanes], int more) {
  alignas(64) double out[kLanes];
  for (std::size_t k = 0; k < kLanes; ++k) out[k] = std::ldexp(1, exponents[k] + more);
  return hn::Load(kTag, out);
}

// How the numbers of each lane are cut.
struct Cut {
  int top[kLanes];
  Vector to_a, to_b, to_c;     // 1.5 * 2^52 units: what rounds to the unit of a piece
  Vector per_a, per_b, per_c;  // one over the unit

  HWY_INLINE explicit Cut(Vector largest) {
    alignas(64) double most[kLanes];
    hn::Store(largest, kTag, most);
    for (std::size_t k = 0; k < kLanes; ++k) top[k] = top_of(most[k]);
    int down[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) down[k] = -top[k];
    const Vector much = hn::Set(kTag, 0x1.8p52);
    to_a = hn::Mul(much, power_of_two(top, -kFirstBits));
    to_b = hn::Mul(much, power_of_two(top, -kFirstBits - kBits));
    to_c = hn::Mul(much, power_of_two(top, -kAllBits));
    per_a = power_of_two(down, kFirstBits);
    per_b = power_of_two(down, kFirstBits + kBits);
    per_c = power_of_two(down, kAllBits);
  }
};

HWY_INLINE void store_whole(Vector sum, Vector per_unit, std::int64_t* out) {
  const hn::RebindToSigned<Tag> whole;
  hn::Store(hn::ConvertTo(whole, hn::Mul(sum, per_unit)), whole, out);
}

// A vector of columns, their rows in the order of cells.
class Group {
 public:
  Group(std::span<const MomentColumn> columns, double* rows) : columns_(columns), rows_(rows) {}

  HWY_INLINE void add(const CellOrder& order, std::size_t first) {
    runs_ = order.runs;
    n_left_ = order.place.size();
    count(order, first, load(order, first));
    add_huge();
    for (int cuts = 0; cuts < kMostCuts && n_left_ > kFew; ++cuts)
      columns_[0].squares != nullptr ? add_all<true>() : add_all<false>();
    add_few();
  }

 private:
  static constexpr std::size_t kFew = 48;  // rows that are not worth another cut
  static constexpr int kMostCuts = 8;

  HWY_INLINE bool load(const CellOrder& order, std::size_t first);
  HWY_INLINE void count(const CellOrder& order, std::size_t first, bool complete);
  HWY_INLINE void add_huge();
  template <bool kSquares>
  HWY_INLINE void add_all();
  template <bool kSquares>
  HWY_INLINE Run add_run(const Run& run, const Cut& cut);
  HWY_INLINE void add_few();

  std::span<const MomentColumn> columns_;
  double* rows_;
  std::vector<Run> runs_;
  std::size_t n_left_ = 0;
  Vector largest_;  // of the rows left, without the sign
};

// Puts rows in their place. A missing number adds nothing, as zero does; false if there is one.
HWY_INLINE bool Group::load(const CellOrder& order, std::size_t first) {
  const std::size_t n = order.place.size();
  largest_ = hn::Zero(kTag);
  auto complete = hn::Eq(largest_, largest_);
  const auto put = [&](Vector x, std::size_t r) HWY_ATTR {
    const auto is_number = hn::Eq(x, x);
    complete = hn::And(complete, is_number);
    const Vector number = hn::IfThenElseZero(is_number, x);
    largest_ = hn::Max(largest_, hn::Abs(number));
    hn::Store(number, kTag, rows_ + order.place[r] * kLanes);
  };
  std::size_t r = 0;
  for (; r + kLanes <= n; r += kLanes) {
    Vector v[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k)
      v[k] = k < columns_.size() ? hn::LoadU(kTag, columns_[k].x.data() + first + r) : hn::Zero(kTag);
    transpose(v);
    for (std::size_t k = 0; k < kLanes; ++k) put(v[k], r + k);
  }
  for (; r < n; ++r) {
    alignas(64) double x[kLanes] = {};
    for (std::size_t k = 0; k < columns_.size(); ++k) x[k] = columns_[k].x[first + r];
    put(hn::Load(kTag, x), r);
  }
  return hn::AllTrue(kTag, complete);
}

HWY_INLINE void Group::count(const CellOrder& order, std::size_t first, bool complete) {
  for (const MomentColumn& each : columns_) {
    if (each.n == nullptr) continue;
    if (!complete) {
      count_numbers(each, order, first);
      continue;
    }
    for (const Run& run : order.runs) each.n->add(0, run.cell, run.size());
  }
}

// Columns with numbers so large that sums of squares may not be doubles are added one by one.
HWY_INLINE void Group::add_huge() {
  alignas(64) double most[kLanes];
  hn::Store(largest_, kTag, most);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (top_of(most[k]) <= kMostTop) continue;
    most[k] = 0;
    for (const Run& run : runs_) {
      for (std::size_t at = run.begin; at < run.end; ++at) {
        add_powers(columns_[k], run.cell, 1, rows_[at * kLanes + k]);
        rows_[at * kLanes + k] = 0;
      }
    }
  }
  largest_ = hn::Load(kTag, most);
}

// The sums of all rows left, which then are only those that could not be cut.
template <bool kSquares>
HWY_INLINE void Group::add_all() {
  const Cut cut(largest_);
  largest_ = hn::Zero(kTag), n_left_ = 0;
  for (Run& run : runs_) run = add_run<kSquares>(run, cut);
  std::erase_if(runs_, [](const Run& run) { return run.size() == 0; });
}

// Returns the rows that are left of the run.
template <bool kSquares>
HWY_INLINE Run Group::add_run(const Run& run, const Cut& cut) {
  Run left = {run.cell, static_cast<std::uint32_t>(n_left_), 0};
  Vector sum_a = hn::Zero(kTag), sum_rest = sum_a, aa = sum_a, ab = sum_a, ac = sum_a, bb = sum_a, bc = sum_a,
         cc = sum_a;
  for (std::size_t at = run.begin; at < run.end; ++at) {
    const Vector x = hn::Load(kTag, rows_ + at * kLanes);
    Vector a = hn::Sub(hn::Add(x, cut.to_a), cut.to_a);
    Vector rest = hn::Sub(x, a);
    Vector b = hn::Sub(hn::Add(rest, cut.to_b), cut.to_b);
    Vector c = hn::Sub(rest, b);
    const auto finer = hn::Ne(hn::Sub(hn::Add(c, cut.to_c), cut.to_c), c);
    if (HWY_UNLIKELY(!hn::AllFalse(kTag, finer))) {
      const Vector later = hn::IfThenElseZero(finer, x);
      hn::Store(later, kTag, rows_ + n_left_++ * kLanes);  // no further than this row
      largest_ = hn::Max(largest_, hn::Abs(later));
      a = hn::IfThenZeroElse(finer, a), rest = hn::IfThenZeroElse(finer, rest);
      b = hn::IfThenZeroElse(finer, b), c = hn::IfThenZeroElse(finer, c);
    }
    sum_a = hn::Add(sum_a, a), sum_rest = hn::Add(sum_rest, rest);
    if constexpr (kSquares) {
      aa = hn::MulAdd(a, a, aa), ab = hn::MulAdd(a, b, ab), ac = hn::MulAdd(a, c, ac);
      bb = hn::MulAdd(b, b, bb), bc = hn::MulAdd(b, c, bc), cc = hn::MulAdd(c, c, cc);
    }
  }
  PieceSums sums;
  store_whole(sum_a, cut.per_a, sums.of[PieceSums::a]);
  store_whole(sum_rest, cut.per_c, sums.of[PieceSums::rest]);
  store_whole(aa, hn::Mul(cut.per_a, cut.per_a), sums.of[PieceSums::aa]);
  store_whole(ab, hn::Mul(cut.per_a, cut.per_b), sums.of[PieceSums::ab]);
  store_whole(ac, hn::Mul(cut.per_a, cut.per_c), sums.of[PieceSums::ac]);
  store_whole(bb, hn::Mul(cut.per_b, cut.per_b), sums.of[PieceSums::bb]);
  store_whole(bc, hn::Mul(cut.per_b, cut.per_c), sums.of[PieceSums::bc]);
  store_whole(cc, hn::Mul(cut.per_c, cut.per_c), sums.of[PieceSums::cc]);
  for (std::size_t k = 0; k < columns_.size(); ++k) add_pieces(sums, k, run.cell, cut.top[k], columns_[k]);
  left.end = static_cast<std::uint32_t>(n_left_);
  return left;
}

HWY_INLINE void Group::add_few() {
  for (const Run& run : runs_) {
    for (std::size_t at = run.begin; at < run.end; ++at) {
      for (std::size_t k = 0; k < columns_.size(); ++k)
        add_powers(columns_[k], run.cell, 1, rows_[at * kLanes + k]);
    }
  }
}

HWY_ATTR void AddMoments(std::span<const MomentColumn> columns, const CellOrder& order, std::size_t first,
                         double* rows) {
  for (std::size_t k = 0; k < columns.size(); k += kLanes)
    Group(columns.subspan(k, std::min(kLanes, columns.size() - k)), rows).add(order, first);
}

}  // namespace priory::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {
namespace dense {
HWY_EXPORT(AddMoments);
// In the namespace of the loops: where there is one kind of vector unit only, Highway calls them by name.
const auto add_some = [](const auto&... arguments) { HWY_DYNAMIC_DISPATCH(AddMoments)(arguments...); };
}  // namespace dense

void add_moments(std::span<const MomentColumn> columns, std::span<const std::uint32_t> cell,
                 std::size_t n_cells) {
  dense::Doubles rows;
  rows.reserve(std::min(cell.size(), dense::kMostRows) * dense::kMostLanes);
  for (std::size_t first = 0; first < cell.size(); first += dense::kMostRows) {
    const dense::CellOrder order(cell.subspan(first, std::min(dense::kMostRows, cell.size() - first)),
                                 n_cells);
    dense::add_some(columns, order, first, rows.data());
  }
}

}  // namespace priory
#endif
