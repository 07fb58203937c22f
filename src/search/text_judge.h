// SPDX-License-Identifier: Apache-2.0
// Texts scored by a model of all the others, in a time that grows with the words of the text and the classes
// that have them, not with all classes: what a class without the word adds is the same for all of them. The
// numbers are those of `judge_unseen` up to rounding; that one makes the sums of a plan, this many at once.
#pragma once

#include "search/text_sums.h"

namespace priory {

class TextJudge {
 public:
  // Logarithms of one candidate after the other; belongs to one thread.
  struct Scratch {
    std::vector<std::uint8_t> ready;   // words whose logarithms are known
    std::vector<double> log, inverse;  // of each group
    std::vector<double> log_all;       // of each word: complement
  };
  // Multinomial, complement or bernoulli, with these settings; alpha is above 0. Both must outlive it.
  TextJudge(const TextSums& sums, const Plan& plan, Scratch& scratch);

  // Log posteriors over all classes.
  void operator()(std::size_t row, std::span<double> out);
  // Words scored so far, each as often as classes have it: what a budget counts.
  std::size_t cells() const { return cells_; }

 private:
  enum class Model { multinomial, complement, bernoulli };

  void prepare(std::uint32_t word);  // its logarithms, once
  void score_multinomial(std::size_t row, std::span<double> out);
  void score_complement(std::size_t row, std::span<double> out);
  void score_bernoulli(std::size_t row, std::span<double> out);
  void sum_weights();
  void sum_absent();

  // A row without its own words: what is left to score, and its length then.
  struct OwnRow {
    double learnt = 1, scored = 1;  // scales
    double total = 0;               // of what it counts in the sums
    double n_words = 0;             // of the vocabulary without it
  };
  OwnRow own_row(std::size_t row) const;
  bool stays(std::uint32_t word) const { return sums_->rows->documents[word] > 1; }

  const TextSums* sums_;
  Model model_ = Model::multinomial;
  bool weight_norm_ = false;
  double alpha_ = 1, log_alpha_ = 0;
  std::vector<std::vector<double>> log_prior_;  // by the class of the row left out
  bool adds_prior_ = true;
  std::vector<std::uint8_t>& ready_;
  std::vector<double>&log_, &inverse_, &log_all_;
  std::vector<double> log_sum_;               // of each class: weight norm
  std::vector<double> absent_, absent_less_;  // of each class: bernoulli, with all texts and with one less
  std::vector<double> change_;                // scratch
  std::size_t cells_ = 0;
};

}  // namespace priory
