// SPDX-License-Identifier: Apache-2.0
#include "learn/translate.h"

#include <algorithm>
#include <numeric>

#include "learn/vocabulary/weighting.h"

namespace priory {
namespace {

// Whether the string of this code has the same code there, as where columns are numbered as they stand: seen
// without looking it up.
bool has_same(const Dictionary& from, const Dictionary& to, std::size_t code) {
  return code < from.size() && code < to.size() && from[code] == to[code];
}

}  // namespace

std::span<const std::uint32_t> Translation::learn(const Dictionary& from, Dictionary& to) {
  follow(from);
  while (has_same(from, to, codes_.size())) add(static_cast<std::uint32_t>(codes_.size()));
  if (codes_.size() < from.size()) {
    std::vector<std::uint32_t> fresh(from.size() - codes_.size());
    std::iota(fresh.begin(), fresh.end(), static_cast<std::uint32_t>(codes_.size()));
    for (const std::uint32_t code : to.insert_all(from, fresh)) add(code);
  }
  return codes_;
}

std::span<const std::uint32_t> Translation::look_up(const Dictionary& from, const Dictionary& to,
                                                    std::uint32_t unknown) {
  follow(from);
  while (has_same(from, to, codes_.size())) add(static_cast<std::uint32_t>(codes_.size()));
  // An index costs about as much as looking up a word in 64 by halving.
  if (from.size() > codes_.size() && from.size() > to.size() / 64) to.index();
  while (codes_.size() < from.size()) {
    const std::uint32_t code = to.find(from[codes_.size()]);
    add(code == Dictionary::kAbsent ? unknown : code);
  }
  return codes_;
}

void Translation::follow(const Dictionary& from) {
  if (from_ != from.identity()) clear();
  from_ = from.identity();
}

void Translation::add(std::uint32_t code) {
  n_same_ += code == codes_.size();
  codes_.push_back(code);
}

void recode(const Column& column, std::span<const std::uint32_t> codes, Column& out) {
  out.kind = column.kind;
  out.codes.resize(column.codes.size());
  std::transform(column.codes.begin(), column.codes.end(), out.codes.writable().begin(),
                 [&](std::uint32_t code) { return code == kMissingCode ? code : codes[code]; });
  out.bag.clear();
  for (std::size_t row = 0; row < column.bag.n_rows(); ++row) {
    for (std::size_t k = column.bag.begin[row]; k < column.bag.begin[row + 1]; ++k) {
      const std::uint32_t word = codes[column.bag.word[k]];
      if (word == kMissingCode) continue;
      out.bag.word.push_back(word);
      if (!column.bag.in_sequence()) out.bag.count.push_back(column.bag.count[k]);
    }
    out.bag.end_row(column.bag.missing[row]);
  }
}

void spread_out(const Column& column, std::size_t n_rows, Column& out) {
  const auto bit = [](std::span<const std::uint64_t> bits, std::size_t r) {
    return (bits[r / 64] >> (r % 64) & 1) != 0;
  };
  const PackedCodes packed = column.packed;
  out.kind = column.kind;
  if (packed.bytes.empty() && packed.ones.empty()) {
    if (&out != &column) out.codes = column.codes;
    return;
  }
  out.packed = {}, out.codes.clear();
  for (const std::uint8_t byte : packed.bytes)
    out.codes.push_back(byte == PackedCodes::kMissing ? kMissingCode : byte);
  for (std::size_t r = 0; !packed.ones.empty() && r < n_rows; ++r) {
    const bool present = packed.present.empty() || bit(packed.present, r);
    out.codes.push_back(!present ? kMissingCode : bit(packed.ones, r) ? 1 : 0);
  }
}

void translate(const Column& column, const PartPlan& plan, const Dictionary& values,
               std::span<const double> idf, std::uint32_t unknown, Translation& translation, Column& out) {
  recode(column, translation.look_up(*column.dictionary, values, unknown), out);
  if (plan.text) weigh(out.bag, plan.text_options, idf);
}

}  // namespace priory
