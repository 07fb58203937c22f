// SPDX-License-Identifier: Apache-2.0
#include "input/find_reading.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>

#include "core/date.h"
#include "core/spellings.h"
#include "input/doubtful_words.h"

namespace priory {
namespace {

constexpr double kNearlyAll = 0.9;     // of the cells are numbers: the others are mistakes
constexpr double kWordsOfText = 3;     // a cell: prose has no spellings of missing cells
constexpr std::uint64_t kFewRows = 3;  // beside a sentinel

enum class Decimal { unknown, point, comma, both };

std::uint64_t accepted(const CellShapes& shape, char decimal, char thousands) {
  const auto at = std::ranges::find_if(kSeparators, [&](const Separators& each) {
    return each.decimal == decimal && each.thousands == thousands;
  });
  return at == kSeparators.end() ? 0 : shape.accepted[static_cast<std::size_t>(at - kSeparators.begin())];
}

// What parts the thousands, where this sign is the decimal: nothing if that reads as many cells.
char thousands_for(const CellShapes& shape, char decimal) {
  char best = 0;
  for (const char each : {decimal == '.' ? ',' : '.', ' ', '\''}) {
    if (accepted(shape, decimal, each) > accepted(shape, decimal, best)) best = each;
  }
  return best;
}

// What the cells of a column say of the decimal sign by themselves.
Decimal decimal_of(const ColumnTally& column) {
  const CellShapes& shape = column.shape();
  const std::uint64_t present = column.n_cells - column.facts.n_missing;
  const std::uint64_t numbers = column.facts.n_numbers + shape.n_numbers;
  if (static_cast<double>(numbers) < kNearlyAll * static_cast<double>(present)) return Decimal::unknown;
  const std::uint64_t points = accepted(shape, '.', thousands_for(shape, '.'));
  const std::uint64_t commas = accepted(shape, ',', thousands_for(shape, ','));
  if (commas > points) return column.n_ungrouped > 0 ? Decimal::both : Decimal::comma;
  return points > commas || column.n_ungrouped > 0 ? Decimal::point : Decimal::unknown;
}

class ReadingFinder {
 public:
  ReadingFinder(const ColumnTally& column, const ReadingRules& rules, Decimal of_file)
      : column_(column), shape_(column.shape()), rules_(rules), of_file_(of_file) {}

  FoundReading find() {
    const ColumnProfile& facts = column_.facts;
    present_ = column_.n_cells - facts.n_missing;
    const bool declared = facts.declared_numeric || facts.declared_text || facts.declared_target ||
                          facts.declared_name || !facts.declared_values.empty();
    if (present_ == 0 || (declared && !is_binned())) return {};
    if (is_binned()) return binned();
    if (rules_.dates.contains(facts.name)) return given_date();
    if (rules_.all_settled || rules_.settled.contains(facts.name)) {
      if (rules_.decimal) find_separators();
      return std::move(out_);
    }
    for (const SpellingCount& each : shape_.suspects) n_suspects_ += each.count;
    if (find_date() || (!facts.declared_words && find_number())) return std::move(out_);
    if (find_truth()) return std::move(out_);
    find_missing_words();
    if (out_.doubts.empty()) out_.doubts = doubts_of_words(column_);
    return std::move(out_);
  }

 private:
  std::string_view name() const { return column_.facts.name; }
  void doubt(std::string text) { out_.doubts.push_back(std::move(text)); }
  void because(const std::string& why) { out_.why += (out_.why.empty() ? "" : "; ") + why; }

  // Numbers: nearly all cells are, but for spellings of missing ones.
  bool find_number() {
    const std::uint64_t rest = present_ - n_suspects_;
    const std::uint64_t numbers = column_.facts.n_numbers + shape_.n_numbers;
    if (rest == 0 || static_cast<double>(numbers) < kNearlyAll * static_cast<double>(rest)) return false;
    if (shape_.n_numbers > 0 && (!find_unit() || !find_separators())) return false;
    if (shape_.n_numbers == 0) find_separators();
    take_suspects(Suspect::among_numbers);
    find_sentinels();
    return true;
  }

  // One unit for all, or signs of money and percent that some lack.
  bool find_unit() {
    const std::uint64_t bare = column_.facts.n_numbers + shape_.n_numbers;
    if (shape_.many_units || shape_.units.size() > 1) return refuse_units();
    if (shape_.n_parentheses == bare && bare > 0) return false;  // (1), (2): names of something
    out_.reading.parentheses = shape_.n_parentheses > 0;
    if (out_.reading.parentheses) because("numbers in parentheses, or with a minus behind, are negative");
    out_.reading.multiples = shape_.n_multiples > 0;
    if (out_.reading.multiples) because("k and M are thousands and millions");
    if (shape_.units.empty()) return true;
    const auto& [unit, count] = shape_.units[0];
    const bool letters = (unit[0] >= 'a' && unit[0] <= 'z') || (unit[0] >= 'A' && unit[0] <= 'Z');
    if (letters && count < bare) return false;
    out_.reading.unit = unit;
    because(fmt::format("the unit is {}", unit));
    if (unit == "%" && count < bare)
      doubt(
          fmt::format("{} of {} cells have a %, the others are taken for percent as well; if they are not, "
                      "leave it out: ‹ignore› {}",
                      count, bare, name()));
    return true;
  }

  bool refuse_units() {
    std::vector<std::string> told;
    for (const SpellingCount& each : shape_.units)
      told.push_back(fmt::format("'{}' ({})", each.text, each.count));
    doubt(
        fmt::format("its numbers have different units, {}, and are not read as numbers; convert them to one",
                    fmt::join(told, ", ")));
    return false;
  }

  std::uint64_t accepted(char decimal, char thousands) const {
    return priory::accepted(shape_, decimal, thousands);
  }

  bool find_separators() {
    const char with_point = thousands_for(shape_, '.'), with_comma = thousands_for(shape_, ',');
    const std::uint64_t points = accepted('.', with_point), commas = accepted(',', with_comma);
    const bool fractions = column_.facts.n_whole < column_.facts.n_numbers;
    const bool grouped = fractions && column_.n_ungrouped == 0;
    char decimal = points >= commas ? '.' : ',';
    if (rules_.decimal) {
      decimal = *rules_.decimal;
    } else if (points == commas && of_file_ == Decimal::comma && (!fractions || grouped)) {
      decimal = ',';
      if (points > 0 || grouped) because("the decimal sign of other columns is a comma");
    } else if (points == commas && with_point == ',' && points > 0) {
      doubt_groups(fractions);
    } else if (decimal == ',' && fractions && !(grouped && accepted(',', '.') == commas)) {
      return refuse_both();
    }
    take_separators(decimal, decimal == '.' ? with_point : with_comma, fractions && grouped);
    return true;
  }

  void take_separators(char decimal, char thousands, bool grouped) {
    if (shape_.n_numbers == 0 && !(decimal == ',' && grouped)) return;  // all cells are plain
    if (decimal == ',' && thousands == 0 && grouped) {
      thousands = '.';
      if (!rules_.decimal)
        doubt(fmt::format(
            "it has groups of three digits only, and points between them part thousands as in other "
            "columns; if they are decimals, add ‹types› {}=numeric",
            name()));
    }
    out_.reading.decimal = decimal, out_.reading.thousands = thousands;
    if (decimal == ',') because(rules_.decimal ? "decimal comma, by ‹decimal›" : "decimal comma");
    if (thousands != 0)
      because(fmt::format("{} parts thousands", thousands == ' '    ? "a space"
                                                : thousands == '\'' ? "an apostrophe"
                                                                    : fmt::format("'{}'", thousands)));
  }

  // 982,481: groups of three that could be decimals as well. Two groups somewhere, or a point, tell.
  void doubt_groups(bool fractions) {
    const bool larger = column_.facts.most >= 1000;  // and written without a sign
    if (fractions || accepted('.', ',') > accepted(',', 0)) return;
    if (!larger && of_file_ == Decimal::point) return;
    doubt(
        fmt::format("'{}' is read as {}, with a comma between thousands; if it is the decimal sign, add "
                    "‹decimal› ,",
                    example_with_comma(), "whole numbers"));
  }

  std::string example_with_comma() const {
    const ValueSketch words = column_.words.canonical();
    for (const ValueSketch::Entry& each : words.entries()) {
      if (each.text.find(',') != std::string::npos) return each.text;
    }
    return "1,234";
  }

  bool refuse_both() {
    doubt(
        fmt::format("it has numbers with a point and numbers with a comma, for example '{}'; say which sign "
                    "is the decimal: ‹decimal› , or ‹decimal› .",
                    example_with_comma()));
    return false;
  }

  bool guesses_missing() const { return rules_.guess_missing; }

  // Spellings that the other cells show to be missing.
  void take_suspects(Suspect least) {
    if (!guesses_missing()) return;
    std::vector<std::string> taken;
    for (const SpellingCount& each : shape_.suspects) {
      if (suspect(each.text) < least) continue;
      out_.reading.missing.push_back(each.text);
      taken.push_back(fmt::format("'{}' ({})", each.text, each.count));
    }
    tell_missing(taken);
  }

  void tell_missing(const std::vector<std::string>& taken) {
    if (taken.empty()) return;
    const std::string list = fmt::format("{}", fmt::join(taken, ", "));
    because(fmt::format("missing: {}", list));
    doubt(fmt::format("{} {} read as missing; if {} a value, add ‹na› '{}'", list,
                      taken.size() == 1 ? "is" : "are", taken.size() == 1 ? "it is" : "one of them is",
                      fmt::join(rules_.missing, ",")));
  }

  // -999 and the like: far from all other numbers, or the only negative one.
  void find_sentinels() {
    const std::uint64_t n = std::uint64_t{column_.facts.n_numbers} + shape_.n_numbers;
    std::uint64_t n_sentinels = 0;
    for (const std::uint64_t each : column_.sentinels) n_sentinels += each;
    if (!guesses_missing() || shape_.n_numbers > 0 || n < n_sentinels + kFewRows) return;
    const double least = column_.facts.least, most = column_.facts.most, range = most - least;
    std::vector<std::string> taken;
    for (std::size_t k = 0; k < kSentinels.size(); ++k) {
      if (column_.sentinels[k] == 0) continue;
      const double value = kSentinels[k];
      if (value > 0 && value < 100) continue;  // a value like others, but beside a scale
      const double gap = value < least ? least - value : value - most;
      const bool far = gap > 2 * range && gap > 10;
      const bool only_negative = value < 0 && least >= 0 && column_.sentinels[k] > 1;
      if (!far && !only_negative) continue;
      out_.reading.missing.push_back(fmt::format("{}", value));
      taken.push_back(fmt::format("'{}' ({})", value, column_.sentinels[k]));
    }
    for (const auto& [value, count] : codes_beside_scale(column_)) {
      out_.reading.missing.push_back(fmt::format("{}", value));
      taken.push_back(fmt::format("'{}' ({})", value, count));
    }
    std::ranges::sort(out_.reading.missing);
    tell_missing(taken);
  }

  // Among words: only where every other value has a letter or a digit, and there are two of them.
  void find_missing_words() {
    const std::uint64_t rest = present_ - n_suspects_;
    if (!guesses_missing() || n_suspects_ == 0 || rest == 0) return;
    if (static_cast<double>(column_.facts.n_words) >= kWordsOfText * static_cast<double>(present_)) return;
    std::size_t others = column_.numbers.entries().size();
    for (const ValueSketch::Entry& each : column_.words.entries()) {
      if (suspect(each.text) != Suspect::no) continue;
      const bool says = std::ranges::any_of(each.text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
      });
      if (!says) return;
      ++others;
    }
    if (others >= 2) take_suspects(Suspect::anywhere);
  }

  // Spellings of yes and no, more than two of them.
  bool find_truth() {
    constexpr std::size_t kMost = 24;
    if (column_.facts.n_numbers == present_ || !column_.words.all() || !column_.numbers.all()) return false;
    std::vector<const ValueSketch::Entry*> all;
    for (const ValueSketch* each : {&column_.numbers, &column_.words}) {
      for (const ValueSketch::Entry& entry : each->entries()) {
        if (suspect(entry.text) == Suspect::no || !guesses_missing()) all.push_back(&entry);
      }
    }
    if (all.size() < 3 || all.size() > kMost) return false;
    const ValueSketch::Entry* best[2] = {nullptr, nullptr};
    std::set<char> letters;
    for (const ValueSketch::Entry* each : all) {
      const int truth = truth_of(each->text);
      if (truth < 0) return false;
      const char c = each->text[0];
      if (each->text.size() == 1 && c > '9') letters.insert(static_cast<char>(c | 0x20));
      const ValueSketch::Entry*& at = best[truth];
      if (at == nullptr || each->count > at->count || (each->count == at->count && each->text < at->text))
        at = each;
    }
    if (best[0] == nullptr || best[1] == nullptr || letters.size() > 2) return false;
    out_.reading.truth = {best[0]->text, best[1]->text};
    because(fmt::format("{} spellings of {} and {}", all.size(), best[1]->text, best[0]->text));
    take_suspects(Suspect::anywhere);
    return true;
  }

  // Dates of one format in all cells.
  bool find_date() {
    const std::uint64_t rest = present_ - n_suspects_;
    if (rest == 0 || column_.facts.n_numbers > 0) return false;
    const auto all = [&](DateFormat format) {
      return shape_.dates[static_cast<std::size_t>(format)] == rest;
    };
    using enum DateFormat;
    const bool either = all(dmy) && all(mdy);
    const DateFormat usual = of_file_ == Decimal::comma ? dmy : mdy;  // where both can be
    if (!all(iso) && !all(dmy) && !all(mdy) && !all(time)) return false;
    const DateFormat format = all(iso) ? iso : either ? usual : all(dmy) ? dmy : all(mdy) ? mdy : time;
    out_.reading.date = kDateFormats[static_cast<std::size_t>(format)];
    if (either)
      because(format == dmy ? "the day is taken to come first" : "the month is taken to come first");
    take_suspects(Suspect::among_numbers);
    return true;
  }

  bool is_binned() const { return rules_.bins > 1 && rules_.binned == name(); }

  // Bins of about as many rows each; by the sample of the values where there are too many to know all.
  FoundReading binned() {
    find_number();
    out_.doubts.clear();
    std::map<double, std::uint64_t> counts;
    std::uint64_t n = 0, before = 0;
    for (const ValueSketch* each : {&column_.numbers, &column_.words}) {
      const ValueSketch sketch = each->canonical();
      for (const ValueSketch::Entry& entry : sketch.entries()) {
        const auto number = read_number(entry.text, out_.reading);
        if (number) counts[*number] += entry.count, n += entry.count;
      }
    }
    for (const auto& [value, count] : counts) {
      if (before > 0 && before * rules_.bins >= n * (out_.reading.borders.size() + 1) &&
          out_.reading.borders.size() + 1 < rules_.bins)
        out_.reading.borders.push_back(value);
      before += count;
    }
    return std::move(out_);
  }

  FoundReading given_date() {
    for (const SpellingCount& each : shape_.suspects) n_suspects_ += each.count;
    if (find_date()) return std::move(out_);
    if (column_.facts.n_numbers == present_) out_.reading.date = kDateFormats[plain_date()];
    return std::move(out_);
  }

  // Dates that are plain numbers: 20241231, or seconds or milliseconds since 1970.
  std::size_t plain_date() const {
    using enum DateFormat;
    const double most = column_.facts.most;
    if (column_.facts.least >= kFirstDayNumber && most <= kLastDayNumber)
      return static_cast<std::size_t>(iso);
    return static_cast<std::size_t>(most > 1e11 ? unix_ms : unix_s);
  }

  const ColumnTally& column_;
  const CellShapes& shape_;
  const ReadingRules& rules_;
  Decimal of_file_;
  std::uint64_t present_ = 0, n_suspects_ = 0;
  FoundReading out_;
};

}  // namespace

std::vector<FoundReading> find_readings(std::span<const ColumnTally> columns, const ReadingRules& rules) {
  bool points = false, commas = false;
  for (const ColumnTally& column : columns) {
    const Decimal each = decimal_of(column);
    points = points || each == Decimal::point || each == Decimal::both;
    commas = commas || each == Decimal::comma || each == Decimal::both;
  }
  const Decimal of_file = points && commas ? Decimal::both
                          : points         ? Decimal::point
                          : commas         ? Decimal::comma
                                           : Decimal::unknown;
  std::vector<FoundReading> out;
  out.reserve(columns.size());
  for (const ColumnTally& column : columns) out.push_back(ReadingFinder(column, rules, of_file).find());
  return out;
}

}  // namespace priory
