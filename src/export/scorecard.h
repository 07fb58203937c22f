// SPDX-License-Identifier: Apache-2.0
// A model as a scorecard: tables, curves and matrices whose entries add up to the score of each cell. It is
// what all languages that a model is written in have to say, and names nothing of families, sums or
// dictionaries. All its numbers are finite. Immutable once made.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "priory/classifier.h"

#include "family/curve.h"

namespace priory {

// A column of the rows that are to be classified.
struct ScoreInput {
  std::string name;
  bool number = false;  // or a string
};

// How the cell of an input becomes one of 0, 1, ...: by its value, or, of numbers, by how many of the borders
// are at most as large.
struct Levels {
  std::size_t input = 0;
  std::vector<std::string> values;  // in code point order, or
  std::vector<double> borders;      // ascending
  bool other = false;               // one more level, for all values that are not listed
  bool binned = false;

  std::size_t size() const { return binned ? borders.size() + 1 : values.size() + (other ? 1 : 0); }
};

// Scores by the levels of one input or several, the last fastest: levels x cells. A missing cell or a value
// that is not listed scores `missing`, of one input; a row that has it in one of several inputs has no
// answer.
struct ScoreTable {
  std::vector<Levels> levels;
  std::vector<double> scores;
  std::vector<double> missing;  // of one input; of each cell
};

// A curve over numbers for each cell. A row with a number outside of the domain has no answer.
struct ScoreCurves {
  std::size_t input = 0;
  std::vector<DensityCurve> curves;
  std::vector<double> missing;
  Domain domain;
};

// -|W (x - centre) - target|^2 / 2 + constant, W a lower triangle: normal densities over several inputs. A
// row in which one is missing has no answer.
struct ScoreMatrix {
  std::vector<double> factor, centre;  // inputs x inputs, inputs
  struct Cell {
    std::size_t cell = 0;
    std::vector<double> target;
    double constant = 0;
  };
  std::vector<Cell> cells;  // those that share the matrix
};
struct ScoreGroup {
  std::vector<std::size_t> inputs;
  std::vector<ScoreMatrix> matrices;
};

// Counts, each times the weights of its input: inputs x cells. A missing cell is a count of 0.
struct ScoreCounts {
  std::vector<std::size_t> inputs;
  std::vector<double> weights;
  std::vector<double> constant;
  bool presence = false;  // it is counted whether there is a count, not how large it is
};

// Counts of the words of a text, weighed as `options` and `idf` say, each times the weights of its word:
// words x cells. A missing text scores `missing`.
struct ScoreText {
  std::size_t input = 0;
  TextOptions options;
  std::vector<std::string> words;  // in code point order
  std::vector<double> idf;         // of each word; empty: all weigh alike
  std::vector<double> weights;
  std::vector<double> constant, missing;
  bool presence = false;  // as of counts
};

using ScorePart = std::variant<ScoreTable, ScoreCurves, ScoreGroup, ScoreCounts, ScoreText>;

struct Scorecard {
  std::string target;
  std::vector<std::string> classes;
  std::size_t components = 1;           // cells a class, those of the first class first
  std::vector<double> log_prior;        // of the cells
  std::vector<double> class_log_prior;  // the answer where no class can have produced a row
  std::vector<ScoreInput> inputs;
  std::vector<ScorePart> parts;
  std::optional<Calibration> calibration;
  std::vector<double> log_shift;  // of each class; empty: none

  std::size_t n_cells() const { return log_prior.size(); }
};

// An Error of kind usage names the part that is no scorecard: ensembles, texts whose words have no names or
// count when they are unknown, densities that take functions few languages have, probabilities of 0.
Scorecard scorecard(const Classifier& model);

}  // namespace priory
