// SPDX-License-Identifier: Apache-2.0
// Rows in files and pipes (Table), and rows wherever they are (Data): how they are read, what is known of
// their columns, how texts are cut into tokens, and how ranks share the rows of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "priory/cells.h"
#include "priory/chunk.h"
#include "priory/error.h"
#include "priory/rows.h"

#pragma GCC visibility push(default)

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

// An Error of kind usage for options that make no tokeniser: an invalid pattern, a language that is not
// known, words asked of what has none.
void check_tokens(const TokenOptions& options);

// The languages that words can be stemmed in, and those whose stop words are known.
std::vector<std::string> stem_languages();
std::vector<std::string> stop_word_languages();

// The stop words of a language, or else those in a file: one a line, lines with # at the beginning left out.
// In code point order.
std::vector<std::string> stop_words(const std::string& language_or_file);

// A spelling of cells, and of how many.
struct CountedSpelling {
  std::string text;
  std::uint64_t count = 0;
  bool operator==(const CountedSpelling&) const = default;
};

// A number and how often it stands in a column.
struct NumberCount {
  double value = 0;
  std::uint64_t count = 0;
};

// Facts about the cells of a column, over all rows, as they are read.
struct ColumnProfile {
  std::string name;
  std::size_t n_rows = 0;
  std::size_t n_missing = 0;
  std::size_t n_numbers = 0;                               // cells that are finite numbers
  std::size_t n_whole = 0;                                 // of these, whole ones
  double least = std::numeric_limits<double>::infinity();  // of the numbers
  double most = -std::numeric_limits<double>::infinity();
  double mean = 0, variance = 0;      // of the whole numbers; divisor n
  std::size_t n_distinct = 0;         // different values; exact up to kExactDistinct, an estimate above
  std::size_t n_words = 0;            // white space separated words, all cells together
  std::size_t n_unspaced = 0;         // cells most of whose letters belong to scripts without spaces
  std::size_t n_characters = 0;       // letters of such scripts in the beginnings of all cells
  std::vector<std::string> examples;  // up to three values, the first in code point order
  // The numbers, ascending: all of them where there are few, otherwise those of a bounded sample of rows,
  // which the rows decide and not their order.
  std::vector<NumberCount> numbers;
  std::string odd;  // a cell that is no number, where the others are
  Place odd_place;
  std::vector<CountedSpelling> odd_spellings;  // the most frequent cells that are no numbers
  std::vector<CountedSpelling> levels;         // of few different numbers: each
  std::size_t n_zero_led = 0;                  // numbers that begin with 0 and a digit,
  bool code = false;                           // as those of a code do
  bool sparse = false;                         // what a row does not list is 0
  bool unnamed = false;                        // the header has no name for it, where it has others
  bool timed = false;                          // dates with an hour
  std::uint64_t fingerprint = 0;               // equal for columns whose cells are equal in all rows
  std::uint64_t grouping = 0;       // equal where their values group the rows alike; 0: many values
  Reading reading;                  // how the cells are read,
  std::string reading_why;          // and why, for people; empty: as they stand
  std::vector<std::string> doubts;  // what the user should say, if it is otherwise
  std::vector<std::string> alike;   // values that differ by case or accents only: "a, A"
  bool declared_numeric = false;    // the file says so
  bool declared_words = false;
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
    wire(n_unspaced, n_characters, examples, odd, odd_place, declared_numeric, declared_words, declared_text);
    wire(declared_target, declared_name, declared_values, declared_why, unnamed);
  }
};

// What happened while reading; filled by the decoders of one source.
struct ReadCounts {
  std::size_t rows = 0;       // used
  std::size_t skipped = 0;    // bad rows left out
  std::size_t marked = 0;     // bad rows that stay, of the used
  std::size_t latin1 = 0;     // cells that are not UTF-8 and were read as windows-1252
  std::size_t bad_utf8 = 0;   // cells with bytes that are not UTF-8, replaced by U+FFFD
  std::size_t bad_mails = 0;  // mails with broken encodings, or too large: read as far as they go
  std::string first_skipped;  // why the first of them was, and where it stands
  Place first_place;

  std::size_t read() const { return rows + skipped; }
  void merge(const ReadCounts& other);  // the first place is the earlier one
  template <class Wire>
  void carry(Wire& wire) {
    wire(rows, skipped, marked, latin1, bad_utf8, bad_mails, first_skipped, first_place);
  }
};

// Processes that do one piece of work together, on one machine or many: ranks 0, 1, 2, ... All run the same
// program on the same options, each with a share of the rows; what they have learnt of theirs they exchange.
// A table opened with ranks is shared out (ReadOptions), its sources say whose share they are, and `fold`
// sums over all of them: so what is a fold works with ranks as it does with threads.
//
// Every exchange is done by all ranks, in the same order. One that fails says so instead (`fail`), and the
// others, in whatever exchange they do next, throw the same Error: no rank is left waiting.

// What all ranks throw when one of them has failed.
class AgreedError : public Error {
 public:
  using Error::Error;
};

class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;

  // to[k] goes to rank k; what rank k sent here is entry k of the answer.
  std::vector<std::string> exchange(std::span<const std::string_view> to);
  std::vector<std::string> gather(std::string_view bytes);  // of every rank, to every rank
  std::string broadcast(std::string_view bytes, std::size_t from);
  std::uint64_t sum(std::uint64_t mine);  // of every rank's

  // In place of an exchange, by a rank that cannot go on. Throws what all throw: the error of the lowest rank
  // of those that fail here.
  [[noreturn]] void fail(const Error& error);

  std::uint64_t bytes_sent() const { return bytes_sent_; }

 protected:
  struct Message {
    bool failed = false;
    std::string bytes;
  };
  // What `exchange` does, with a mark that all of `to` is the error of a rank that fails.
  virtual std::vector<Message> swap(std::span<const std::string_view> to, bool failed) = 0;

 private:
  std::vector<std::string> checked(std::span<const std::string_view> to, bool failed);

  std::uint64_t bytes_sent_ = 0;
};

struct ReadCounts;
ReadCounts sum_over(Ranks& ranks, const ReadCounts& mine);

// A table: rows in files, on a pipe or in memory, read from the start as often as needed.
// It knows the format, the names of the columns and what the input itself declares of them; what the columns
// mean is the plan's. Opening looks at the head of the first file only, and lists directories.

struct Records;

enum class Format {
  detect,
  csv,
  jsonl,
  svmlight,
  arff,
  fasttext,  // lines `__label__CLASS text`
  lines,     // every line is a text
  text,      // every file is a text
  mail,      // every file is a mail
  mbox,      // many mails a file
  sqlite,    // a table of an SQLite database, or the rows of a query
  duckdb,    // Parquet, and whatever else DuckDB reads
  postgresql,
};
template <>
inline constexpr std::array kNames<Format> =
    std::to_array<std::string_view>({"detect", "csv", "jsonl", "svmlight", "arff", "fasttext", "lines",
                                     "text", "mail", "mbox", "sqlite", "duckdb", "postgresql"});

struct ReadOptions {
  Format format = Format::detect;  // detect: by ending (.csv .jsonl .eml ...), then by looking
  std::optional<char> delimiter;   // CSV: found by looking when not given (comma, tab, semicolon, bar)
  std::size_t skip_lines = 0;      // CSV: lines above the header, passed over
  bool header = true;              // CSV: the first record names the columns; else they are 1, 2, 3, ...
  // Of fasttext to mbox: they have texts and no names for them; these are given.
  std::string text_name = "text", label_name = "label";
  // CSV: columns that the rows are known to have. Where the first line has them all under one delimiter, that
  // is the one, and nothing after it is looked at.
  std::vector<std::string> expected = {};
  std::string sql = {};       // databases and DuckDB: the one SELECT whose rows are read, in place of a table
  std::string duckdb = {};    // libduckdb.so, where the loader does not find it
  bool mail_headers = false;  // mails have a second column of texts: what their headers say
  std::size_t batch_bytes = 1 << 18;  // how much is read at a time; does not change a result
  Ranks* ranks = nullptr;             // among whom the rows are shared out; null: there is one reader
};

// What the input says about a column: ARFF in its head, formats of texts by what they are, databases by its
// type. `words` are values or texts, and no numbers even where all of them look like one.
struct DeclaredColumn {
  std::string name;
  enum class Kind { unknown, numeric, words, values, text, target, name } kind = Kind::unknown;
  std::vector<std::string> values;  // kind values: those it can take
  bool unnamed = false;             // the header names others, but not this one
  // Not empty: the column is of this kind whatever its cells are, and this is why, for people.
  std::string why = {};
};

class Table {
 public:
  // Files in order, all of one format, "-" is standard input. gz, zst and xz are recognised by their bytes.
  // Directories hold texts or mails, a file each; docs/formats.md says what the classes are. With ranks all
  // of them open the same files, and share them out by bytes. Databases are paths too:
  // "sqlite:shop.db#orders", "postgresql:dbname=shop#orders", "sales.parquet" (docs/databases.md).
  static Table open(std::vector<std::string> paths, const ReadOptions& options = {});
  // Text already in memory, read as if it were a file called `name`.
  static Table from_text(std::string text, std::string name, const ReadOptions& options = {});

  // The columns the head of the first file names. Empty for formats whose rows name their own (JSONL,
  // svmlight): there the schema finds them.
  const std::vector<DeclaredColumn>& columns() const;
  Format format() const;
  char delimiter() const;  // of CSV
  const std::vector<std::string>& paths() const;
  const std::string& target() const;  // the column that the input declares to be the class, or empty
  // The first file in no directory of a class, where directories are the classes: its row has none. Or empty.
  const std::string& unlabelled() const;
  const std::vector<std::string>& notes() const;  // what was decided by looking, for people

 private:
  struct State;
  struct Opened;
  explicit Table(std::shared_ptr<State> state);
  friend std::unique_ptr<Source<Records>> records_of(const Table& table, bool again,
                                                     const std::vector<bool>& wanted);
  friend std::unique_ptr<Source<Records>> records_of_all(const Table& table, bool again);
  std::shared_ptr<State> state_;
};

// Rows wherever they are: a Table or Rows. Functions that take Data take either. Cheap to copy.

class Data {
 public:
  // NOLINTBEGIN(google-explicit-constructor): either is data
  Data(Table table) : of_(std::move(table)) {}
  Data(Rows rows) : of_(std::move(rows)) {}
  // NOLINTEND(google-explicit-constructor)

  const Table* table() const { return std::get_if<Table>(&of_); }  // null: they are Rows
  const Rows* rows() const { return std::get_if<Rows>(&of_); }
  std::string name() const;                  // the first file, or that of the rows
  std::vector<std::string> columns() const;  // empty where rows name their own (JSONL, svmlight)
  const std::string& target() const;         // the column that is declared to be the class, or empty

 private:
  std::variant<Table, Rows> of_;
};

// Facts about every column, from one pass over all rows; or, of a table, over the first batch of them only,
// for callers that need no more than an impression.
std::vector<ColumnProfile> profile(const Data& data, const ReadingRules& rules = {},
                                   bool skip_bad_rows = false, unsigned threads = 1, const Tick& tick = {},
                                   ReadCounts* counts = nullptr, bool head_only = false);

}  // namespace priory

#pragma GCC visibility pop
