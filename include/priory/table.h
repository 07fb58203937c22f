// SPDX-License-Identifier: Apache-2.0
// A table: rows in files, on a pipe or in memory, read again from the start as often as one likes.
// It knows the format, the names of the columns and what the input itself declares of them; what the columns
// mean is the schema's business. Opening looks at the head of the first file only, and lists directories.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "priory/schema.h"
#include "priory/source.h"

namespace priory {

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
};
template <>
inline constexpr std::array kNames<Format> = std::to_array<std::string_view>(
    {"detect", "csv", "jsonl", "svmlight", "arff", "fasttext", "lines", "text", "mail", "mbox"});

struct ReadOptions {
  Format format = Format::detect;  // detect: by ending (.csv .jsonl .eml ...), then by looking
  std::optional<char> delimiter;   // CSV: found by looking when not given (comma, tab, semicolon, bar)
  bool header = true;              // CSV: the first record names the columns; else they are 1, 2, 3, ...
  // The last five formats have texts and no names for them; these are given.
  std::string text_name = "text", label_name = "label";
  bool mail_headers = false;          // mails have a second column of texts: what their headers say
  std::size_t batch_bytes = 1 << 18;  // how much is read at a time; does not change a result
  Ranks* ranks = nullptr;             // among whom the rows are shared out; null: there is one reader
};

// What the input says about a column: ARFF in its head, formats of texts by what they are.
struct DeclaredColumn {
  std::string name;
  enum class Kind { unknown, numeric, values, text, target, name } kind = Kind::unknown;
  std::vector<std::string> values;  // kind values: those it can take
  // Not empty: the column is of this kind whatever its cells are, and this is why, for people.
  std::string why = {};
};

class Table {
 public:
  // Files in order, all of one format, "-" is standard input. gz, zst and xz are recognised by their bytes.
  // Directories hold texts or mails, a file each; docs/formats.md says what the classes are. With ranks all
  // of them open the same files, and share them out by bytes.
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

  // Reads from the start. A pipe is kept in a temporary file when `again` says that it will be read once
  // more. Of a table that is shared out, the rows of this rank.
  std::unique_ptr<Source<Records>> rows(bool again = false) const;
  std::unique_ptr<Source<Records>> all_rows(bool again = false) const;  // whoever has them

 private:
  struct State;
  explicit Table(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

// Facts about every column, from one reading of all rows; or of the first batch of them only, for who needs
// no more than an impression.
std::vector<ColumnProfile> profile(const Table& table,
                                   const std::vector<std::string>& missing = ChunkSpec().missing,
                                   bool skip_bad_rows = false, unsigned threads = 1, const Tick& tick = {},
                                   ReadCounts* counts = nullptr, bool head_only = false);

}  // namespace priory
