// SPDX-License-Identifier: Apache-2.0
// A block of rows as it is kept, and how blocks become chunks again.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "priory/chunk.h"

#include "bytes/temporary_file.h"
#include "learn/named_sums.h"

namespace priory {

// One block of rows as it is kept; `words` is empty when it went to the file.
struct PackedBlock {
  std::size_t first_row = 0;
  std::size_t n_rows = 0;
  std::size_t n_words = 0;
  std::vector<std::uint64_t> words;
  std::size_t at = 0;  // in the file

  template <class Wire>
  void carry(Wire& wire) {
    wire(first_row, n_rows, n_words, words);
  }
};

// A column of a chunk: the first part it belongs to, and the values its codes stand for (null: numbers).
struct KeptColumn {
  const PartPlan* plan = nullptr;
  const PartVocabulary* part = nullptr;
  const Dictionary* values = nullptr;
  const Bins* bins = nullptr;
};

// One for each column of a chunk.
std::vector<KeptColumn> kept_columns(const NamedSums& vocabulary);

// The block that has these rows, in the codes of the vocabulary.
PackedBlock pack_rows(const NamedSums& vocabulary, const Chunk& rows, std::size_t first_row);

class BlockDecoder : public Decoder<Chunk> {
 public:
  // With `classes` the columns get their dictionaries.
  BlockDecoder(const NamedSums& vocabulary, const TemporaryFile* file, const Dictionary* classes = nullptr);

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override;
  const Chunk& unpack(const PackedBlock& block);

 private:
  const TemporaryFile* file_;
  std::vector<std::uint64_t> buffer_;
  Chunk chunk_;
};

// Blocks one after the other; all that it is given must outlive it.
std::unique_ptr<Source<Chunk>> open_blocks(const NamedSums& vocabulary, std::span<const PackedBlock> blocks,
                                           const TemporaryFile* file, const Dictionary* classes,
                                           Ranks* ranks);

}  // namespace priory
