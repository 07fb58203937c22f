// SPDX-License-Identifier: Apache-2.0
// Rows that are alike. Of each row a sketch of its words is kept (MinHash: Broder, On the resemblance and
// containment of documents, 1997): the share of equal places in two sketches estimates the share of words
// that the rows have in common. Rows whose sketches agree in a whole band are compared; a sketch of 24 places
// in 6 bands finds rows that share 0.8 of their words with probability 0.96, and 0.9 with 0.999.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace priory {

class AlikeSketches {
 public:
  static constexpr std::size_t kPlaces = 24, kBand = 4;

  // A text; words are runs of letters and digits without case. A text without words is alike to nothing.
  void add(std::string_view text);
  void add_whole(std::string_view row);  // alike to equal rows only
  std::size_t n_rows() const { return sketches_.size(); }

  // Rows connected by pairs that share at least `share` of their words, in order, groups of two and more.
  std::vector<std::vector<std::uint32_t>> groups(double share) const;
  bool equal(std::uint32_t a, std::uint32_t b) const { return exact_[a] == exact_[b]; }

 private:
  using Sketch = std::array<std::uint64_t, kPlaces>;
  double shared(std::uint32_t a, std::uint32_t b) const;

  std::vector<Sketch> sketches_;
  std::vector<std::uint64_t> exact_;  // hashes of the texts as they are
};

}  // namespace priory
