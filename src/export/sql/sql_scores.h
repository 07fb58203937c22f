// SPDX-License-Identifier: Apache-2.0
// What a part of a scorecard adds to the score of one cell, as an expression of SQL over a row of `source`.
#pragma once

#include <string>

#include "export/scorecard.h"
#include "export/sql/sql_words.h"

namespace priory {

class SqlScores {
 public:
  SqlScores(const Scorecard& card, const SqlWords& words) : card_(card), words_(words) {}

  std::string score_of(const ScoreTable& table, std::size_t cell) const;
  std::string score_of(const ScoreCurves& curves, std::size_t cell) const;
  std::string score_of(const ScoreGroup& group, std::size_t cell) const;
  std::string score_of(const ScoreCounts& counts, std::size_t cell) const;
  std::string column(std::size_t input) const { return "source." + words_.name(card_.inputs[input].name); }

 private:
  std::string entry(const ScoreTable& table, std::size_t at, std::size_t cell) const;
  std::string score_of_one(const ScoreTable& table, std::size_t cell) const;
  template <class Make>
  std::string branches(const Levels& levels, const Make& make) const;
  std::string score_of_many(const ScoreTable& table, std::size_t cell, std::size_t j, std::size_t at) const;
  std::string of_term(const CurveTerm& term, const std::string& x) const;
  std::string score_of_matrix(const ScoreGroup& group, const ScoreMatrix& matrix,
                              const ScoreMatrix::Cell& cell) const;

  const Scorecard& card_;
  const SqlWords& words_;
};

}  // namespace priory
