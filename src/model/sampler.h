// SPDX-License-Identifier: Apache-2.0
// Draws rows from a classifier: the class by the prior, then each part given the class. The class and every
// part have random numbers of their own, taken row by row: neither the number of rows asked for nor the size
// of the chunks changes the first ones. Belongs to one thread.
#pragma once

#include <optional>
#include <vector>

#include "core/random.h"
#include "model/scorer.h"

namespace priory {

class Sampler {
 public:
  // An Error of kind usage if some part cannot be drawn, or if there is no such class.
  Sampler(const Classifier::State& state, const SampleOptions& options);

  std::size_t chunk_rows() const;  // how many rows to ask for at a time; fewer when they are wide
  // The next rows; valid until the next call. Every cell is also in `kept`, as it would stand in a file.
  const Chunk& operator()(std::size_t n_rows);

 private:
  void draw_classes(std::size_t n_rows);
  std::uint32_t draw_cell(std::size_t row);
  void draw_part(std::size_t k);
  void write_part(std::size_t k, std::size_t first);
  void write_text(const Column& column, std::size_t row, std::size_t at);
  void write_counts(const Column& column, std::size_t row, std::size_t first);
  std::string& cell(std::size_t row, std::size_t column);

  const Classifier::State* state_;
  bool named_class_ = true;           // false: a network without a target
  Choice prior_;                      // of the cells: components of classes
  std::vector<std::uint32_t> cells_;  // of the rows drawn
  Random class_random_;
  std::vector<Random> part_random_;
  std::vector<Drawing> drawings_;   // one a part
  double n_words_ = 0;              // of a row, about
  std::vector<std::size_t> order_;  // of the parts, with kClass: what is given others comes after them
  std::vector<std::size_t> first_;  // column of the file of each part
  static constexpr std::size_t kClass = static_cast<std::size_t>(-1);
  Chunk chunk_;
};

}  // namespace priory
