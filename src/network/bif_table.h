// SPDX-License-Identifier: Apache-2.0
// From a probability block of a BIF file to the table of its variable.
#pragma once

#include <string>
#include <vector>

#include "priory/network.h"

#include "network/bif_parser.h"

namespace priory {

// Of the tables of a file together.
struct BifTotals {
  double unwritten = 0;          // probabilities that tables have beyond those that stand in the file
  std::size_t n_normalised = 0;  // rows that did not sum to one, by more than their digits tell
  std::string first_normalised;  // "P(a | b=yes) sums to 1.00004, not to 1"
};

class BifTable {
 public:
  // `parents` are the places of the parents that the block names.
  BifTable(const BifLexer& lexer, const std::vector<Variable>& variables, std::size_t variable,
           std::vector<std::size_t> parents, BifTotals& totals);

  ConditionalTable read(const BifProbability& block);  // an Error of kind data, with its place

 private:
  struct Given {
    std::size_t at = 0;        // where in the file
    std::size_t decimals = 0;  // that its numbers are rounded to
    bool known = false;
  };

  void make_room(const BifProbability& block);
  void read_table(const BifEntry& entry);
  void read_row(const BifEntry& entry);
  void read_rest(const BifEntry& entry);
  void put(std::size_t row, std::size_t state, const BifNumber& number);
  void mark(std::size_t row, const BifEntry& entry);
  std::size_t find_row(const BifEntry& entry) const;
  void check_count(const BifEntry& entry, std::size_t wanted) const;
  void finish_row(std::size_t row, std::size_t block_at);
  std::string name_of(std::size_t row) const;

  const BifLexer& lexer_;
  const std::vector<Variable>& variables_;
  std::size_t variable_, width_;
  std::vector<std::size_t> parents_;
  BifTotals& totals_;
  std::vector<double> prob_;  // rows x states
  std::vector<Given> rows_;
};

}  // namespace priory
