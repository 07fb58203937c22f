// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sys/ioctl.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "priory/front_end.h"

#include "arguments/duckdb_file.h"
#include "files/output_file.h"
#include "ranks.h"

namespace priory::app {
namespace {

std::atomic<bool> interrupted{false};

int unreadable = -1;

// A verb may wait for a standard input that has nothing to say: from now on it cannot be read.
extern "C" void on_interrupt(int) {
  interrupted = true;
  if (unreadable >= 0) ::dup2(unreadable, STDIN_FILENO);
  std::signal(SIGINT, SIG_DFL);  // a second Ctrl-C ends at once
}

// The reader closed the pipe; exit quietly. Most programs end so; but a parent may have SIGPIPE ignored,
// and what is ignored is inherited.
void end_by_broken_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

}  // namespace

void ReadArguments::declare(Arguments& arguments, bool marks) {
  arguments.group("Reading");
  arguments.text(
      "--sql", "SELECT", sql,
      "databases and Parquet: the query whose rows are read, in place of a table (docs/databases.md)");
  arguments.text("--duckdb", "FILE", duckdb,
                 "where libduckdb.so is, if not where the system has its libraries; or PRIORY_DUCKDB in the "
                 "environment");
  arguments.flag("--no-header", no_header, "CSV: the first row is data; columns are named 1, 2, 3, ...");
  arguments.count("--skip-lines", "N", skip_lines, "CSV: so many lines stand above the header", 0);
  arguments.text("--delimiter", "CHAR", delimiter,
                 "CSV: one character, or 'tab'; found by looking when not given");
  arguments.word(
      "--input-format", "NAME", format,
      words_of<Format>(1),  // but "detect"
      "csv, jsonl, svmlight, arff, fasttext, lines (a text each), text or mail (a file each), mbox, sqlite, "
      "postgresql, or duckdb (Parquet, and what else it reads); "
      "by ending and by looking when not given");
  arguments.flag("--mail-headers", mail_headers, "mails: a second column, of what their headers say");
  if (marks)
    arguments.word(
        "--on-bad-row", "WHAT", on_bad_row, {"fail", "skip", "mark"},
        "fail; skip and count; or mark: answer with an error field, so that each row has its line");
  else
    arguments.word("--on-bad-row", "WHAT", on_bad_row, {"fail", "skip"}, "fail, or skip and count");
  arguments.count("--threads", "N", threads, "how many to use; all by default; never changes a result");
}

ReadOptions ReadArguments::options() const {
  ReadOptions options;
  options.ranks = ranks();
  options.format = value_of_word<Format>(format);
  options.sql = sql, options.duckdb = duckdb_file(duckdb);
  options.header = !no_header;
  options.skip_lines = skip_lines;
  options.mail_headers = mail_headers;
  if (delimiter == "tab" || delimiter == "\\t")
    options.delimiter = '\t';
  else if (delimiter.size() == 1)
    options.delimiter = delimiter[0];
  else if (!delimiter.empty())
    throw Error(ErrorKind::usage, fmt::format("--delimiter is one character, not '{}'", delimiter));
  return options;
}

Table ReadArguments::open(const std::vector<std::string>& paths, const ReadOptions& options) const {
  Table table = Table::open(paths, options);
  for (const std::string& text : table.notes()) note(text);
  detail(fmt::format("{}: {}{}{}", table.paths()[0], name_of(table.format()),
                     table.format() == Format::csv ? fmt::format(", delimiter '{}'", table.delimiter()) : "",
                     table.columns().empty() ? "" : fmt::format(", {} columns", table.columns().size())));
  if (mail_headers && table.format() != Format::mail && table.format() != Format::mbox)
    throw Error(ErrorKind::usage, fmt::format("--mail-headers is for mails, which {} is not", paths[0]), {},
                "if it is mail after all, say so: --input-format mail, or mbox");
  return table;
}

Table ReadArguments::open(const std::vector<std::string>& paths) const {
  return open(paths, options());
}

Table ReadArguments::open(const std::vector<std::string>& paths, const Plan& plan) const {
  Table table = open(paths, reading_for(plan, options()));
  if (plan.parts.size() == 1 && plan.parts[0].text && optional_columns(plan).empty())
    check_for_lines(table, plan.parts[0].columns[0]);
  return table;
}

Table table_of_text(const Plan& plan, const std::string& text) {
  std::string column;
  for (const PartPlan& part : plan.parts) {
    if (!part.text) continue;
    if (!column.empty())
      throw Error(ErrorKind::usage, "the model has several text columns: give the row as DATA");
    column = part.columns[0];
  }
  if (column.empty()) throw Error(ErrorKind::usage, "the model has no text column: give the row as DATA");
  ReadOptions options;
  options.format = Format::jsonl;
  return Table::from_text(json_line({{column}, {false}}, {&text, 1}), "--text", options);
}

// A model of texts, and what looks like a CSV file without a column of them.
void ReadArguments::check_for_lines(const Table& table, const std::string& text) const {
  if (format != "detect" || table.format() != Format::csv) return;
  std::vector<std::string> names;
  for (const DeclaredColumn& column : table.columns()) names.push_back(column.name);
  if (contains(names, text) || !did_you_mean(text, names).empty()) return;  // told by who reads the column
  throw Error(ErrorKind::data,
              fmt::format("{}: there is no column '{}', which the model needs", table.paths()[0], text), {},
              "it is read as CSV; where every line is a text, say --input-format lines");
}

unsigned ReadArguments::thread_count() const {
  constexpr std::size_t kMost = 1024;
  return threads > 0 ? static_cast<unsigned>(std::min(threads, kMost))
                     : std::max(1U, std::thread::hardware_concurrency() / ranks_here());
}

// A thread takes as long to start as some thousand lines to read.
unsigned ReadArguments::thread_count(const std::vector<std::string>& paths) const {
  constexpr std::uintmax_t kSmall = 1 << 16;
  std::uintmax_t size = 0;
  for (const std::string& path : paths) {
    std::error_code error;
    const auto each = std::filesystem::file_size(path, error);
    if (error) return thread_count();  // a pipe, or nothing that is there
    size += each;
  }
  return size < kSmall ? 1 : thread_count();
}

void catch_interrupt() {
  unreadable = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  std::signal(SIGINT, on_interrupt);
}

bool was_interrupted() {
  return interrupted;
}

void note_left_behind(const Classifier& model) {
  if (model.calibration() == nullptr) return;
  note("the calibration was fitted to other rows and is left out; train --calibrate makes a new one");
}

std::string since_calibration(const Calibration& calibration) {
  std::vector<std::string> changes;
  const auto add = [&](double rows, const char* what) {
    if (rows > 0) changes.push_back(fmt::format("{:.10g} {} {}", rows, rows == 1 ? "row" : "rows", what));
  };
  add(calibration.rows_learnt, "learnt"), add(calibration.rows_forgotten, "forgotten");
  return changes.empty() ? "" : fmt::format("; {} since", fmt::join(changes, " and "));
}

void save_model(const Classifier& model, const std::string& path) {
  if (is_first_rank()) save(model, path);
}

void require_target(const Plan& plan) {
  if (!plan.target.empty() || plan.structure.empty()) return;
  throw Error(ErrorKind::usage, "the network has no target: there is no class to predict", {},
              "train it with --target COL, or ask it with `priory query`");
}

void report_roles(const Plan& plan) {
  for (const ColumnRole& role : plan.roles) {
    if (role.role != "ignored")
      detail(fmt::format("column '{}' is {}: {}", role.name, role.role, role.reason));
    else if (const std::string text = left_out(role); !text.empty())
      note(text);
  }
  report_warnings(plan);
  for (const std::string& text : plan.notes) note(text);
}

void report_warnings(const Plan& plan) {
  for (const std::string& text : doubts_about(plan)) note(text);
}

void report_unseen(const std::vector<UnseenColumn>& columns) {
  constexpr std::size_t kTold = 5;
  if (ranks() != nullptr) return;  // this one's share of the rows says little
  for (std::size_t k = 0; k < std::min(kTold, columns.size()); ++k) note(columns[k].text());
  if (columns.size() > kTold) note(fmt::format("and {} more such columns", columns.size() - kTold));
}

void report_counts(const ReadCounts& mine) {
  for (const std::string& text : notes_on(over_ranks(mine))) note(text);
}

// mpirun gives its processes terminals of their own, wherever the output goes.
bool terminal_output() {
  return ranks() == nullptr && isatty(STDOUT_FILENO) != 0;
}

bool colour_output() {
  // NOLINTBEGIN(concurrency-mt-unsafe): nobody sets them
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  // NOLINTEND(concurrency-mt-unsafe)
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return terminal_output() && !dumb && (none == nullptr || *none == '\0');
}

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* columns = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  const int width = columns == nullptr ? 0 : std::atoi(columns);
  return width > 0 ? static_cast<std::size_t>(width) : 80;
}

namespace {

// The length of a sequence of ours that begins here: one that sets a colour.
std::size_t colour_length(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end < text.size() && text[end] == 'm' ? end + 1 : 0;
}

// Cells in the output come from anywhere too: nothing in them moves the cursor or names the window.
std::string for_terminal(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t\x1b"), text.size());
    out += printable(text.substr(0, end));
    text.remove_prefix(end);
    if (text.empty()) break;
    const std::size_t plain = text[0] == '\x1b' ? colour_length(text) : 1;
    out += plain > 0 ? std::string(text.substr(0, plain)) : printable(text.substr(0, 1));
    text.remove_prefix(std::max<std::size_t>(plain, 1));
  }
  return out;
}

}  // namespace

void write_output(std::string_view given) {
  if (!is_first_rank()) return;
  const std::string safe = terminal_output() ? for_terminal(given) : std::string();
  const std::string_view text = terminal_output() ? std::string_view(safe) : given;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) end_by_broken_pipe();
  throw Error(ErrorKind::io,
              fmt::format("cannot write the output: {}", std::generic_category().message(errno)));
}

void write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  if (!is_first_rank()) return;
  OutputFile file(path);
  std::ofstream out(file.place(), std::ios::binary);
  write(out);
  out.close();
  if (!out) throw Error(ErrorKind::io, "cannot write " + path);
  file.commit();
}

}  // namespace priory::app
