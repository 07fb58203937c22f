// SPDX-License-Identifier: Apache-2.0
#include "plan/infer.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

#include "core/date.h"

namespace priory {
namespace {

constexpr std::size_t kFewRows = 20;  // below, "all different" means nothing
constexpr double kNearlyAllNumbers = 0.9;
constexpr double kWordsOfText = 3;       // words a cell from which on it is prose
constexpr double kCharactersOfText = 8;  // letters a cell, where no spaces part the words
constexpr double kSmallestDispersion = 0.25, kLargestDispersion = 4;  // variance / mean of plausible counts

std::string lowered(const std::string& name) {
  std::string out;
  std::transform(name.begin(), name.end(), std::back_inserter(out),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool named_id(const std::string& name) {
  const std::string lower = lowered(name);
  return lower == "id" || lower == "uuid" || lower == "guid" || lower == "key" || lower == "index" ||
         lower == "rownames" || lower.ends_with("_id") || lower.ends_with(" id") || lower.ends_with("-id");
}

// Different in nearly every row, as far as the estimate of the distinct values can tell.
bool all_different(const ColumnProfile& c) {
  return c.n_present() >= kFewRows &&
         static_cast<double>(c.n_distinct) > 0.9 * static_cast<double>(c.n_present());
}

// Called an id, and different in every row of a small table or nearly every row of a large one.
bool is_named_id(const ColumnProfile& c) {
  return named_id(c.name) && (c.n_distinct == c.n_present() || all_different(c));
}

bool consecutive(const ColumnProfile& c) {
  return c.n_whole == c.n_present() && c.most - c.least + 1 == static_cast<double>(c.n_present());
}

Guess an_id(std::string reason);

// Also a single number in several spellings, 1 and 1.0: as values they differ, as numbers they do not.
bool is_constant(const ColumnProfile& c) {
  return c.n_distinct == 1 || (c.n_numbers == c.n_present() && c.least == c.most);
}

bool has_two_values(const ColumnProfile& c) {
  return c.n_distinct == 2 && c.examples.size() == 2;
}

Guess two_values(const ColumnProfile& c) {
  return {"bernoulli", "two values: " + c.examples[0] + ", " + c.examples[1]};
}

// Digits that are no number: a post code, an article.
Guess infer_code(const ColumnProfile& c) {
  const std::string what = fmt::format("a code: numbers with leading zeros, such as {}", c.examples[0]);
  if (all_different(c)) return an_id(what + "; all differ");
  return {"categorical", what};
}

Guess an_id(std::string reason) {
  return {.type = "ignore", .reason = std::move(reason), .id = true};
}

// Plain numbers, but for spellings of missing cells.
bool is_plain(Reading reading) {
  reading.missing.clear();
  return reading.plain();
}

// Answers 1 to 5: few whole levels without a gap, each of some rows.
bool is_scale(const ColumnProfile& c, bool may_have_gaps) {
  constexpr std::size_t kMostLevels = 10, kRowsALevel = 10;
  const std::size_t n = c.levels.size();
  if (c.sparse || n < 3 || n > kMostLevels || n != c.n_distinct || c.n_whole != c.n_present()) return false;
  const bool no_gap = c.most - c.least + 1 == static_cast<double>(n);
  return (no_gap || may_have_gaps) && c.n_present() >= kRowsALevel * n;
}

// Counts fall off from 0, most of them are 0, or they thin out at their end.
bool falls_off(const ColumnProfile& c) {
  if (c.least != 0) return false;
  std::map<double, std::uint64_t> levels;
  for (const CountedSpelling& each : c.levels) levels[std::strtod(each.text.c_str(), nullptr)] += each.count;
  std::vector<std::uint64_t> counts;
  counts.reserve(levels.size());
  for (const auto& [level, count] : levels) counts.push_back(count);
  const bool falling = std::ranges::is_sorted(counts, std::ranges::greater());
  const std::uint64_t others = *std::max_element(counts.begin() + 1, counts.end());
  return falling || 2 * counts[0] >= 3 * others || 10 * counts.back() < std::max(counts[0], others);
}

// How many of what a column counts since 1970 are a second.
double unix_unit(const ColumnProfile& c) {
  return c.least > 1e11 ? 1000 : 1;
}

std::string unix_format(const ColumnProfile& c) {
  return fmt::format("{} since 1970", unix_unit(c) > 1 ? "milliseconds" : "seconds");
}

// Days written as one number, 20241231.
bool is_day_number(const ColumnProfile& c) {
  const auto is_day = [](const NumberCount& each) {
    return parse_date(fmt::format("{}", each.value), DateFormat::iso).has_value();
  };
  return c.n_whole == c.n_present() && c.n_distinct > 2 && c.least >= kFirstDayNumber &&
         c.most <= kLastDayNumber && !c.numbers.empty() && std::ranges::all_of(c.numbers, is_day);
}

// Seconds or milliseconds since 1970, of the years 2000 to 2040.
bool is_unix_time(const ColumnProfile& c) {
  constexpr double kFirst = 946684800, kLast = 2208988800;
  const double unit = unix_unit(c);
  return c.n_whole == c.n_present() && c.n_distinct > 2 && c.least >= kFirst * unit && c.most <= kLast * unit;
}

bool named_time(const std::string& name) {
  const std::string lower = lowered(name);
  for (const char* each : {"time", "date", "stamp", "epoch", "unix", "created", "updated", "datum", "zeit"}) {
    if (lower.find(each) != std::string::npos) return true;
  }
  return lower == "ts" || lower == "when" || lower.ends_with("_at") || lower.ends_with("_ts");
}

Guess a_date(const std::string& name, const std::string& format) {
  return {.type = "ignore",
          .reason = fmt::format("a date ({}): ‹types› {}=date splits it into parts", format, name)};
}

Guess infer_number(const ColumnProfile& c, bool class_is_hidden) {
  const bool whole = c.n_whole == c.n_present();
  if (all_different(c) && consecutive(c))
    return an_id(fmt::format("an id: {} whole numbers in a row, {} to {}", c.n_present(), c.least, c.most));
  if (whole && is_named_id(c)) return an_id("an id by its name, and all differ");
  if (whole && c.unnamed && all_different(c)) return an_id("an id: a column without a name, and all differ");
  if (c.code && is_plain(c.reading)) return infer_code(c);
  const bool time = is_unix_time(c);
  const bool days = is_day_number(c);
  if (time && named_time(c.name)) return a_date(c.name, unix_format(c));
  if (days && named_time(c.name)) return a_date(c.name, "such as 20241231");
  if (whole && has_two_values(c)) return two_values(c);
  if (is_plain(c.reading) && is_scale(c, class_is_hidden) && !falls_off(c))
    return {"categorical", fmt::format("{} levels, {} to {}", c.levels.size(), c.least, c.most)};
  const double dispersion = c.mean > 0 ? c.variance / c.mean : 0;
  if (whole && c.least == 0 && dispersion >= kSmallestDispersion && dispersion <= kLargestDispersion) {
    return {"poisson", fmt::format("counts {} to {}, variance/mean {:.3g}", c.least, c.most, dispersion)};
  }
  Guess out{"gaussian", fmt::format("{}numbers, {:.6g} to {:.6g}", whole ? "whole " : "", c.least, c.most)};
  if (time)
    out.warning =
        fmt::format("its numbers could be times in {}; then add ‹types› {}=date", unix_format(c), c.name);
  if (days)
    out.warning =
        fmt::format("its numbers could be days, such as {}; then add ‹types› {}=date", c.least, c.name);
  if (c.n_zero_led > 0 && whole && is_plain(c.reading))
    out.warning = fmt::format("{} of its numbers begin with a 0; if it is a code, add ‹types› {}=categorical",
                              c.n_zero_led, c.name);
  return out;
}

Guess infer_words(const ColumnProfile& c) {
  const double words = static_cast<double>(c.n_words) / static_cast<double>(c.n_present());
  if (c.declared_text) return {"text", "the file declares it a string"};
  if (words >= kWordsOfText && c.n_distinct > 2) return {"text", fmt::format("{:.1f} words a cell", words)};
  const double characters = static_cast<double>(c.n_characters) / static_cast<double>(c.n_present());
  if (is_unspaced(c) && characters >= kCharactersOfText && c.n_distinct > 2) return {"text", "prose"};
  if (is_named_id(c)) return an_id("an id by its name, and all differ");
  if (has_two_values(c)) return two_values(c);
  if (all_different(c))
    return an_id(fmt::format("an id: {} different values in {} rows", c.n_distinct, c.n_present()));
  return {"categorical", fmt::format("{} values in {} rows", c.n_distinct, c.n_present())};
}

}  // namespace

std::string odd_cells(const ColumnProfile& c) {
  std::string out;
  std::uint64_t told = 0;
  for (const CountedSpelling& each : c.odd_spellings) {
    out += fmt::format("{}'{}'", out.empty() ? "" : ", ", each.text.substr(0, 30));
    if (each.count > 1) out += fmt::format(" ({})", each.count);
    told += each.count;
  }
  const std::uint64_t all = c.n_present() - c.n_numbers;
  if (told < all) out += fmt::format(" and {} more", all - told);
  return out;
}

bool is_unspaced(const ColumnProfile& c) {
  return 2 * c.n_unspaced > c.n_present();
}

Guess infer_type(const ColumnProfile& c, bool class_is_hidden) {
  if (c.n_present() == 0) return {"ignore", c.n_rows == 0 ? "there are no rows" : "every cell is missing"};
  if (!c.declared_values.empty()) {
    const bool two = c.declared_values.size() == 2;
    return {two ? "bernoulli" : "categorical",
            fmt::format("the file declares {} values", c.declared_values.size())};
  }
  if (is_constant(c))
    return {"ignore",
            fmt::format("one value only ('{}'){}", c.examples[0],
                        c.n_missing == 0 ? ": it tells no classes apart"
                                         : ", or missing; if an empty cell means no, write no there")};
  if (!c.reading.date.empty()) return a_date(c.name, c.reading.date);
  const bool numbers = c.n_numbers == c.n_present();
  if (numbers && !c.declared_words) return infer_number(c, class_is_hidden);
  Guess guess = infer_words(c);
  if (numbers && guess.warning.empty())
    guess.warning = fmt::format(
        "the database declares it a text, and every cell is a number; if it is one, "
        "add ‹types› {}=gaussian",
        c.name);
  if (c.declared_words) return guess;
  if (c.reading.truth.empty() &&
      static_cast<double>(c.n_numbers) >= kNearlyAllNumbers * static_cast<double>(c.n_present())) {
    guess.doubtful = true;
    guess.id = false;
    guess.reason = fmt::format("{} of {} cells are numbers, but {} {} not", c.n_numbers, c.n_present(),
                               odd_cells(c), c.n_present() - c.n_numbers == 1 ? "is" : "are");
  }
  return guess;
}

}  // namespace priory
