// SPDX-License-Identifier: Apache-2.0
// From rows as a model reads them to the features of its linear form, and from their weights to a model.
// Terms over numbers are dense features, centred on their mean over the rows; values, words and "missing" are
// sparse ones. Only features that the linear view of the family has get a weight.
#pragma once

#include <optional>

#include "logistic/conditional_loss.h"
#include "model/fitted_weights.h"
#include "model/scorer.h"

namespace priory {

class FeatureMap {
 public:
  // An Error of kind usage where a part has no linear view.
  explicit FeatureMap(const Classifier& generative);

  // All rows of a source, whose labels are classes of the model; rows of other classes weigh nothing.
  LabelledFeatures read(Source<Chunk>& rows);

  // What follows is of the rows read last.
  // The linear form of the generative model times a factor, as n_weights() numbers with its intercepts. None
  // where a probability is 0.
  std::optional<std::vector<double>> generative_weights(double factor) const;
  Classifier model(std::span<const double> weights, const ConditionalFit& how) const;
  // The weights of another model where it has the same features and classes, in the rest those of
  // `otherwise`.
  std::vector<double> weights_like(const Classifier& fitted, std::vector<double> otherwise) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Part {
    const LinearFamily* family = nullptr;
    LinearFamily::Features of;
    std::size_t first = 0;               // its first dense feature
    bool powers = false;                 // the dense ones are numbers and their squares
    std::vector<std::uint32_t> feature;  // sparse, of each row of its weights; kNone: it has no weight
    std::size_t n_rows() const { return feature.size(); }
    bool is_dense() const { return !of.terms.empty(); }
  };

  void add_part(const PartModel& part);
  std::size_t place_of(const Part& part, std::size_t row) const;
  void read_row(const PartColumns& columns, std::size_t row, FeatureMatrix& to);
  void read_powers(const Part& part, Columns columns, std::size_t row);
  void centre(LabelledFeatures& rows);

  Classifier generative_;
  std::vector<Part> parts_;
  std::size_t n_dense_ = 0, n_sparse_ = 0;
  std::vector<double> dense_, mean_;
  std::vector<SparseEntry> sparse_;
};

}  // namespace priory
