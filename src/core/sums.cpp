// SPDX-License-Identifier: Apache-2.0
#include "core/sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace priory {
namespace {

constexpr long kGrain =
    32;  // bases are multiples of it: coarse enough to move seldom, fine enough for weights

__extension__ typedef unsigned __int128 Wide;

struct Binary {  // |x| = m * 2^e with odd m, or m = 0
  std::uint64_t m = 0;
  long e = 0;
};

Binary binary(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<long>((bits >> 52) & 0x7FF);
  const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
  const std::uint64_t m = exponent == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
  if (m == 0) return {};
  const int zeros = std::countr_zero(m);
  return {m >> zeros, std::max(exponent, 1L) - 1075 + zeros};
}

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
bool accumulate(std::span<std::uint64_t> dest, std::span<const std::uint64_t> part, std::size_t at,
                bool minus) {
  const bool was_negative = is_negative(dest);
  bool carry = false;
  for (std::size_t k = at; k < dest.size() && (k - at < part.size() || carry); ++k) {
    const std::uint64_t change = k - at < part.size() ? part[k - at] : 0;
    const std::uint64_t once = minus ? dest[k] - change : dest[k] + change;
    const std::uint64_t twice = minus ? once - carry : once + carry;
    carry = minus ? dest[k] < change || once < twice : once < change || twice < once;
    dest[k] = twice;
  }
  return was_negative != minus || is_negative(dest) == was_negative;
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

}  // namespace

struct Sums::Magnitude {
  std::array<std::uint64_t, 4> words{};
  long e = 0;

  explicit Magnitude(Binary a) : e(a.e) { words[0] = a.m; }

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
           std::vector<std::uint64_t> limbs)
    : rows_(rows), cells_(cells), base_(base), n_limbs_(n_limbs), limbs_(std::move(limbs)) {}

void Sums::add(std::size_t row, std::size_t cell, double x) {
  if (n_limbs_ == 1 && base_ == 0 && std::abs(x) <= 0x1p53 &&
      x == std::trunc(x)) {  // counting: the common case
    std::int64_t sum = 0;
    auto& word = limbs_[row * cells_ + cell];
    if (!__builtin_add_overflow(static_cast<std::int64_t>(word), static_cast<std::int64_t>(x), &sum)) {
      word = static_cast<std::uint64_t>(sum);
      return;
    }
  }
  add(row, cell, Magnitude(binary(x)), std::signbit(x));
}

void Sums::add_product(std::size_t row, std::size_t cell, double w, double x) {
  if (w == 1) return add(row, cell, x);
  Magnitude part(binary(w));
  part.multiply(binary(x));
  add(row, cell, part, std::signbit(w) != std::signbit(x));
}

void Sums::add_product(std::size_t row, std::size_t cell, double w, double x, double y) {
  Magnitude part(binary(x));
  part.multiply(binary(y));
  if (w != 1) part.multiply(binary(w));
  add(row, cell, part, (std::signbit(w) != std::signbit(x)) != std::signbit(y));
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
  const Extent now = extent();
  const long base = std::min(base_, floor_to_grain(least));
  rebase(base, words_for(std::max(now.top, top + 1) - base));
}

// The lowest bit in use and one above the highest, which is the sign's.
Sums::Extent Sums::extent() const {
  Extent out;
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
  std::vector<std::uint64_t> limbs(rows_ * cells_ * n_limbs);
  for (std::size_t i = 0; i < rows_ * cells_; ++i) {
    const std::span<const std::uint64_t> words(&limbs_[i * n_limbs_], n_limbs_);
    for (std::size_t k = 0; k < n_limbs; ++k) limbs[i * n_limbs + k] = shifted_word(words, base_ - base, k);
  }
  limbs_ = std::move(limbs);
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
  const long base = std::min(base_, other.base_);
  const auto width = [base](const Sums& sums) {
    return sums.n_limbs_ + static_cast<std::size_t>(sums.base_ - base + 63) / 64;
  };
  const std::size_t n_limbs = std::max(width(*this), width(other));
  if (base != base_ || n_limbs != n_limbs_) rebase(base, n_limbs);
  std::vector<std::uint64_t> summand;
  for (std::size_t r = 0; r < other.rows_; ++r) {
    for (std::size_t c = 0; c < other.cells_; ++c) {
      if (other.zero(r, c)) continue;
      const auto apply = [&](bool take) {
        summand.resize(n_limbs_);
        for (std::size_t k = 0; k < n_limbs_; ++k) {
          summand[k] = shifted_word(other.entry(r, c), other.base_ - base_, k);
        }
        std::uint64_t* dest = entry(row_map.empty() ? r : row_map[r], cell_map.empty() ? c : cell_map[c]);
        return accumulate_signed({dest, n_limbs_}, summand, take);
      };
      if (apply(minus)) continue;
      apply(!minus);  // overflow: undo, widen, and again
      rebase(base_, n_limbs_ + 1);
      apply(minus);
    }
  }
}

void Sums::resize(std::size_t rows, std::size_t cells) {
  if (cells == cells_) {
    limbs_.resize(rows * cells * n_limbs_);
    rows_ = rows;
    return;
  }
  std::vector<std::uint64_t> limbs(rows * cells * n_limbs_);
  const std::size_t width = std::min(cells, cells_) * n_limbs_;
  for (std::size_t r = 0; r < std::min(rows, rows_); ++r) {
    std::copy_n(limbs_.data() + r * cells_ * n_limbs_, width, limbs.data() + r * cells * n_limbs_);
  }
  limbs_ = std::move(limbs);
  rows_ = rows;
  cells_ = cells;
}

Sums Sums::select(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> cells) const {
  Sums out(rows.size(), cells.size(), base_, n_limbs_, {});
  out.limbs_.reserve(rows.size() * cells.size() * n_limbs_);
  for (const std::uint32_t r : rows) {
    for (const std::uint32_t c : cells)
      out.limbs_.insert(out.limbs_.end(), entry(r, c).begin(), entry(r, c).end());
  }
  return out;
}

double Sums::value(std::size_t row, std::size_t cell) const {
  const auto word = static_cast<std::int64_t>(limbs_[(row * cells_ + cell) * n_limbs_]);
  if (n_limbs_ == 1 && base_ == 0) return static_cast<double>(word);
  return rounded(exact(row, cell));
}

Exact Sums::exact(std::size_t row, std::size_t cell) const {
  const auto words = entry(row, cell);
  Exact out(0, base_);
  mpz_import(out.m.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  if (is_negative(words)) out.m -= mpz_class(1) << static_cast<mp_bitcnt_t>(64 * words.size());
  return out;
}

bool Sums::negative(std::size_t row, std::size_t cell) const {
  return is_negative(entry(row, cell));
}

bool Sums::zero(std::size_t row, std::size_t cell) const {
  const auto words = entry(row, cell);
  return std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; });
}

Sums Sums::canonical() const {
  const Extent now = extent();
  const long base = floor_to_grain(now.least);
  Sums out = *this;
  out.rebase(base, words_for(now.top - base));
  return out;
}

}  // namespace priory
