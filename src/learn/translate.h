// SPDX-License-Identifier: Apache-2.0
// From the codes of a decoder's dictionary to those of a model. A decoder's dictionary only grows, so each of
// its strings is looked up once, however many rows it stands in.
#pragma once

#include <span>

#include "priory/chunk.h"
#include "priory/plan.h"

namespace priory {

class Translation {
 public:
  // The code in `to` of every string of `from`; strings that `to` does not know are added to it.
  std::span<const std::uint32_t> learn(const Dictionary& from, Dictionary& to);
  // The same without adding: strings that `to` does not know become `unknown`.
  std::span<const std::uint32_t> look_up(const Dictionary& from, const Dictionary& to, std::uint32_t unknown);
  // Whether every code so far is translated into itself: who learns from one decoder only has its codes.
  bool changes_nothing() const { return n_same_ == codes_.size(); }
  void clear() { codes_.clear(), n_same_ = 0, from_ = 0; }

 private:
  void follow(const Dictionary& from);
  void add(std::uint32_t code);

  std::uint64_t from_ = 0;  // identity of the dictionary the codes are of
  std::vector<std::uint32_t> codes_;
  std::size_t n_same_ = 0;
};

// Writes the column with other codes into `out`; words and codes whose new code is kMissingCode are left out.
void recode(const Column& column, std::span<const std::uint32_t> codes, Column& out);

// Codes that may be packed as plain ones.
void spread_out(const Column& column, std::size_t n_rows, Column& out);

// A column of codes or words as the model sees it: in the codes of `values`, what it does not know as
// `unknown` (kMissingCode: left out), and words weighed as the part's text options say. `idf` may be empty.
void translate(const Column& column, const PartPlan& plan, const Dictionary& values,
               std::span<const double> idf, std::uint32_t unknown, Translation& translation, Column& out);

}  // namespace priory
