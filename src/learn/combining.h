// SPDX-License-Identifier: Apache-2.0
// Parts over several columns of codes: their values are combinations of the columns' values, spelt as one
// string, so that dictionaries, merging, forgetting and the model file know nothing of it.
//
//   key    of each column: its value and 00 01, a byte 00 within the value as 00 FF; or, missing, 00 00
//
// Keys sort as their columns do, one after the other. Rows with some of the columns missing have combinations
// too: they add to what values a column has, and to no estimate.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "priory/chunk.h"
#include "priory/plan.h"

#include "family/tables/combinations.h"
#include "learn/translate.h"
#include "plan/part_kind.h"

namespace priory {

void append_value(std::string& key, std::string_view value);
void append_missing(std::string& key);
// The values of a key, none where missing; an Error of kind model if it is no key of so many columns.
std::vector<std::optional<std::string>> split_key(std::string_view key, std::size_t n_columns);

// The combinations of rows in codes of a growing dictionary. One belongs to one thread.
class Combiner {
 public:
  // The code of each row's combination, new ones entered into `to`; kMissingCode where all columns are
  // missing.
  void learn(std::span<const Column* const> columns, Dictionary& to, Column& out);
  // The values of each row in codes of `to`, as families take them that gather them.
  void gather(std::span<const Column* const> columns, Dictionary& to, Column& out);
  void clear() { codes_.clear(), gathered_.clear(), from_.clear(); }

 private:
  void follow(std::span<const Column* const> columns);
  static std::string key_of(std::span<const Column* const> columns, const std::u32string& codes);

  std::vector<std::uint64_t> from_;  // identities of the dictionaries the codes are of
  std::unordered_map<std::u32string, std::uint32_t> codes_;
  std::vector<std::vector<std::uint32_t>> gathered_;  // of each column, by its own codes
};

// A value of one of several columns, as the dictionary of a family has it that gathers them: they sort by
// column, then by value. An Error of kind model if it is no such key of so many columns.
std::string gathered_key(std::size_t column, std::string_view value);
std::pair<std::size_t, std::string_view> split_gathered(std::string_view key, std::size_t n_columns);
// The keys of the values that a part's columns are declared to have.
std::vector<std::string> declared_keys(const PartPlan& plan);

// The values that each column of a part has, seen or declared, and its combinations in terms of them.
// Immutable.
class ColumnValues {
 public:
  // An Error of kind data if there are more cells than can be numbered.
  ColumnValues(const PartPlan& plan, const Dictionary& combinations);

  const Dictionary& of(std::size_t column) const { return columns_[column]; }
  bool gathered() const { return gathered_; }
  std::size_t column_of(std::size_t value) const;  // of a gathered value, or of the unseen of a column
  std::size_t n_columns() const { return columns_.size(); }
  const std::shared_ptr<const Combinations>& combinations() const { return combinations_; }
  // The combination that is the cell of the row's codes, the number of them if it was never met, kMissingCode
  // if a column is missing.
  std::uint32_t find(const RowCodes& codes) const;
  void combine(std::span<const Column* const> columns, std::size_t n_rows, Column& out) const;
  // The same where values are gathered: a bag of each row's.
  void gather(std::span<const Column* const> columns, std::size_t n_rows, Column& out) const;
  // A combination for people: "sunny+hot", "sunny+?".
  std::string shown(std::size_t combination) const;
  std::string shown_cell(double cell) const;
  std::string key(double cell) const;  // as dictionaries have it
  // The combinations that those with missing columns can be; an Error of kind data if there are too many.
  std::vector<std::string> possible_keys(const Dictionary& combinations, const std::string& label) const;

 private:
  void gather_values(const PartPlan& plan, const Dictionary& values);
  std::vector<std::string_view> values_of(double cell) const;
  void add_values(const PartPlan& plan, const std::vector<std::vector<std::optional<std::string>>>& keys);
  void number_cells(const std::vector<std::vector<std::optional<std::string>>>& keys);

  bool gathered_ = false;
  std::vector<std::uint32_t> first_;  // code of each column's first value, and after the last
  std::vector<Dictionary> columns_;
  std::shared_ptr<const Combinations> combinations_;
  std::unordered_map<double, std::uint32_t> at_;  // by cell
  std::vector<std::string> shown_;
};

}  // namespace priory
