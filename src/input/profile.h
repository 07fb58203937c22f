// SPDX-License-Identifier: Apache-2.0
// The profile of a table: facts about every column, counted in one reading. Mergeable: a Profile folds rows.
// Cells are counted as they stand, from which the Reading of each column follows; those of columns that are
// known to have another Reading are counted by that as well.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "priory/table.h"

#include "input/cell_reader.h"
#include "input/column_tally.h"
#include "input/find_reading.h"
#include "input/row_sample.h"

namespace priory {

class ColumnTallies {
 public:
  ColumnTallies(ReadingRules rules, Readings readings)
      : rules_(std::move(rules)), readings_(std::move(readings)), readers_(rules_.missing, rules_.trim) {}

  std::size_t column(std::string_view name);  // its place, new or old
  std::size_t size() const { return columns_.size(); }
  ColumnProfile& facts(std::size_t c) { return columns_[c].facts; }

  struct Line {
    std::size_t number;
    std::uint64_t key = hash_of(static_cast<double>(number));
    std::uint64_t cells = 0;  // the hashes of its cells, summed up as they are added
  };
  // A cell of column c; returns the number that it is, or NaN. `place` is called for where it stands.
  template <class PlaceOf>
  double add(std::size_t c, const Cell& cell, Line& line, const PlaceOf& place) {
    Counted counted = count(columns_[c], readers_.plain(), cell, line, place);
    if (as_read_of_[c] != kNone) counted = count(as_read_[as_read_of_[c]], readers_[c], cell, line, place);
    line.cells += cell_hash(hashes_[c], counted.hash);
    return counted.number;
  }
  // The same of a number in memory.
  template <class Text>
  void add_number(std::size_t c, double value, Line& line, const Text& text) {
    columns_[c].add_number(value, line.key, text);
    line.cells += cell_hash(hashes_[c], hash_of(value));
  }
  // After all cells of a row. `each_cell` calls what it is given with (column, cell), or with (column,
  // number) where that needs no reading, for all of them again, if the row is one of the sample.
  template <class EachCell>
  void end_row(const Line& line, const EachCell& each_cell) {
    const std::uint64_t hash = RowSample::row_hash(line.cells);
    if (!sample_.wants(hash) || sample_.count_again(hash)) return;
    std::vector<SampledCell> numbers;
    each_cell([&]<class Value>(std::size_t c, const Value& cell) {
      double number = kMissingReal;
      if constexpr (std::is_same_v<Value, double>)
        number = cell;
      else
        number = number_of(readers_[c], readers_[c].text(cell));
      if (number == number) numbers.push_back({static_cast<std::uint32_t>(c), number});
    });
    sample_.add(hash, std::move(numbers));
  }
  bool counts_once(std::size_t c) const { return as_read_of_[c] == kNone; }

  void merge(const ColumnTallies& other);
  // What the columns ask for, of those that are not read as they stand; equal to the readings it was made
  // with, if these were right.
  Readings found() const;
  const Readings& readings() const { return readings_; }
  // In the order of their places. `sparse`: which have zeros where rows list none.
  std::vector<ColumnProfile> finish(std::size_t n_rows, const std::vector<bool>& sparse) const;

  template <class Wire>
  void carry(Wire& wire) {
    wire(names_, columns_, as_read_, as_read_of_, hashes_, sample_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Counted {
    double number = kMissingReal;
    std::uint64_t hash = 0;  // of the value; 0: of a missing cell, or of zero
  };

  // NaN of a missing cell, and of one that is no number. `cut`: the text of the cell.
  static double number_of(const CellReader& reader, std::string_view cut) {
    if (reader.is_missing(cut)) return kMissingReal;
    if (reader.reading().truth.empty()) return reader.number_of(cut);
    return parse_number(reader.value({cut.data(), static_cast<std::uint32_t>(cut.size()), 0}))
        .value_or(kMissingReal);
  }
  std::vector<NumberCount> numbers_of(std::size_t c, const ColumnProfile& facts,
                                      std::vector<NumberCount> sampled) const;

  template <class PlaceOf>
  static Counted count(ColumnTally& to, const CellReader& reader, const Cell& cell, const Line& line,
                       const PlaceOf& place) {
    const std::string_view cut = reader.text(cell);
    if (reader.is_missing(cut)) return to.add_missing(line.key), Counted{};
    const bool truth = !reader.reading().truth.empty();
    const std::string_view text = truth ? reader.value(cell) : cut;
    const double number = truth ? parse_number(text).value_or(kMissingReal) : reader.number_of(text);
    if (number == number) {
      to.add_number(number, line.key, [&] { return text; });
      to.note_spelling(number, text);
      return {number, hash_of(number)};
    }
    to.add_word(text, line.key);
    if (to.is_first_odd(line.number)) to.note_odd(text, place());
    return {kMissingReal, hash_of(text)};
  }

  ReadingRules rules_;
  Readings readings_;
  CellReaders readers_;
  Dictionary names_;
  std::vector<ColumnTally> columns_;     // one a name: cells as they stand
  std::vector<ColumnTally> as_read_;     // of columns that are read otherwise,
  std::vector<std::size_t> as_read_of_;  // whose places these are; kNone of others
  std::vector<std::uint64_t> hashes_;    // of the names
  RowSample sample_;                     // numbers as they are read
};

struct ColumnRows;

class Profile {
 public:
  Profile(const Table& table, const ReadingRules& rules, bool skip_bad_rows, Readings readings = {});

  void accumulate(const Records& rows) { accumulate(rows, nullptr); }
  // The same; and `numbers` are what the cells of dense rows are, NaN for those that are none.
  void accumulate(const Records& rows, std::vector<double>* numbers);
  // Rows of a database: the first n_rows, n_before of others stand before them.
  void accumulate(const ColumnRows& rows);
  void merge(const Profile& other);
  Readings found() const { return columns_.found(); }
  bool read_right() const { return found() == columns_.readings(); }
  std::vector<ColumnProfile> finish() const;
  const ReadCounts& counts() const { return counts_; }
  template <class Wire>
  void carry(Wire& wire) {
    wire(counts_, sparse_, absent_is_zero_, columns_);
  }

 private:
  bool has_number_, skip_bad_rows_;
  ReadCounts counts_;
  bool rows_name_columns_;  // no head of the file does
  bool sparse_ = false;
  bool absent_is_zero_ = false;
  ColumnTallies columns_;
};

// See profile of Data.
std::vector<ColumnProfile> profile_table(const Table& table, const ReadingRules& rules, bool skip_bad_rows,
                                         unsigned threads, const Tick& tick, ReadCounts* counts,
                                         bool head_only);

}  // namespace priory
