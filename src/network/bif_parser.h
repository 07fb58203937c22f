// SPDX-License-Identifier: Apache-2.0
// What a BIF file says, before it is known whether it makes a network: its blocks, with the places of all
// names and numbers for messages. Blocks come in any order; properties are read over.
//
//   network NAME { }
//   variable NAME { type discrete [ 2 ] { yes, no }; }
//   probability ( NAME | PARENT, PARENT ) { (yes, no) 0.1, 0.9; table 0.1 ...; default 0.5 0.5; }
//
// Commas and the bar between names and numbers are optional, as the specification has it (Cozman, The
// interchange format for Bayesian networks, 1996).
#pragma once

#include <string>
#include <vector>

#include "network/bif_lexer.h"

namespace priory {

struct BifVariable {
  BifToken name;
  std::vector<BifToken> states;
};

struct BifNumber {
  BifToken token;
  double value = 0;  // from 0 to 1
};

// The numbers behind `table`, `default` or the states of the parents.
struct BifEntry {
  enum class Kind { table, row, rest } kind = Kind::table;
  std::size_t at = 0;
  std::vector<BifToken> states;
  std::vector<BifNumber> numbers;
};

struct BifProbability {
  BifToken variable;
  std::vector<BifToken> parents;
  std::vector<BifEntry> entries;
};

struct BifFile {
  std::string name;
  std::vector<BifVariable> variables;
  std::vector<BifProbability> probabilities;
};

// An Error of kind data, with its place, for what is not BIF.
BifFile parse_bif(BifLexer& lexer);

}  // namespace priory
