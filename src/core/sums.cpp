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

// A small whole number, or kNotSmall.
constexpr std::int32_t kNotSmall = std::numeric_limits<std::int32_t>::min();
inline std::int32_t small_whole(double x) {
  const auto out = static_cast<std::int32_t>(x > -0x1p30 && x < 0x1p30 ? x : 0.5);
  return static_cast<double>(out) == x ? out : kNotSmall;
}

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

Sums::Sums(std::size_t rows, std::size_t cells) : rows_(rows), cells_(cells), limbs_(rows * cells) {}

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

void Sums::add(std::size_t row, std::size_t cell, double x) {
  const Units units = in_units(x, units_in_one());
  if (units.whole && add_units({entry(row, cell), n_limbs_}, units.count)) return;
  add_slowly(row, cell, x);
}

void Sums::add(std::size_t row, std::size_t cell, double high, double low) {
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

// The shortest way, for small whole numbers: what is asked of every entry is asked here once. count_of(k) is
// the kth of n, or kNotSmall. Memory is fetched for the rows after them too: they are next. Returns how many
// of them were added before one that needs another way.
template <class CountOf>
std::size_t Sums::add_counts(std::span<const std::uint32_t> rows, std::size_t n, std::size_t cell,
                             const CountOf& count_of) {
  if (n_limbs_ != 1 || base_ != 0 || n == 0) return 0;
  const auto run = [&](const auto& fetch, const auto& add_one) {
    for (std::size_t k = 0; k < n; ++k) {
      if (k + kAhead < rows.size()) fetch(rows[k + kAhead]);
      const std::int32_t count = count_of(k);
      if (count == kNotSmall || !add_one(rows[k], count)) return k;
    }
    return n;
  };
  if (counts_recently())
    return run([&](std::size_t row) { recent_.fetch(row, cell); },
               [&](std::size_t row, std::int32_t count) { return add_recent(row, cell, count); });
  std::uint64_t* const column = entry(0, cell);
  return run([&](std::size_t row) { __builtin_prefetch(column + row * cells_, 1); },
             [&](std::size_t row, std::int32_t count) {
               return add_whole<std::int64_t>(column + row * cells_, count, false);
             });
}

// Whether counts are held beside the words: from now on where the matrix is large.
bool Sums::counts_recently() {
  if (!is_settled()) return true;
  if (rows_ * cells_ < RecentCounts::kWorthwhile) return false;
  if (foreign_) own();
  recent_.begin(rows_, cells_);
  return true;
}

// False, with nothing done, if the sum overflows one word.
inline bool Sums::add_recent(std::size_t row, std::size_t cell, std::int32_t count) {
  return recent_.add(row, cell, count,
                     [&](std::int64_t sum) { return add_whole<std::int64_t>(entry(row, cell), sum, false); });
}

// Words for the rows up to this one.
void Sums::reach(std::size_t row) {
  if ((row + 1) * cells_ > limbs_.size()) limbs_.resize((row + 1) * cells_);
}

// Recent counts go where all sums are.
void Sums::settle() {
  if (is_settled()) return;
  const RecentCounts recent = std::exchange(recent_, {});
  limbs_.resize(rows_ * cells_);
  for (std::size_t r = 0; r < rows_; ++r) {
    for (std::size_t c = 0; c < cells_; ++c) {
      if (recent.row(r)[c] != 0) add(r, c, recent.row(r)[c]);
    }
  }
}

std::span<const std::uint64_t> Sums::limbs() const {
  if (!is_settled()) throw std::logic_error("sums are looked at before they are settled");
  return {words(), rows_ * cells_ * n_limbs_};
}

Sums Sums::settled() const {
  Sums out = *this;
  out.settle();
  return out;
}

// Of one entry, for who looks before all is counted.
Sums Sums::settled(std::size_t row, std::size_t cell) const {
  const auto r = static_cast<std::uint32_t>(row), c = static_cast<std::uint32_t>(cell);
  return select({&r, 1}, {&c, 1});
}

// The first n rows, of a cell; those that the shortest way leaves, one by one.
template <class NumberOf, class CountOf>
void Sums::add_to_cell(std::span<const std::uint32_t> rows, std::size_t n, std::size_t cell,
                       const NumberOf& number_of, const CountOf& count_of) {
  for (std::size_t k = 0; k < n; ++k) {
    k += add_counts(rows.subspan(k), n - k, cell, [&](std::size_t i) { return count_of(k + i); });
    if (k < n) add(rows[k], cell, number_of(k));
  }
}

void Sums::add(const Scattered& numbers) {
  for (std::size_t group = 0; group + 1 < numbers.begin.size(); ++group) {
    const std::size_t begin = numbers.begin[group], n = numbers.begin[group + 1] - begin;
    const std::span<const std::uint32_t> rows = numbers.row.subspan(begin);
    const auto one = [](std::size_t) { return 1; };
    const auto x = [&](std::size_t k) { return numbers.x[begin + k]; };
    if (numbers.x.empty())
      add_to_cell(rows, n, numbers.cell[group], one, one);
    else
      add_to_cell(rows, n, numbers.cell[group], x, [&](std::size_t k) { return small_whole(x(k)); });
  }
}

void Sums::count(std::span<const std::uint32_t> rows) {
  const auto one = [](std::size_t) { return 1; };
  add_to_cell(rows, rows.size(), 0, one, one);
}

void Sums::count_marked(std::span<const std::uint32_t> rows, std::span<const std::uint8_t> marks) {
  const auto mark = [&](std::size_t k) { return std::int32_t{marks[k]}; };
  add_to_cell(rows, rows.size(), 0, mark, mark);
}

void Sums::count(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) {
  settle();
  const bool plain = n_limbs_ == 1 && base_ == 0 && rows_ > 0;
  std::uint64_t* const words = plain ? entry(0, 0) : nullptr;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] == kNoRow) continue;
    if (plain && n_limbs_ == 1 && add_whole<std::int64_t>(words + rows[k] * cells_ + cells[k], 1, false))
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
  settle();
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
  settle();
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
  settle();
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
  if (minus && !other.is_settled()) return combine(other.settled(), row_map, cell_map, minus);
  if (!same_form(other)) settle();
  const long base = std::min(base_, other.base_);
  const auto width = [base](const Sums& sums) {
    return sums.n_limbs_ + static_cast<std::size_t>(sums.base_ - base + 63) / 64;
  };
  const std::size_t n_limbs = std::max(width(*this), width(other));
  if (base != base_ || n_limbs != n_limbs_) rebase(base, n_limbs);
  // Of one with recent counts only the first rows have words.
  const std::size_t n_rows = other.is_settled() ? other.rows_ : other.limbs_.size() / other.cells_;
  const std::size_t rows = row_map.empty() ? n_rows : std::min(n_rows, row_map.size());
  const std::size_t cells = cell_map.empty() ? other.cells_ : std::min(other.cells_, cell_map.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t row = row_map.empty() ? r : row_map[r];
    if (r + kRowsAhead < rows && !row_map.empty()) fetch_row(row_map[r + kRowsAhead]);
    for (std::size_t c =
             combine_counts(other, r, row, cell_map.first(std::min(cells, cell_map.size())), minus);
         c < cells; ++c)
      combine_entry(other, r, c, row, cell_map.empty() ? c : cell_map[c], minus);
  }
  if (!other.is_settled()) merge_recent(other, row_map, cell_map);
}

void Sums::merge_recent(const Sums& other, Map row_map, Map cell_map) {
  const bool recently = n_limbs_ == 1 && base_ == 0 && counts_recently();
  const std::size_t rows = row_map.empty() ? other.rows_ : std::min(other.rows_, row_map.size());
  const std::size_t cells = cell_map.empty() ? other.cells_ : std::min(other.cells_, cell_map.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t row = row_map.empty() ? r : row_map[r];
    if (r + kRowsAhead < rows && !row_map.empty()) fetch_row(row_map[r + kRowsAhead]);
    const std::uint8_t* const from = other.recent_.row(r);
    for (std::size_t c = 0; c < cells; ++c) {
      const std::size_t cell = cell_map.empty() ? c : cell_map[c];
      if (from[c] == 0 || (recently && !is_settled() && add_recent(row, cell, from[c]))) continue;
      add(row, cell, from[c]);
    }
  }
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
  if (foreign_) return;
  if (!is_settled()) {
    for (std::size_t c = 0; c < cells_; c += 64 / sizeof(std::uint8_t)) recent_.fetch(row, c);
    return;
  }
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
  if (foreign_) own();
  if (cells == cells_) {
    const bool recently = !is_settled();
    if (recently) recent_.resize(rows);
    limbs_.resize(recently ? std::min(limbs_.size(), rows * cells) : rows * cells * n_limbs_);
    rows_ = rows;
    return;
  }
  settle();
  const std::size_t kept = std::min(rows, rows_);
  if (cells > cells_)
    widen(kept, cells);
  else
    narrow(kept, cells);
  limbs_.resize(rows * cells * n_limbs_);
  rows_ = rows;
  cells_ = cells;
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
  if (!is_settled()) return select_recent(rows, cells);
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

// The same while there are recent counts, which need not be settled for it.
Sums Sums::select_recent(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) const {
  Sums out(rows.size(), cells.size());
  const std::size_t n_rows = limbs_.size() / cells_;  // that have words
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k + kRowsAhead < rows.size()) fetch_row(rows[k + kRowsAhead]);
    const std::uint8_t* const recent = recent_.row(rows[k]);
    const std::uint64_t* const words = rows[k] < n_rows ? limbs_.data() + rows[k] * cells_ : nullptr;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::int64_t before = words == nullptr ? 0 : load<std::int64_t>(words + cells[c]);
      std::int64_t sum = 0;
      if (out.n_limbs_ == 1 && !__builtin_add_overflow(before, std::int64_t{recent[cells[c]]}, &sum)) {
        out.limbs_[k * cells.size() + c] = static_cast<std::uint64_t>(sum);
      } else {
        out.add_scaled(k, c, before, 0);
        out.add_scaled(k, c, recent[cells[c]], 0);
      }
    }
  }
  return out;
}

Sums Sums::rows_from(std::size_t first, std::size_t count) const {
  if (!is_settled()) return settled().rows_from(first, count);
  const std::size_t width = cells_ * n_limbs_;
  if (foreign_)
    return Sums(count, cells_, base_, n_limbs_, foreign_->words.subspan(first * width, count * width),
                foreign_->backing);
  const auto begin = limbs_.begin() + static_cast<long>(first * width);
  return Sums(count, cells_, base_, n_limbs_, {begin, begin + static_cast<long>(count * width)});
}

Sums Sums::total() const {
  if (!is_settled()) return settled().total();
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

bool Sums::operator==(const Sums& other) const {
  if (!is_settled() || !other.is_settled()) return settled() == other.settled();
  return rows_ == other.rows_ && cells_ == other.cells_ && same_form(other) &&
         std::equal(limbs().begin(), limbs().end(), other.limbs().begin());
}

double Sums::value(std::size_t row, std::size_t cell) const {
  if (!is_settled()) return settled(row, cell).value(0, 0);
  // The conversion rounds to nearest, and what follows is exact as long as the unit is a normal number.
  if (n_limbs_ > 2 || base_ < std::numeric_limits<double>::min_exponent - 1) return rounded(exact(row, cell));
  const std::uint64_t* words = entry(row, cell).data();
  const double units = n_limbs_ == 1 ? static_cast<double>(load<std::int64_t>(words))
                                     : static_cast<double>(load<SignedWide>(words));
  return base_ == 0 ? units : units * std::bit_cast<double>(static_cast<std::uint64_t>(base_ + 1023) << 52);
}

void Sums::values(std::size_t row, std::span<double> out) const {
  if (!is_settled()) return settled().values(row, out);
  const std::uint64_t* words = entry(row, 0).data();
  for (std::size_t cell = 0; cell < cells_; ++cell)
    out[cell] = n_limbs_ == 1 && base_ == 0 ? static_cast<double>(load<std::int64_t>(words + cell))
                                            : value(row, cell);
}

Exact Sums::exact(std::size_t row, std::size_t cell) const {
  if (!is_settled()) return settled(row, cell).exact(0, 0);
  const auto words = entry(row, cell);
  Exact out(0, base_);
  mpz_import(out.m.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  if (is_negative(words)) out.m -= mpz_class(1) << static_cast<mp_bitcnt_t>(64 * words.size());
  return out;
}

bool Sums::negative(std::size_t row, std::size_t cell) const {
  if (!is_settled()) return settled(row, cell).negative(0, 0);
  return is_negative(entry(row, cell));
}

bool Sums::zero(std::size_t row, std::size_t cell) const {
  if (!is_settled()) return settled(row, cell).zero(0, 0);
  const auto words = entry(row, cell);
  return std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; });
}

bool Sums::zero_row(std::size_t row) const {
  if (!is_settled()) return zero_recent_row(row);
  const std::uint64_t* begin = entry(row, 0).data();
  return std::all_of(begin, begin + cells_ * n_limbs_, [](std::uint64_t word) { return word == 0; });
}

bool Sums::zero_recent_row(std::size_t row) const {
  const std::uint8_t* const recent = recent_.row(row);
  if (limbs_.size() <= row * cells_)  // no words, so nothing that counts could cancel
    return std::all_of(recent, recent + cells_, [](std::uint8_t count) { return count == 0; });
  for (std::size_t c = 0; c < cells_; ++c) {
    if (load<std::int64_t>(limbs_.data() + row * cells_ + c) != -std::int64_t{recent[c]}) return false;
  }
  return true;
}

// Whole numbers of one word have no other form than that, which is told without looking at them.
bool Sums::is_canonical() const {
  if (!is_settled()) return settled().is_canonical();
  if (base_ == 0 && n_limbs_ == 1) return true;
  const Extent now = extent();
  const long base = floor_to_grain(now.least);
  return base == base_ && words_for(now.top - base) == n_limbs_;
}

Sums Sums::canonical() const& {
  return Sums(*this).canonical();
}

Sums Sums::canonical() && {
  settle();
  if (base_ == 0 && n_limbs_ == 1) return std::move(*this);
  const Extent now = extent();
  const long base = floor_to_grain(now.least);
  const std::size_t n_limbs = words_for(now.top - base);
  if (base != base_ || n_limbs != n_limbs_) rebase(base, n_limbs);
  return std::move(*this);
}

}  // namespace priory
