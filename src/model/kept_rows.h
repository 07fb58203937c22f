// SPDX-License-Identifier: Apache-2.0
// Rows kept for many readings, as EM makes them: in the codes of a model, cut into blocks of the same number
// of rows whatever the file's chunks were, each column in as little room as its cells allow (a bit for two
// values, a byte for a few, four bytes for numbers that need no more). Blocks that do not fit in memory go to
// a temporary file. Reading them again decodes nothing but that.
#pragma once

#include <memory>
#include <vector>

#include "priory/classifier.h"

#include "core/temporary_file.h"
#include "model/statistics.h"

namespace priory {

std::size_t half_of_memory();  // of this machine, in bytes

// One block of rows as it is kept; `words` is empty when it went to the file.
struct PackedBlock {
  std::size_t first_row = 0;
  std::size_t n_rows = 0;
  std::size_t n_words = 0;
  std::vector<std::uint64_t> words;
  std::size_t at = 0;  // in the file
};

class KeptRows {
 public:
  // The vocabulary says what values and words there are, and `classes` which labels; `memory` in bytes.
  KeptRows(std::shared_ptr<const Statistics> vocabulary, const Dictionary& classes, std::size_t memory);

  // Adds the rows of a source; without `labels` their class is not looked at. A column that is passed through
  // says which group a row belongs to.
  void append(Source<Chunk>& rows, bool labels, unsigned threads, const Tick& tick);
  void finish();  // no more rows

  // In the codes of the vocabulary.
  std::unique_ptr<Source<Chunk>> open() const;
  // As a file gives them: codes with their dictionary, so that any model can learn from them and score them.
  std::unique_ptr<Source<Chunk>> open_named() const;
  // Visits one row, in a chunk, at the place given with it.
  void visit(std::size_t row, const std::function<void(const Chunk&, std::size_t)>& take) const;

  const Statistics& vocabulary() const { return *vocabulary_; }
  const std::shared_ptr<const Statistics>& shared_vocabulary() const { return vocabulary_; }
  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_blocks() const { return blocks_.size(); }
  std::size_t n_labelled() const { return n_labelled_; }
  double total_weight() const { return total_weight_; }
  double total_count() const {
    return total_count_;
  }  // the largest of the parts' sums of counts, and of rows
  bool in_file() const { return file_ != nullptr; }
  const std::vector<std::uint32_t>& groups() const { return groups_; }  // of each row; empty: there are none

  static constexpr std::size_t kBlockRows = 1024;

 private:
  void add(const Chunk& chunk);
  void seal();

  std::shared_ptr<const Statistics> vocabulary_;
  Dictionary classes_;
  Dictionary group_names_;
  std::vector<std::uint32_t> groups_;
  std::size_t memory_;
  Chunk open_;  // the block being filled
  std::vector<PackedBlock> blocks_;
  std::unique_ptr<TemporaryFile> file_;
  std::size_t kept_words_ = 0, n_rows_ = 0, n_labelled_ = 0;
  double total_weight_ = 0, total_count_ = 0;
  std::vector<double> counts_;  // of each part
};

}  // namespace priory
