// SPDX-License-Identifier: Apache-2.0
// How results are shown: a JSON writer, a table for terminal, CSV and Markdown, models, evaluations and
// answers in all of them, and the report page.
// Nothing here prints: everything goes to the string or stream of the caller. Labels and cells may hold any
// bytes; on a terminal they cannot move the cursor, and in JSON they are always valid UTF-8.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "priory/audit.h"
#include "priory/classifier.h"
#include "priory/discriminative.h"
#include "priory/error.h"
#include "priory/evaluation.h"
#include "priory/network.h"
#include "priory/query.h"
#include "priory/table.h"
#include "priory/training.h"

#pragma GCC visibility push(default)

namespace priory {

// Writes a JSON document as it comes, so that a large model is never in memory twice. Numbers are in their
// shortest form that reads back to the same bits; infinities, which JSON lacks, are the strings "inf" and
// "-inf"; there is no NaN (see number_text). The members of the outermost object have a line each, and so
// have arrays and objects inside an array; arrays of numbers or strings stay on one line. The caller balances
// begin and end, and gives a key before each value of an object.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(double number);
  JsonWriter& value(std::string_view text);  // what is not UTF-8 in it becomes U+FFFD
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
  JsonWriter& value(std::nullptr_t) { return raw("null"); }
  template <std::integral Integer>
  JsonWriter& value(Integer number) {
    return raw(std::to_string(number));
  }
  template <class Value>
  JsonWriter& value(const std::optional<Value>& maybe) {
    return maybe ? value(*maybe) : value(nullptr);
  }
  // An array of whatever `range` holds.
  template <std::ranges::input_range Range>
  requires(!std::convertible_to<Range, std::string_view>) JsonWriter& value(const Range& range) {
    begin_array();
    for (const auto& item : range) value(item);
    return end_array();
  }
  template <class Value>
  JsonWriter& member(std::string_view name, const Value& item) {
    return key(name).value(item);
  }

 private:
  struct Frame {
    bool is_array = false;
    bool lines = false;  // its entries have a line each
    bool empty = true;
  };

  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  JsonWriter& raw(std::string_view text);
  void separate(bool on_new_line);
  void new_line();
  void quote(std::string_view text);

  std::ostream& out_;
  std::vector<Frame> open_;
  bool after_key_ = false;
};

// Rows of cells under a header. Columns whose cells are all numbers are aligned to the right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : header_(std::move(header)) {}
  void add_row(std::vector<std::string> cells);  // as many as the header has
  // A cell of the last row on a ground of colour: from -1, orange, over 0, none, to 1, blue.
  void shade(std::size_t column, double depth);
  // Texts of this column go on in further lines where they would be cut.
  void wrap(std::size_t column) { wrapped_ = column; }

  // For a terminal: lines of at most `width` columns as far as cutting texts (with …) allows; numbers are
  // never cut. Control and direction characters are shown as escapes. Shades show only in colour.
  std::string text(std::size_t width = 80, bool colour = false) const;
  std::size_t full_width() const;   // with nothing cut
  std::size_t least_width() const;  // the narrowest that `text` can be

  std::string csv(char delimiter = ',') const;  // RFC 4180, lines end in \n
  std::string markdown() const;                 // a GitHub table; cells show literally

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
  std::map<std::pair<std::size_t, std::size_t>, double> shades_;  // by row and column
  std::optional<std::size_t> wrapped_;
};

// One record of CSV as RFC 4180 has it, with its \n.
std::string csv_line(const std::vector<std::string>& cells, char delimiter = ',');

// Text as a terminal may show it: control and direction characters as escapes, and bytes that are not UTF-8.
std::string printable(std::string_view text);
// At most `width` columns of a printable text, the last being … when something was left out.
std::string truncated(std::string_view text, std::size_t width);

void write_json(JsonWriter& json, const Measures& measures);  // one object, schema priory.evaluation/1
std::string to_json(const Measures& measures);                // the same as a document

struct TextStyle {
  std::size_t width = 80;
  bool colour = false;      // the confusion matrix as a heat map
  bool normalised = false;  // the confusion matrix in shares of the actual class
  Speller speller = {};     // how settings are named
};
std::string to_text(const Measures& measures, const TextStyle& style = {});  // a report for people
inline std::string to_text(const Measures& measures, std::size_t width) {
  return to_text(measures, TextStyle{width, false, false, {}});
}
std::string to_markdown(const Measures& measures, const Speller& speller = {});  // the same for pages
// A line for each figure: measure,class,predicted,value,low,high; `predicted` is for confusion and
// confusion_share, of which `class` is the actual one.
std::string to_csv(const Measures& measures, char delimiter = ',');
// ROC and precision-recall of the classes that `curves` has: class,threshold,tp,fp,tpr,fpr,precision; a line
// for each point, written class by class, as curves of many rows and classes are large.
void write_curves(std::ostream& out, const Evaluation& evaluation);

// Comparisons of models with the first of them, whose names they have.
struct NamedComparison {
  std::string first, second;
  Comparison comparison;
};
void write_json(JsonWriter& json, const NamedComparison& comparison);  // one object
std::string to_json(const std::vector<NamedComparison>& comparisons);  // schema priory.comparison/1
std::string to_text(const std::vector<NamedComparison>& comparisons, const TextStyle& style = {});
std::string to_markdown(const std::vector<NamedComparison>& comparisons);
std::string to_csv(const std::vector<NamedComparison>& comparisons, char delimiter = ',');

// The figures of one fold.
struct FoldFigures {
  std::size_t repeat = 1, fold = 1;  // both from 1 on
  Measures measures;
};

// What cross-validation found.
struct CrossValidation {
  std::vector<FoldFigures> folds;  // empty: each row was left out alone
  std::size_t repeat = 1;          // how often the rows were dealt out
  std::uint64_t seed = 1;
  Measures all;  // of all folds together
  std::vector<NamedComparison> comparisons = {};
};
std::string to_json(const CrossValidation& cv);  // schema priory.cv/1
std::string to_text(const CrossValidation& cv, const TextStyle& style = {});
std::string to_markdown(const CrossValidation& cv, const Speller& speller = {});
std::string to_csv(const CrossValidation& cv, char delimiter = ',');  // a line for each fold

// An audit: schema priory.audit/1; what it found as tables, numbers with all their digits or for people.
std::string to_json(const Audit& audit);
TextTable suspects_table(const Audit& audit, bool people = false);
TextTable alike_table(const Audit& audit);

// Learning curves of a generative model and its discriminative partner.
void write_json(JsonWriter& writer, const Pair& pair);  // one object, schema priory.pair/1
std::string to_json(const Pair& pair);
std::string to_text(const Pair& pair, const TextStyle& style = {});
std::string to_markdown(const Pair& pair);
std::string to_csv(const Pair& pair, char delimiter = ',');  // a line for each size
std::string to_svg(const Pair& pair);                        // a picture of its own: accuracy and log loss

// An answer: schema priory.query/1; a number, yes, no or CSV as text; a table where it has several figures.
// Numbers have all their digits, or four of them for people.
std::string to_json(const Query& query, const QueryAnswer& answer);
std::string to_text(const Query& query, const QueryAnswer& answer, bool people = false);
std::optional<TextTable> to_table(const Query& query, const QueryAnswer& answer, bool people = false);

// Two classes that an explanation compares: those named, or else the predicted one and the next best. An
// Error of kind usage where a name is no class, or both are one.
struct ComparedClasses {
  std::size_t of = 0, against = 0;
};
ComparedClasses compared_classes(const Classifier& model, const Explanation& explanation,
                                 const std::string& of = {}, const std::string& against = {});
// What a reason adds to the log odds of the one against the other.
double contribution(const Reason& reason, const ComparedClasses& classes);
std::string_view name_of(Reason::Kind kind);  // prior, value, absent, missing, unseen
// One object: a row of schema priory.explanation/1. Rows count from 1.
void write_json(JsonWriter& json, const Classifier& model, const Explanation& explanation,
                const ComparedClasses& classes, std::size_t row);

struct ModelJsonOptions {
  std::optional<double> log_likelihood;  // of rows, to be written too
  Speller speller = {};                  // how settings are named
};
std::string to_json(const Classifier& model, const ModelJsonOptions& options = {});  // priory.model/1
TextTable parameter_table(const Classifier& model);  // every parameter, one a line
// The numbers of hidden classes that were tried, the model's own marked; for people within 80 characters.
TextTable tried_table(const Classifier& model, bool people = false);
// How the texts of a part are read: the kind of tokens, and the options whose value is not the usual one.
std::vector<std::pair<std::string, std::string>> text_settings(const TextOptions& options,
                                                               const Speller& speller = {});
// The parameters of the full joint table over the same discrete columns: K (product of V - 1) + K - 1. None
// when a column is not discrete, since then there is no such table.
std::optional<double> full_joint_parameters(const Classifier& model);

// Rows drawn from a model or a network, cells as text. The arguments are valid during the call only.
struct DrawnColumns {
  std::vector<std::string> names;
  std::vector<bool> numbers;  // whether a column's cells are
};
using TakeDrawn = std::function<void(const DrawnColumns& columns, std::span<const std::string> cells)>;
void draw_rows(const Classifier& model, const SampleOptions& options, const TakeDrawn& take);
void draw_rows(const Network& network, const SampleOptions& options, const TakeDrawn& take);
std::string json_line(const DrawnColumns& columns, std::span<const std::string> cells);  // with its \n

// A network: schema priory.model/1 of kind network.
std::string to_json(const Network& network);
TextTable probability_table(const Network& network);  // every probability, one a line

// A variable given others, and of an object that was begun the members that tell it: columns, parents,
// parent_values, values and log_prob.
struct NodeView {
  std::string variable;
  std::vector<std::string> parents, values;
  std::vector<std::vector<std::string>> parent_values;
  std::vector<double> log_prob;  // configurations of the parents x values, the last parent fastest
};
void write_members(JsonWriter& json, const NodeView& node);

// The report as one HTML file that needs no network: what a model has learnt and how good it is. Everything
// on it is in plain values here; the drawing is done by the page's own script (web/), which is part of the
// library. Names, labels and texts may hold any bytes: none of them can become markup or script.

// Columns of the model and how they are modelled.
struct PagePart {
  std::string family;
  std::vector<std::string> columns;
  std::size_t n_values = 0;  // of a discrete column, or words
  bool text = false;
  std::vector<std::pair<std::string, std::string>> settings;  // of the family and of the text
};

// One line of the nomogram: what a column adds to the log odds, by its value.
struct PageAxis {
  std::string column;
  std::vector<std::string> values;  // of a discrete column, or
  std::vector<double> numbers;      // places on a number line, in order
  std::vector<double> log_odds;     // one for each
};

// For two classes: the log odds of `positive` are the bias and what every column adds (Mozina et al. 2004).
struct PageNomogram {
  std::string positive, negative;
  double bias = 0;
  std::vector<PageAxis> axes;
};

// A column given the class: the probability of each value, or mean and standard deviation.
struct PageProfile {
  std::string column;
  std::vector<std::string> values;
  std::vector<std::vector<double>> probability;  // [value][class]
  std::vector<double> mean, deviation;           // [class]
};

// A column in each of the classes shown: how the rows are spread, and what the model has for it.
struct PageSpread {
  std::string column;
  std::vector<std::string> values;            // of a discrete column, the most frequent; or
  std::size_t n_more = 0;                     // values that are left out
  std::vector<double> borders, places;        // of a number: of bins, one more than there are; of the curve
  std::vector<std::vector<double>> observed;  // [class][value or bin] shares of its rows; empty: no rows
  std::vector<std::vector<double>> fitted;    // [class][value] probability, [class][place] density; or empty
  std::vector<double> rows;                   // [class] that have a cell
  double outside = 0;                         // share of the rows that no bin has
};

// Columns in each class; `classes` are the largest ones.
struct PageSpreads {
  std::vector<std::size_t> classes;
  std::size_t n_drawn = 0, n_rows = 0;  // the rows looked at, and all
  std::vector<PageSpread> columns;
};

struct PageModel {
  std::string file, format, checksum;
  std::size_t bytes = 0;
  std::string target;  // empty: the class is hidden
  std::string tokens;  // how texts are cut: unicode, ascii, space or characters; empty: there is none
  std::size_t n_rows = 0;
  double free_parameters = 0;
  std::vector<std::string> classes;
  std::vector<double> class_count, prior;
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<PagePart> parts;
  std::vector<std::vector<InformativeFeature>> informative;  // of every class
  std::vector<PageProfile> profiles;
  PageSpreads spreads;
  std::optional<PageNomogram> nomogram;
  std::vector<double> trace;  // the objective of EM, step by step
  std::vector<ClassesTried> tried;
  TuningRecord search;  // what was tried before this model; no trials: nothing
};

// What a page shows of a model: all but its file. `positive` is the class of the nomogram, one of two.
// With rows, columns are drawn as far as these reach, and beside them.
PageModel portrait(const Classifier& model, std::size_t positive, const Speller& speller = {},
                   const SampledRows* rows = nullptr);

// For two classes, each column a part of its own whose values have finite log odds; else none.
std::optional<PageNomogram> nomogram(const Classifier& model, std::size_t positive,
                                     const SampledRows* rows = nullptr);

// Columns in each class, the first of them, but no texts.
PageSpreads spreads(const Classifier& model, const SampledRows* rows = nullptr);

// Columns given the class, the first of them; none for many classes or hidden components.
std::vector<PageProfile> profiles(const Classifier& model);

// The rows the model was judged by.
struct PageData {
  std::vector<std::string> files;
  ReadCounts counts;
  std::vector<ColumnProfile> columns;
};

struct Page {
  std::string title;
  std::string version;  // of the program
  PageModel model;
  std::optional<PageData> data;
  // The judgement; null: the page is about the model alone. The figures are those of `measures` as they are.
  const Measures* measures = nullptr;
  const Evaluation* evaluation = nullptr;
  const Evaluation* raw = nullptr;  // of the same rows before calibration; null: nothing was calibrated
  std::optional<double> threshold;  // of the decision, when one was given
  Examples examples;
  const Pair* pair = nullptr;  // learning curves: then the page is about them alone
};

// A figure of a page by itself, as SVG for papers: "matrix", "roc", "precision-recall", "reliability",
// "column", "nomogram", "trace". An Error of kind usage where the page has nothing to draw it from.
struct FigureOptions {
  std::string figure;
  std::string column;    // of a column; the first by default
  std::string of_class;  // of the curves; the positive one of two, else the largest, by default
};
std::vector<std::string> figure_names();
std::string to_svg(const Page& page, const FigureOptions& options);

void write_json(JsonWriter& json, const Page& page);  // one object, schema priory.report/1 (docs/report.md)
std::string to_html(const Page& page);  // an Error of kind usage when the library was built without the page

}  // namespace priory

#pragma GCC visibility pop
