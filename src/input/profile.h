// SPDX-License-Identifier: Apache-2.0
// The profile of a table: facts about every column, counted in one reading. Mergeable: a Profile folds rows.
#pragma once

#include <vector>

#include "priory/schema.h"
#include "priory/table.h"

#include "input/distinct.h"
#include "input/missing.h"

namespace priory {

struct ColumnTally {
  std::size_t n_cells = 0;  // met, missing ones included
  ColumnProfile facts;      // without what is only known at the end
  Distinct distinct;
  bool many_reals = false;    // fractions and many values: no need to tell them apart any more
  std::int64_t sum = 0;       // of small whole numbers
  double sum_of_squares = 0;  // exact: whole and below 2^53

  // Returns the number that it is, or NaN.
  double add(const Records& rows, std::size_t row, const Cell& cell, bool missing);
  void add_value(std::string_view text);
  void add_number(double value);
  void add_word(const Records& rows, std::size_t row, const Cell& cell);
  void count_words_of(std::string_view text);
  void note_odd(std::string_view text, const Place& place);
  void merge(const ColumnTally& other);
  ColumnProfile finish(std::size_t n_rows, bool absent_is_zero) const;
  template <class Wire>
  void carry(Wire& wire) {
    wire(n_cells, facts, distinct, many_reals, sum, sum_of_squares);
  }
};

class Profile {
 public:
  Profile(const Table& table, std::vector<std::string> missing, bool skip_bad_rows);

  void accumulate(const Records& rows) { accumulate(rows, nullptr); }
  // The same; and `numbers` are what the cells of dense rows are, NaN for those that are none.
  void accumulate(const Records& rows, std::vector<double>* numbers);
  void merge(const Profile& other);
  std::vector<ColumnProfile> finish() const;
  const ReadCounts& counts() const { return counts_; }
  template <class Wire>
  void carry(Wire& wire) {
    wire(counts_, sparse_, absent_is_zero_, names_, columns_);
  }

 private:
  ColumnTally& tally(std::string_view name);

  MissingCells missing_;
  bool skip_bad_rows_;
  ReadCounts counts_;
  bool rows_name_columns_;  // no head of the file does
  bool sparse_ = false;
  bool absent_is_zero_ = false;
  Dictionary names_;
  std::vector<ColumnTally> columns_;  // one a name
};

}  // namespace priory
