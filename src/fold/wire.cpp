// SPDX-License-Identifier: Apache-2.0
#include "fold/wire.h"

namespace priory {

void WireWriter::put(const Dictionary& strings) {
  put(strings.size());
  for (std::size_t code = 0; code < strings.size(); ++code) put(strings[code]);
}

void WireReader::get(Dictionary& strings) {
  std::size_t size = 0;
  get(size);
  strings = {};
  for (std::size_t code = 0; code < size; ++code) strings.insert(text_view());
}

// Counts are small and mostly zero: a byte then, where memory has eight. Wider sums go as they are, rows of
// zeros as one byte.
void WireWriter::put(const Sums& sums) {
  (*this)(sums.rows(), sums.cells(), static_cast<std::int64_t>(sums.base()), sums.n_limbs());
  for (std::size_t row = 0; !sums.is_plain() && row < sums.rows(); ++row) {
    const SmallCounts::Row counts = sums.small().row(row);
    for (std::size_t cell = 0; cell < sums.cells(); ++cell) put(counts[cell]);
  }
  if (!sums.is_plain()) return;
  const std::span<const std::uint64_t> limbs = sums.limbs();
  if (sums.n_limbs() == 1) {
    for (const std::uint64_t each : limbs) put(static_cast<std::int64_t>(each));
    return;
  }
  const std::size_t width = sums.cells() * sums.n_limbs();
  for (std::size_t row = 0; row < sums.rows(); ++row) {
    const bool zero = sums.zero_row(row);
    put(zero);
    if (!zero) put_raw(limbs.data() + row * width, width * sizeof(std::uint64_t));
  }
}

void WireReader::get(Sums& sums) {
  std::size_t rows = 0, cells = 0, n_limbs = 0;
  std::int64_t base = 0;
  (*this)(rows, cells, base, n_limbs);
  LargeVector<std::uint64_t> limbs(rows * cells * n_limbs);
  if (n_limbs == 1) {
    for (std::uint64_t& each : limbs) {
      std::int64_t value = 0;
      get(value);
      each = static_cast<std::uint64_t>(value);
    }
  }
  const std::size_t width = cells * n_limbs;
  for (std::size_t row = 0; n_limbs > 1 && row < rows; ++row) {
    bool zero = false;
    get(zero);
    if (!zero)
      std::memcpy(limbs.data() + row * width, raw(width * sizeof(std::uint64_t)).data(),
                  width * sizeof(std::uint64_t));
  }
  sums = Sums(rows, cells, static_cast<long>(base), n_limbs, std::move(limbs));
}

}  // namespace priory
