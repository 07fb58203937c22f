// SPDX-License-Identifier: Apache-2.0
// A part whose score counts by a factor: w log p. One factor a part undoes what naive Bayes counts twice
// where parts say nearly the same. The statistics and the estimate are those of the family itself, so that
// models with weights add and subtract as others do; only the score and its reasons are multiplied. It is no
// distribution.
//
//   source     Zaidi, Cerquides, Carman and Webb, Alleviating naive Bayes attribute independence assumption by
//              attribute weighting (2013), section 3
#pragma once

#include "family/family.h"

namespace priory {

class WeightedFamily final : public Family {
 public:
  WeightedFamily(const Family& plain, double weight) : plain_(&plain), weight_(weight) {}

  FamilyInfo info() const override { return plain_->info(); }
  std::span<const Statistic> statistics() const override { return plain_->statistics(); }
  Domain domain() const override { return plain_->domain(); }
  bool generative() const override { return false; }
  bool with_prior() const override { return plain_->with_prior(); }
  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    plain_->accumulate(columns, cells, statistics);
  }
  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override {
    return plain_->estimate(statistics, settings, context);
  }
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
  LinearForm linear(const Parameters& parameters) const override;
  bool has_linear() const override { return plain_->has_linear(); }
  std::string feature_name(const LinearTerm& term, const std::string& column) const override {
    return plain_->feature_name(term, column);
  }
  double feature(const LinearTerm& term, double x) const override { return plain_->feature(term, x); }
  double feature_of_count(double count) const override { return plain_->feature_of_count(count); }
  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return plain_->free_parameters(shape, cells);
  }
  std::string_view trouble(const Parameters& parameters, std::size_t cell) const override {
    return plain_->trouble(parameters, cell);
  }
  bool groups() const override { return plain_->groups(); }
  bool gathers() const override { return plain_->gathers(); }
  std::size_t n_given(std::size_t n_columns) const override { return plain_->n_given(n_columns); }
  bool scores_combinations() const override { return plain_->scores_combinations(); }
  bool knows_unseen() const override { return plain_->knows_unseen(); }
  std::optional<Spread> spread(const Parameters& parameters, std::size_t cell,
                               std::size_t column) const override {
    return plain_->spread(parameters, cell, column);
  }
  std::optional<double> pooled_variance(const Block& block) const override {
    return plain_->pooled_variance(block);
  }
  Domain support(const Parameters& parameters, std::size_t cell) const override {
    return plain_->support(parameters, cell);
  }

 private:
  const Family* plain_;
  double weight_;
};

}  // namespace priory
