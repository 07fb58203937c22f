// SPDX-License-Identifier: Apache-2.0
// Rows kept for many readings, as EM makes them: in the codes of a model, cut into blocks of the same number
// of rows whatever the file's chunks were, each column in as little room as its cells allow (a bit for two
// values, a byte for a few, four bytes for numbers that need no more). Blocks that do not fit in memory go to
// a temporary file. Reading them again decodes nothing but that.
//
// Of rows that are shared out each rank keeps its own, in the very blocks that one process would have: sums
// over a block are rounded, so that the blocks must not depend on who has them. Rows and their numbers are
// those of all ranks together.
#pragma once

#include <memory>
#include <vector>

#include "priory/chunk.h"

#include "bytes/temporary_file.h"
#include "learn/packed_block.h"

namespace priory {

std::size_t half_of_memory();  // of this machine, in bytes

class KeptRows {
 public:
  // The vocabulary says what values and words there are, and `classes` which labels; `memory` in bytes.
  KeptRows(std::shared_ptr<const NamedSums> vocabulary, const Dictionary& classes, std::size_t memory);

  // Adds the rows of a source; without `labels` their class is not looked at. A column that is passed through
  // says which group a row belongs to.
  void append(Source<Chunk>& rows, bool labels, unsigned threads, const Tick& tick);
  void finish();  // no more rows

  // In the codes of the vocabulary.
  std::unique_ptr<Source<Chunk>> open() const;
  // As a file gives them: codes with their dictionary, so that any model can learn from them and score them.
  std::unique_ptr<Source<Chunk>> open_named() const;
  // Visits one row, in a chunk, at the place given with it. With ranks all of them visit it.
  using TakeRow = std::function<void(const Chunk&, std::size_t)>;
  void visit(std::size_t row, const TakeRow& take) const;
  void visit_here(std::size_t row, const TakeRow& take) const;          // only if has(row)
  bool has(std::size_t row) const { return block_of(row) != nullptr; }  // this rank does

  const NamedSums& vocabulary() const { return *vocabulary_; }
  const std::shared_ptr<const NamedSums>& shared_vocabulary() const { return vocabulary_; }
  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_blocks() const { return blocks_.size(); }  // of this rank
  std::size_t n_labelled() const { return n_labelled_; }
  double total_weight() const { return total_weight_.value(0, 0); }
  double total_count() const;  // the largest of the parts' sums of counts, and of rows
  bool in_file() const { return file_ != nullptr; }
  const std::vector<std::uint32_t>& groups() const { return groups_; }  // of each row; empty: there are none

  Ranks* ranks() const { return ranks_; }

  static constexpr std::size_t kBlockRows = 1024;

 private:
  void add(const Chunk& chunk);
  void add_at(std::size_t row, std::size_t begin, const Chunk& chunk);
  void add_from(std::size_t begin, const Chunk& chunk);
  void append_range(const Chunk& chunk, std::size_t begin, std::size_t end);
  void seal();
  void keep(PackedBlock block);
  void regroup();
  void gather_groups();
  void count_over_ranks();
  const PackedBlock* block_of(std::size_t row) const;
  PackedBlock loaded(const PackedBlock& block) const;  // with its words

  std::shared_ptr<const NamedSums> vocabulary_;
  Dictionary classes_;
  Dictionary group_names_;
  std::vector<std::uint32_t> groups_;
  std::size_t memory_;
  Chunk open_;  // the block being filled
  std::vector<PackedBlock> blocks_;
  std::unique_ptr<TemporaryFile> file_;
  std::size_t next_row_ = 0;  // the number of the next that is added
  std::size_t kept_words_ = 0, n_rows_ = 0, n_labelled_ = 0;
  Sums total_weight_{1, 1};
  Sums counts_{1, 0};  // of each column
  Ranks* ranks_ = nullptr;
  std::vector<std::size_t> appended_;  // with ranks: the rows of each source, of this rank
};

}  // namespace priory
