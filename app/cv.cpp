// SPDX-License-Identifier: Apache-2.0
// priory cv DATA... --target COL: how good a model learnt from these rows is on rows it has not seen.
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "training_data.h"

namespace priory::app {
namespace {

// The figures of one fold.
struct FoldFigures {
  std::size_t repeat = 1, fold = 1;
  Measures measures;
};

struct Figure {
  std::string_view name, key;
  double (*of)(const Measures&);
};

constexpr Figure kFigures[] = {
    {"accuracy", "accuracy", [](const Measures& m) { return m.accuracy; }},
    {"macro F1", "f1_macro", [](const Measures& m) { return m.macro.f1; }},
    {"log loss", "log_loss", [](const Measures& m) { return m.log_loss; }},
    {"ROC AUC", "roc_auc", [](const Measures& m) { return m.roc_auc.value_or(std::nan("")); }},
};

// Over the folds; the standard deviation has n - 1 in it.
std::pair<double, double> mean_and_sd(const std::vector<FoldFigures>& folds, const Figure& figure) {
  double n = 0, sum = 0, squares = 0;
  for (const FoldFigures& each : folds) {
    const double value = figure.of(each.measures);
    if (std::isnan(value)) continue;
    ++n, sum += value;
  }
  const double mean = n > 0 ? sum / n : std::nan("");
  for (const FoldFigures& each : folds) {
    const double off = figure.of(each.measures) - mean;
    if (!std::isnan(off)) squares += off * off;
  }
  return {mean, n > 1 ? std::sqrt(squares / (n - 1)) : std::nan("")};
}

std::string shown(double value) {
  return std::isnan(value) ? "–" : fmt::format("{:.4f}", value);
}

struct CrossValidate {
  std::vector<std::string> data;
  std::string folds = "10", group;
  std::size_t repeat = 1;
  std::uint64_t seed = 1;
  bool json = false;
  ReadArguments read;
  PlanArguments shape;
  DecisionArguments decision;

  int run() {
    const bool each_row = folds == "n";
    const std::size_t n_folds = each_row ? 0 : parse_folds();
    if (each_row && (repeat > 1 || !group.empty()))
      throw Error(ErrorKind::usage,
                  "--folds n leaves out every row once: --repeat and --group have no place");
    const TrainingData source(read, shape.finish(), data, group);
    const unsigned threads = read.thread_count();
    const LabelledRows rows(source.plan(), source.opener(), 0, threads, progress("reading"));
    const Judging judging{decision.decide(rows.classes()), decision.positive_name()};
    std::vector<FoldFigures> figures;
    Evaluation all(rows.classes(), judging.positive);
    if (each_row) {
      all = leave_one_out(rows, source.plan(), judging, rows.n_rows(), threads, progress("leaving out"));
    } else {
      for (std::size_t r = 0; r < repeat; ++r) {
        const auto fold_of_row = assign_folds(rows, {n_folds, !group.empty(), seed + r});
        const auto judged =
            cross_validate(rows, source.plan(), fold_of_row, judging, threads, progress("validating"));
        for (std::size_t f = 0; f < judged.size(); ++f) {
          figures.push_back({r + 1, f + 1, judged[f].measure()});
          all.merge(judged[f]);
        }
      }
    }
    const Measures measures = all.measure();
    std::ostringstream out;
    json ? write_json(out, figures, measures) : write_text(out, figures, measures);
    write_output(out.str());
    report_roles(source.plan());
    report_counts(source.counts());
    return 0;
  }

  std::size_t parse_folds() const {
    std::size_t out = 0;
    const char* end = folds.data() + folds.size();
    const auto [at, error] = std::from_chars(folds.data(), end, out);
    if (error == std::errc() && at == end && out >= 2) return out;
    throw Error(ErrorKind::usage, fmt::format("--folds takes a number from 2 on, or n, not '{}'", folds), {},
                "--folds n leaves out one row at a time");
  }

  void write_text(std::ostream& out, const std::vector<FoldFigures>& figures, const Measures& all) const {
    if (figures.empty()) {
      out << "every row by the model of all others\n";
    } else {
      std::vector<std::string> header = {repeat > 1 ? "repeat, fold" : "fold", "rows"};
      for (const Figure& figure : kFigures) header.emplace_back(figure.name);
      TextTable table(header);
      for (const FoldFigures& each : figures) {
        std::vector<std::string> cells = {
            repeat > 1 ? fmt::format("{}, {}", each.repeat, each.fold) : fmt::format("{}", each.fold),
            fmt::format("{}", each.measures.rows)};
        for (const Figure& figure : kFigures) cells.push_back(shown(figure.of(each.measures)));
        table.add_row(std::move(cells));
      }
      std::vector<std::string> means = {"mean", ""}, sds = {"sd", ""};
      for (const Figure& figure : kFigures) {
        const auto [mean, sd] = mean_and_sd(figures, figure);
        means.push_back(shown(mean)), sds.push_back(shown(sd));
      }
      table.add_row(means);
      table.add_row(sds);
      out << table.text(terminal_width()) << "\nall folds together\n";
    }
    out << to_text(all, terminal_width());
  }

  void write_json(std::ostream& out, const std::vector<FoldFigures>& figures, const Measures& all) const {
    JsonWriter writer(out);
    writer.begin_object().member("schema", "priory.cv/1");
    if (figures.empty())
      writer.member("folds", "n");
    else
      writer.member("folds", figures.size() / repeat);
    writer.member("repeat", repeat).member("seed", seed);
    writer.key("per_fold").begin_array();
    for (const FoldFigures& each : figures) {
      writer.begin_object().member("repeat", each.repeat).member("fold", each.fold);
      writer.member("rows", each.measures.rows);
      for (const Figure& figure : kFigures) write_figure(writer, figure.key, figure.of(each.measures));
      writer.end_object();
    }
    writer.end_array();
    for (const bool sd : {false, true}) {
      writer.key(sd ? "sd" : "mean").begin_object();
      for (const Figure& figure : kFigures) {
        const auto both = mean_and_sd(figures, figure);
        write_figure(writer, figure.key, sd ? both.second : both.first);
      }
      writer.end_object();
    }
    writer.key("evaluation");
    priory::write_json(writer, all);
    writer.end_object();
  }

  static void write_figure(JsonWriter& writer, std::string_view key, double value) {
    std::isnan(value) ? writer.member(key, nullptr) : writer.member(key, value);
  }
};

}  // namespace

Verb make_cv() {
  const auto self = std::make_shared<CrossValidate>();
  Verb verb{"cv",
            "how good a model of these rows is, by cross-validation",
            {"priory cv iris.csv --target species",
             "priory cv mail.csv --target label --text body --folds 5 --repeat 3",
             "priory cv visits.csv --target result --group patient",
             "priory cv votes.csv --target party --folds n"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.texts("DATA", "", self->data, "files of rows; - is a pipe").required = true;
  arguments.group("Folds");
  arguments.text("--folds", "K", self->folds, "how many; 10 when not given; n leaves out one row at a time");
  arguments.count("--repeat", "N", self->repeat, "deal the rows out anew and do it again");
  arguments.text("--group", "COL", self->group, "rows with the same value of this column are in one fold");
  arguments.seed(self->seed);
  arguments.group("Output");
  arguments.flag("--json", self->json, "for machines");
  self->decision.declare(arguments);
  self->shape.declare(arguments);
  self->read.declare(arguments);
  return verb;
}

}  // namespace priory::app
