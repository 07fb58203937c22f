// SPDX-License-Identifier: Apache-2.0
// Learning curves of the pair as a table for people, Markdown and CSV.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/report.h"

namespace priory {
namespace {

// "0.8312 ± 0.0041"; with digits that are its own.
std::string with_reach(const RepeatedFigure& figure) {
  const std::string mean = fixed_text(figure.mean, 4);
  return std::isnan(figure.high)
             ? mean
             : fmt::format("{} ± {}", mean,
                           fixed_text(std::max(figure.high - figure.mean, figure.mean - figure.low), 4));
}

std::string digits_of(double value) {
  return std::isnan(value) ? "" : number_text(value);
}

TextTable people_table(const Pair& pair, RepeatedFigure PairSide::*figure) {
  TextTable table({"rows", "generative", "discriminative", "between", "L of it"});
  for (const PairPoint& at : pair.points) {
    if (!at.trouble.empty()) {
      table.add_row({fmt::format("{}", at.rows), "–", "–", "–", "–"});
      continue;
    }
    table.add_row({fmt::format("{}", at.rows), with_reach(at.generative.*figure),
                   with_reach(at.discriminative.*figure), with_reach(at.between.*figure),
                   fmt::format("{:g}", at.l2_between)});
  }
  return table;
}

std::string crossing_text(const std::string& name, const std::optional<double>& rows, std::size_t most) {
  if (!rows) return fmt::format("{}: the generative model is better up to {} rows\n", name, most);
  if (*rows == 0) return fmt::format("{}: the discriminative model is better at all sizes\n", name);
  const double ten = std::pow(10, std::floor(std::log10(*rows)) - 1);  // two digits are more than is known
  return fmt::format("{}: the discriminative model is better from about {:.0f} rows on\n", name,
                     std::round(*rows / ten) * ten);
}

std::string about_pair(const Pair& pair) {
  std::string families;
  for (const std::string& each : pair.families) families += (families.empty() ? "" : ", ") + each;
  return fmt::format("{} rows, {} held out in each of {} {}; generative: {}, at its temperature\n", pair.rows,
                     pair.held_out, pair.repeats, pair.repeats == 1 ? "repeat" : "repeats", families);
}

std::string pair_verdict(const Pair& pair) {
  const std::size_t most = pair.points.back().rows;
  std::string out = crossing_text("accuracy", pair.crossing_accuracy, most) +
                    crossing_text("log loss", pair.crossing_log_loss, most);
  for (const PairPoint& at : pair.points) {
    if (!at.trouble.empty()) out += fmt::format("no figures for {} rows: {}\n", at.rows, at.trouble);
  }
  return out;
}

}  // namespace

std::string to_text(const Pair& pair, const TextStyle& style) {
  return about_pair(pair) + "\naccuracy\n" + people_table(pair, &PairSide::accuracy).text(style.width) +
         "\nlog loss\n" + people_table(pair, &PairSide::log_loss).text(style.width) + '\n' +
         (style.speller ? spelt(pair_verdict(pair), style.speller) : pair_verdict(pair));
}

std::string to_markdown(const Pair& pair) {
  return about_pair(pair) + "\nAccuracy:\n\n" + people_table(pair, &PairSide::accuracy).markdown() +
         "\nLog loss:\n\n" + people_table(pair, &PairSide::log_loss).markdown() + '\n' + pair_verdict(pair);
}

std::string to_csv(const Pair& pair, char delimiter) {
  std::vector<std::string> header = {"rows"};
  for (const char* side : {"generative", "discriminative", "between"}) {
    for (const char* figure : {"accuracy", "log_loss"}) {
      for (const char* what : {"", "_low", "_high"})
        header.push_back(fmt::format("{}_{}{}", side, figure, what));
    }
  }
  header.insert(header.end(), {"l2_towards_zero", "l2_between"});
  TextTable table(header);
  for (const PairPoint& at : pair.points) {
    std::vector<std::string> cells = {fmt::format("{}", at.rows)};
    for (const PairSide* side : {&at.generative, &at.discriminative, &at.between}) {
      for (const RepeatedFigure* figure : {&side->accuracy, &side->log_loss}) {
        for (const double value : {figure->mean, figure->low, figure->high})
          cells.push_back(at.trouble.empty() ? digits_of(value) : "");
      }
    }
    for (const double l2 : {at.l2_towards_zero, at.l2_between})
      cells.push_back(at.trouble.empty() ? digits_of(l2) : "");
    table.add_row(std::move(cells));
  }
  return table.csv(delimiter);
}

}  // namespace priory
