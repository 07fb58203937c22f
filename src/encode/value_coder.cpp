// SPDX-License-Identifier: Apache-2.0
// Codes of values: names are looked up once a column, numbers once a value.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

#include "core/utf8.h"
#include "encode/rows_encoder.h"

namespace priory {

ValueCoder::ValueCoder(const RowsColumn& column, const CellReader& reader, Dictionary& values)
    : column_(column), reader_(&reader), values_(&values) {
  if (!column.is(RowsBlock::Kind::codes)) return;
  same_ = true;
  for (const std::string& name : column.block->values) {
    of_code_.push_back(enter(name));
    same_ = same_ && of_code_.back() + 1 == of_code_.size();
  }
}

std::uint32_t ValueCoder::enter(std::optional<std::string_view> text) {
  if (!text) return kMissingCode;
  const Cell cell{text->data(), static_cast<std::uint32_t>(text->size()), 0};
  if (reader_->missing(cell)) return kMissingCode;
  const std::string_view value = reader_->value(cell);
  if (value.data() == nullptr) return kMissingCode;  // no date, or no number for a bin
  if (is_ascii(value) || is_utf8(value)) return values_->insert(value);
  ++n_bad_utf8;
  return values_->insert(repaired_utf8(value));
}

void ValueCoder::read(const RowSet& rows, MaybeOwned<std::uint32_t>& out, std::vector<RowsError>& errors) {
  if (column_.is(RowsBlock::Kind::codes)) return read_codes(rows, out, errors);
  out.resize(rows.size);
  const std::span<std::uint32_t> codes = out.writable();
  const bool of_numbers = column_.is(RowsBlock::Kind::numbers);
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (!column_.has(rows[i])) {
      codes[i] = kMissingCode;
      continue;
    }
    if (!of_numbers) {
      codes[i] = enter(text_at(column_, rows[i], buffer_));
      continue;
    }
    const Numbers& numbers = column_.block->numbers;
    // Whole numbers beyond 2^53 are told apart by themselves and not by the nearest double.
    const bool fractions = numbers.type == NumberType::f64 || numbers.type == NumberType::f32;
    const auto bits = fractions
                          ? std::bit_cast<std::uint64_t>(number_at(numbers, rows[i], column_.column))
                          : static_cast<std::uint64_t>(whole_at({numbers.at(0, column_.column), numbers.type,
                                                                 numbers.n_rows, 1, numbers.row_stride, 0},
                                                                rows[i]));
    auto [at, is_new] = of_number_.try_emplace(bits, kMissingCode);
    if (is_new) at->second = enter(text_at(column_, rows[i], buffer_));
    codes[i] = at->second;
  }
}

void ValueCoder::read(std::span<const double> numbers, MaybeOwned<std::uint32_t>& out) {
  out.resize(numbers.size());
  std::transform(numbers.begin(), numbers.end(), out.writable().begin(),
                 [&](double x) { return code_of(x); });
}

std::uint32_t ValueCoder::code_of(double number) {
  auto [at, is_new] = of_number_.try_emplace(std::bit_cast<std::uint64_t>(number), kMissingCode);
  if (is_new && !std::isnan(number)) at->second = enter(fmt::format("{}", number));
  return at->second;
}

// Codes that lie as 32-bit numbers and mean the dictionary's: -1 is kMissingCode there.
bool ValueCoder::borrow_codes(const RowSet& rows, MaybeOwned<std::uint32_t>& out) const {
  const Numbers& codes = column_.block->numbers;
  const bool narrow = codes.type == NumberType::i32 || codes.type == NumberType::u32;
  if (!same_ || !narrow || rows.chosen != nullptr || column_.block->mask.data != nullptr ||
      !lies_as<std::uint32_t>(codes))
    return false;
  const std::span<const std::uint32_t> all{reinterpret_cast<const std::uint32_t*>(codes.at(rows.first)),
                                           rows.size};
  const auto n = static_cast<std::uint32_t>(of_code_.size());
  if (!std::ranges::all_of(all, [&](std::uint32_t code) { return code + 1 <= n; })) return false;
  out.borrow(all);
  return true;
}

// Codes of any type that lie at one distance, none of which is missing or wrong: the rest is for one by one.
bool ValueCoder::copy_codes(const RowSet& rows, MaybeOwned<std::uint32_t>& out) const {
  const Numbers& from = column_.block->numbers;
  if (rows.chosen != nullptr || column_.block->mask.data != nullptr) return false;
  out.resize(rows.size);
  const std::span<std::uint32_t> codes = out.writable();
  return with_type(from.type, [&]<class Of>(Of) {
    using T = std::conditional_t<std::is_same_v<Of, bool>, std::uint8_t, Of>;
    const std::byte* at = from.at(rows.first);
    std::uint64_t most = 0;  // codes below 0 are above all others
    for (std::size_t i = 0; i < codes.size(); ++i, at += from.row_stride) {
      T code;
      std::memcpy(&code, at, sizeof code);
      const auto wide = static_cast<std::uint64_t>(+code);  // as an int: its sign is kept
      most = std::max(most, wide);
      codes[i] = static_cast<std::uint32_t>(wide);
    }
    if (most >= of_code_.size()) return codes.empty();
    for (std::size_t i = 0; !same_ && i < codes.size(); ++i) codes[i] = of_code_[codes[i]];
    return true;
  });
}

void ValueCoder::read_codes(const RowSet& rows, MaybeOwned<std::uint32_t>& out,
                            std::vector<RowsError>& errors) {
  if (borrow_codes(rows, out) || copy_codes(rows, out)) return;
  out.resize(rows.size);
  const std::span<std::uint32_t> codes = out.writable();
  const Numbers& from = column_.block->numbers;
  const auto n = static_cast<std::int64_t>(of_code_.size());
  const bool masked = column_.block->mask.data != nullptr;
  for (std::size_t i = 0; i < rows.size; ++i) {
    const std::int64_t code = masked && !column_.has(rows[i]) ? -1 : whole_at(from, rows[i]);
    codes[i] = code >= 0 && code < n ? of_code_[static_cast<std::size_t>(code)] : kMissingCode;
    if (code >= -1 && code < n) continue;
    try {
      code_at(column_, rows[i]);
    } catch (RowsError& error) {
      errors.push_back(std::move(error));
    }
  }
}

}  // namespace priory
