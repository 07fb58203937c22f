// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file that needs no network: what a model has learnt and how good it is. Everything
// on it is in plain values here; the drawing is done by the page's own script (web/), which is part of the
// library. Names, labels and texts may hold any bytes: none of them can become markup or script.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "priory/classifier.h"
#include "priory/evaluation.h"
#include "priory/examples.h"
#include "priory/report.h"
#include "priory/schema.h"

namespace priory {

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
  std::optional<PageNomogram> nomogram;
  std::vector<double> trace;  // the objective of EM, step by step
};

// What a page shows of a model: all but its file. `positive` is the class of the nomogram, one of two.
PageModel portrait(const Classifier& model, std::size_t positive, const Speller& speller = {});

// For two classes, each column a part of its own whose values have finite log odds; else none.
std::optional<PageNomogram> nomogram(const Classifier& model, std::size_t positive);

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
};

void write_json(JsonWriter& json, const Page& page);  // one object, schema priory.report/1 (docs/report.md)
std::string to_html(const Page& page);  // an Error of kind usage when the library was built without the page

}  // namespace priory
