// SPDX-License-Identifier: Apache-2.0
#include "learn/packed_block.h"

#include <algorithm>

#include "learn/packing.h"
#include "learn/select_rows.h"

namespace priory {
namespace {

struct BlockBatch : Batch {
  const PackedBlock* block = nullptr;
};

class BlockSource : public Source<Chunk> {
 public:
  BlockSource(const NamedSums& vocabulary, std::span<const PackedBlock> blocks, const TemporaryFile* file,
              const Dictionary* classes, Ranks* ranks)
      : vocabulary_(vocabulary), blocks_(blocks), file_(file), classes_(classes), ranks_(ranks) {}

  std::unique_ptr<Batch> next() override {
    if (at_ == blocks_.size()) return nullptr;
    auto out = std::make_unique<BlockBatch>();
    out->block = &blocks_[at_++];
    return out;
  }
  std::unique_ptr<Decoder<Chunk>> decoder() const override {
    return std::make_unique<BlockDecoder>(vocabulary_, file_, classes_);
  }
  Ranks* ranks() const override { return ranks_; }

 private:
  const NamedSums& vocabulary_;
  std::span<const PackedBlock> blocks_;
  const TemporaryFile* file_;
  const Dictionary* classes_;
  Ranks* ranks_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<KeptColumn> kept_columns(const NamedSums& vocabulary) {
  std::vector<KeptColumn> out;
  for (std::size_t k = 0; k < vocabulary.parts().size(); ++k) {
    const PartVocabulary& part = vocabulary.parts()[k];
    const PartPlan& plan = vocabulary.plan().parts[k];
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      out.resize(std::max(out.size(), part.columns[j] + 1));
      if (out[part.columns[j]].plan != nullptr) continue;
      const Dictionary* values = part.of_columns ? &part.of_columns->of(j) : &part.values;
      out[part.columns[j]] = {&plan, &part, plan.kind == CellKind::reals ? nullptr : values,
                              plan.binned(j) ? &plan.bins[j] : nullptr};
    }
  }
  return out;
}

PackedBlock pack_rows(const NamedSums& vocabulary, const Chunk& rows, std::size_t first_row) {
  PackedBlock block{first_row, rows.n_rows, 0, {}, 0};
  Packer packer(block.words);
  const std::vector<KeptColumn> columns = kept_columns(vocabulary);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Column& column = rows.columns[j];
    if (column.kind == CellKind::reals) packer.numbers(column.reals);
    if (column.kind == CellKind::codes) packer.codes(column.codes, columns[j].values->size());
    if (column.kind == CellKind::bag) pack_bag(packer, column.bag);
  }
  packer.list(Packing::u32, rows.target.codes);
  const bool plain = std::all_of(rows.weight.begin(), rows.weight.end(), [](double w) { return w == 1; });
  packer.numbers(plain ? std::vector<double>() : rows.weight);
  block.n_words = block.words.size();
  return block;
}

BlockDecoder::BlockDecoder(const NamedSums& vocabulary, const TemporaryFile* file, const Dictionary* classes)
    : file_(file) {
  for (const KeptColumn& each : kept_columns(vocabulary)) {
    Column& column = chunk_.columns.emplace_back();
    column.kind = each.plan->kind, column.bins = each.bins;
    if (classes != nullptr) column.dictionary = each.values;
  }
  chunk_.target.kind = CellKind::codes, chunk_.target.dictionary = classes;
}

void BlockDecoder::decode(const Batch& batch, const std::function<void(const Chunk&)>& take) {
  take(unpack(*dynamic_cast<const BlockBatch&>(batch).block));
}

const Chunk& BlockDecoder::unpack(const PackedBlock& block) {
  if (block.words.empty()) {
    buffer_.resize(block.n_words);
    file_->read_all(block.at, buffer_.data(), 8 * block.n_words);
  }
  Unpacker unpacker(block.words.empty() ? buffer_ : block.words);
  chunk_.n_rows = block.n_rows, chunk_.first_row = block.first_row;
  for (Column& column : chunk_.columns) {
    if (column.kind == CellKind::reals) unpacker.numbers(column.reals);
    if (column.kind == CellKind::codes) unpacker.codes(column);
    if (column.dictionary != nullptr) spread_out(column, block.n_rows, column);
    if (column.kind == CellKind::bag) unpack_bag(unpacker, column.bag);
  }
  unpacker.numbers(chunk_.target.codes);
  unpacker.numbers(chunk_.weight);
  return chunk_;
}

std::unique_ptr<Source<Chunk>> open_blocks(const NamedSums& vocabulary, std::span<const PackedBlock> blocks,
                                           const TemporaryFile* file, const Dictionary* classes,
                                           Ranks* ranks) {
  return std::make_unique<BlockSource>(vocabulary, blocks, file, classes, ranks);
}

}  // namespace priory
