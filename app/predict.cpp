// SPDX-License-Identifier: Apache-2.0
// priory predict MODEL DATA...: a row of output for each row of input, in order.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <sstream>

#include "arguments/output_arguments.h"
#include "files/output_file.h"
#include "ranks.h"

namespace priory::app {
namespace {

struct Predict {
  std::string model_path, text, path = "-";  // of the output; - is stdout
  std::vector<std::string> data;
  bool proba = false, log_proba = false, keep_all = false, json = false, as_table = false;
  char delimiter = ',';
  OutputArguments output;
  std::string keep;
  std::size_t top = 1;
  std::string exit_class;
  ReadArguments read;
  DecisionArguments decision;
  PosteriorArguments posterior;
  std::atomic<std::size_t> impossible{0}, rejected{0};
  std::atomic<std::size_t> last_answer{Decision::kNone};

  static constexpr const char* kError = "error";  // the column that says why a row could not be read

  int run() {
    if (data.empty() == text.empty())
      throw Error(ErrorKind::usage, "predict needs rows: either DATA or --text \"...\"", {},
                  "priory predict --help tells more");
    if (proba && log_proba) throw Error(ErrorKind::usage, "--proba and --log-proba exclude each other");
    if (top > 1 && (proba || log_proba))
      throw Error(ErrorKind::usage, "--top goes with neither --proba nor --log-proba");
    if (!exit_class.empty() && ranks() != nullptr)
      throw Error(ErrorKind::usage, "--exit-class answers for one row: one process is enough");
    const Classifier loaded = load(model_path, Check::used);
    require_target(loaded.plan());
    const Decision decide = decision.decide(loaded.classes());
    const std::size_t wanted = exit_class.empty() ? 0 : find_class(loaded.classes(), exit_class);
    ReadingOptions reading;
    reading.skip_bad_rows = read.skip_bad_rows();
    reading.mark_bad_rows = read.mark_bad_rows();
    reading.keep_all = keep_all;
    reading.keep = parse_list(keep);
    ReadCounts counts;
    const Table table = text.empty() ? read.open(data, loaded.plan()) : table_of_text(loaded.plan(), text);
    const Classifier model = posterior.adjusted(
        loaded, text.empty() ? rows_of(loaded, table, reading) : no_rows(), read.thread_count(data));
    reading.again = false;
    UnseenCells unseen(model);
    const auto rows = rows_of(model, table, reading, &counts, &unseen)();
    output.check();
    json = output.as_json();
    as_table = !json && (output.format.empty() ? path == "-" && terminal_output()
                                               : output.format == "text" || output.format == "md");
    OutputFile file(path);
    if (output.format == "tsv") delimiter = '\t';
    std::vector<std::string> header = kept_names(table, reading);
    for (std::string& name : own_names(model)) header.push_back(std::move(name));
    if (!json && !as_table) file.write(csv_line(header, delimiter));
    const bool plain = !json && !read.mark_bad_rows() && !as_table && !proba && !log_proba && top < 2;
    std::vector<std::string> labels;
    for (const std::string& label : model.classes()) {
      labels.push_back(csv_line({label}, delimiter));
      labels.back().pop_back();  // the end of the line
    }
    const auto format = [&](const ScoredChunk& chunk, std::string& out) {
      plain&& chunk.chunk->kept_names.empty() ? add_plain_rows(labels, decide, chunk, out)
                                              : add_rows(model, decide, header, chunk, unseen, out);
    };
    std::string shown;
    OrderedOutput out([&](const std::string& lines) { as_table ? void(shown += lines) : file.write(lines); });
    model.score(
        *rows, format, [&](const std::string& lines) { out.add(lines); }, read.thread_count(data),
        progress("predicting"));
    out.finish();
    if (as_table) file.write(table_of(header, shown));
    file.commit();
    report_counts(counts);
    report_unseen(unseen.columns());
    counts.rows = over_ranks(counts.rows), rejected = over_ranks(rejected),
    impossible = over_ranks(impossible);
    if (rejected > 0) note(fmt::format("{} of {} rows got no class", rejected.load(), counts.rows));
    if (impossible > 0)
      note(
          fmt::format("{} probability zero in every class and got the class prior; smoothing would help "
                      "(--alpha, --var-smoothing)",
                      impossible == 1 ? "1 row has" : fmt::format("{} rows have", impossible.load())));
    if (exit_class.empty()) return 0;
    if (counts.rows != 1)
      throw Error(ErrorKind::data,
                  fmt::format("--exit-class answers for one row; there are {}", counts.rows));
    return last_answer == wanted ? 0 : 1;
  }

  static std::vector<std::string> kept_names(const Table& table, const ReadingOptions& reading) {
    if (table.columns().empty()) return reading.keep;
    std::vector<std::string> out;
    for (const DeclaredColumn& column : table.columns()) {
      if (reading.keep_all || contains(reading.keep, column.name)) out.push_back(column.name);
    }
    return out;
  }

  std::vector<std::string> own_names(const Classifier& model) const {
    std::vector<std::string> out = {"predicted"};
    if (proba || log_proba) {
      for (const std::string& label : model.classes()) out.push_back((proba ? "p:" : "logp:") + label);
    } else {
      out.emplace_back("probability");
      for (std::size_t k = 2; k <= std::min(top, model.classes().size()); ++k) {
        out.push_back(fmt::format("predicted_{}", k));
        out.push_back(fmt::format("probability_{}", k));
      }
    }
    if (read.mark_bad_rows()) out.emplace_back(kError);
    return out;
  }

  // For the table: NUL ends a cell.
  static std::string table_line(const std::vector<std::string>& cells) {
    std::string out;
    for (const std::string& cell : cells) {
      std::copy_if(cell.begin(), cell.end(), std::back_inserter(out), [](char c) { return c != 0; });
      out += '\0';
    }
    return out;
  }

  std::string figure(double value) const { return as_table ? fixed_text(value, 4) : number_text(value); }

  // The rows as most ask for them, without a string for every cell.
  void add_plain_rows(const std::vector<std::string>& labels, const Decision& decide,
                      const ScoredChunk& chunk, std::string& out) {
    for (std::size_t row = 0; row < chunk.chunk->n_rows; ++row) {
      if (chunk.impossible[row]) ++impossible;
      const std::span<const double> log_posterior = chunk.row(row);
      const std::size_t answer = choose(decide, log_posterior);
      const std::size_t best = answer == Decision::kNone ? best_class(log_posterior) : answer;
      if (answer != Decision::kNone) out += labels[best];
      out += delimiter;
      fmt::format_to(std::back_inserter(out), "{}\n", std::exp(log_posterior[best]));
    }
  }

  std::size_t choose(const Decision& decide, std::span<const double> log_posterior) {
    const std::size_t answer = decide(log_posterior);
    if (answer == Decision::kNone) ++rejected;
    last_answer = answer;
    return answer;
  }

  void add_rows(const Classifier& model, const Decision& decide, const std::vector<std::string>& header,
                const ScoredChunk& chunk, const UnseenCells& unseen, std::string& out) {
    const std::size_t n_kept = chunk.chunk->kept_names.size();
    auto bad = chunk.chunk->bad.begin();
    for (std::size_t row = 0; row < chunk.chunk->n_rows; ++row) {
      std::vector<std::string> cells(chunk.chunk->kept.begin() + static_cast<long>(row * n_kept),
                                     chunk.chunk->kept.begin() + static_cast<long>((row + 1) * n_kept));
      if (bad != chunk.chunk->bad.end() && bad->row == row) {
        cells.resize(header.size());
        cells.back() = fmt::format("{}: {}", bad->place.text(), bad->reason), ++bad;
      } else {
        if (chunk.impossible[row]) ++impossible;
        add_answer(model, decide, chunk.row(row), cells);
        cells.resize(header.size());
      }
      out += json       ? json_line(header, cells, n_kept, unseen.columns_of(*chunk.chunk, row))
             : as_table ? table_line(cells)
                        : csv_line(cells, delimiter);
    }
  }

  void add_answer(const Classifier& model, const Decision& decide, std::span<const double> log_posterior,
                  std::vector<std::string>& cells) {
    const std::size_t answer = choose(decide, log_posterior);
    const std::size_t best = answer == Decision::kNone ? best_class(log_posterior) : answer;
    cells.push_back(answer == Decision::kNone ? "" : model.classes()[best]);
    if (proba || log_proba) {
      for (const double value : log_posterior) cells.push_back(figure(log_proba ? value : std::exp(value)));
      return;
    }
    cells.push_back(figure(std::exp(log_posterior[best])));
    if (top < 2) return;
    const std::vector<std::size_t> order = ranked(log_posterior, best);
    for (std::size_t k = 1; k < std::min(top, order.size()); ++k) {
      cells.push_back(model.classes()[order[k]]);
      cells.push_back(figure(std::exp(log_posterior[order[k]])));
    }
  }

  // One object a row; what is passed through stays text, our own figures are numbers. Columns whose value
  // training has not seen are named.
  static std::string json_line(const std::vector<std::string>& header, const std::vector<std::string>& cells,
                               std::size_t n_kept, const std::vector<std::string>& unseen) {
    std::ostringstream out;
    JsonWriter writer(out);
    writer.begin_array().begin_object();
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool label = k < n_kept || header[k].starts_with("predicted") || header[k] == kError;
      const bool none = k >= n_kept && cells[k].empty();
      none    ? writer.member(header[k], nullptr)
      : label ? writer.member(header[k], cells[k])
              : writer.member(header[k], std::strtod(cells[k].c_str(), nullptr));
    }
    if (!unseen.empty()) writer.member("unseen", unseen);
    writer.end_object();
    std::string text = out.str();
    text.erase(0, text.find('{'));
    return text + '\n';
  }

  std::string table_of(const std::vector<std::string>& header, std::string_view lines) const {
    TextTable table(header);
    while (!lines.empty()) {
      std::vector<std::string> cells;
      while (cells.size() < header.size()) {
        cells.emplace_back(lines.substr(0, lines.find('\0')));
        lines.remove_prefix(cells.back().size() + 1);
      }
      table.add_row(std::move(cells));
    }
    return output.table(table);
  }
};

}  // namespace

Verb make_predict() {
  const auto self = std::make_shared<Predict>();
  Verb verb{"predict",
            "the class of each row",
            {"priory predict mail.priory new.csv >labels.csv",
             "priory predict mail.priory --text \"free prize, call now\"",
             "priory predict mail.priory new.csv --proba --keep id -o labels.csv",
             "priory predict mail.priory inbox/ --keep file",
             "tail -n 100 log | priory predict log.priory - --input-format lines",
             "zcat log.csv.gz | priory predict log.priory - --top 3"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.model(self->model_path);
  arguments.rows(self->data);
  arguments.text("--text", "TEXT", self->text, "a text instead of a file");
  arguments.group("Output");
  arguments.text("-o,--output", "FILE", self->path, "write there, whole or not at all; stdout when not given")
      .writes();
  arguments.flag("--proba", self->proba, "the probability of every class: predicted,p:CLASS,...");
  arguments.flag("--log-proba", self->log_proba, "its natural logarithm: predicted,logp:CLASS,...");
  arguments.count("--top", "K", self->top, "the K most probable classes");
  arguments.text("--keep", "COLS", self->keep, "input columns to pass through").names_columns();
  arguments.flag("--keep-all", self->keep_all, "pass all input columns through");
  self->output.declare(arguments, "a JSON object a row");
  arguments
      .text("--exit-class", "CLASS", self->exit_class,
            "one row: end with code 0 if it is of this class, with 1 if not; for filters of mail")
      .names_class();
  self->decision.declare(arguments);
  self->posterior.declare(arguments);
  self->read.declare(arguments, true);
  verb.matter = {"--text", "--output",    "--proba",      "--top",         "--keep",
                 "--json", "--threshold", "--on-bad-row", "--input-format"};
  return verb;
}

}  // namespace priory::app
