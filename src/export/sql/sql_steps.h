// SPDX-License-Identifier: Apache-2.0
// The steps of a scorecard as one query: a common table expression for each. Those of texts come first: the
// rows with a number each, their words with counts, and the scores of these.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "export/score_steps.h"
#include "export/sql/sql_scores.h"

namespace priory {

class SqlSteps : public ScoreSteps {
 public:
  SqlSteps(const Scorecard& card, const SqlOptions& options);

  void begin(const std::vector<double>& log_prior) override;
  void add(const ScoreTable& table, std::size_t) override { add_part(table); }
  void add(const ScoreCurves& curves, std::size_t) override { add_part(curves); }
  void add(const ScoreGroup& group, std::size_t) override { add_part(group); }
  void add(const ScoreCounts& counts, std::size_t) override { add_part(counts); }
  void add(const ScoreText& text, std::size_t k) override;
  void sum_components() override;
  void normalise() override;
  void follow(const std::vector<CalibrationCurve>& curves) override;
  void scale(double slope, const std::vector<double>& bias) override;
  void shift(const std::vector<double>& log_shift) override;

  std::string answer();

 private:
  using Entry = std::function<std::string(std::size_t)>;  // the expression of a class or cell

  template <class Part>
  void add_part(const Part& part) {
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
      cells_[cell] += "\n      + " + scores_.score_of(part, cell);
  }

  void expression(const std::string& name, const std::string& select);
  void step(const std::string& name, std::size_t size, const Entry& entry, const std::string& prefix);
  void number_rows();                           // for the words of texts to name them
  std::string words_of(const ScoreText& text);  // a query: of_row, word
  void known_words(const ScoreText& text, const std::string& name);
  void finish_cells();
  std::string kept() const;
  std::string list(std::size_t first, std::size_t count) const;
  std::string greatest(std::size_t first, std::size_t count) const;
  std::string log_sum(std::size_t first, std::size_t count, const std::string& largest) const;
  std::string log_odds(std::size_t c) const;
  std::string followed(const std::vector<CalibrationCurve>& curves, std::size_t c) const;
  std::size_t n() const { return card_.classes.size(); }

  const SqlOptions& options_;
  SqlWords words_;
  SqlScores scores_;
  std::string out_, from_;          // the steps so far, and what the cells are computed from
  std::vector<std::string> cells_;  // their expressions, until all parts are added
  std::string last_, prefix_;       // the last step, and how its columns begin
  std::string next_ = "posterior";  // the name of the next step that normalises
  bool numbered_ = false;
};

}  // namespace priory
