// SPDX-License-Identifier: Apache-2.0
#include "input/column_tally.h"

#include <algorithm>
#include <cmath>

#include "core/scripts.h"
#include "kernels/count_words.h"

namespace priory {
namespace {

constexpr double kSmallWhole = 1e6;  // squares of smaller ones add up exactly for 2^53 / 10^12 rows and more
constexpr std::size_t kExamples = 3;
constexpr std::size_t kOddSpellings = 8, kLevels = 10;

bool is_whole(double value) {
  // From 2^53 on there are whole numbers only.
  return std::abs(value) >= 0x1p53 || static_cast<double>(static_cast<std::int64_t>(value)) == value;
}

// The first values in code point order, numbers and words.
std::vector<std::string> first_values(const ValueSketch& numbers, const ValueSketch& words) {
  std::vector<std::string> out;
  for (const ValueSketch* each : {&numbers, &words}) {
    const std::size_t n = std::min(kExamples, each->entries().size());
    for (std::size_t k = 0; k < n; ++k) out.push_back(each->entries()[k].text);
  }
  std::ranges::sort(out);
  out.resize(std::min(kExamples, out.size()));
  return out;
}

// The most frequent first.
std::vector<SpellingCount> by_count(const ValueSketch& of, std::size_t most) {
  std::vector<SpellingCount> out;
  for (const ValueSketch::Entry& each : of.entries()) out.push_back({each.text, each.count});
  std::ranges::stable_sort(out, std::ranges::greater(), &SpellingCount::count);
  out.resize(std::min(most, out.size()));
  return out;
}

}  // namespace

void ColumnTally::count_number(double value) {
  ++facts.n_numbers;
  if (!is_whole(value)) {
    facts.least = std::min(facts.least, value), facts.most = std::max(facts.most, value);
    return;
  }
  ++facts.n_whole;
  if (std::abs(value) <= kSmallWhole) {
    sum += static_cast<std::int64_t>(value);
    sum_of_squares += value * value;
    if (std::abs(value) >= 77) {
      const auto at = std::ranges::find(kSentinels, value);
      if (at != kSentinels.end()) {
        ++sentinels[static_cast<std::size_t>(at - kSentinels.begin())];
        return;
      }
    }
  }
  facts.least = std::min(facts.least, value), facts.most = std::max(facts.most, value);
}

void ColumnTally::note_zero_led(std::size_t size) {
  least_zero_led_width = n_zero_led == 0 ? size : std::min(least_zero_led_width, size);
  zero_led_width = std::max(zero_led_width, size);
  ++n_zero_led;
}

void ColumnTally::note_ungrouped(double value) {
  if (!is_whole(value)) ++n_ungrouped;
}

void ColumnTally::add_word(std::string_view text, std::uint64_t row_key) {
  ++n_cells;
  const std::uint64_t hash = hash_of(text);
  fingerprint += hash ^ row_key;
  facts.n_words += count_words(text);
  const ScriptCounts scripts = count_scripts(text);
  facts.n_unspaced += scripts.mostly_unspaced(), facts.n_characters += scripts.unspaced;
  words.add(hash, row_key, [&] { return text; });
  if (shapes.empty()) shapes.emplace_back();
  shapes[0].add(text);
}

std::uint64_t ColumnTally::grouping() const {
  constexpr std::size_t kRowsAValue = 5;  // where nearly all values differ, all columns group the rows alike
  const std::size_t n_values = numbers.entries().size() + words.entries().size();
  const bool known = numbers.all() && words.all();
  return known && kRowsAValue * n_values <= n_cells ? numbers.grouping() + words.grouping() : 0;
}

const CellShapes& ColumnTally::shape() const {
  static const CellShapes kNone;
  return shapes.empty() ? kNone : shapes[0];
}

void ColumnTally::note_odd(std::string_view text, const Place& place) {
  if (!facts.odd_place.file.empty() && !earlier(place, facts.odd_place)) return;
  facts.odd = text.substr(0, 60), facts.odd_place = place;
}

void ColumnTally::merge(const ColumnTally& other) {
  n_cells += other.n_cells;
  facts.n_missing += other.facts.n_missing;
  facts.n_numbers += other.facts.n_numbers;
  facts.n_whole += other.facts.n_whole;
  facts.n_words += other.facts.n_words;
  facts.n_unspaced += other.facts.n_unspaced;
  facts.n_characters += other.facts.n_characters;
  facts.least = std::min(facts.least, other.facts.least);
  facts.most = std::max(facts.most, other.facts.most);
  sum += other.sum, sum_of_squares += other.sum_of_squares, fingerprint += other.fingerprint;
  for (std::size_t k = 0; k < sentinels.size(); ++k) sentinels[k] += other.sentinels[k];
  if (other.n_zero_led > 0)
    least_zero_led_width = n_zero_led == 0 ? other.least_zero_led_width
                                           : std::min(least_zero_led_width, other.least_zero_led_width);
  n_ungrouped += other.n_ungrouped, n_zero_led += other.n_zero_led;
  width = std::max(width, other.width), zero_led_width = std::max(zero_led_width, other.zero_led_width);
  if (!other.facts.odd_place.file.empty()) note_odd(other.facts.odd, other.facts.odd_place);
  numbers.merge(other.numbers), words.merge(other.words);
  if (shapes.empty())
    shapes = other.shapes;
  else if (!other.shapes.empty())
    shapes[0].merge(other.shapes[0]);
}

ColumnProfile ColumnTally::finish(std::size_t n_rows, bool absent_is_zero) const {
  ColumnTally all = *this;
  const std::size_t absent = n_rows - n_cells;
  all.facts.n_rows = n_rows;
  all.facts.optional = absent > 0 || absent_is_zero;
  if (absent > 0 && absent_is_zero) {
    all.numbers.add(hash_of(0.0), 0, [] { return std::string_view("0"); });
    all.facts.n_numbers += absent, all.facts.n_whole += absent;
    all.facts.least = std::min(all.facts.least, 0.0), all.facts.most = std::max(all.facts.most, 0.0);
  } else {
    all.facts.n_missing += absent;
  }
  all.numbers = all.numbers.canonical(), all.words = all.words.canonical();
  ColumnProfile out = all.facts;
  for (std::size_t k = 0; k < kSentinels.size(); ++k) {
    if (sentinels[k] == 0) continue;
    out.least = std::min(out.least, kSentinels[k]), out.most = std::max(out.most, kSentinels[k]);
  }
  out.n_distinct = std::min(all.numbers.n_distinct() + all.words.n_distinct(), out.n_present());
  out.examples = first_values(all.numbers, all.words);
  for (SpellingCount& each : by_count(all.words, kOddSpellings))
    out.odd_spellings.push_back({std::move(each.text), each.count});
  if (!absent_is_zero && all.numbers.entries().size() <= kLevels) {
    for (const ValueSketch::Entry& each : all.numbers.entries())
      out.levels.push_back({each.text, each.count});
  }
  out.fingerprint = fingerprint;
  out.sparse = absent_is_zero;
  out.timed = shape().n_timed > 0;
  if (out.n_whole > 0) {
    out.mean = static_cast<double>(sum) / static_cast<double>(out.n_whole);
    out.variance = sum_of_squares / static_cast<double>(out.n_whole) - out.mean * out.mean;
  }
  // Codes have one width, filled up with zeros; or many have such a zero.
  const bool fixed = least_zero_led_width == width && zero_led_width == width;
  out.n_zero_led = n_zero_led;
  out.code = n_zero_led > 0 && out.n_whole == out.n_numbers && (fixed || 10 * n_zero_led >= out.n_numbers);
  return out;
}

}  // namespace priory
