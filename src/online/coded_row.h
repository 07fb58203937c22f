// SPDX-License-Identifier: Apache-2.0
// One row in the codes of a model, part by part, as a CodedScorer takes it. Scratch of one thread.
#pragma once

#include <string_view>
#include <vector>

#include "model/coded_scorer.h"
#include "online/row_coder.h"

namespace priory {

class CodedRow {
 public:
  explicit CodedRow(const Plan& plan);  // which must outlive it
  CodedRow(const CodedRow&) = delete;
  CodedRow& operator=(const CodedRow&) = delete;

  RowCoder& coder() { return coder_; }
  const RowCoder& coder() const { return coder_; }
  const PartColumns& columns() const { return columns_; }
  Column& bag(std::size_t k) { return own_[k][0]; }

  // Reads part k of the row that the coder has begun. Values that the part does not have are left out, take
  // the code after the last, or are an Error, as the plan says.
  void read(std::size_t k, const PartModel& part);
  // The same of the words of a text, in the codes of `words`: those for which `knows` is false count as not
  // there. They are weighed by `idf`, which may be empty.
  template <class Knows>
  void read_text(std::size_t k, const Dictionary& words, const Knows& knows, std::span<const double> idf) {
    coder_.find_words(k, words, plan_->unseen != Unseen::ignore, own_[k][0]);
    settle_words(k, words, knows);
    weigh_words(k, idf);
  }

 private:
  std::uint32_t code(std::size_t k, std::size_t j, const PartModel& part);
  [[noreturn]] void refuse_word(std::size_t k, const Dictionary& words, std::uint32_t word) const;
  void weigh_words(std::size_t k, std::span<const double> idf);

  template <class Knows>
  void settle_words(std::size_t k, const Dictionary& words, const Knows& knows) {
    Bag& bag = own_[k][0].bag;
    const auto unknown = static_cast<std::uint32_t>(words.size());
    std::size_t n = 0;
    const std::span<std::uint32_t> entries = bag.word.writable();
    const std::span<double> counts = bag.count.writable();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool known = entries[i] < unknown && knows(entries[i]);
      if (!known && plan_->unseen == Unseen::ignore) continue;
      if (!known && plan_->unseen == Unseen::error) refuse_word(k, words, entries[i]);
      entries[n] = known ? entries[i] : unknown, counts[n] = counts[i];
      ++n;
    }
    bag.word.resize(n), bag.count.resize(n);
    bag.begin.back() = n;
  }

  const Plan* plan_;
  RowCoder coder_;
  std::vector<std::vector<Column>> own_;  // of each part; never moved, so that the pointers stay
  PartColumns columns_;
};

}  // namespace priory
