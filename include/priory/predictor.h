// SPDX-License-Identifier: Apache-2.0
// Predicts row by row: the scratch of one thread over a classifier. To the bit what the classifier says of
// the same rows in bulk.
//
//   Predictor predictor(load("mail.priory"));
//   predictor.predict("cheap pills");            // of a model that reads one column
//   for (const std::string& name : predictor.columns()) ...   // the order of the cells of a row
//   predictor.posterior(row);                    // probabilities in the order of predictor.classes()
//
// After the first rows nothing is allocated, but for explanations and where columns are modelled together: a
// joint table, a network, a group of Gaussian columns. A Predictor belongs to one thread; make one for each.
// Copying the model is cheap.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/row.h"

namespace priory {

// The most probable class of a row, the first of equals. The label is the model's.
struct Answer {
  std::size_t index = 0;  // among the classes
  std::string_view label;
  double probability = 0;
  bool impossible = false;  // no class can have produced the row: the answer is the prior's
};

// A row for each row, a column for each class.
struct PosteriorMatrix {
  std::size_t n_rows = 0;
  std::size_t n_classes = 0;
  std::vector<double> data;

  std::span<const double> row(std::size_t r) const { return {data.data() + r * n_classes, n_classes}; }
};

class Predictor {
 public:
  explicit Predictor(Classifier model);
  ~Predictor();
  Predictor(Predictor&&) noexcept;
  Predictor& operator=(Predictor&&) noexcept;

  const Classifier& model() const;
  const std::vector<std::string>& columns() const;  // the cells of a row, in this order
  const std::vector<std::string>& classes() const;

  // An Error of kind usage if the row has not one cell a column, of kind data if a cell is not what its
  // column takes. What is returned is valid until the next call.
  Answer predict(RowView row);
  std::span<const double> posterior(RowView row);
  std::span<const double> log_posterior(RowView row);
  Explanation explain(RowView row);

  // The same of a model that reads one column.
  Answer predict(std::string_view text) { return predict(alone(text)); }
  std::span<const double> posterior(std::string_view text) { return posterior(alone(text)); }
  std::span<const double> log_posterior(std::string_view text) { return log_posterior(alone(text)); }
  Explanation explain(std::string_view text) { return explain(alone(text)); }

  // Many rows: n_rows rows of as many cells as there are columns, one row after the other.
  PosteriorMatrix posteriors(std::span<const CellValue> cells);
  PosteriorMatrix log_posteriors(std::span<const CellValue> cells);

  // All rows of files or of memory; to the bit what the rows have one by one, for any number of threads.
  PosteriorMatrix posteriors(const Data& rows, unsigned threads = 1) const;
  PosteriorMatrix log_posteriors(const Data& rows, unsigned threads = 1) const;
  // Into memory of the caller's, row after row. An Error of kind usage if that is not rows x classes.
  void posteriors(const Data& rows, std::span<double> out, unsigned threads = 1) const;
  void log_posteriors(const Data& rows, std::span<double> out, unsigned threads = 1) const;
  // The most probable class of every row, the first of equals: its place among the classes.
  std::vector<std::uint32_t> labels(const Data& rows, unsigned threads = 1) const;

 private:
  struct Scratch;
  RowView alone(std::string_view text) {
    only_ = CellValue(text);
    return {&only_, 1};
  }
  PosteriorMatrix matrix(std::span<const CellValue> cells, bool log);

  CellValue only_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace priory
