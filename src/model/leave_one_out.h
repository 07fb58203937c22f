// SPDX-License-Identifier: Apache-2.0
// Rows scored by the model that has not seen them: of each row its own sums are taken out of the statistics,
// what depends on them is estimated again, and the row is scored. To the digit what training on all the other
// rows gives. Where a text's words have an idf, the words and their idf stay as all rows made them, as they
// do in `forget`. A LeaveOneOut is immutable; each thread has a LeftOutScorer.
#pragma once

#include <memory>
#include <vector>

#include "model/scorer.h"

namespace priory {

// What becomes of words with an idf that only the row left out has. The model of the other rows
// would not know them; after `forget` they stay, and speak for the class with fewer words.
enum class OwnWords { stay, leave };

// Whether leaving a text out, or adding one, changes nothing of which words are chosen but for its own.
bool chosen_one_by_one(const TextOptions& options);

class LeaveOneOut {
 public:
  explicit LeaveOneOut(const Classifier& whole, OwnWords own_words = OwnWords::stay);

  const Classifier::State& whole() const { return state_of(whole_); }

  // One part of the model without words that are not selected.
  struct Part {
    std::shared_ptr<const Block> selected;
    const Block* block = nullptr;
    std::unique_ptr<LeftOut> left_out;
    double least_rows = 0;  // a value that fewer rows have leaves the model; 0: it stays in any case
    std::vector<bool> declared;
    double n = 0;          // the weight of its numbers, and
    double variance = -1;  // their variance; -1: it has none
  };
  const std::vector<Part>& parts() const { return parts_; }
  bool anew() const { return anew_; }  // a part knows no short way: models are made anew for each row

 private:
  Part part_of(std::size_t k, OwnWords own_words);

  Classifier whole_;
  std::vector<Part> parts_;
  bool anew_ = false;
};

class LeftOutScorer {
 public:
  explicit LeftOutScorer(const LeaveOneOut& rows)
      : rows_(&rows), translations_(rows.parts().size()), gathered_(rows.parts().size()) {}

  // The log posteriors of these rows, each by the model without it; their class is known to the model of all
  // rows. A class with no other row has probability zero.
  ScoredChunk operator()(const Chunk& chunk, std::span<const std::uint32_t> rows);

 private:
  // A row in the codes of its own values.
  struct LocalPart {
    std::vector<std::uint32_t> values;
    std::size_t n_left = 0;
    std::vector<Column> learnt, scored;
    Block own;
    Parameters parameters;
  };

  // The codes of a row's values, as they are learnt and as they are scored; kMissingCode: not at all.
  struct LocalCodes {
    std::vector<std::uint32_t> learnt, scored;
  };

  void translate_chunk(const Chunk& chunk);
  void gather_chunk(std::size_t k, const Chunk& chunk);
  bool score(const Chunk& chunk, std::size_t row, std::span<double> out);
  bool score_anew(const Chunk& chunk, std::uint32_t row, std::span<double> out);
  LocalCodes number_values(std::size_t k, std::span<const std::uint32_t> codes, std::uint32_t cell,
                           double weight, LocalPart& part) const;
  void localise(std::size_t k, const Chunk& chunk, std::size_t row, std::uint32_t cell, LocalPart& out) const;
  bool stays(std::size_t k, std::uint32_t value, std::uint32_t cell, double weight) const;
  void count_own(std::size_t k, std::uint32_t cell, double weight, LocalPart& part) const;
  Context context_without(const std::vector<LocalPart>& parts, double weight) const;
  std::vector<double> prior_without(std::uint32_t cell, double weight) const;
  void check_parameters(const std::vector<LocalPart>& parts, const std::vector<double>& prior) const;
  void add_up(const std::vector<LocalPart>& parts, const std::vector<double>& prior,
              std::span<double> out) const;
  std::uint32_t cell_of(const Chunk& chunk, std::size_t row);

  const LeaveOneOut* rows_;
  std::vector<Translation> translations_;
  std::vector<std::vector<Translation>> gathered_;  // of the columns of parts that gather their values
  Translation labels_;
  std::vector<Column> own_;  // of the parts with values, in the codes of the model
};

}  // namespace priory
