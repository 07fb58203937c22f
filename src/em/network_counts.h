// SPDX-License-Identifier: Apache-2.0
// The E-step of a network as a mergeable value: of every row the cells it has are counted, and what it lacks
// in shares, by exact inference in the network of the step before. Shares are multiples of 2^-grid and sums
// are exact, so that threads do not change a bit.
#pragma once

#include <memory>
#include <vector>

#include "model/network_view.h"
#include "model/row_inference.h"

namespace priory {

class NetworkCounts {
 public:
  // `model` of the step before; null: only what rows have is counted, and nothing inferred.
  NetworkCounts(std::shared_ptr<const NamedSums> vocabulary, const Classifier::State* model,
                std::size_t n_classes, int grid);

  void accumulate(const Chunk& chunk);
  void merge(const NetworkCounts& other);
  template <class Wire>
  void carry(Wire& wire) {
    wire(sums_, n_rows_, log_likelihood_, impossible_);
  }

  double log_likelihood() const;  // of what the rows have
  // As statistics of a model of these classes.
  NamedSums statistics(const Dictionary& classes) const;

 private:
  void count_row(const Chunk& chunk, std::size_t row);
  void infer_row(std::uint32_t label, double weight, double full_weight);
  void infer_part(std::size_t k, std::uint32_t label, double weight);
  bool add_known(std::size_t k, std::uint32_t label, double weight);
  void add_share(Sums& to, std::size_t row, std::size_t cell, double log_p, double weight) const;
  Evidence evidence(std::uint32_t label) const;
  double complete_log_p(std::uint32_t label) const;

  std::shared_ptr<const NamedSums> vocabulary_;
  const Classifier::State* model_;
  std::size_t n_classes_;
  int grid_;
  OwnInference inference_;
  CellSums sums_;
  Sums n_rows_{1, 1}, log_likelihood_{1, 1};
  std::size_t impossible_ = 0;
  std::vector<Column> plain_;                      // the chunk's columns
  std::vector<std::vector<std::uint32_t>> codes_;  // of the row at hand, for each part
  std::vector<double> log_prob_;
};

}  // namespace priory
