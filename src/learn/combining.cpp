// SPDX-License-Identifier: Apache-2.0
#include "learn/combining.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "priory/error.h"

namespace priory {
namespace {

using Values = std::vector<std::optional<std::string>>;

constexpr char kEscape = '\0', kPresent = '\x01', kMissing = '\0', kItself = '\xFF';

constexpr std::size_t kColumnDigits = 6;

// Rows of columns as bags of what they hold: code_of(j, code) of each cell that is not missing.
template <class CodeOf>
void write_bag(std::span<const Column* const> columns, std::size_t n_rows, const CodeOf& code_of,
               Column& out) {
  out.kind = CellKind::bag;
  out.bag.clear();
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::size_t before = out.bag.word.size();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::uint32_t code = columns[j]->codes[row];
      if (code != kMissingCode) out.bag.word.push_back(code_of(j, code));
    }
    out.bag.end_row(out.bag.word.size() == before);
  }
}

}  // namespace

void append_value(std::string& key, std::string_view value) {
  for (const char c : value) {
    key += c;
    if (c == kEscape) key += kItself;
  }
  key += kEscape, key += kPresent;
}

void append_missing(std::string& key) {
  key += kEscape, key += kMissing;
}

std::vector<std::optional<std::string>> split_key(std::string_view key, std::size_t n_columns) {
  Values out;
  std::string value;
  for (std::size_t k = 0; k < key.size(); ++k) {
    if (key[k] != kEscape) {
      value += key[k];
      continue;
    }
    const char next = ++k < key.size() ? key[k] : 'x';
    if (next == kItself) {
      value += kEscape;
    } else if (next == kPresent || (next == kMissing && value.empty())) {
      out.push_back(next == kPresent ? std::optional(std::exchange(value, {})) : std::nullopt);
    } else {
      throw Error(ErrorKind::model, "a combination of values that cannot be");
    }
  }
  if (out.size() != n_columns || !value.empty())
    throw Error(ErrorKind::model, "a combination of other columns than those of its part");
  return out;
}

void Combiner::follow(std::span<const Column* const> columns) {
  const auto same = [](const Column* column, std::uint64_t identity) {
    return column->dictionary->identity() == identity;
  };
  if (std::ranges::equal(columns, from_, same)) return;
  clear();
  for (const Column* column : columns) from_.push_back(column->dictionary->identity());
}

std::string Combiner::key_of(std::span<const Column* const> columns, const std::u32string& codes) {
  std::string out;
  for (std::size_t j = 0; j < columns.size(); ++j)
    codes[j] == kMissingCode ? append_missing(out) : append_value(out, (*columns[j]->dictionary)[codes[j]]);
  return out;
}

void Combiner::learn(std::span<const Column* const> columns, Dictionary& to, Column& out) {
  follow(columns);
  out.kind = CellKind::codes;
  out.codes.clear();
  std::u32string codes(columns.size(), 0);
  for (std::size_t row = 0; row < columns[0]->codes.size(); ++row) {
    bool any = false;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      codes[j] = columns[j]->codes[row];
      any = any || codes[j] != kMissingCode;
    }
    const auto [at, is_new] = codes_.try_emplace(codes, kMissingCode);
    if (is_new && any) at->second = to.insert(key_of(columns, codes));
    out.codes.push_back(at->second);
  }
}

std::string gathered_key(std::size_t column, std::string_view value) {
  return fmt::format("{:06x}{}", column, value);
}

std::pair<std::size_t, std::string_view> split_gathered(std::string_view key, std::size_t n_columns) {
  std::size_t column = 0;
  const std::string_view digits = key.substr(0, kColumnDigits);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), column, 16);
  if (digits.size() < kColumnDigits || error != std::errc() || end != digits.data() + digits.size() ||
      column >= n_columns)
    throw Error(ErrorKind::model, "a value of other columns than those of its part");
  return {column, key.substr(kColumnDigits)};
}

std::vector<std::string> declared_keys(const PartPlan& plan) {
  std::vector<std::string> out;
  for (std::size_t j = 0; j < plan.declared_of.size(); ++j) {
    for (const std::string& value : plan.declared_of[j]) out.push_back(gathered_key(j, value));
  }
  return out;
}

// The code of a value is looked up when it is first met, and then it stands in a table.
void Combiner::gather(std::span<const Column* const> columns, Dictionary& to, Column& out) {
  follow(columns);
  gathered_.resize(columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Dictionary& values = *columns[j]->dictionary;
    gathered_[j].resize(values.size(), kMissingCode);
    for (const std::uint32_t code : columns[j]->codes) {
      if (code != kMissingCode && gathered_[j][code] == kMissingCode)
        gathered_[j][code] = to.insert(gathered_key(j, values[code]));
    }
  }
  const auto code_of = [&](std::size_t j, std::uint32_t code) { return gathered_[j][code]; };
  write_bag(columns, columns[0]->codes.size(), code_of, out);
}

ColumnValues::ColumnValues(const PartPlan& plan, const Dictionary& combinations) {
  if (is_gathered(plan)) {
    gather_values(plan, combinations);
    return;
  }
  std::vector<Values> keys;
  for (std::size_t v = 0; v < combinations.size(); ++v)
    keys.push_back(split_key(combinations[v], plan.columns.size()));
  add_values(plan, keys);
  number_cells(keys);
  for (const Values& key : keys) {
    std::string& text = shown_.emplace_back();
    for (const auto& value : key)
      text += (text.empty() && &value == key.data() ? "" : "+") + value.value_or("?");
  }
}

// In the order of the dictionary, which is by column and then by value.
void ColumnValues::gather_values(const PartPlan& plan, const Dictionary& values) {
  gathered_ = true;
  columns_.resize(plan.columns.size());
  std::string before;
  for (std::size_t v = 0; v < values.size(); ++v) {
    const std::string key(values[v]);
    if (v > 0 && key <= before) throw Error(ErrorKind::model, "values of several columns are out of order");
    const auto [column, value] = split_gathered(key, plan.columns.size());
    columns_[column].insert(value);
    shown_.push_back(fmt::format("{}={}", plan.columns[column], value));
    before = key;
  }
  auto out = std::make_shared<Combinations>();
  first_.push_back(0);
  for (const Dictionary& column : columns_) {
    out->sizes.push_back(static_cast<double>(column.size()));
    first_.push_back(first_.back() + static_cast<std::uint32_t>(column.size()));
  }
  combinations_ = std::move(out);
}

std::size_t ColumnValues::column_of(std::size_t value) const {
  if (value >= first_.back()) return value - first_.back();
  return static_cast<std::size_t>(std::ranges::upper_bound(first_, value) - first_.begin()) - 1;
}

void ColumnValues::gather(std::span<const Column* const> columns, std::size_t n_rows, Column& out) const {
  const auto code_of = [&](std::size_t j, std::uint32_t code) {
    const bool seen = code < columns_[j].size();
    return seen ? first_[j] + code : first_.back() + static_cast<std::uint32_t>(j);
  };
  write_bag(columns, n_rows, code_of, out);
}

// In code point order, but where the order is that of a list the values of the list first.
void ColumnValues::add_values(const PartPlan& plan, const std::vector<Values>& keys) {
  for (std::size_t j = 0; j < plan.columns.size(); ++j) {
    Dictionary all, sorted;
    if (j < plan.declared_of.size()) {
      for (const std::string& value : plan.declared_of[j]) {
        all.insert(value);
        if (plan.in_order || plan.binned(j)) sorted.insert(value);
      }
    }
    for (const Values& key : keys) {
      if (key[j]) all.insert(*key[j]);
    }
    for (const std::uint32_t code : all.sorted_codes()) sorted.insert(all[code]);
    columns_.push_back(std::move(sorted));
  }
}

void ColumnValues::number_cells(const std::vector<Values>& keys) {
  auto out = std::make_shared<Combinations>();
  for (const Dictionary& column : columns_) out->sizes.push_back(static_cast<double>(column.size()));
  if (out->n_cells() > kMostCells)
    throw Error(ErrorKind::data,
                fmt::format("a table of {:.3g} cells is too large: no more than {:.3g} can be numbered",
                            out->n_cells(), kMostCells),
                {}, "name smaller groups of columns with ‹parts›, or take the family 'categorical'");
  for (const Values& key : keys) {
    double cell = 0;
    for (std::size_t j = 0; cell != kNoCell && j < key.size(); ++j)
      cell = key[j] ? cell * out->sizes[j] + columns_[j].find(*key[j]) : kNoCell;
    if (cell != kNoCell) at_.emplace(cell, static_cast<std::uint32_t>(out->cell.size()));
    out->cell.push_back(cell);
  }
  combinations_ = std::move(out);
}

std::uint32_t ColumnValues::find(const RowCodes& codes) const {
  const std::vector<double>& sizes = combinations_->sizes;
  const auto unmet = static_cast<std::uint32_t>(combinations_->cell.size());
  double cell = 0;
  bool unseen = false;
  for (std::size_t j = 0; j < codes.size(); ++j) {
    if (codes.missing(j)) return kMissingCode;
    unseen = unseen || codes.unseen(j, sizes);
    cell = cell * sizes[j] + codes[j];
  }
  const auto at = at_.find(cell);
  return unseen || at == at_.end() ? unmet : at->second;
}

void ColumnValues::combine(std::span<const Column* const> columns, std::size_t n_rows, Column& out) const {
  out.kind = CellKind::codes;
  out.codes.clear();
  for (std::size_t row = 0; row < n_rows; ++row) out.codes.push_back(find({columns, row}));
}

std::string ColumnValues::shown(std::size_t combination) const {
  return shown_[combination];
}

std::vector<std::string_view> ColumnValues::values_of(double cell) const {
  std::vector<std::string_view> out(columns_.size());
  each_value(cell, combinations_->sizes,
             [&](std::size_t j, std::uint32_t value) { out[j] = columns_[j][value]; });
  return out;
}

std::vector<std::string> ColumnValues::possible_keys(const Dictionary& combinations,
                                                     const std::string& label) const {
  constexpr std::size_t kMostKeys = 1 << 20;
  std::vector<std::string> out;
  for (std::size_t v = 0; v < combinations.size(); ++v) {
    if (combinations_->cell[v] != kNoCell) continue;
    std::vector<std::string> keys = {""};
    const Values values = split_key(combinations[v], columns_.size());
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      std::vector<std::string> longer;
      for (const std::string& key : keys) {
        for (std::size_t x = 0; x < (values[j] ? 1 : columns_[j].size()); ++x)
          append_value(longer.emplace_back(key), values[j] ? std::string_view(*values[j]) : columns_[j][x]);
      }
      keys = std::move(longer);
      if (out.size() + keys.size() > kMostKeys)
        throw Error(ErrorKind::data,
                    fmt::format("column '{}': rows with missing cells can be more than {} combinations",
                                label, kMostKeys),
                    {}, "name smaller groups of columns with ‹parts›");
    }
    out.insert(out.end(), keys.begin(), keys.end());
  }
  return out;
}

std::string ColumnValues::shown_cell(double cell) const {
  return fmt::format("{}", fmt::join(values_of(cell), "+"));
}

std::string ColumnValues::key(double cell) const {
  std::string out;
  for (const std::string_view value : values_of(cell)) append_value(out, value);
  return out;
}

}  // namespace priory
