// SPDX-License-Identifier: Apache-2.0
// The words of texts with their classes, in memory and in two orders: row by row, to score, and word by word
// and class by class, to sum under any weights. Words are numbered anew: single words first, then pairs, so
// that one reading serves candidates with pairs and without. Immutable.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "priory/plan.h"
#include "priory/training.h"

namespace priory {

struct TextRows {
  std::vector<std::string> classes;  // in code point order
  std::vector<std::uint32_t> label;  // of each row
  std::vector<double> of_class;      // rows of each class
  std::vector<double> texts;         // those of them that are not missing
  std::vector<bool> missing;

  // Row r has entries [begin[r], begin[r + 1]); those before single[r] are single words.
  std::vector<std::size_t> begin, single;
  std::vector<std::uint32_t> word;
  std::vector<float> count;

  std::size_t n_words = 0, n_single = 0;
  std::vector<std::uint32_t> documents;  // rows that have the word

  // A group is a word in a class: word w has groups [first_group[w], first_group[w + 1]), in the order of
  // classes; group g has the entries [group_begin[g], group_begin[g + 1]) of the second order.
  std::vector<std::size_t> first_group, group_begin;
  std::vector<std::uint32_t> group_class;
  std::vector<std::uint32_t> entry_row;
  std::vector<float> entry_count;

  std::size_t n_rows() const { return label.size(); }
  std::size_t n_classes() const { return classes.size(); }
  std::size_t size(bool pairs) const { return pairs ? n_words : n_single; }
  std::size_t end(std::size_t row, bool pairs) const { return pairs ? begin[row + 1] : single[row]; }
};

// Whether texts can be kept so: one part, of texts, all of whose words count.
bool is_plain_text(const Plan& plan);

// Of about as many rows as have `most_entries` words and pairs, chosen by chance, the same ones each time.
// Nothing where rows have weights of their own.
std::optional<TextRows> keep_texts(const LabelledRows& rows, const Plan& plan, std::size_t most_entries);

}  // namespace priory
