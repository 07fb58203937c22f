// SPDX-License-Identifier: Apache-2.0
// Adding numbers.
#include "exact/sums.h"

#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "exact/sum_words.h"

namespace priory {

using namespace sum_words;

namespace {

constexpr std::size_t kAhead = 64;              // entries that are fetched before they are needed
constexpr auto kNoMore = [](std::uint32_t) {};  // nothing else is fetched

}  // namespace

struct Sums::Magnitude {
  std::array<std::uint64_t, 4> words{};
  long e = 0;

  explicit Magnitude(Binary a) : e(a.e) { words[0] = a.m; }
  Magnitude(Wide m, long exponent) : e(exponent) {
    words[0] = static_cast<std::uint64_t>(m);
    words[1] = static_cast<std::uint64_t>(m >> 64);
  }

  void multiply(Binary b) {
    std::uint64_t carry = 0;
    for (std::uint64_t& word : words) {
      const Wide product = Wide{word} * b.m + carry;
      word = static_cast<std::uint64_t>(product);
      carry = static_cast<std::uint64_t>(product >> 64);
    }
    e += b.e;
  }

  bool zero() const { return words == std::array<std::uint64_t, 4>{}; }

  long bits() const {
    for (std::size_t k = words.size(); k-- > 0;) {
      if (words[k] != 0)
        return static_cast<long>(64 * k + static_cast<std::size_t>(std::bit_width(words[k])));
    }
    return 0;
  }

  void shift_left(unsigned bits) {  // by less than a word
    if (bits == 0) return;
    for (std::size_t k = words.size(); k-- > 0;) {
      words[k] = (words[k] << bits) | (k > 0 ? words[k - 1] >> (64 - bits) : 0);
    }
  }
};

// Whether it is a whole number that small counts hold, and is added to them.
bool Sums::add_small(std::size_t row, std::size_t cell, double x) {
  const std::int64_t count = as_whole(x);
  return count != kNotWhole && small_->add(row, cell, count);
}

void Sums::add(std::size_t row, std::size_t cell, double x) {
  if (small_ && add_small(row, cell, x)) return;
  const Units units = in_units(x, units_in_one());
  if (units.whole && add_units({entry(row, cell), n_limbs_}, units.count)) return;
  add_slowly(row, cell, x);
}

void Sums::add(std::size_t row, std::size_t cell, double high, double low) {
  if (small_) return add(row, cell, high), add(row, cell, low);
  const Units a = in_units(high, units_in_one()), b = in_units(low, units_in_one());
  if (a.whole && b.whole && add_units({entry(row, cell), n_limbs_}, a.count + b.count)) return;
  add_slowly(row, cell, high);
  add_slowly(row, cell, low);
}

void Sums::add_to_rows(std::size_t cell, std::span<const double> high, std::span<const double> low) {
  std::size_t row = 0;
  const double scale = units_in_one();
  for (; n_limbs_ == 2 && row < high.size(); ++row) {
    const Units a = in_units(high[row], scale), b = in_units(low[row], scale);
    if (!(a.whole && b.whole && add_whole(entry(row, cell), a.count + b.count, false))) break;
  }
  for (; row < high.size(); ++row) add(row, cell, high[row], low[row]);
}

// The shortest way, for whole numbers: what is asked of every entry is asked here once. count_of(k) is the
// kth of n, or kNotWhole. Memory is fetched for the rows after them too: they are next. Returns how many of
// them were added before one that needs another way.
template <class CountOf, class Fetch>
std::size_t Sums::add_counts(std::span<const std::uint32_t> rows, std::size_t n, std::size_t cell,
                             const CountOf& count_of, const Fetch& fetch_more) {
  if (!are_counts() || n == 0) return 0;
  if (small_) return small_->add_all(rows, n, cell, count_of, fetch_more);
  std::uint64_t* const column = entry(0, cell);
  for (std::size_t k = 0; k < n; ++k) {
    if (k + kAhead < rows.size()) {
      __builtin_prefetch(column + rows[k + kAhead] * cells_, 1);
      fetch_more(rows[k + kAhead]);
    }
    const std::int64_t count = count_of(k);
    if (count == kNotWhole || !add_whole<std::int64_t>(column + rows[k] * cells_, count, false)) return k;
  }
  return n;
}

// The first n rows, of a cell; those that the shortest way leaves, one by one.
template <class NumberOf, class CountOf>
void Sums::add_to_cell(std::span<const std::uint32_t> rows, std::size_t n, std::size_t cell,
                       const NumberOf& number_of, const CountOf& count_of) {
  for (std::size_t k = 0; k < n; ++k) {
    k += add_counts(
        rows.subspan(k), n - k, cell, [&](std::size_t i) { return count_of(k + i); }, kNoMore);
    if (k < n) add(rows[k], cell, static_cast<double>(number_of(k)));
  }
}

void Sums::add(const Scattered& numbers) {
  for (std::size_t group = 0; group + 1 < numbers.begin.size(); ++group) {
    const std::size_t begin = numbers.begin[group], n = numbers.begin[group + 1] - begin;
    const std::span<const std::uint32_t> rows = numbers.row.subspan(begin);
    const auto one = [](std::size_t) { return std::int64_t{1}; };
    const auto x = [&](std::size_t k) { return numbers.x[begin + k]; };
    if (numbers.x.empty())
      add_to_cell(rows, n, numbers.cell[group], one, one);
    else
      add_to_cell(rows, n, numbers.cell[group], x, [&](std::size_t k) { return as_whole(x(k)); });
  }
}

void Sums::count(std::span<const std::uint32_t> rows) {
  const auto one = [](std::size_t) { return std::int64_t{1}; };
  add_to_cell(rows, rows.size(), 0, one, one);
}

void Sums::count_once(std::span<const std::size_t> begin, std::span<const std::uint32_t> rows) {
  for (std::size_t g = 0; g + 1 < begin.size(); ++g) {
    const std::span<const std::uint32_t> some = rows.subspan(begin[g]);
    const std::size_t n = begin[g + 1] - begin[g];
    const FirstInGroup::Group is_first = first_.begin_group(rows_);
    std::size_t k = 0;
    if (are_counts()) {
      k = add_counts(
          some, n, 0, [=](std::size_t i) { return std::int64_t{is_first(some[i])}; },
          [=](std::uint32_t row) { is_first.fetch(row); });
      if (k < n) add(some[k++], 0, 1);  // it was asked for, and is one
    }
    for (; k < n; ++k) {
      if (is_first(some[k])) add(some[k], 0, 1);
    }
  }
}

void Sums::count(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) {
  const bool quick = is_plain() && are_counts() && rows_ > 0;
  std::uint64_t* const words = quick ? entry(0, 0) : nullptr;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] == kNoRow) continue;
    if (quick && are_counts() && add_whole<std::int64_t>(words + rows[k] * cells_ + cells[k], 1, false))
      continue;
    add(rows[k], cells[k], 1);
  }
}

void Sums::add_slowly(std::size_t row, std::size_t cell, double x) {
  const Significand s = significand(x);
  if (add_in_place({entry(row, cell), n_limbs_}, s.m, s.e - base_, std::signbit(x))) return;
  add(row, cell, Magnitude(binary(x)), std::signbit(x));
}

void Sums::add_scaled(std::size_t row, std::size_t cell, Whole count, long exponent) {
  const auto whole = static_cast<std::int64_t>(count);
  if (small_ && exponent == 0 && whole == count && small_->add(row, cell, whole)) return;
  const bool minus = count < 0;
  const Wide m = minus ? -static_cast<Wide>(count) : static_cast<Wide>(count);
  if (m == 0 || add_in_place({entry(row, cell), n_limbs_}, m, exponent - base_, minus)) return;
  const auto low = static_cast<std::uint64_t>(m);
  const int zeros =
      low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(m >> 64));
  add(row, cell, Magnitude(m >> zeros, exponent + zeros), minus);
}

// Infinite, so that nothing is a whole number of units, where the unit's inverse is too large for a double.
double Sums::units_in_one() const {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + std::min(-base_, 1024L)) << 52);
}

void Sums::add_product(std::size_t row, std::size_t cell, double w, double x) {
  if (w == 1) return add(row, cell, x);
  // Of whole numbers the product is rounded only where it is large.
  if (small_ && std::abs(w * x) < 0x1p53 && as_whole(w) != kNotWhole && as_whole(x) != kNotWhole &&
      add_small(row, cell, w * x))
    return;
  Magnitude part(binary(w));
  part.multiply(binary(x));
  add(row, cell, part, std::signbit(w) != std::signbit(x));
}

void Sums::add_product(std::size_t row, std::size_t cell, double w, double x, double y) {
  const bool minus = (std::signbit(w) != std::signbit(x)) != std::signbit(y);
  if (std::abs(w) == 1) {
    const Significand a = significand(x), b = significand(y);
    if (a.m == 0 || b.m == 0) return;
    if (add_in_place({entry(row, cell), n_limbs_}, Wide{a.m} * b.m, a.e + b.e - base_, minus)) return;
  }
  Magnitude part(binary(x));
  part.multiply(binary(y));
  if (w != 1) part.multiply(binary(w));
  add(row, cell, part, minus);
}

void Sums::assign(std::size_t row, std::size_t cell, const Exact& x) {
  make_plain();
  if (!x.zero()) {
    const auto zeros = static_cast<long>(mpz_scan1(x.m.get_mpz_t(), 0));
    make_room(x.e + zeros, x.e + static_cast<long>(mpz_sizeinbase(x.m.get_mpz_t(), 2)));
  }
  std::uint64_t* const words = entry(row, cell);
  std::fill_n(words, n_limbs_, 0);
  const auto shift = static_cast<mp_bitcnt_t>(std::abs(x.e - base_));
  mpz_class units;  // exact: the bits below the base are zeros
  if (x.e >= base_)
    mpz_mul_2exp(units.get_mpz_t(), x.m.get_mpz_t(), shift);
  else
    mpz_fdiv_q_2exp(units.get_mpz_t(), x.m.get_mpz_t(), shift);
  if (sgn(units) < 0) units += mpz_class(1) << static_cast<mp_bitcnt_t>(64 * n_limbs_);
  mpz_export(words, nullptr, -1, sizeof(std::uint64_t), 0, 0, units.get_mpz_t());
}

void Sums::add(std::size_t row, std::size_t cell, const Magnitude& part, bool minus) {
  if (part.zero()) return;
  const long top = part.e + part.bits();
  make_room(part.e, top);
  Magnitude shifted = part;
  const auto shift = static_cast<unsigned long>(part.e - base_);
  shifted.shift_left(shift % 64);
  const std::size_t at = shift / 64;
  if (accumulate({entry(row, cell), n_limbs_}, shifted.words, at, minus)) return;
  accumulate({entry(row, cell), n_limbs_}, shifted.words, at, !minus);  // undo, widen, and again
  rebase(base_, n_limbs_ + 1);
  accumulate({entry(row, cell), n_limbs_}, shifted.words, at, minus);
}

}  // namespace priory
