// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>

#include "core/spellings.h"
#include "input/profile.h"

namespace priory {
namespace {

// Values of a column that look alike to people: equal but for case and accents.
std::vector<std::string> alike_values(const ColumnTally& column) {
  constexpr std::size_t kListed = 3;
  constexpr std::size_t kMostValues = 200;
  const ValueSketch words = column.words.canonical();
  std::vector<std::string> out;
  if (!words.all() || words.entries().size() > kMostValues) return out;
  std::map<std::string, std::vector<std::string>> groups;
  for (const ValueSketch::Entry& each : words.entries()) groups[folded(each.text)].push_back(each.text);
  for (const auto& [key, group] : groups) {
    if (group.size() > 1 && out.size() < kListed) out.push_back(fmt::format("{}", fmt::join(group, ", ")));
  }
  return out;
}

}  // namespace

std::size_t ColumnTallies::column(std::string_view name) {
  const std::size_t code = names_.insert(name);
  if (code < columns_.size()) return code;
  columns_.emplace_back().facts.name = name;
  hashes_.push_back(hash_of(name));
  const auto reading = readings_.find(std::string(name));
  readers_.add(reading == readings_.end() ? Reading() : reading->second);
  as_read_of_.push_back(reading == readings_.end() ? kNone : as_read_.size());
  if (reading != readings_.end()) as_read_.emplace_back().facts.name = name;
  return code;
}

void ColumnTallies::merge(const ColumnTallies& other) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t code = 0; code < other.columns_.size(); ++code) {
    const std::size_t mine = column(other.names_[code]);
    places.push_back(static_cast<std::uint32_t>(mine));
    columns_[mine].merge(other.columns_[code]);
    if (as_read_of_[mine] != kNone)
      as_read_[as_read_of_[mine]].merge(other.as_read_[other.as_read_of_[code]]);
  }
  sample_.merge(other.sample_, places);
}

// All numbers of the column where they are few, otherwise those of the sample with the least and the largest.
std::vector<NumberCount> ColumnTallies::numbers_of(std::size_t c, const ColumnProfile& facts,
                                                   std::vector<NumberCount> sampled) const {
  const ColumnTally& tally = as_read_of_[c] == kNone ? columns_[c] : as_read_[as_read_of_[c]];
  if (facts.n_numbers == 0) return {};
  std::map<double, std::uint64_t> counts;
  if (tally.numbers.all()) {
    const std::uint64_t absent = facts.n_rows - tally.n_cells;
    if (facts.sparse && absent > 0) counts[0] = absent;
    for (const ValueSketch::Entry& each : tally.numbers.entries())
      counts[number_of(readers_[c], each.text) + 0.0] += each.count;
  } else {
    for (const NumberCount& each : sampled) counts[each.value] = each.count;
    counts[facts.least + 0.0], counts[facts.most + 0.0];
  }
  sampled.clear();
  for (const auto& [value, count] : counts) sampled.push_back({value, count});
  return sampled;
}

Readings ColumnTallies::found() const {
  Readings out;
  const std::vector<FoundReading> found = find_readings(columns_, rules_);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (!found[c].reading.plain()) out.emplace(columns_[c].facts.name, found[c].reading);
  }
  return out;
}

std::vector<ColumnProfile> ColumnTallies::finish(std::size_t n_rows, const std::vector<bool>& sparse) const {
  std::vector<ColumnProfile> out;
  const std::vector<FoundReading> found = find_readings(columns_, rules_);
  std::vector<std::vector<NumberCount>> sampled = sample_.columns(sparse);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const bool plain = as_read_of_[c] == kNone;
    ColumnTally tally = plain ? columns_[c] : as_read_[as_read_of_[c]];
    if (!plain) {  // what is declared, and what columns are told apart by
      ColumnProfile declared = columns_[c].facts;
      std::swap(declared, tally.facts);
      ColumnProfile& facts = tally.facts;
      facts.n_missing = declared.n_missing, facts.n_numbers = declared.n_numbers;
      facts.n_whole = declared.n_whole, facts.least = declared.least, facts.most = declared.most;
      facts.n_words = declared.n_words, facts.n_unspaced = declared.n_unspaced;
      facts.n_characters = declared.n_characters;
      facts.odd = declared.odd, facts.odd_place = declared.odd_place;
    }
    out.push_back(tally.finish(n_rows, sparse[c]));
    ColumnProfile& facts = out.back();
    facts.numbers = numbers_of(c, facts, std::move(sampled[c]));
    facts.fingerprint = columns_[c].fingerprint;
    facts.grouping = sparse[c] ? 0 : columns_[c].grouping();
    facts.reading = plain ? Reading() : readings_.at(facts.name);
    facts.reading_why = found[c].why, facts.doubts = found[c].doubts;
    facts.timed = columns_[c].shape().n_timed > 0 || facts.reading.date.starts_with("unix");
    if (facts.reading.truth.empty()) facts.alike = alike_values(tally);
  }
  return out;
}

}  // namespace priory
