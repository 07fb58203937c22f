// SPDX-License-Identifier: Apache-2.0
#include "query/row_tally.h"

#include <algorithm>

#include "core/random.h"
#include "text/tokeniser.h"

namespace priory::query {
namespace {

// Whether a text has all words of another.
class WordSearch {
 public:
  bool operator()(std::string_view text, std::string_view words) {
    const Slices found = tokens_(words);
    const std::vector<std::string> wanted(found.begin(), found.end());
    const Slices all = tokens_(text);
    return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& each) {
      return std::find(all.begin(), all.end(), each) != all.end();
    });
  }

 private:
  Tokeniser tokens_{TokenOptions()};
};

std::uint64_t passed_by(const Value& value, const std::vector<Test>& tests, WordSearch& search) {
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < tests.size(); ++k) {
    const bool words = tests[k].relation == Relation::words;
    const bool passes = words ? search(value.text, tests[k].constants[0].text) : holds(tests[k], value);
    out |= std::uint64_t{passes} << k;
  }
  return out;
}

// The values that have come into the dictionary since.
void look_at_new(TalliedColumn& column) {
  if (column.passed.size() == column.values.size()) return;
  WordSearch search;
  for (std::size_t code = column.passed.size(); code < column.values.size(); ++code) {
    const Value value = Value::of(column.values[code]);
    column.numbers = column.numbers && value.number.has_value();
    column.passed.push_back(passed_by(value, column.tests, search));
  }
}

}  // namespace

std::size_t RowKeyHash::operator()(const RowKey& key) const {
  std::uint64_t out = 0;
  for (const PieceKey each : key) out = mixed(out ^ each);
  return out;
}

RowTally::RowTally(std::vector<TalliedColumn> columns)
    : columns_(std::move(columns)), translations_(columns_.size()) {}

void RowTally::accumulate(const Chunk& chunk) {
  std::vector<std::span<const std::uint32_t>> codes;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    codes.push_back(translations_[k].learn(*chunk.columns[k].dictionary, columns_[k].values));
    look_at_new(columns_[k]);
  }
  RowKey key(columns_.size());
  n_rows_ += chunk.n_rows;
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    bool missing = false;
    for (std::size_t k = 0; k < columns_.size() && !missing; ++k) {
      const std::uint32_t code = chunk.columns[k].codes[row];
      missing = code == kMissingCode;
      if (missing) continue;
      key[k] = columns_[k].by_value ? codes[k][code] : columns_[k].passed[codes[k][code]];
    }
    missing ? void(++n_missing_) : add(key, chunk.weight_of(row));
  }
}

void RowTally::merge(const RowTally& other) {
  std::vector<std::vector<std::uint32_t>> codes;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    codes.push_back(columns_[k].values.insert_all(other.columns_[k].values));
    look_at_new(columns_[k]);
  }
  for (const auto& [theirs, weight] : other.weights_) {
    RowKey key = theirs;
    for (std::size_t k = 0; k < key.size(); ++k) {
      if (columns_[k].by_value) key[k] = codes[k][key[k]];
    }
    add(key, weight);
  }
  n_rows_ += other.n_rows_, n_missing_ += other.n_missing_;
}

}  // namespace priory::query
