// SPDX-License-Identifier: Apache-2.0
// A plan: which family models which columns, and how. It is made from the profile of the columns and the
// user's options, is stored in the model, and says for every column why it is read as it is. It can be made
// to fit into a limit of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "priory/chunk.h"
#include "priory/table.h"

#pragma GCC visibility push(default)

namespace priory {

enum class Tf { count, log, binary };  // of a word that occurs c times: c, 1 + ln c, 1
enum class LengthNorm { none, l1, l2 };
enum class FeaturesBy { frequency, information };  // which words --max-features keeps
enum class Unseen { ignore, smooth, error };       // what a value or word never seen in training does
enum class PriorKind { empirical, uniform, given };

template <>
inline constexpr std::array kNames<Tf> = std::to_array<std::string_view>({"count", "log", "binary"});
template <>
inline constexpr std::array kNames<LengthNorm> = std::to_array<std::string_view>({"none", "l1", "l2"});
template <>
inline constexpr std::array kNames<FeaturesBy> = std::to_array<std::string_view>({"frequency",
                                                                                  "information"});
template <>
inline constexpr std::array kNames<Unseen> = std::to_array<std::string_view>({"ignore", "smooth", "error"});
template <>
inline constexpr std::array kNames<PriorKind> = std::to_array<std::string_view>({"empirical", "uniform",
                                                                                 "given"});

// A number of texts, or a share of them.
struct DocumentLimit {
  double value = 0;
  bool share = false;
  bool operator==(const DocumentLimit&) const = default;
};

struct TextOptions {
  TokenOptions tokens;
  Tf tf = Tf::count;
  bool idf = false;  // ln((1 + n) / (1 + df)) + 1
  LengthNorm length_norm = LengthNorm::none;
  DocumentLimit min_df = {1, false};
  DocumentLimit max_df = {1, true};
  std::size_t max_features = 0;  // 0: all
  FeaturesBy features_by = FeaturesBy::frequency;
  bool fixed = false;  // the first training fixes which words there are: rarer ones did not fit into memory

  // Whether not all words are kept. Which ones is known when all texts are.
  bool chooses() const {
    return !(min_df == TextOptions().min_df && max_df == TextOptions().max_df) || max_features > 0;
  }
  // Whether the vocabulary must be known before the counting: an idf is of all texts, and the length of a
  // text is that of its words that are kept.
  bool two_readings() const { return idf || (length_norm != LengthNorm::none && chooses()); }
  // Whether a word of a text counts other than a whole number.
  bool fractions() const { return idf || tf == Tf::log || length_norm != LengthNorm::none; }
  bool operator==(const TextOptions&) const = default;
};

struct ClassPrior {
  PriorKind kind = PriorKind::empirical;
  std::vector<std::pair<std::string, double>> given;
  double alpha = 0;
  bool operator==(const ClassPrior&) const = default;
};

// The words of a text that are fixed before the counting, in code point order: see needs_two_readings.
struct FixedWords {
  std::vector<std::string> words;
  std::vector<double> idf;  // of each word, and last of an unknown word; empty without idf
  bool operator==(const FixedWords&) const = default;
};

// Part of a model: columns and the family that models them.
struct PartPlan {
  std::string family;
  CellKind kind = CellKind::reals;
  std::vector<std::string> columns;
  bool text = false;
  TextOptions text_options;
  std::vector<std::string> declared;                  // values the column can take, seen or not
  std::vector<std::vector<std::string>> declared_of;  // the same of each column, where they are combined
  std::vector<double> weights;                        // of every two columns, row by row; empty: all alike
  bool in_order = false;                              // values stand as they are declared, not sorted
  std::vector<Bins> bins;                             // of each column: numbers are counted in them; or none
  double score_weight = 1;                            // what its score counts: see fit_part_weights
  bool pooled = false;                                // estimated from all classes together, for all of them
  std::size_t member = 0;                             // of a pool of models: which of them it is a part of
  std::vector<std::pair<std::string, double>> settings;  // every option of the family
  // Of a text: its words, known before the rows are. A model keeps them with its sums and not in its plan.
  std::optional<FixedWords> fixed_words;

  // How many columns of a chunk it takes: columns of counts are joined into one bag.
  std::size_t n_columns() const { return kind == CellKind::bag ? 1 : columns.size(); }
  // Texts whose words are weighed by what is known of all of them.
  bool needs_two_readings() const { return text && text_options.two_readings(); }
  bool hashed() const { return text && text_options.tokens.hash_bits > 0; }
  bool of_counts() const { return kind == CellKind::bag && !text; }  // columns that are one bag together
  // Whether column j is one of numbers that are counted in bins.
  bool binned(std::size_t j) const { return j < bins.size() && bins[j].size() > 0; }
  std::string label() const;  // "height", "height+weight", "height+weight+..."
  bool operator==(const PartPlan&) const = default;
};

// The components of every class, found before the counting: each row of a class counts for the nearest of its
// centres. The distance is that of numbers less their means, a missing one being its mean, times `whiten`.
// The rows of a class that has no centres are its first component.
struct Centres {
  std::vector<std::string> columns;
  std::vector<double> mean;    // of each column
  std::vector<double> whiten;  // columns x columns, zero above the diagonal; or its diagonal alone
  std::vector<std::pair<std::string, std::vector<double>>> of_class;  // centres x columns, whitened
  bool empty() const { return columns.empty(); }
  bool operator==(const Centres&) const = default;
};

// One of several models whose posteriors are mixed: p(class | row) is the sum of weight times that of the
// member, each sharpened or softened by its temperature: log p multiplied with `slope`, made to sum to one.
struct PoolMember {
  double weight = 1;
  double slope = 1;
  std::string structure;  // as of a plan
  bool operator==(const PoolMember&) const = default;
};

// How a column is read, for people.
struct ColumnRole {
  std::string name;
  std::string role;  // "target", "weight", "ignored", or the family; "text, multinomial"
  std::string reason;
  std::vector<std::string> warnings = {};  // what is doubtful, each with the setting that says it otherwise
};

// Everything that is decided by looking at rows; given it, what is learnt are exact sums. So rows counted
// under one plan, in any shards and order, are the same model. A plan has a file of its own: see store.h.
struct Plan {
  std::string target;  // empty: the class is hidden
  std::string weight;
  std::vector<PartPlan> parts;
  ClassPrior prior;
  Unseen unseen = Unseen::ignore;
  std::vector<std::string> missing;
  bool trim = false;      // spaces around cells are no part of them
  Readings readings;      // of columns that are not read as they stand, by the names that parts have for them
  bool expected = false;  // learnt by EM: the statistics are expectations, to which no rows can be added
  std::size_t components = 1;  // hidden classes within each class, learnt by EM, or those of
  Centres centres;             // these; empty: there are none
  std::string structure;       // naive, tan, chow-liu, kdb, kdb-average or the name of a network; empty: none
  std::vector<PoolMember> pool;  // of which parts are members; empty: the plan is of one model
  std::size_t n_parents = 2;     // kdb: the most columns that each depends on; not stored
  bool undecided = false;        // which columns a part is given is still to be learnt from the rows
  bool faded = false;  // old counts were multiplied by a factor: the sums are no longer those of rows
  std::vector<std::string> ignored;  // columns that the rows had and that were left out, in code point order
  bool open = false;                 // rows name their own columns (JSONL), and lack some of them
  // Where not all rows came with the same columns: those that they came with, each list in its order, the
  // lists in order. Empty: all had those of the parts.
  std::vector<std::vector<std::string>> headers;
  std::vector<ColumnRole> roles;   // in the order of the file; not stored
  std::vector<std::string> notes;  // what the user should know; not stored
};

// --types: what the user says of a column: a family, or text, ignore, weight, numeric.
struct ColumnType {
  std::string column;
  std::string type;
  std::vector<std::string> values;
};

// --parts: columns and their family.
struct ColumnGroup {
  std::vector<std::string> columns;
  std::string family;
};

// A family's option, for one column or (empty) for all.
struct OptionValue {
  std::string name;
  std::string column;
  double value = 0;
};

// A variable of a graph: a column, the values it can take in their order, and the columns it is given.
struct GraphVariable {
  std::string name;
  std::vector<std::string> states;
  std::vector<std::string> parents;
};

struct PlanOptions {
  std::string target;
  std::string structure;             // naive, tan, chow-liu, kdb, aode, or the name of
  std::vector<GraphVariable> graph;  // this one
  std::size_t n_parents = 2;         // kdb: the most columns that each depends on
  std::size_t n_centres = 1;         // of every class, if it has rows enough
  std::string family;                // of all feature columns; empty: by their values
  std::vector<ColumnType> types;
  std::vector<ColumnGroup> parts;
  std::vector<std::string> text, ignore;
  std::vector<OptionValue> settings;
  TextOptions text_options;
  bool tokens_given = false;  // Tokens::unicode is the user's word, for texts without spaces too
  ClassPrior prior;
  Unseen unseen = Unseen::ignore;
  std::vector<std::string> missing = ReadingRules().missing;
  bool guess_missing = true;    // other spellings too, where the rest of a column says so
  bool keep_spaces = false;     // around cells
  std::optional<char> decimal;  // given: it is not guessed
  std::size_t target_bins = 0;  // the target is numbers, cut into so many classes; 0: its values are classes
  bool skip_bad_rows = false;   // leave out rows with cells that do not fit their family
  bool tolerant = false;        // for looking only: doubtful columns are no error
  bool later = false;           // of columns that join a model: none of them need be left
};

// Whether a model by this plan is one Bayesian network, beside which other parts may stand.
bool is_network(const Plan& plan);
// "classifier", "mixture" or "network": what a model by this plan is.
std::string_view kind_of(const Plan& plan);

// How columns are to be looked at for these options: of those whose type is given nothing is guessed.
ReadingRules reading_rules(const PlanOptions& options);
Plan make_plan(std::span<const ColumnProfile> profile, const PlanOptions& options);

// Whether rows have nothing left to decide: no tree, no setting `auto`, no words to be fixed.
bool is_decided(const Plan& plan);

// What options would change in a plan that is given, in words: "‹alpha› is 1 in the plan". `given` names the
// settings that the user gave; others are not compared. Empty: they agree.
std::vector<std::string> contradictions(const Plan& plan, const PlanOptions& options,
                                        const std::set<std::string>& given);

// The plan with other settings of the estimate: each for one column, or for all that have it. An Error of
// kind usage for a column that is not there, a value that cannot be, and what only rows can tell (auto).
Plan with_settings(Plan plan, std::span<const OptionValue> settings);

// Whether the scores of classes have their prior in them: not where every part is a complement.
bool uses_prior(const Plan& plan);

// The columns that parts model, in their order, each once.
std::vector<std::string> feature_columns(const Plan& plan);
// The columns of rows that they are read from: a date is one, however many parts of it are modelled.
std::vector<std::string> source_columns(const Plan& plan);
// How a column of a part, the target or the weight is read.
Reading reading_of(const Plan& plan, const std::string& column);
bool share_a_feature(const Plan& a, const Plan& b);
// Which columns rows for this model may lack, since not all rows it learnt from had them; sorted.
std::vector<std::string> optional_columns(const Plan& plan);
// The columns of a file that are new to the model: no part has them, and they were not left out.
std::vector<std::string> new_columns(const Plan& plan, std::span<const std::string> columns);
// The plan of rows to be learnt or forgotten that come with these columns: the parts they have, and new ones
// as `fresh` says of columns that are new to the model. The model's own plan where the columns are the
// same. An Error of kind usage where a new column has no place.
Plan plan_of_rows(const Plan& model, std::span<const std::string> columns, const Plan& fresh = {});
// Options for a plan of new columns: what all parts of the model agree on.
PlanOptions options_like(const Plan& model);

// Another family over the same cells: options that both have keep their value. An Error of kind usage if
// there is no such family.
void change_family(PartPlan& part, const std::string& family);

// The little languages of the command line; errors name the place in the text.
std::vector<ColumnType> parse_types(std::string_view text);   // "age=gaussian,job=categorical{a,b}"
std::vector<ColumnGroup> parse_parts(std::string_view text);  // "a+b=multinomial,c=categorical"
std::vector<OptionValue> parse_setting(std::string_view name, std::string_view text);  // "1,city=0.5"
ClassPrior parse_prior(std::string_view text, double alpha);  // "empirical", "uniform", "a=0.2,b=0.8"
std::vector<std::string> parse_list(std::string_view text);   // "a,b,'c,d'"

// Learning within a limit of memory. What grows with the rows is the vocabulary of texts; where it would not
// fit, the words that occur least often are left out. A reading of its own finds which: it counts all words
// in a sketch whose size is fixed beforehand, and samples them to know how many there are of each frequency.
// Nothing of it depends on the number of threads, which are fewer where the tables of many would not fit.

class WordGate;

struct MemoryOptions {
  std::size_t bytes = 0;
  std::size_t n_cells = 1;  // hidden classes within each class; all of them where none is known
  std::size_t copies = 1;   // of the statistics and the model that are in memory together
  unsigned threads = 1;
  bool weighed = false;  // other plans than this one may be tried, or rows be shared out: sums of weights
};

// The words of one text.
struct WordLimit {
  std::string column;
  double n_words = 0;                    // different ones in all, and
  double n_kept = 0;                     // those let in; estimates where there are many
  bool estimated = false;                // whether they are
  std::uint32_t least = 1;               // those that occur less often are left out
  std::shared_ptr<const WordGate> gate;  // null: none are
};

}  // namespace priory

#pragma GCC visibility pop
