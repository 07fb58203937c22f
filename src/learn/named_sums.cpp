// SPDX-License-Identifier: Apache-2.0
#include "learn/named_sums.h"

#include <algorithm>
#include <xxhash.h>

#include "priory/error.h"

#include "family/left_out.h"
#include "learn/nearest_centre.h"
#include "plan/chunk_layout.h"
#include "plan/pool_plan.h"

namespace priory {

const Family& family_of(const PartPlan& part) {
  const Family* family = find_family(part.family, part.kind);
  if (family == nullptr) throw Error(ErrorKind::model, "unknown family '" + part.family + "'");
  return *family;
}

Dictionary pick(const Dictionary& from, std::span<const std::uint32_t> codes) {
  Dictionary out;
  out.insert_all(from, codes);
  return out;
}

namespace {

// The words that a plan fixes are kept with the sums, not in the plan.
std::shared_ptr<const Plan> without_words(const std::shared_ptr<const Plan>& plan) {
  const auto has_words = [](const PartPlan& part) { return part.fixed_words.has_value(); };
  if (std::ranges::none_of(plan->parts, has_words)) return plan;
  auto out = std::make_shared<Plan>(*plan);
  for (PartPlan& part : out->parts) part.fixed_words.reset();
  return out;
}

Dictionary declared_dictionary(const PartPlan& part) {
  Dictionary out;
  for (const std::string& key : declared_keys(part)) out.insert(key);
  return out;
}

FrozenVocabulary vocabulary_of(const PartPlan& part) {
  FrozenVocabulary out;
  for (const std::string& word : part.fixed_words->words) out.words.insert(word);
  if (part.text_options.idf) out.keep_idf(part.fixed_words->idf);
  out.chosen = part.text_options.two_readings();
  return out;
}

}  // namespace

NamedSums::NamedSums(const std::shared_ptr<const Plan>& plan) : plan_(without_words(plan)) {
  const std::vector<std::vector<std::size_t>> places = chunk_places(*plan_);
  if (!plan_->centres.of_class.empty()) centres_ = std::make_shared<const NearestCentre>(*plan_);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PartPlan& part = plan_->parts[k];
    PartVocabulary each;
    each.family = &family_of(part);
    each.columns = places[k];
    each.n_bins = n_bins_of(part);
    for (const std::string& value : part.declared) each.values.insert(value);
    if (is_gathered(part)) each.values = declared_dictionary(part);
    if (part.of_counts())
      each.values.insert_all(std::vector<std::string_view>(part.columns.begin(), part.columns.end()));
    sums_.blocks.push_back(Block::zero(each.statistics(), each.shape(), 0));
    parts_.push_back(std::move(each));
    if (plan->parts[k].fixed_words) freeze(k, vocabulary_of(plan->parts[k]));
  }
}

// Cells grow by a share, so that many classes met one by one do not copy the tables each time; and not by
// doubling, because every word has a number in each of them.
void NamedSums::make_room_for_classes() {
  constexpr std::size_t kFew = 4, kShare = 8;
  const std::size_t n = sums_.n_cells() / n_components();
  if (classes_.size() > n)
    sums_.class_count.resize(1, std::max(classes_.size(), n + std::max(kFew, n / kShare)) * n_components());
}

// The cells of these classes: of each its components.
std::vector<std::uint32_t> NamedSums::cells_of(std::span<const std::uint32_t> classes) const {
  const auto n = static_cast<std::uint32_t>(n_components());
  std::vector<std::uint32_t> out;
  for (const std::uint32_t each : classes) {
    for (std::uint32_t k = 0; k < n; ++k) out.push_back(each * n + k);
  }
  return out;
}

std::uint32_t NamedSums::cell_of(std::string_view label) {
  const std::uint32_t out = classes_.insert(label);
  make_room_for_classes();
  return out;
}

void NamedSums::count_row(std::uint32_t cell, double weight, bool minus) {
  sums_.class_count.add(0, cell, minus ? -weight : weight);
  n_rows_.add(0, 0, minus ? -1 : 1);
}

NamedSums NamedSums::by_plan(std::shared_ptr<const Plan> plan) const {
  NamedSums out = *this;
  out.plan_ = std::move(plan);
  return out;
}

NamedSums NamedSums::member(std::size_t m) const {
  NamedSums out(std::make_shared<const Plan>(member_plan(*plan_, m)));
  out.classes_ = classes_, out.sums_.class_count = class_count(), out.n_rows_ = n_rows_;
  for (std::size_t k = 0, to = 0; k < parts_.size(); ++k) {
    if (plan_->parts[k].member != m) continue;
    out.parts_[to] = parts_[k];
    out.sums_.blocks[to++] = block(k);
  }
  return out;
}

NamedSums NamedSums::zero() const {
  NamedSums out(plan_);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    out.parts_[k].names = parts_[k].names;
    if (!parts_[k].frozen) continue;
    out.parts_[k].frozen = parts_[k].frozen;
    out.parts_[k].values = parts_[k].values;
  }
  return out;
}

// What a share has of the words of a part: those that fall to it, and the first all that is of no word.
void NamedSums::share_part(std::size_t p, std::size_t k, std::size_t n, const NamedSums& from) {
  const PartVocabulary& part = from.parts_[p];
  const auto statistics = part.statistics();
  Block& some = sums_.blocks[p];
  // Two values may fall to different shares.
  if (part.frozen || plan_->parts[p].of_counts() || is_gathered(plan_->parts[p])) {
    if (k == 0) parts_[p].values = part.values;
    some = k == 0 ? from.block(p) : Block::zero(statistics, parts_[p].shape(), sums_.n_cells());
    return;
  }
  std::vector<std::uint32_t> values = first_codes(part.values.size());
  std::erase_if(values, [&](std::uint32_t v) {
    return XXH3_64bits(part.values[v].data(), part.values[v].size()) % n != k;
  });
  parts_[p].values = pick(part.values, values);
  some = from.block(p).select(statistics, values, first_codes(sums_.n_cells()));
  for (std::size_t s = 0; k != 0 && s < statistics.size(); ++s) {
    if (statistics[s].row != Per::value) some.sums[s] = Sums(some.sums[s].rows(), some.sums[s].cells());
  }
}

NamedSums NamedSums::share(std::size_t k, std::size_t n) const {
  NamedSums out = zero();
  out.classes_ = classes_;
  out.sums_.class_count = k == 0 ? class_count() : Sums(1, sums_.n_cells());
  if (k == 0) out.n_rows_ = n_rows_;
  for (std::size_t p = 0; p < parts_.size(); ++p) out.share_part(p, k, n, *this);
  return out;
}

bool NamedSums::has_rows() const {
  for (std::size_t cell = 0; cell < sums_.n_cells(); ++cell) {
    if (!class_count().zero(0, cell)) return true;
  }
  return false;
}

bool NamedSums::plausible() const {
  for (std::size_t cell = 0; cell < sums_.n_cells(); ++cell) {
    if (class_count().negative(0, cell)) return false;
  }
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (!parts_[k].family->plausible(block(k))) return false;
  }
  return !n_rows_.negative(0, 0);
}

void NamedSums::combine(const NamedSums& other, bool minus, std::span<const std::size_t> parts) {
  const std::vector<std::uint32_t> cell_map = cells_of(classes_.insert_all(other.classes_));
  make_room_for_classes();
  sums_.combine_classes(other.sums_, minus, cell_map);
  minus ? n_rows_.subtract(other.n_rows_) : n_rows_.merge(other.n_rows_);
  for (std::size_t k = 0; k < other.parts_.size(); ++k) {
    const std::size_t at = parts.empty() ? k : parts[k];
    if (at != kNowhere) combine_part(at, other.parts_[k], other.block(k), minus, cell_map);
  }
}

// A part that has learnt nothing yet takes over the vocabulary of the other.
void NamedSums::combine_part(std::size_t k, const PartVocabulary& other, const Block& block, bool minus,
                             std::span<const std::uint32_t> cell_map) {
  PartVocabulary& part = parts_[k];
  if (other.frozen && !part.frozen) part.frozen = other.frozen, part.values = other.values;
  const std::vector<std::uint32_t> value_map = part.values.insert_all(other.values);
  part.names = merged(part.names, other.names);
  part.n_left_out += other.n_left_out;
  part.of_columns = nullptr;
  make_room(k);
  sums_.combine_part(parts_, k, block, minus, value_map, cell_map);
}

NamedSums NamedSums::expected(Dictionary classes, CellSums sums, Sums n_rows) const {
  NamedSums out = *this;
  out.classes_ = std::move(classes);
  out.sums_ = std::move(sums);
  out.n_rows_ = std::move(n_rows);
  return out;
}

NamedSums NamedSums::unsorted(const std::shared_ptr<const Plan>& plan, Dictionary classes, CellSums sums,
                              Sums n_rows, std::vector<PartVocabulary> parts) {
  NamedSums out(plan);
  out.classes_ = std::move(classes);
  out.sums_ = std::move(sums);
  out.n_rows_ = std::move(n_rows);
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k].columns = out.parts_[k].columns;
  out.parts_ = std::move(parts);
  return out;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): callers that move theirs give it away
NamedSums NamedSums::restore(std::shared_ptr<const Plan> plan, Dictionary classes, CellSums sums, Sums n_rows,
                             std::vector<PartVocabulary> parts) {
  NamedSums out = unsorted(plan, std::move(classes), std::move(sums), std::move(n_rows), std::move(parts));
  for (std::size_t k = 0; k < out.parts_.size(); ++k) out.settle_columns(k);
  return out;
}

void NamedSums::give(GivenParameters parameters) {
  given_ = std::make_shared<const GivenParameters>(std::move(parameters));
}

}  // namespace priory
