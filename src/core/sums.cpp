// SPDX-License-Identifier: Apache-2.0
#include "core/sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

namespace priory {
namespace {

constexpr long kGrain =
    32;  // bases are multiples of it: coarse enough to move seldom, fine enough for weights

constexpr std::size_t kRowsAhead = 8;  // rows that are fetched before they are needed
constexpr std::size_t kAhead = 64;     // entries that are

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

long floor_to_grain(long e) {
  return (e >= 0 ? e : e - (kGrain - 1)) / kGrain * kGrain;
}

std::size_t words_for(long bits) {
  return static_cast<std::size_t>(bits + 63) / 64;
}

bool is_negative(std::span<const std::uint64_t> words) {
  return (words.back() >> 63) != 0;
}

// dest += part or dest -= part from word `at` on, carried to the end. False if the sign overflowed.
inline bool accumulate(std::span<std::uint64_t> dest, std::span<const std::uint64_t> part, std::size_t at,
                       bool minus) {
  const bool was_negative = is_negative(dest);
  // Two's complement: to take away is to add the complement and one.
  const std::uint64_t flip = minus ? ~std::uint64_t{0} : 0;
  std::uint64_t carry = minus ? 1 : 0;
  for (std::size_t k = at; k < dest.size(); ++k) {
    const std::uint64_t change = (k - at < part.size() ? part[k - at] : 0) ^ flip;
    const Wide sum = Wide{dest[k]} + change + carry;
    dest[k] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  return was_negative != minus || is_negative(dest) == was_negative;
}

struct Significand {  // |x| = m * 2^e
  std::uint64_t m = 0;
  long e = 0;
};

inline Significand significand(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<long>((bits >> 52) & 0x7FF);
  const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
  if (exponent == 0) return {fraction, -1074};
  return {fraction | (std::uint64_t{1} << 52), exponent - 1075};
}

// Entries of one and two words are whole numbers the machine knows how to add.
template <class Int>
Int load(const std::uint64_t* words) {
  Int out = 0;
  std::memcpy(&out, words, sizeof out);
  return out;
}

// False, with nothing done, if the sum overflows.
template <class Int>
bool add_whole(std::uint64_t* words, Int summand, bool minus) {
  Int sum = 0;
  if (minus ? __builtin_sub_overflow(load<Int>(words), summand, &sum)
            : __builtin_add_overflow(load<Int>(words), summand, &sum))
    return false;
  std::memcpy(words, &sum, sizeof sum);
  return true;
}

bool add_words(std::span<std::uint64_t> dest, Wide m, unsigned long shift, bool minus) {
  const std::size_t at = shift / 64;
  const unsigned long bits = shift % 64;
  const Wide low = m << bits;
  const std::array<std::uint64_t, 3> part = {static_cast<std::uint64_t>(low),
                                             static_cast<std::uint64_t>(low >> 64),
                                             static_cast<std::uint64_t>(bits == 0 ? 0 : m >> (128 - bits))};
  const std::size_t used = part[2] != 0 ? 3 : part[1] != 0 ? 2 : 1;
  // The highest bit is the sign's.
  if (at + used > dest.size() || (at + used == dest.size() && (part[used - 1] >> 63) != 0)) return false;
  if (accumulate(dest, {part.data(), used}, at, minus)) return true;
  accumulate(dest, {part.data(), used}, at, !minus);
  return false;
}

// Adds m * 2^shift units to an entry, or takes them away, if they fit as they are: nearly all summands do,
// and need none of the widening and searching that `Sums::add` knows for the others.
// False, with nothing done, if they do not fit.
bool add_in_place(std::span<std::uint64_t> dest, Wide m, long shift, bool minus) {
  if (shift < 0) {  // finer than the unit, unless the digits below are zeros
    if (shift <= -64 || (m & ((Wide{1} << -shift) - 1)) != 0) return false;
    m >>= -shift;
    shift = 0;
  }
  if (dest.size() == 2 && shift + 106 < 128 && (m >> 106) == 0)
    return add_whole(dest.data(), static_cast<SignedWide>(m) << shift, minus);
  return add_words(dest, m, static_cast<unsigned long>(shift), minus);
}

// A number as a count of units, without a branch on its sign or size, which no processor could predict.
struct Units {
  SignedWide count = 0;
  bool whole = false;  // it is one, and the count has less than 127 bits
};

Units in_units(double x, double units_in_one) {
  const double t = x * units_in_one;  // a power of two
  if (!(std::abs(t) < 0x1p126)) return {};
  const auto high = static_cast<std::int64_t>(t * 0x1p-63);
  const double rest = t - static_cast<double>(high) * 0x1p63;  // exact
  const auto low = static_cast<std::int64_t>(rest);
  return {static_cast<SignedWide>(high) * (SignedWide{1} << 63) + low, static_cast<double>(low) == rest};
}

// False, with nothing done, if the sum overflows.
bool add_units(std::span<std::uint64_t> dest, SignedWide count) {
  if (dest.size() == 2) return add_whole(dest.data(), count, false);
  if (dest.size() == 1) {
    const auto small = static_cast<std::int64_t>(count);
    return small == count && add_whole(dest.data(), small, false);
  }
  const bool minus = count < 0;
  const auto magnitude = static_cast<Wide>(minus ? -count : count);
  return add_words(dest, magnitude, 0, minus);
}

struct Binary {  // |x| = m * 2^e with odd m, or m = 0
  std::uint64_t m = 0;
  long e = 0;
};

Binary binary(double x) {
  const Significand s = significand(x);
  if (s.m == 0) return {};
  const int zeros = std::countr_zero(s.m);
  return {s.m >> zeros, s.e + zeros};
}

// Word k of the number in `words` times 2^shift (rounded down where shift is negative), sign extended.
std::uint64_t shifted_word(std::span<const std::uint64_t> words, long shift, std::size_t k) {
  const long bit = 64 * static_cast<long>(k) - shift;
  const long first = bit >> 6;
  const auto word = [&](long at) -> std::uint64_t {
    if (at < 0) return 0;
    if (at < static_cast<long>(words.size())) return words[static_cast<std::size_t>(at)];
    return is_negative(words) ? ~std::uint64_t{0} : 0;
  };
  const auto low = static_cast<unsigned>(bit & 63);
  return low == 0 ? word(first) : (word(first) >> low) | (word(first + 1) << (64 - low));
}

// dest += summand or dest -= summand, both signed and equally long. False if the sign overflowed.
bool accumulate_signed(std::span<std::uint64_t> dest, std::span<const std::uint64_t> summand, bool minus) {
  const bool was_negative = is_negative(dest);
  const bool downwards = is_negative(summand) != minus;
  accumulate(dest, summand, 0, minus);
  return was_negative != downwards || is_negative(dest) == was_negative;
}

// A number as a whole one that a word holds with room to spare, or kNotWhole.
constexpr std::int64_t kNotWhole = std::numeric_limits<std::int64_t>::min();
inline std::int64_t as_whole(double x) {
  const auto out = static_cast<std::int64_t>(x > -0x1p61 && x < 0x1p61 ? x : 0.5);
  return static_cast<double>(out) == x ? out : kNotWhole;
}

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

Sums::Sums(std::size_t rows, std::size_t cells) : rows_(rows), cells_(cells) {
  if (are_large())
    small_.emplace(rows, cells);
  else
    limbs_.resize(rows * cells);
}

Sums::Sums(SmallCounts counts) : rows_(counts.rows()), cells_(counts.cells()), small_(std::move(counts)) {}

Sums::Sums(std::size_t rows, std::size_t cells, long base, std::size_t n_limbs,
           LargeVector<std::uint64_t> limbs)
    : rows_(rows), cells_(cells), base_(base), n_limbs_(n_limbs), limbs_(std::move(limbs)) {}

Sums::Sums(std::size_t rows, std::size_t cells, long base, std::size_t n_limbs,
           std::span<const std::uint64_t> limbs, std::shared_ptr<const Backing> backing)
    : rows_(rows), cells_(cells), base_(base), n_limbs_(n_limbs) {
  auto foreign = std::make_shared<Foreign>();
  foreign->words = limbs;
  foreign->backing = std::move(backing);
  foreign_ = std::move(foreign);
}

void Sums::own() {
  const std::span<const std::uint64_t> all = limbs();
  limbs_.assign(all.begin(), all.end());
  foreign_ = nullptr;
}

const Backing* Sums::backing() const {
  return small_ ? small_->backing() : foreign_ ? foreign_->backing.get() : nullptr;
}

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

// What is plain, where that can be.
void Sums::make_small() {
  const std::span<const std::uint64_t> words = limbs();
  if (!SmallCounts::holds(words)) return;
  small_.emplace(rows_, cells_, words);
  limbs_ = {}, foreign_ = nullptr;
}

void Sums::make_plain() {
  if (is_plain()) return;
  const SmallCounts counts = std::move(*small_);
  small_.reset();
  limbs_.resize(rows_ * cells_);
  for (std::size_t r = 0; r < rows_; ++r) {
    const SmallCounts::Row row = counts.row(r);
    for (std::size_t c = 0; c < cells_; ++c) limbs_[r * cells_ + c] = static_cast<std::uint64_t>(row[c]);
  }
}

Sums Sums::plain() const {
  Sums out = *this;
  out.make_plain();
  return out;
}

std::span<const std::uint64_t> Sums::limbs() const {
  if (!is_plain()) throw std::logic_error("small counts are no words");
  return {words(), rows_ * cells_ * n_limbs_};
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

void Sums::make_room(long least, long top) {
  if (least >= base_ && top < base_ + static_cast<long>(64 * n_limbs_)) return;
  make_plain();
  const Extent now = extent();
  const long base = std::min(base_, floor_to_grain(least));
  rebase(base, words_for(std::max(now.top, top + 1) - base));
}

// The lowest bit in use and one above the highest, which is the sign's.
Sums::Extent Sums::extent() const {
  Extent out;
  if (n_limbs_ == 1) {
    std::uint64_t any = 0, beyond_sign = 0;
    for (const std::uint64_t word : limbs())
      any |= word, beyond_sign |= word ^ ((word >> 63) != 0 ? ~std::uint64_t{0} : 0);
    if (any != 0) out.least = std::min(out.least, base_ + std::countr_zero(any));
    if (beyond_sign != 0)
      out.top = std::max(out.top, base_ + static_cast<long>(std::bit_width(beyond_sign)) + 1);
    return out;
  }
  for (std::size_t i = 0; i < rows_ * cells_; ++i) {
    const auto words = entry(0, i);
    const std::uint64_t fill = is_negative(words) ? ~std::uint64_t{0} : 0;
    const auto first = std::find_if(words.begin(), words.end(), [](std::uint64_t word) { return word != 0; });
    if (first == words.end()) continue;
    out.least = std::min(out.least, base_ + 64 * (first - words.begin()) + std::countr_zero(*first));
    const auto last =
        std::find_if(words.rbegin(), words.rend(), [fill](std::uint64_t word) { return word != fill; });
    if (last == words.rend()) continue;
    const auto width = static_cast<long>(std::bit_width(*last ^ fill));
    out.top = std::max(out.top, base_ + 64 * (words.rend() - last - 1) + width + 1);
  }
  return out;
}

// The same numbers with another base and width; the caller knows that they fit.
void Sums::rebase(long base, std::size_t n_limbs) {
  make_plain();
  LargeVector<std::uint64_t> limbs(rows_ * cells_ * n_limbs);
  for (std::size_t i = 0; i < rows_ * cells_; ++i) {
    const std::span<const std::uint64_t> from = std::as_const(*this).entry(0, i);
    for (std::size_t k = 0; k < n_limbs; ++k) limbs[i * n_limbs + k] = shifted_word(from, base_ - base, k);
  }
  limbs_ = std::move(limbs);
  foreign_ = nullptr;
  base_ = base;
  n_limbs_ = n_limbs;
}

void Sums::merge(const Sums& other, Map row_map, Map cell_map) {
  combine(other, row_map, cell_map, false);
}

void Sums::subtract(const Sums& other, Map row_map, Map cell_map) {
  combine(other, row_map, cell_map, true);
}

void Sums::combine(const Sums& other, Map row_map, Map cell_map, bool minus) {
  if (combine_small(other, row_map, cell_map, minus)) return;
  make_plain();
  const long base = std::min(base_, other.base_);
  const auto width = [base](const Sums& sums) {
    return sums.n_limbs_ + static_cast<std::size_t>(sums.base_ - base + 63) / 64;
  };
  const std::size_t n_limbs = std::max(width(*this), width(other));
  if (base != base_ || n_limbs != n_limbs_) rebase(base, n_limbs);
  const std::size_t rows = row_map.empty() ? other.rows_ : std::min(other.rows_, row_map.size());
  const std::size_t cells = cell_map.empty() ? other.cells_ : std::min(other.cells_, cell_map.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t row = row_map.empty() ? r : row_map[r];
    if (r + kRowsAhead < rows && !row_map.empty()) fetch_row(row_map[r + kRowsAhead]);
    for (std::size_t c =
             combine_counts(other, r, row, cell_map.first(std::min(cells, cell_map.size())), minus);
         c < cells; ++c)
      combine_entry(other, r, c, row, cell_map.empty() ? c : cell_map[c], minus);
  }
}

// Small counts with whole numbers, or anything with small counts, which is one number after the other. False
// if neither is so.
bool Sums::combine_small(const Sums& other, Map row_map, Map cell_map, bool minus) {
  if (other.is_plain() && !(small_ && other.are_counts())) return false;
  const std::size_t rows = row_map.empty() ? other.rows_ : std::min(other.rows_, row_map.size());
  const std::size_t cells = cell_map.empty() ? other.cells_ : std::min(other.cells_, cell_map.size());
  const auto add_row = [&](std::size_t r, const auto& number_of) {
    const std::size_t row = row_map.empty() ? r : row_map[r];
    if (r + kRowsAhead < rows && !row_map.empty()) fetch_row(row_map[r + kRowsAhead]);
    for (std::size_t c = 0; c < cells; ++c) {
      const std::int64_t number = number_of(c);
      if (number == 0) continue;
      const std::size_t cell = cell_map.empty() ? c : cell_map[c];
      if (small_ && number != kNotWhole && small_->add(row, cell, minus ? -number : number)) continue;
      add_scaled(row, cell, minus ? -Whole{number} : Whole{number}, 0);
    }
  };
  for (std::size_t r = 0; r < rows; ++r) {
    if (other.is_plain())
      add_row(r, [&](std::size_t c) { return load<std::int64_t>(other.entry(r, c).data()); });
    else
      add_row(r, [from = other.small_->row(r)](std::size_t c) { return from[c]; });
  }
  return true;
}

// The shortest way through the first entries of a row, for whole numbers in one word each. Returns how many
// were added, or taken away, before one that needs another way.
std::size_t Sums::combine_counts(const Sums& other, std::size_t r, std::size_t row, Map cell_map,
                                 bool minus) {
  if (!same_form(other) || n_limbs_ != 1 || cell_map.empty()) return 0;
  const std::uint64_t* from = other.entry(r, 0).data();
  std::uint64_t* const to = entry(row, 0);
  for (std::size_t c = 0; c < cell_map.size(); ++c) {
    if (from[c] != 0 && !add_whole(to + cell_map[c], load<std::int64_t>(from + c), minus)) return c;
  }
  return cell_map.size();
}

void Sums::fetch_row(std::size_t row) const {
  constexpr std::size_t kLine = 64 / sizeof(std::uint64_t);
  if (foreign_ || cells_ == 0) return;
  if (small_) return small_->fetch(row), small_->fetch(row, cells_ - 1);
  const std::uint64_t* begin = limbs_.data() + row * cells_ * n_limbs_;
  for (std::size_t k = 0; k < cells_ * n_limbs_; k += kLine) __builtin_prefetch(begin + k);
}

// Adds entry (r, c) of the other to (row, cell), or takes it away. The base is not above the other's, and
// there are words enough for either number, if not for their sum.
void Sums::combine_entry(const Sums& other, std::size_t r, std::size_t c, std::size_t row, std::size_t cell,
                         bool minus) {
  const std::span<const std::uint64_t> from = other.entry(r, c);
  if (same_form(other) && n_limbs_ <= 2) {
    std::uint64_t* dest = entry(row, cell);
    if (n_limbs_ == 1 ? add_whole(dest, load<std::int64_t>(from.data()), minus)
                      : add_whole(dest, load<SignedWide>(from.data()), minus))
      return;
  }
  if (other.zero(r, c)) return;
  const auto apply = [&](bool take) {
    if (same_form(other)) return accumulate_signed({entry(row, cell), n_limbs_}, from, take);
    std::vector<std::uint64_t> summand(n_limbs_);
    for (std::size_t k = 0; k < n_limbs_; ++k) summand[k] = shifted_word(from, other.base_ - base_, k);
    return accumulate_signed({entry(row, cell), n_limbs_}, summand, take);
  };
  if (apply(minus)) return;
  apply(!minus);  // overflow: undo, widen, and again
  rebase(base_, n_limbs_ + 1);
  apply(minus);
}

void Sums::resize(std::size_t rows, std::size_t cells) {
  if (rows == rows_ && cells == cells_) return;
  if (small_) {
    small_->resize(rows, cells);
    rows_ = rows, cells_ = cells;
    return;
  }
  if (rows_ * cells_ == 0 && are_counts()) {
    *this = Sums(rows, cells);
    return;
  }
  if (foreign_) own();
  const std::size_t kept = std::min(rows, rows_);
  if (cells > cells_) widen(kept, cells);
  if (cells < cells_) narrow(kept, cells);
  limbs_.resize(rows * cells * n_limbs_);
  rows_ = rows, cells_ = cells;
  if (are_counts() && are_large()) make_small();
}

// Memory that was never touched costs more than the copying: rows move apart in the place they have, from the
// last on.
void Sums::widen(std::size_t n_rows, std::size_t cells) {
  const std::size_t from = cells_ * n_limbs_, to = cells * n_limbs_;
  limbs_.resize(n_rows * from);
  limbs_.resize(n_rows * to);
  for (std::size_t r = n_rows; r-- > 0;) {
    std::uint64_t* const row = limbs_.data() + r * to;
    std::memmove(row, limbs_.data() + r * from, from * sizeof(std::uint64_t));
    std::fill(row + from, row + to, 0);
  }
}

// Or together, from the first on.
void Sums::narrow(std::size_t n_rows, std::size_t cells) {
  const std::size_t from = cells_ * n_limbs_, to = cells * n_limbs_;
  for (std::size_t r = 0; r < n_rows; ++r)
    std::memmove(limbs_.data() + r * to, limbs_.data() + r * from, to * sizeof(std::uint64_t));
  limbs_.resize(n_rows * to);
}

Sums Sums::select(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) const {
  if (small_ && rows.size() * cells.size() >= SmallCounts::kWorthwhile)
    return Sums(small_->select(rows, cells));
  if (small_) {
    Sums out(rows.size(), cells.size());
    std::uint64_t* to = out.limbs_.data();
    for (const std::uint32_t r : rows) {
      const SmallCounts::Row row = small_->row(r);
      for (const std::uint32_t c : cells) *to++ = static_cast<std::uint64_t>(row[c]);
    }
    return out;
  }
  const std::size_t width = cells_ * n_limbs_;
  const std::uint64_t* from = foreign_ ? foreign_->words.data() : limbs_.data();
  if (foreign_ && !foreign_->checked) {
    for (const std::uint32_t r : rows)
      foreign_->backing->check(from + r * width, width * sizeof(std::uint64_t));
  }
  Sums out(0, cells.size(), base_, n_limbs_, {});
  out.rows_ = rows.size();
  out.limbs_.resize(rows.size() * cells.size() * n_limbs_);
  std::uint64_t* to = out.limbs_.data();
  bool all_cells = cells.size() == cells_;
  for (std::size_t c = 0; c < cells.size(); ++c) all_cells = all_cells && cells[c] == c;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k + kRowsAhead < rows.size()) fetch_row(rows[k + kRowsAhead]);
    const std::uint64_t* row = from + rows[k] * width;
    if (all_cells)
      to = std::copy_n(row, width, to);
    else
      for (const std::uint32_t c : cells) to = std::copy_n(row + c * n_limbs_, n_limbs_, to);
  }
  return out;
}

Sums Sums::rows_from(std::size_t first, std::size_t count) const {
  if (small_) return Sums(small_->rows_from(first, count));
  const std::size_t width = cells_ * n_limbs_;
  if (foreign_)
    return Sums(count, cells_, base_, n_limbs_, foreign_->words.subspan(first * width, count * width),
                foreign_->backing);
  const auto begin = limbs_.begin() + static_cast<long>(first * width);
  return Sums(count, cells_, base_, n_limbs_, {begin, begin + static_cast<long>(count * width)});
}

Sums Sums::total() const {
  if (small_) return total_of_small();
  Sums out(1, cells_, base_, n_limbs_, LargeVector<std::uint64_t>(cells_ * n_limbs_));
  if (n_limbs_ == 1) {
    std::uint64_t magnitude = 0;
    const std::uint64_t* from = words();
    for (std::size_t r = 0; r < rows_; ++r, from += cells_) {
      for (std::size_t c = 0; c < cells_; ++c) {
        magnitude |= (from[c] >> 63) != 0 ? ~from[c] : from[c];
        out.limbs_[c] += from[c];
      }
    }
    if (std::bit_width(magnitude) + std::bit_width(rows_) < 63) return out;  // nothing can have overflowed
    out.limbs_.assign(cells_, 0);
  }
  out.merge(*this, std::vector<std::uint32_t>(rows_, 0));
  return out;
}

Sums Sums::total_of_small() const {
  Sums out(1, cells_);
  std::vector<std::uint64_t> bytes(cells_);
  for (std::size_t r = 0; r < rows_; ++r) {
    const SmallCounts::Row row = small_->row(r);
    for (std::size_t c = 0; c < cells_; ++c) bytes[c] += row.bytes[c];
    for (std::size_t c = 0; row.words != nullptr && c < cells_; ++c)
      out.add_scaled(0, c, static_cast<std::int64_t>(row.words[c]), 0);
  }
  for (std::size_t c = 0; c < cells_; ++c) out.add_scaled(0, c, Whole{bytes[c]}, 0);
  return out;
}

bool Sums::operator==(const Sums& other) const {
  if (small_ && other.small_) return *small_ == *other.small_;
  if (small_ || other.small_) return plain() == other.plain();
  return rows_ == other.rows_ && cells_ == other.cells_ && same_form(other) &&
         std::equal(limbs().begin(), limbs().end(), other.limbs().begin());
}

double Sums::value(std::size_t row, std::size_t cell) const {
  if (small_) return static_cast<double>(small_->row(row)[cell]);
  // The conversion rounds to nearest, and what follows is exact as long as the unit is a normal number.
  if (n_limbs_ > 2 || base_ < std::numeric_limits<double>::min_exponent - 1) return rounded(exact(row, cell));
  const std::uint64_t* words = entry(row, cell).data();
  const double units = n_limbs_ == 1 ? static_cast<double>(load<std::int64_t>(words))
                                     : static_cast<double>(load<SignedWide>(words));
  return base_ == 0 ? units : units * std::bit_cast<double>(static_cast<std::uint64_t>(base_ + 1023) << 52);
}

void Sums::values(std::size_t row, std::span<double> out) const {
  if (small_) {
    const SmallCounts::Row from = small_->row(row);
    for (std::size_t cell = 0; cell < cells_; ++cell) out[cell] = static_cast<double>(from[cell]);
    return;
  }
  const std::uint64_t* words = entry(row, 0).data();
  for (std::size_t cell = 0; cell < cells_; ++cell)
    out[cell] = n_limbs_ == 1 && base_ == 0 ? static_cast<double>(load<std::int64_t>(words + cell))
                                            : value(row, cell);
}

Exact Sums::exact(std::size_t row, std::size_t cell) const {
  if (small_) return Exact(mpz_class(static_cast<long>(small_->row(row)[cell])), 0);
  const auto words = entry(row, cell);
  Exact out(0, base_);
  mpz_import(out.m.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  if (is_negative(words)) out.m -= mpz_class(1) << static_cast<mp_bitcnt_t>(64 * words.size());
  return out;
}

bool Sums::negative(std::size_t row, std::size_t cell) const {
  if (small_) return small_->row(row)[cell] < 0;
  return is_negative(entry(row, cell));
}

bool Sums::zero(std::size_t row, std::size_t cell) const {
  if (small_) return small_->row(row)[cell] == 0;
  const auto words = entry(row, cell);
  return std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; });
}

bool Sums::zero_row(std::size_t row) const {
  if (small_) return small_->zero_row(row);
  const std::uint64_t* begin = entry(row, 0).data();
  return std::all_of(begin, begin + cells_ * n_limbs_, [](std::uint64_t word) { return word == 0; });
}

// Whether the canonical form of these whole numbers is that of small counts: there are many, and no byte is
// enough for less than half of the rows.
bool Sums::suit_small() const {
  if (!are_large()) return false;
  if (small_) return 2 * small_->n_large() <= rows_ && SmallCounts::holds(small_->stored().words);
  const std::span<const std::uint64_t> all = limbs();
  std::size_t n_large = 0;
  for (std::size_t r = 0; r < rows_; ++r) {
    const std::span<const std::uint64_t> row = all.subspan(r * cells_, cells_);
    n_large += std::any_of(row.begin(), row.end(), [](std::uint64_t word) { return word > 0xFF; });
  }
  return 2 * n_large <= rows_ && SmallCounts::holds(all);
}

bool Sums::is_canonical() const {
  if (small_) return small_->is_canonical() && suit_small();
  if (are_counts()) return !suit_small();
  const Extent now = extent();
  const long base = floor_to_grain(now.least);
  return base == base_ && words_for(now.top - base) == n_limbs_;
}

Sums Sums::canonical() const& {
  return Sums(*this).canonical();
}

Sums Sums::canonical() && {
  if (small_) small_->make_canonical();
  if (!are_counts()) {
    const Extent now = extent();
    const long base = floor_to_grain(now.least);
    const std::size_t n_limbs = words_for(now.top - base);
    if (base != base_ || n_limbs != n_limbs_) rebase(base, n_limbs);
  }
  if (!are_counts() || suit_small() == !is_plain()) return std::move(*this);
  is_plain() ? make_small() : make_plain();
  if (small_) small_->make_canonical();
  return std::move(*this);
}

}  // namespace priory
