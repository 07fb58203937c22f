// SPDX-License-Identifier: Apache-2.0
// priory explain MODEL DATA or --text "...": why a row scores as it does, in log-odds between two classes.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "arguments/output_arguments.h"

namespace priory::app {
namespace {

struct Explain {
  std::string model_path;
  std::vector<std::string> data;
  std::string text, label, against;
  std::size_t row = 0, limit = 5, top = 15;
  OutputArguments output;
  ReadArguments read;
  PosteriorArguments posterior;

  int run() {
    output.check();
    const Classifier loaded = load(model_path, Check::used);
    require_target(loaded.plan());
    if (data.empty() == text.empty())
      throw Error(ErrorKind::usage, "explain needs rows: either DATA or --text \"...\"");
    text.empty() ? explain_rows(loaded) : explain_text(loaded);
    return 0;
  }

  void explain_rows(const Classifier& loaded) {
    const Table table = read.open(data, loaded.plan());
    ReadingOptions reading;
    reading.explained = true;
    reading.skip_bad_rows = read.skip_bad_rows();
    const Classifier model = posterior.adjusted(loaded, rows_of(loaded, table, reading), read.thread_count());
    reading.again = false;
    ReadCounts counts;
    const std::size_t first = row == 0 ? 0 : row - 1;
    Explanations out(*this, model, first);
    model.explain(*rows_of(model, table, reading, &counts)(), first, row == 0 ? limit : 1,
                  [&](const Explanation& each) { out.add(each); });
    if (out.number == first)
      throw Error(ErrorKind::data, fmt::format("there is no row {}", first + 1), {table.paths()[0], 0, 0});
    write_output(out.finish());
    report_counts(counts);
  }

  // The one row there is; the model's other columns are missing in it.
  void explain_text(const Classifier& loaded) {
    if (row > 1) throw Error(ErrorKind::data, fmt::format("there is no row {}", row), {"--text", 0, 0});
    const Classifier model = posterior.adjusted(loaded, no_rows(), 1);
    ReadingOptions reading;
    reading.explained = true;
    Explanations out(*this, model, 0);
    model.explain(*rows_of(model, table_of_text(loaded.plan(), text), reading)(), 0, 1,
                  [&](const Explanation& each) { out.add(each); });
    write_output(out.finish());
  }

  // Explanations as they are shown, one after the other.
  struct Explanations {
    Explanations(const Explain& how, const Classifier& of, std::size_t first)
        : number(first), how_(how), model_(of), writer_(out_) {
      if (how_.output.as_json())
        writer_.begin_object().member("schema", "priory.explanation/1").key("rows").begin_array();
    }

    void add(const Explanation& each) {
      ++number;
      if (how_.output.as_rows())
        how_.add_reasons(table_, model_, each, number);
      else if (how_.output.as_json())
        write_json(writer_, model_, each, how_.pair_of(model_, each), number);
      else
        how_.write_text(out_, model_, each, number);
    }

    std::string finish() {
      if (how_.output.as_json()) writer_.end_array().end_object();
      if (how_.output.as_rows()) out_ << how_.output.table(table_);
      return out_.str();
    }

    std::size_t number;  // of the row added last

   private:
    const Explain& how_;
    const Classifier& model_;
    std::ostringstream out_;
    JsonWriter writer_;
    TextTable table_ = TextTable({"row", "predicted", "probability", "class", "against", "kind", "feature",
                                  "value", "count", "log_odds"});
  };

  ComparedClasses pair_of(const Classifier& model, const Explanation& each) const {
    return compared_classes(model, each, label, against);
  }

  static std::string shown_name(const Reason& reason) {
    switch (reason.kind) {
      case Reason::Kind::prior:
        return "class prior";
      case Reason::Kind::absent:
        return fmt::format("{}: the words it has not", reason.feature);
      case Reason::Kind::unseen:
        return fmt::format("{}={}{}, not in the model", reason.feature, reason.value, times(reason));
      default:
        break;
    }
    if (reason.value.empty()) return reason.feature;
    return fmt::format("{}={}{}", reason.feature, reason.value, times(reason));
  }

  static std::string times(const Reason& reason) {
    const bool itself = reason.value == fmt::format("{}", reason.count);
    return reason.count == 1 || itself ? "" : fmt::format(" × {:.4g}", reason.count);
  }

  void write_text(std::ostream& out, const Classifier& model, const Explanation& each,
                  std::size_t number) const {
    const auto pair = pair_of(model, each);
    const auto& classes = model.classes();
    if (out.tellp() > 0) out << '\n';
    const double raw = each.raw_log_posterior[each.predicted];
    out << fmt::format("row {}: {} with probability {:.4f}{}{}\n", number,
                       coloured(printable(classes[each.predicted]), kBold),
                       std::exp(each.log_posterior[each.predicted]),
                       each.raw_log_posterior == each.log_posterior
                           ? ""
                           : fmt::format(" ({:.4f} as the sum has it)", std::exp(raw)),
                       each.impossible ? " (no class explains this row: the class prior decides)" : "");
    if (classes.size() < 2) return;
    out << fmt::format("log-odds of {} against {}:\n", printable(classes[pair.of]),
                       printable(classes[pair.against]));
    std::vector<const Reason*> reasons, silent;
    for (const Reason& reason : each.reasons) (reason.log_p.empty() ? silent : reasons).push_back(&reason);
    std::stable_sort(reasons.begin(), reasons.end(), [&](const Reason* a, const Reason* b) {
      return std::abs(contribution(*a, pair)) > std::abs(contribution(*b, pair));
    });
    write_bars(out, reasons, pair);
    const double total = each.log_scores[pair.of] == each.log_scores[pair.against]
                             ? 0
                             : each.log_scores[pair.of] - each.log_scores[pair.against];
    out << fmt::format("  {:>12}  {}\n", fixed_text(total, 4, true), "sum");
    write_silent(out, silent);
  }

  // Blue speaks for the class, orange against it, as in the confusion matrix.
  static constexpr std::string_view kFor = "38;5;33", kAgainst = "38;5;208", kBold = "1";

  static std::string coloured(const std::string& text, std::string_view colour) {
    return colour_output() ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
  }

  void write_bars(std::ostream& out, const std::vector<const Reason*>& reasons,
                  const ComparedClasses& pair) const {
    constexpr double kBar = 24;
    double largest = 0, rest = 0;
    for (const Reason* reason : reasons) {
      const double size = std::abs(contribution(*reason, pair));
      if (std::isfinite(size)) largest = std::max(largest, size);
    }
    for (std::size_t k = 0; k < reasons.size(); ++k) {
      const double value = contribution(*reasons[k], pair);
      if (k >= top) {
        rest += value;
        continue;
      }
      const double share = std::isinf(value) ? 1 : largest > 0 ? std::abs(value) / largest : 0;
      const std::string bar(static_cast<std::size_t>(std::lround(share * kBar)), value < 0 ? '-' : '+');
      const std::string shown = truncated(printable(shown_name(*reasons[k])), 38);
      out << fmt::format("  {:>12}  {}  {}\n", fixed_text(value, 4, true),
                         coloured(fmt::format("{:<24}", bar), value < 0 ? kAgainst : kFor), shown);
    }
    if (reasons.size() > top)
      out << fmt::format("  {:>12}  {:<24}  {} more\n", fixed_text(rest, 4, true), "", reasons.size() - top);
  }

  static void write_silent(std::ostream& out, const std::vector<const Reason*>& silent) {
    for (const Reason::Kind kind : {Reason::Kind::missing, Reason::Kind::unseen}) {
      constexpr std::size_t kListed = 10;
      std::string names;
      std::size_t count = 0;
      double total = 0;
      for (const Reason* reason : silent) {
        if (reason->kind != kind) continue;
        total += reason->count;
        if (++count <= kListed)
          names += (names.empty() ? "" : ", ") +
                   printable(reason->value.empty() ? reason->feature : reason->value + times(*reason));
      }
      if (count > kListed) names += fmt::format(" and {} more, {:.10g} in all", count - kListed, total);
      if (count > 0)
        out << fmt::format("  {} and left out: {}\n",
                           kind == Reason::Kind::missing ? "missing" : "not in the model", names);
    }
  }

  // A line for each reason, in full.
  void add_reasons(TextTable& to, const Classifier& model, const Explanation& each,
                   std::size_t number) const {
    const auto pair = pair_of(model, each);
    for (const Reason& reason : each.reasons)
      to.add_row({fmt::format("{}", number), model.classes()[each.predicted],
                  number_text(std::exp(each.log_posterior[each.predicted])), model.classes()[pair.of],
                  model.classes()[pair.against], std::string(name_of(reason.kind)), reason.feature,
                  reason.value, number_text(reason.count), number_text(contribution(reason, pair))});
  }
};

}  // namespace

Verb make_explain() {
  const auto self = std::make_shared<Explain>();
  Verb verb{"explain",
            "why a row gets its class",
            {"priory explain mail.priory new.csv --row 3",
             R"(priory explain mail.priory --text "free prize, call now")",
             "priory explain iris.priory new.csv --class setosa --against virginica"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.model(self->model_path);
  arguments.rows(self->data);
  arguments.text("--text", "TEXT", self->text, "a text instead of a file");
  arguments.group("Output");
  arguments.count("--row", "N", self->row, "only this row, counted from 1");
  arguments.count("--limit", "N", self->limit, "how many rows; 5 when not given");
  arguments.text("--class", "CLASS", self->label, "the class to explain; the predicted one when not given")
      .names_class();
  arguments
      .text("--against", "CLASS", self->against, "the class to compare with; the next best when not given")
      .names_class();
  arguments.count("--top", "N", self->top, "how many reasons to show; 15 when not given");
  self->output.declare(arguments, "everything, for machines");
  self->posterior.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--text", "--row", "--limit", "--class", "--against", "--top", "--json"};
  return verb;
}

}  // namespace priory::app
