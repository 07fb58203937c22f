// SPDX-License-Identifier: Apache-2.0
// Scores rows whose columns are in the codes of the model already. Scratch of one thread: after the first
// rows it allocates nothing, but where a network has to infer what a row lacks.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/classifier_state.h"

namespace priory {

class RowInference;

// Belongs to one thread: a copy begins without it.
class OwnInference {
 public:
  OwnInference() = default;
  OwnInference(const OwnInference&) {}
  OwnInference(OwnInference&&) noexcept = default;
  OwnInference& operator=(const OwnInference& other) {
    if (this != &other) inference_ = nullptr;
    return *this;
  }
  OwnInference& operator=(OwnInference&&) noexcept = default;
  ~OwnInference() = default;

  RowInference& of(const Classifier::State& state);

 private:
  std::shared_ptr<RowInference> inference_;
};

// The columns of each part; of one over several columns of codes with their combination before them.
using PartColumns = std::vector<std::vector<const Column*>>;

class CodedScorer {
 public:
  explicit CodedScorer(const Classifier::State& state);

  // What part k is scored by. Where only a few of its words have been scored, only those of `own` are
  // estimated, and `own` is numbered by its place among them: see local_values.
  const Parameters& parameters_for(std::size_t k, Column& own);
  const Parameters& parameters(std::size_t k) const { return state_->parts[k].parameters(); }
  // The words that the last call of parameters_for estimated; null: all.
  const std::vector<std::uint32_t>* local_values(std::size_t k, const Parameters& parameters) const {
    return &parameters == &local_[k].parameters ? &local_[k].values : nullptr;
  }

  // log p(row, cell), or the score where a part is no density: cells x rows. Valid until the next call.
  LogScores& operator()(std::size_t n_rows, const PartColumns& columns,
                        std::span<const Parameters* const> parameters);
  // From the scores of the last call to those of the classes, each the sum of its cells.
  const LogScores& of_classes();
  // The log posteriors of a row by the last call of of_classes; true where no class can have produced it.
  bool posterior(std::size_t row, std::span<double> out) const;
  RowInference& inference() { return inference_.of(*state_); }

 private:
  // The estimate of those words alone that some rows have.
  struct Local {
    std::size_t n_scored = 0;  // words so far
    std::vector<std::uint32_t> values;
    Parameters parameters;
  };
  // The parts of one family, which are scored together.
  struct OneFamily {
    const Family* family = nullptr;
    std::vector<std::size_t> parts;
    std::vector<Piece> pieces;
  };

  // One member of a pool, and which of the pool's parts are its.
  struct Member;

  LogScores& mix(std::size_t n_rows, const PartColumns& columns,
                 std::span<const Parameters* const> parameters);
  void add_member(Member& member, std::size_t n_rows, const PartColumns& columns,
                  std::span<const Parameters* const> parameters);
  void infer_missing(std::size_t n_rows, const PartColumns& columns,
                     std::span<const Parameters* const> parameters);

  const Classifier::State* state_;
  std::vector<OneFamily> families_;
  std::vector<Member> members_;  // of a pool
  std::vector<Local> local_;
  std::vector<double> class_prior_;
  LogScores scores_, of_classes_;
  OwnInference inference_;  // of rows with missing cells, in a network
};

struct CodedScorer::Member {
  CodedScorer scorer;
  const PoolMember* plan = nullptr;
  std::size_t first = 0, count = 0;
};

}  // namespace priory
