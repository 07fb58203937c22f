// SPDX-License-Identifier: Apache-2.0
#include "learn/statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <xxhash.h>

#include "priory/error.h"

#include "family/lift_bag.h"
#include "fold/fold.h"
#include "learn/weighting.h"
#include "learn/word_ranking.h"

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

namespace {

// The words that a plan fixes are kept with the sums, not in the plan.
std::shared_ptr<const Plan> without_words(const std::shared_ptr<const Plan>& plan) {
  const auto has_words = [](const PartPlan& part) { return part.fixed_words.has_value(); };
  if (std::ranges::none_of(plan->parts, has_words)) return plan;
  auto out = std::make_shared<Plan>(*plan);
  for (PartPlan& part : out->parts) part.fixed_words.reset();
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

Statistics::Statistics(const Plan& plan) : Statistics(std::make_shared<const Plan>(plan)) {}

// NOLINTNEXTLINE(performance-unnecessary-value-param): callers that move theirs give it away
Statistics::Statistics(std::shared_ptr<const Plan> plan)
    : data_(std::make_unique<Data>(
          Data{without_words(plan), {}, {}, Sums(1, 0), Sums(1, 1), Sums(), {}, {}, {}})) {
  const std::vector<std::vector<std::size_t>> places = chunk_places(*data_->plan);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PartPlan& part = data_->plan->parts[k];
    PartStatistics each;
    each.family = &family_of(part);
    each.columns = places[k];
    for (const std::string& value : part.declared) each.values.insert(value);
    if (part.of_counts()) {
      for (const std::string& column : part.columns) each.values.insert(column);
    }
    each.block = Block::zero(each.family->statistics(), each.shape(), 0);
    data_->parts.push_back(std::move(each));
    if (plan->parts[k].fixed_words) freeze(k, vocabulary_of(plan->parts[k]));
  }
}

Statistics::Statistics(const Statistics& other) : data_(std::make_unique<Data>(*other.data_)) {}
Statistics::Statistics(Statistics&& other) noexcept = default;
Statistics::~Statistics() = default;

Statistics& Statistics::operator=(Statistics other) noexcept {
  data_.swap(other.data_);
  return *this;
}

const Plan& Statistics::plan() const {
  return *data_->plan;
}
double Statistics::n_rows() const {
  return data_->n_rows.value(0, 0);
}
const Dictionary& Statistics::classes() const {
  return data_->classes;
}
void Statistics::set_header_rows(Sums rows) {
  data_->header_rows = std::move(rows);
}
const Sums& Statistics::header_rows() const {
  return data_->header_rows;
}
PartStatistics& Statistics::edit(std::size_t k) {
  return data_->parts[k];
}
void Statistics::name(std::size_t k, std::shared_ptr<const BucketNames> names) {
  data_->parts[k].names = std::move(names);
}
const std::shared_ptr<const Plan>& Statistics::shared_plan() const {
  return data_->plan;
}
const Sums& Statistics::class_count() const {
  return data_->class_count;
}
const std::vector<PartStatistics>& Statistics::parts() const {
  return data_->parts;
}
const std::shared_ptr<const GivenParameters>& Statistics::given() const {
  return data_->given;
}
void Statistics::give(GivenParameters parameters) {
  data_->given = std::make_shared<const GivenParameters>(std::move(parameters));
}
const std::vector<double>& Statistics::trace() const {
  return data_->trace;
}
void Statistics::set_trace(std::vector<double> objectives) {
  data_->trace = std::move(objectives);
}
const Sums& Statistics::row_count() const {
  return data_->n_rows;
}

void Statistics::accumulate(const Chunk& chunk) {
  if (data_->plan->target.empty()) return accumulate_unlabelled(chunk);
  const auto codes = data_->class_translation.learn(*chunk.target.dictionary, data_->classes);
  std::vector<std::uint32_t> cell_of_row;
  for (const std::uint32_t code : chunk.target.codes) cell_of_row.push_back(codes[code]);
  accumulate(chunk, cell_of_row);
}

void Statistics::accumulate_unlabelled(const Chunk& chunk) {
  accumulate(chunk, std::vector<std::uint32_t>(chunk.n_rows, data_->classes.insert("")));
}

void Statistics::accumulate(const Chunk& chunk, std::span<const std::uint32_t> cell_of_row) {
  make_room();
  const Cells cells = {cell_of_row, {}, data_->class_count.cells(), chunk.weight};
  for (std::size_t row = 0; row < chunk.n_rows; ++row)
    data_->class_count.add(0, cell_of_row[row], cells.weight_of(row));
  data_->n_rows.add(0, 0, static_cast<double>(chunk.n_rows));
  std::vector<std::vector<const Column*>> columns;
  std::vector<Column> own(data_->parts.size());
  for (std::size_t k = 0; k < data_->parts.size(); ++k) columns.push_back(learnt_columns(k, chunk, own[k]));
  each_family(
      data_->parts.size(), [&](std::size_t k) { return data_->parts[k].family; },
      [&](std::size_t k) {
        return Piece{columns[k], nullptr, &data_->parts[k].block};
      },
      [&](const Family& family, std::span<const Piece> pieces) { family.accumulate_all(pieces, cells); });
}

// The columns of a part in the codes of its values, which grow by those that are new, with room for them.
std::vector<const Column*> Statistics::learnt_columns(std::size_t k, const Chunk& chunk, Column& own) {
  PartStatistics& part = data_->parts[k];
  const PartPlan& plan = data_->plan->parts[k];
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
  part.block.resize(part.family->statistics(), part.shape(), data_->class_count.cells());
  return columns;
}

// Cells grow by a share, so that many classes met one by one do not copy the tables each time; and not by
// doubling, because every word has a number in each of them.
void Statistics::make_room() {
  constexpr std::size_t kFew = 4, kShare = 8;
  const std::size_t n = data_->class_count.cells();
  if (data_->classes.size() > n)
    data_->class_count.resize(1, std::max(data_->classes.size(), n + std::max(kFew, n / kShare)));
}

std::uint32_t Statistics::cell_of(std::string_view label) {
  const std::uint32_t out = data_->classes.insert(label);
  make_room();
  return out;
}

void Statistics::count_row(std::uint32_t cell, double weight, bool minus) {
  data_->class_count.add(0, cell, minus ? -weight : weight);
  data_->n_rows.add(0, 0, minus ? -1 : 1);
}

// What training would find in the rows before it counts them.
void Statistics::check_decided() const {
  bool open = plan().undecided;
  for (std::size_t k = 0; k < parts().size(); ++k) {
    const PartPlan& part = plan().parts[k];
    const auto is_auto = [](const auto& setting) { return std::isnan(setting.second); };
    const bool fixes = part.needs_two_readings() || (part.text && part.text_options.fixed);
    open = open || (fixes && !parts()[k].frozen) || std::ranges::any_of(part.settings, is_auto);
  }
  if (open)
    throw Error(ErrorKind::usage, "the plan leaves something to be found in the rows", {},
                "train on some rows first, and count by the statistics of that model (zero)");
}

void Statistics::add(Source<Chunk>& rows, unsigned threads, const Tick& tick) {
  check_decided();
  if (plan().expected)
    throw Error(ErrorKind::usage, "rows cannot be added to what EM expects of others", {},
                "learn it again from all rows");
  combine(fold(rows, zero(), threads, tick), false, {});
}

namespace {

// Whether rows are counted the same under both; settings of the estimate may differ.
bool count_alike(const Plan& a, const Plan& b) {
  const auto same_part = [](PartPlan x, PartPlan y) {
    x.settings.clear(), y.settings.clear();
    return x == y;
  };
  return a.target == b.target && a.weight == b.weight && a.missing == b.missing &&
         a.structure == b.structure && a.components == b.components && a.headers == b.headers &&
         a.undecided == b.undecided && std::ranges::equal(a.parts, b.parts, same_part);
}

bool same_words(const FrozenVocabulary* a, const FrozenVocabulary* b) {
  if (a == b || a == nullptr || b == nullptr) return true;  // one that has none yet takes those of the other
  return std::ranges::equal(a->idf, b->idf) && a->words.strings() == b->words.strings();
}

}  // namespace

void Statistics::check_alike(const Statistics& other) const {
  const std::string remedy = "count all rows by one plan, and by the words that one training has fixed";
  if (data_->plan != other.data_->plan && !count_alike(plan(), other.plan()))
    throw Error(ErrorKind::data, "the statistics were counted under different plans", {}, remedy);
  for (std::size_t k = 0; k < parts().size(); ++k) {
    if (!same_words(parts()[k].frozen.get(), other.parts()[k].frozen.get()))
      throw Error(ErrorKind::data, "the statistics were counted with different fixed words", {}, remedy);
  }
}

void Statistics::merge(const Statistics& other) {
  check_alike(other);
  combine(other, false, {});
}

void Statistics::subtract(const Statistics& other) {
  check_alike(other);
  combine(other, true, {});
}

Statistics Statistics::by_plan(std::shared_ptr<const Plan> plan) const {
  Statistics out = *this;
  out.data_->plan = std::move(plan);
  return out;
}

Statistics Statistics::zero() const {
  Statistics out(data_->plan);
  for (std::size_t k = 0; k < data_->parts.size(); ++k) {
    out.data_->parts[k].names = data_->parts[k].names;
    if (!data_->parts[k].frozen) continue;
    out.data_->parts[k].frozen = data_->parts[k].frozen;
    out.data_->parts[k].values = data_->parts[k].values;
  }
  return out;
}

Statistics Statistics::share(std::size_t k, std::size_t n) const {
  Statistics out = zero();
  out.data_->classes = data_->classes;
  out.data_->class_count = k == 0 ? data_->class_count : Sums(1, data_->class_count.cells());
  if (k == 0) out.data_->n_rows = data_->n_rows;
  const std::vector<std::uint32_t> cells = first_codes(data_->class_count.cells());
  for (std::size_t p = 0; p < data_->parts.size(); ++p) {
    const PartStatistics& part = data_->parts[p];
    const auto statistics = part.family->statistics();
    PartStatistics& some = out.data_->parts[p];
    some.block = Block::zero(statistics, some.shape(), cells.size());
    if (part.frozen || data_->plan->parts[p].of_counts()) {
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
  for (std::size_t cell = 0; cell < data_->class_count.cells(); ++cell) {
    if (data_->class_count.negative(0, cell)) return false;
  }
  const auto sound = [](const PartStatistics& part) { return part.family->plausible(part.block); };
  return !data_->n_rows.negative(0, 0) && std::all_of(data_->parts.begin(), data_->parts.end(), sound);
}

void Statistics::combine(const Statistics& other, bool minus, std::span<const std::size_t> parts) {
  const std::vector<std::uint32_t> cell_map = data_->classes.insert_all(other.data_->classes);
  make_room();
  minus ? data_->class_count.subtract(other.data_->class_count, {}, cell_map)
        : data_->class_count.merge(other.data_->class_count, {}, cell_map);
  minus ? data_->n_rows.subtract(other.data_->n_rows) : data_->n_rows.merge(other.data_->n_rows);
  for (std::size_t k = 0; k < other.data_->parts.size(); ++k) {
    const std::size_t at = parts.empty() ? k : parts[k];
    if (at != kNowhere) combine_part(data_->parts[at], other.data_->parts[k], minus, cell_map);
  }
}

// A part that has learnt nothing yet takes over the vocabulary of the other.
void Statistics::combine_part(PartStatistics& part, const PartStatistics& other, bool minus,
                              std::span<const std::uint32_t> cell_map) {
  if (other.frozen && !part.frozen) part.frozen = other.frozen, part.values = other.values;
  const auto statistics = part.family->statistics();
  const std::vector<std::uint32_t> value_map = part.values.insert_all(other.values);
  part.block.resize(statistics, part.shape(), data_->class_count.cells());
  part.names = merged(part.names, other.names);
  part.n_left_out += other.n_left_out;
  part.of_columns = nullptr;
  minus ? part.block.subtract(statistics, other.block, value_map, cell_map)
        : part.block.merge(statistics, other.block, value_map, cell_map);
}

void Statistics::canonicalise() {
  data_->class_translation.clear();
  std::vector<std::uint32_t> cells = data_->classes.sorted_codes();
  make_room();
  const std::size_t n_cells = data_->class_count.cells();
  std::erase_if(cells, [&](std::uint32_t cell) { return data_->class_count.zero(0, cell); });
  data_->classes = pick(data_->classes, cells);
  data_->class_count = data_->class_count.select(first_codes(1), cells).canonical();
  data_->n_rows = std::move(data_->n_rows).canonical();
  data_->header_rows = std::move(data_->header_rows).canonical();
  for (std::size_t k = 0; k < data_->parts.size(); ++k) canonicalise_part(k, n_cells, cells);
}

void Statistics::canonicalise_part(std::size_t k, std::size_t n_cells, std::span<const std::uint32_t> cells) {
  PartStatistics& part = data_->parts[k];
  const auto statistics = part.family->statistics();
  const std::vector<std::string>& declared = data_->plan->parts[k].declared;
  part.translation.clear(), part.combiner.clear();
  part.block.resize(statistics, part.shape(), n_cells);
  std::vector<std::uint32_t> values = first_codes(part.values.size());
  // Columns of counts are the words of their part in the order of the file; everything else is sorted.
  const bool sorts = !data_->plan->parts[k].of_counts() && !part.frozen;
  if (data_->plan->parts[k].of_counts()) {  // those of the plan: a column may have gone with its rows
    values.clear();
    for (const std::string& column : data_->plan->parts[k].columns)
      values.push_back(part.values.find(column));
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
  const PartPlan& plan = data_->plan->parts[k];
  if (is_combined(plan))
    data_->parts[k].of_columns = std::make_shared<const ColumnValues>(plan, data_->parts[k].values);
}

void Statistics::complete_combinations() {
  for (std::size_t k = 0; k < data_->parts.size(); ++k) {
    if (data_->parts[k].of_columns && data_->parts[k].family->scores_combinations()) complete_part(k);
  }
}

void Statistics::complete_part(std::size_t k) {
  PartStatistics& part = data_->parts[k];
  for (std::string& key : part.of_columns->possible_keys(part.values, data_->plan->parts[k].label()))
    part.values.insert(key);
  part.block.resize(part.family->statistics(), part.shape(), data_->class_count.cells());
  const std::vector<std::uint32_t> values = part.values.sorted_codes();
  part.values = pick(part.values, values);
  part.block = part.block.select(part.family->statistics(), values, first_codes(data_->class_count.cells()));
  settle_columns(k);
}

std::vector<std::uint32_t> Statistics::selected_words(std::size_t k) const {
  const PartStatistics& part = data_->parts[k];
  const TextOptions& options = data_->plan->parts[k].text_options;
  std::vector<std::uint32_t> out = first_codes(part.values.size());
  if (!data_->plan->parts[k].text || part.chosen()) return out;
  const double texts = part.block.sums[kTexts].value(0, 0);
  const auto limit = [&](const DocumentLimit& each) { return each.share ? each.value * texts : each.value; };
  // A text that has faded is less than one; a word that stands in one of them is still there.
  const bool any = data_->plan->faded && !options.min_df.share && options.min_df.value <= 1;
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
    return "texts are lower-cased before ‹token-pattern› is looked for; ‹case› keep leaves capitals";
  if (tokens.tokens == Tokens::pattern) return "‹token-pattern› says what a word is";
  if (!tokens.stop_words.empty()) return "‹stop-words› may have left out all of them";
  if (tokens.min_n > 1) return "the texts are shorter than the runs asked for";
  return "‹tokens› says what a word is; to unicode it has two characters or more, to space any";
}

}  // namespace

void Statistics::check_rows() const {
  if (!data_->classes.empty()) return;
  if (n_rows() > 0)
    throw Error(ErrorKind::data, fmt::format("all {} rows have the weight 0", n_rows()), {},
                "a row of weight 0 counts as one that is not there");
  throw Error(ErrorKind::data, "there are no rows to learn from", {},
              "the file has a header only, or every row was skipped");
}

void Statistics::check_words() const {
  for (std::size_t k = 0; k < data_->parts.size(); ++k) {
    const PartPlan& plan = data_->plan->parts[k];
    if (!plan.text || !data_->parts[k].values.empty()) continue;
    const double texts = data_->parts[k].block.sums[kTexts].value(0, 0);
    if (texts == 0) continue;
    if (data_->parts[k].chosen() && plan.text_options.chooses()) fail_without_words(plan);
    if (plan.text_options.fixed)
      throw Error(ErrorKind::data,
                  fmt::format("no word of column '{}' is left by ‹max-memory›", plan.columns[0]), {},
                  "all occur too seldom to have room: give more memory");
    throw Error(ErrorKind::data,
                fmt::format("no word was found in the {} texts of column '{}'", texts, plan.columns[0]), {},
                fmt::format("{}; ‹ignore› {} leaves the column out",
                            remedy_for_no_words(plan.text_options.tokens), plan.columns[0]));
  }
}

void fail_without_words(const PartPlan& part) {
  throw Error(ErrorKind::data,
              fmt::format("no word of column '{}' is left by ‹min-df›, ‹max-df› and ‹max-features›",
                          part.columns[0]));
}

FrozenVocabulary Statistics::vocabulary(std::size_t k) const {
  const PartStatistics& part = data_->parts[k];
  const bool idf = data_->plan->parts[k].text_options.idf;
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
  data_->parts[k].values = vocabulary->words;
  data_->parts[k].frozen = std::move(vocabulary);
}

void Statistics::fix_vocabularies() {
  for (std::size_t k = 0; k < data_->parts.size(); ++k) {
    if (data_->plan->parts[k].text && data_->plan->parts[k].text_options.fixed && !data_->parts[k].frozen)
      freeze(k, {data_->parts[k].values, {}, {}, false});
  }
}

Statistics Statistics::expected(Dictionary classes, Sums class_count, Sums n_rows,
                                std::vector<Block> blocks) const {
  Statistics out = *this;
  out.data_->classes = std::move(classes);
  out.data_->class_count = std::move(class_count);
  out.data_->n_rows = std::move(n_rows);
  for (std::size_t k = 0; k < data_->parts.size(); ++k) out.data_->parts[k].block = std::move(blocks[k]);
  return out;
}

Statistics Statistics::restore(std::shared_ptr<const Plan> plan, Dictionary classes, Sums class_count,
                               Sums n_rows, std::vector<PartStatistics> parts) {
  Statistics out(std::move(plan));
  out.data_->classes = std::move(classes);
  out.data_->class_count = std::move(class_count);
  out.data_->n_rows = std::move(n_rows);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    parts[k].columns = out.data_->parts[k].columns;
  }
  out.data_->parts = std::move(parts);
  for (std::size_t k = 0; k < out.data_->parts.size(); ++k) out.settle_columns(k);
  return out;
}

}  // namespace priory
