// SPDX-License-Identifier: Apache-2.0
// What is known about columns before a model (ColumnProfile: facts counted in one reading) and what a reader
// shall make of them for a model (ChunkSpec).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "priory/chunk.h"
#include "priory/error.h"

namespace priory {

enum class Tokens {
  unicode,       // maximal runs of two or more Unicode word characters
  ascii,         // maximal runs of [A-Za-z0-9]
  space,         // split at white space
  characters,    // n-grams of code points; runs of two or more white space characters become one space
  inside_words,  // n-grams of code points in each word of `space`, with a space at both its ends
  pairs,         // as unicode, but scripts without spaces between words are cut into pairs of characters
  pattern,       // the matches of a regular expression
};
template <>
inline constexpr std::array kNames<Tokens> = std::to_array<std::string_view>({"unicode", "ascii", "space",
                                                                              "characters", "inside-words",
                                                                              "pairs", "pattern"});

enum class LetterCase { usual, keep, lower };
template <>
inline constexpr std::array kNames<LetterCase> = std::to_array<std::string_view>({"usual", "keep", "lower"});

// What a text is cut into. The steps: lower case, cut, numbers, stop words, stems, n-grams.
struct TokenOptions {
  Tokens tokens = Tokens::unicode;
  std::size_t min_n = 1;  // n-grams of words (joined by one space) or of characters
  std::size_t max_n = 1;
  LetterCase letter_case = LetterCase::usual;  // the usual one: see lowers()
  bool fold_numbers = false;                   // every run of decimal digits becomes one 0
  std::string pattern = {};                    // of Tokens::pattern; a group in it is the token
  std::string stem = {};                       // one of stem_languages(); empty: words stay whole
  std::vector<std::string> stop_words = {};    // in code point order, each once; cut as texts are
  std::size_t hash_bits = 0;                   // tokens are counted in 2^hash_bits buckets; 0: each is a word

  static constexpr std::size_t kLongestPattern = 4096;  // bytes

  bool operator==(const TokenOptions&) const = default;
  bool lowers() const {
    if (letter_case != LetterCase::usual) return letter_case == LetterCase::lower;
    return tokens != Tokens::space && !of_characters();
  }
  bool of_characters() const { return tokens == Tokens::characters || tokens == Tokens::inside_words; }
  bool filters() const { return fold_numbers || !stem.empty() || !stop_words.empty(); }
};

// Facts about the cells of a column, over all rows.
struct ColumnProfile {
  std::string name;
  std::size_t n_rows = 0;
  std::size_t n_missing = 0;
  std::size_t n_numbers = 0;                               // cells that are finite numbers
  std::size_t n_whole = 0;                                 // of these, whole ones
  double least = std::numeric_limits<double>::infinity();  // of the numbers
  double most = -std::numeric_limits<double>::infinity();
  double mean = 0, variance = 0;      // of the whole numbers; divisor n
  std::size_t n_distinct = 0;         // different spellings; exact up to kExactDistinct, an estimate above
  std::size_t n_words = 0;            // white space separated words, all cells together
  std::size_t n_unspaced = 0;         // cells most of whose letters belong to scripts without spaces
  std::size_t n_characters = 0;       // letters of such scripts in the beginnings of all cells
  std::vector<std::string> examples;  // up to three values, the first in code point order
  std::string odd;                    // a cell that is no number, where the others are
  Place odd_place;
  bool declared_numeric = false;  // the file says so
  bool declared_text = false;
  bool declared_target = false;
  bool declared_name = false;  // of where the row stands: nothing to learn from
  bool optional = false;       // rows name their own columns, and not all have it
  std::vector<std::string> declared_values;
  std::string declared_why;  // not empty: it is so whatever the cells are

  static constexpr std::size_t kExactDistinct = 1024;
  std::size_t n_present() const { return n_rows - n_missing; }

  template <class Wire>
  void carry(Wire& wire) {
    wire(name, n_rows, n_missing, n_numbers, n_whole, least, most, mean, variance, n_distinct, n_words);
    wire(n_unspaced, n_characters, examples, odd, odd_place, declared_numeric, declared_text);
    wire(declared_target, declared_name, declared_values, declared_why);
  }
};

class WordGate;

// What a reader makes of one column, or of several columns of counts that form one bag.
struct ColumnSpec {
  CellKind kind = CellKind::reals;
  std::vector<std::string> names;  // one; bags of counts have many
  bool text = false;               // a bag of tokens
  TokenOptions tokens;
  Domain domain = {};                                     // what numbers are taken,
  double most = std::numeric_limits<double>::infinity();  // and at most this
  bool counted = true;                                    // a text's tokens as a bag of words,
  bool in_sequence = false;                               // as often as they come: see Bag,
  bool listed = false;                                    // and as they are spelt
  std::shared_ptr<const WordGate> gate = {};              // which of them are words; null: all
};

struct ChunkSpec {
  std::vector<ColumnSpec> columns;
  std::string target;                                               // empty: the rows have no class
  bool target_needed = false;                                       // a row without a class is a bad row
  bool target_optional = false;                                     // the column may be absent
  std::string weight;                                               // empty: every row weighs 1
  std::vector<std::string> missing = {"NA", "N/A", "NaN", "null"};  // spellings; an empty cell always is
  bool skip_bad_rows = false;                                       // otherwise they end the work
  bool keep_all = false;                                            // columns passed through as they stand
  std::vector<std::string> keep;
  std::vector<std::string> optional;  // columns that may be absent, their cells missing; sorted
  bool places = false;                // chunks say where their rows stand
  std::size_t chunk_rows = 1024;      // at most; wide tables get fewer. Does not change a result
};

// What happened while reading; filled by the decoders of one source.
struct ReadCounts {
  std::size_t rows = 0;       // used
  std::size_t skipped = 0;    // bad rows left out
  std::size_t bad_utf8 = 0;   // cells with bytes that are not UTF-8, replaced by U+FFFD
  std::size_t bad_mails = 0;  // mails with broken encodings, or too large: read as far as they go
  std::string first_skipped;  // why the first of them was, and where it stands
  Place first_place;

  std::size_t read() const { return rows + skipped; }
  void merge(const ReadCounts& other);  // the first place is the earlier one
  template <class Wire>
  void carry(Wire& wire) {
    wire(rows, skipped, bad_utf8, bad_mails, first_skipped, first_place);
  }
};

}  // namespace priory
