// SPDX-License-Identifier: Apache-2.0
#include "model/statistics.h"

#include <algorithm>
#include <fmt/format.h>
#include <xxhash.h>

#include "priory/error.h"

#include "family/lift_bag.h"
#include "model/weighting.h"
#include "model/word_ranking.h"

namespace priory {
namespace {

Dictionary pick(const Dictionary& from, std::span<const std::uint32_t> codes) {
  Dictionary out;
  out.insert_all(from, codes);
  return out;
}

// How words are weighed while they are met. Texts that are read a second time are counted in the first: the
// most frequent words are so by occurrence, or by presence when nothing else is asked for.
TextOptions weights_of_first(const PartPlan& plan) {
  TextOptions out;
  if (!plan.text) return out;
  out.tf = plan.text_options.tf, out.length_norm = plan.text_options.length_norm;
  if (!plan.text_options.two_readings()) return out;
  out.length_norm = LengthNorm::none;
  if (out.tf == Tf::log) out.tf = Tf::count;
  return out;
}

bool weighs(const TextOptions& options) {
  return options.tf != Tf::count || options.length_norm != LengthNorm::none;
}

// How many words of a text a fixed vocabulary does not have, each as often as it stands there.
std::uint64_t n_unknown(const Column& column, Translation& translation, const Dictionary& words) {
  const auto codes = translation.look_up(*column.dictionary, words, kMissingCode);
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < column.bag.word.size(); ++k) {
    if (codes[column.bag.word[k]] != kMissingCode) continue;
    out += column.bag.in_sequence() ? 1 : static_cast<std::uint64_t>(column.bag.count[k]);
  }
  return out;
}

// Which values have left a trace in the sums.
std::vector<bool> traces(const Block& block, std::span<const Statistic> statistics, std::size_t n_values) {
  std::vector<bool> out(n_values);
  for (std::size_t k = 0; k < block.sums.size(); ++k) {
    if (statistics[k].row != Per::value) continue;
    for (std::size_t value = 0; value < n_values; ++value)
      out[value] = out[value] || !block.sums[k].zero_row(value);
  }
  return out;
}

}  // namespace

std::vector<const Column*> columns_of(const Chunk& chunk, std::span<const std::size_t> places) {
  std::vector<const Column*> out;
  for (const std::size_t k : places) out.push_back(&chunk.columns[k]);
  return out;
}

const Family& family_of(const PartPlan& part) {
  const Family* family = find_family(part.family, part.kind);
  if (family == nullptr) throw Error(ErrorKind::model, "unknown family '" + part.family + "'");
  return *family;
}

Statistics::Statistics(std::shared_ptr<const Plan> plan)
    : plan_(std::move(plan)), class_count_(1, 0), n_rows_(1, 1) {
  const std::vector<std::vector<std::size_t>> places = chunk_places(*plan_);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PartPlan& part = plan_->parts[k];
    PartStatistics each;
    each.family = &family_of(part);
    each.columns = places[k];
    for (const std::string& value : part.declared) each.values.insert(value);
    if (part.of_counts()) {
      for (const std::string& column : part.columns) each.values.insert(column);
    }
    each.block = Block::zero(each.family->statistics(), each.shape(), 0);
    parts_.push_back(std::move(each));
  }
}

void Statistics::accumulate(const Chunk& chunk) {
  if (plan_->target.empty()) return accumulate_unlabelled(chunk);
  const auto codes = class_translation_.learn(*chunk.target.dictionary, classes_);
  std::vector<std::uint32_t> cell_of_row;
  for (const std::uint32_t code : chunk.target.codes) cell_of_row.push_back(codes[code]);
  accumulate(chunk, cell_of_row);
}

void Statistics::accumulate_unlabelled(const Chunk& chunk) {
  accumulate(chunk, std::vector<std::uint32_t>(chunk.n_rows, classes_.insert("")));
}

void Statistics::accumulate(const Chunk& chunk, std::span<const std::uint32_t> cell_of_row) {
  make_room();
  const Cells cells = {cell_of_row, {}, class_count_.cells(), chunk.weight};
  for (std::size_t row = 0; row < chunk.n_rows; ++row)
    class_count_.add(0, cell_of_row[row], cells.weight_of(row));
  n_rows_.add(0, 0, static_cast<double>(chunk.n_rows));
  std::vector<std::vector<const Column*>> columns;
  std::vector<Column> own(parts_.size());
  for (std::size_t k = 0; k < parts_.size(); ++k) columns.push_back(learnt_columns(k, chunk, own[k]));
  each_family(
      parts_.size(), [&](std::size_t k) { return parts_[k].family; },
      [&](std::size_t k) {
        return Piece{columns[k], nullptr, &parts_[k].block};
      },
      [&](const Family& family, std::span<const Piece> pieces) { family.accumulate_all(pieces, cells); });
}

// The columns of a part in the codes of its values, which grow by those that are new, with room for them.
std::vector<const Column*> Statistics::learnt_columns(std::size_t k, const Chunk& chunk, Column& own) {
  PartStatistics& part = parts_[k];
  const PartPlan& plan = plan_->parts[k];
  std::vector<const Column*> columns = columns_of(chunk, part.columns);
  if (is_combined(plan)) {
    part.of_columns = nullptr;
    part.combiner.learn(columns, part.values, own);
    columns = {&own};
  } else if (plan.kind != CellKind::reals) {
    const Column& column = *columns[0];
    if (part.frozen) {
      translate(column, plan, part.frozen->words, part.frozen->idf, kMissingCode, part.translation, own);
      part.n_left_out += n_unknown(column, part.translation, part.frozen->words);
      columns[0] = &own;
    } else if (const auto codes = part.translation.learn(*column.dictionary, part.values);
               weighs(weights_of_first(plan)) || !part.translation.changes_nothing()) {
      recode(column, codes, own);
      if (weighs(weights_of_first(plan))) weigh(own.bag, weights_of_first(plan), {});
      columns[0] = &own;
    }
  }
  part.block.resize(part.family->statistics(), part.shape(), class_count_.cells());
  return columns;
}

// Cells grow by a share, so that many classes met one by one do not copy the tables each time; and not by
// doubling, because every word has a number in each of them.
void Statistics::make_room() {
  constexpr std::size_t kFew = 4, kShare = 8;
  const std::size_t n = class_count_.cells();
  if (classes_.size() > n) class_count_.resize(1, std::max(classes_.size(), n + std::max(kFew, n / kShare)));
}

void Statistics::merge(const Statistics& other) {
  combine(other, false, {});
}

void Statistics::subtract(const Statistics& other) {
  combine(other, true, {});
}

Statistics Statistics::by_plan(std::shared_ptr<const Plan> plan) const {
  Statistics out = *this;
  out.plan_ = std::move(plan);
  return out;
}

Statistics Statistics::zero() const {
  Statistics out(plan_);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    out.parts_[k].names = parts_[k].names;
    if (!parts_[k].frozen) continue;
    out.parts_[k].frozen = parts_[k].frozen;
    out.parts_[k].values = parts_[k].values;
  }
  return out;
}

Statistics Statistics::share(std::size_t k, std::size_t n) const {
  Statistics out = zero();
  out.classes_ = classes_;
  out.class_count_ = k == 0 ? class_count_ : Sums(1, class_count_.cells());
  if (k == 0) out.n_rows_ = n_rows_;
  const std::vector<std::uint32_t> cells = first_codes(class_count_.cells());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const PartStatistics& part = parts_[p];
    const auto statistics = part.family->statistics();
    PartStatistics& some = out.parts_[p];
    some.block = Block::zero(statistics, some.shape(), cells.size());
    if (part.frozen || plan_->parts[p].of_counts()) {
      if (k == 0) some.block = part.block;
      continue;
    }
    std::vector<std::uint32_t> values = first_codes(part.values.size());
    std::erase_if(values, [&](std::uint32_t v) {
      return XXH3_64bits(part.values[v].data(), part.values[v].size()) % n != k;
    });
    some.values = pick(part.values, values);
    some.block = part.block.select(statistics, values, cells);
    for (std::size_t s = 0; k != 0 && s < statistics.size(); ++s) {
      if (statistics[s].row != Per::value)
        some.block.sums[s] = Sums(some.block.sums[s].rows(), some.block.sums[s].cells());
    }
  }
  return out;
}

bool Statistics::plausible() const {
  for (std::size_t cell = 0; cell < class_count_.cells(); ++cell) {
    if (class_count_.negative(0, cell)) return false;
  }
  const auto sound = [](const PartStatistics& part) { return part.family->plausible(part.block); };
  return !n_rows_.negative(0, 0) && std::all_of(parts_.begin(), parts_.end(), sound);
}

void Statistics::combine(const Statistics& other, bool minus, std::span<const std::size_t> parts) {
  const std::vector<std::uint32_t> cell_map = classes_.insert_all(other.classes_);
  make_room();
  minus ? class_count_.subtract(other.class_count_, {}, cell_map)
        : class_count_.merge(other.class_count_, {}, cell_map);
  minus ? n_rows_.subtract(other.n_rows_) : n_rows_.merge(other.n_rows_);
  for (std::size_t k = 0; k < other.parts_.size(); ++k) {
    const std::size_t at = parts.empty() ? k : parts[k];
    if (at != kNowhere) combine_part(parts_[at], other.parts_[k], minus, cell_map);
  }
}

// A part that has learnt nothing yet takes over the vocabulary of the other.
void Statistics::combine_part(PartStatistics& part, const PartStatistics& other, bool minus,
                              std::span<const std::uint32_t> cell_map) {
  if (other.frozen && !part.frozen) part.frozen = other.frozen, part.values = other.values;
  const auto statistics = part.family->statistics();
  const std::vector<std::uint32_t> value_map = part.values.insert_all(other.values);
  part.block.resize(statistics, part.shape(), class_count_.cells());
  part.names = merged(part.names, other.names);
  part.n_left_out += other.n_left_out;
  part.of_columns = nullptr;
  minus ? part.block.subtract(statistics, other.block, value_map, cell_map)
        : part.block.merge(statistics, other.block, value_map, cell_map);
}

void Statistics::canonicalise() {
  class_translation_.clear();
  std::vector<std::uint32_t> cells = classes_.sorted_codes();
  make_room();
  const std::size_t n_cells = class_count_.cells();
  std::erase_if(cells, [&](std::uint32_t cell) { return class_count_.zero(0, cell); });
  classes_ = pick(classes_, cells);
  class_count_ = class_count_.select(first_codes(1), cells).canonical();
  n_rows_ = std::move(n_rows_).canonical();
  header_rows_ = std::move(header_rows_).canonical();
  for (std::size_t k = 0; k < parts_.size(); ++k) canonicalise_part(k, n_cells, cells);
}

void Statistics::canonicalise_part(std::size_t k, std::size_t n_cells, std::span<const std::uint32_t> cells) {
  PartStatistics& part = parts_[k];
  const auto statistics = part.family->statistics();
  const std::vector<std::string>& declared = plan_->parts[k].declared;
  part.translation.clear(), part.combiner.clear();
  part.block.resize(statistics, part.shape(), n_cells);
  std::vector<std::uint32_t> values = first_codes(part.values.size());
  // Columns of counts are the words of their part in the order of the file; everything else is sorted.
  const bool sorts = !plan_->parts[k].of_counts() && !part.frozen;
  if (plan_->parts[k].of_counts()) {  // those of the plan: a column may have gone with its rows
    values.clear();
    for (const std::string& column : plan_->parts[k].columns) values.push_back(part.values.find(column));
  } else if (sorts) {
    values = part.values.sorted_codes();
    const std::vector<bool> has_trace = traces(part.block, statistics, values.size());
    std::erase_if(values, [&](std::uint32_t v) {
      return !has_trace[v] && std::find(declared.begin(), declared.end(), part.values[v]) == declared.end();
    });
  }
  part.values = sorts ? part.values.sorted_subset(values) : pick(part.values, values);
  part.block = part.block.select(statistics, values, cells);
  for (Sums& sums : part.block.sums) sums = std::move(sums).canonical();
  settle_columns(k);
}

void Statistics::settle_columns(std::size_t k) {
  const PartPlan& plan = plan_->parts[k];
  if (is_combined(plan)) parts_[k].of_columns = std::make_shared<const ColumnValues>(plan, parts_[k].values);
}

void Statistics::complete_combinations() {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (parts_[k].of_columns && parts_[k].family->scores_combinations()) complete_part(k);
  }
}

void Statistics::complete_part(std::size_t k) {
  PartStatistics& part = parts_[k];
  for (std::string& key : part.of_columns->possible_keys(part.values, plan_->parts[k].label()))
    part.values.insert(key);
  part.block.resize(part.family->statistics(), part.shape(), class_count_.cells());
  const std::vector<std::uint32_t> values = part.values.sorted_codes();
  part.values = pick(part.values, values);
  part.block = part.block.select(part.family->statistics(), values, first_codes(class_count_.cells()));
  settle_columns(k);
}

std::vector<std::uint32_t> Statistics::selected_words(std::size_t k) const {
  const PartStatistics& part = parts_[k];
  const TextOptions& options = plan_->parts[k].text_options;
  std::vector<std::uint32_t> out = first_codes(part.values.size());
  if (!plan_->parts[k].text || part.chosen()) return out;
  const double texts = part.block.sums[kTexts].value(0, 0);
  const auto limit = [&](const DocumentLimit& each) { return each.share ? each.value * texts : each.value; };
  // A text that has faded is less than one; a word that stands in one of them is still there.
  const bool any = plan_->faded && !options.min_df.share && options.min_df.value <= 1;
  const double least = any ? 0 : limit(options.min_df);
  std::erase_if(out, [&](std::uint32_t word) {
    const double df = part.block.sums[kDocuments].value(word, 0);
    return df < least || df > limit(options.max_df);
  });
  if (options.max_features == 0 || out.size() <= options.max_features) return out;
  const bool informed = options.features_by == FeaturesBy::information;
  return most_of(std::move(out), informed ? word_information(part.block) : word_frequencies(part.block),
                 options.max_features);
}

namespace {

// What may have become of all words.
std::string remedy_for_no_words(const TokenOptions& tokens) {
  if (tokens.tokens == Tokens::pattern && tokens.lowers())
    return "texts are lower-cased before --token-pattern is looked for; --case keep leaves capitals";
  if (tokens.tokens == Tokens::pattern) return "--token-pattern says what a word is";
  if (!tokens.stop_words.empty()) return "--stop-words may have left out all of them";
  if (tokens.min_n > 1) return "the texts are shorter than the runs asked for";
  return "--tokens says what a word is; to unicode it has two characters or more, to space any";
}

}  // namespace

void Statistics::check_words() const {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const PartPlan& plan = plan_->parts[k];
    if (!plan.text || !parts_[k].values.empty()) continue;
    const double texts = parts_[k].block.sums[kTexts].value(0, 0);
    if (texts == 0) continue;
    if (parts_[k].chosen() && plan.text_options.chooses()) fail_without_words(plan);
    if (plan.text_options.fixed)
      throw Error(ErrorKind::data,
                  fmt::format("no word of column '{}' is left by --max-memory", plan.columns[0]), {},
                  "all occur too seldom to have room: give more memory");
    throw Error(ErrorKind::data,
                fmt::format("no word was found in the {} texts of column '{}'", texts, plan.columns[0]), {},
                fmt::format("{}; --ignore {} leaves the column out",
                            remedy_for_no_words(plan.text_options.tokens), plan.columns[0]));
  }
}

void fail_without_words(const PartPlan& part) {
  throw Error(ErrorKind::data,
              fmt::format("no word of column '{}' is left by --min-df, --max-df and --max-features",
                          part.columns[0]));
}

FrozenVocabulary Statistics::vocabulary(std::size_t k) const {
  const PartStatistics& part = parts_[k];
  const bool idf = plan_->parts[k].text_options.idf;
  const double texts = part.block.sums[kTexts].value(0, 0);
  FrozenVocabulary out;
  std::vector<double> weights;
  for (const std::uint32_t word : selected_words(k)) {
    out.words.insert(part.values[word]);
    if (idf) weights.push_back(inverse_document_frequency(texts, part.block.sums[kDocuments].value(word, 0)));
  }
  if (idf) weights.push_back(inverse_document_frequency(texts, 0));
  out.keep_idf(std::move(weights));
  return out;
}

void Statistics::freeze(std::size_t k, FrozenVocabulary vocabulary) {
  freeze(k, std::make_shared<const FrozenVocabulary>(std::move(vocabulary)));
}

void Statistics::freeze(std::size_t k, std::shared_ptr<const FrozenVocabulary> vocabulary) {
  parts_[k].values = vocabulary->words;
  parts_[k].frozen = std::move(vocabulary);
}

void Statistics::fix_vocabularies() {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (plan_->parts[k].text && plan_->parts[k].text_options.fixed && !parts_[k].frozen)
      freeze(k, {parts_[k].values, {}, {}, false});
  }
}

Statistics Statistics::expected(Dictionary classes, Sums class_count, Sums n_rows,
                                std::vector<Block> blocks) const {
  Statistics out = *this;
  out.classes_ = std::move(classes);
  out.class_count_ = std::move(class_count);
  out.n_rows_ = std::move(n_rows);
  for (std::size_t k = 0; k < parts_.size(); ++k) out.parts_[k].block = std::move(blocks[k]);
  return out;
}

Statistics Statistics::restore(std::shared_ptr<const Plan> plan, Dictionary classes, Sums class_count,
                               Sums n_rows, std::vector<PartStatistics> parts) {
  Statistics out(std::move(plan));
  out.classes_ = std::move(classes);
  out.class_count_ = std::move(class_count);
  out.n_rows_ = std::move(n_rows);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    parts[k].columns = out.parts_[k].columns;
  }
  out.parts_ = std::move(parts);
  for (std::size_t k = 0; k < out.parts_.size(); ++k) out.settle_columns(k);
  return out;
}

}  // namespace priory
