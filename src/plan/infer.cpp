// SPDX-License-Identifier: Apache-2.0
#include "plan/infer.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace priory {
namespace {

constexpr std::size_t kFewRows = 20;  // below, "all different" means nothing
constexpr double kNearlyAllNumbers = 0.9;
constexpr double kWordsOfText = 3;       // words a cell from which on it is prose
constexpr double kCharactersOfText = 8;  // letters a cell, where no spaces part the words
constexpr double kSmallestDispersion = 0.25, kLargestDispersion = 4;  // variance / mean of plausible counts

bool named_id(const std::string& name) {
  std::string lower;
  std::transform(name.begin(), name.end(), std::back_inserter(lower),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
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

Guess an_id(std::string reason) {
  return {.type = "ignore", .reason = std::move(reason), .id = true};
}

Guess infer_number(const ColumnProfile& c) {
  const bool whole = c.n_whole == c.n_present();
  if (all_different(c) && consecutive(c))
    return an_id(fmt::format("an id: {} whole numbers in a row, {} to {}", c.n_present(), c.least, c.most));
  if (whole && is_named_id(c)) return an_id("an id by its name, and all differ");
  if (whole && c.n_distinct == 2) return {"bernoulli", "two values: " + c.examples[0] + ", " + c.examples[1]};
  const double dispersion = c.mean > 0 ? c.variance / c.mean : 0;
  if (whole && c.least == 0 && dispersion >= kSmallestDispersion && dispersion <= kLargestDispersion) {
    return {"poisson", fmt::format("counts {} to {}, variance/mean {:.3g}", c.least, c.most, dispersion)};
  }
  return {"gaussian", fmt::format("{}numbers, {:.6g} to {:.6g}", whole ? "whole " : "", c.least, c.most)};
}

Guess infer_words(const ColumnProfile& c) {
  const double words = static_cast<double>(c.n_words) / static_cast<double>(c.n_present());
  if (c.declared_text) return {"text", "the file declares it a string"};
  if (words >= kWordsOfText && c.n_distinct > 2) return {"text", fmt::format("{:.1f} words a cell", words)};
  const double characters = static_cast<double>(c.n_characters) / static_cast<double>(c.n_present());
  if (is_unspaced(c) && characters >= kCharactersOfText && c.n_distinct > 2) return {"text", "prose"};
  if (is_named_id(c)) return an_id("an id by its name, and all differ");
  if (c.n_distinct == 2) return {"bernoulli", "two values: " + c.examples[0] + ", " + c.examples[1]};
  if (all_different(c))
    return an_id(fmt::format("an id: {} different values in {} rows", c.n_distinct, c.n_present()));
  return {"categorical", fmt::format("{} values in {} rows", c.n_distinct, c.n_present())};
}

}  // namespace

bool is_unspaced(const ColumnProfile& c) {
  return 2 * c.n_unspaced > c.n_present();
}

Guess infer_type(const ColumnProfile& c) {
  if (c.n_present() == 0) return {"ignore", c.n_rows == 0 ? "there are no rows" : "every cell is missing"};
  if (!c.declared_values.empty()) {
    const bool two = c.declared_values.size() == 2;
    return {two ? "bernoulli" : "categorical",
            fmt::format("the file declares {} values", c.declared_values.size())};
  }
  if (c.n_distinct == 1)
    return {"ignore", "one value only ('" + c.examples[0] + "'): it tells no classes apart"};
  if (c.n_numbers == c.n_present()) return infer_number(c);
  Guess guess = infer_words(c);
  if (static_cast<double>(c.n_numbers) >= kNearlyAllNumbers * static_cast<double>(c.n_present())) {
    guess.doubtful = true;
    guess.id = false;
    guess.reason = fmt::format("{} of {} cells are numbers, but '{}' in line {} is not", c.n_numbers,
                               c.n_present(), c.odd, c.odd_place.line);
  }
  return guess;
}

}  // namespace priory
