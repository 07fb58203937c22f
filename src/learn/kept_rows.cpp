// SPDX-License-Identifier: Apache-2.0
#include "learn/kept_rows.h"

#include <algorithm>
#include <numeric>
#include <unistd.h>

#include "fold/fold.h"
#include "learn/row_translator.h"
#include "learn/select_rows.h"

namespace priory {

std::size_t half_of_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<std::size_t>(pages) / 2 * static_cast<std::size_t>(size)
                               : std::size_t{1} << 30;
}

KeptRows::KeptRows(std::shared_ptr<const NamedSums> vocabulary, const Dictionary& classes, std::size_t memory)
    : vocabulary_(std::move(vocabulary)), classes_(classes), memory_(memory) {}

void KeptRows::append(Source<Chunk>& rows, bool labels, unsigned threads, const Tick& tick) {
  using Chunks = std::vector<Chunk>;
  const auto make_worker = [&] {
    return [translator = RowTranslator(*vocabulary_, labels ? &classes_ : nullptr)](
               const Chunk& chunk, Chunks& out) mutable { out.push_back(translator(chunk)); };
  };
  const auto keep = [&](const Chunks& chunks) {
    for (const Chunk& chunk : chunks) add(chunk);
  };
  const std::size_t before = n_rows_;
  transform<Chunk, Chunks>(rows, make_worker, keep, threads, tick);
  ranks_ = rows.ranks();
  if (ranks_ == nullptr) return;
  seal();
  appended_.push_back(n_rows_ - before);
  next_row_ = (next_row_ + kBlockRows - 1) / kBlockRows * kBlockRows;
}

void KeptRows::add(const Chunk& chunk) {
  add_from(0, chunk);
  for (std::size_t r = 0; r < chunk.n_rows && !chunk.kept_names.empty(); ++r)
    groups_.push_back(group_names_.insert(chunk.kept[r * chunk.kept_names.size()]));
}

void KeptRows::add_from(std::size_t begin, const Chunk& chunk) {
  while (begin < chunk.n_rows) {
    const std::size_t end = std::min(chunk.n_rows, begin + kBlockRows - next_row_ % kBlockRows);
    append_range(chunk, begin, end);
    next_row_ += end - begin, n_rows_ += end - begin;
    if (next_row_ % kBlockRows == 0) seal();
    begin = end;
  }
}

void KeptRows::append_range(const Chunk& chunk, std::size_t begin, std::size_t end) {
  open_.columns.resize(chunk.columns.size());
  for (std::size_t k = 0; k < chunk.columns.size(); ++k)
    append_rows(chunk.columns[k], begin, end, open_.columns[k]);
  append_rows(chunk.target, begin, end, open_.target);
  for (std::size_t r = begin; r < end; ++r) open_.weight.push_back(chunk.weight_of(r));
  open_.n_rows += end - begin;
}

void KeptRows::finish() {
  seal();
  if (ranks_ != nullptr) regroup(), gather_groups(), count_over_ranks();
}

double KeptRows::total_count() const {
  double out = total_weight();
  for (std::size_t j = 0; j < counts_.cells(); ++j) out = std::max(out, counts_.value(0, j));
  return out;
}

void KeptRows::seal() {
  if (open_.n_rows == 0) return;
  counts_.resize(1, open_.columns.size());
  for (std::size_t j = 0; j < open_.columns.size(); ++j) {
    const std::span<const double> counts = open_.columns[j].bag.count.view();
    counts_.add(0, j, std::accumulate(counts.begin(), counts.end(), 0.0));
  }
  total_weight_.add(0, 0, std::accumulate(open_.weight.begin(), open_.weight.end(), 0.0));
  for (const std::uint32_t label : open_.target.codes) n_labelled_ += label != kMissingCode;
  keep(pack_rows(*vocabulary_, open_, next_row_ - open_.n_rows));
  open_ = {};
}

void KeptRows::keep(PackedBlock block) {
  if (8 * (kept_words_ + block.n_words) > memory_) {
    if (!file_) file_ = std::make_unique<TemporaryFile>("rows");
    block.at = file_->size();
    file_->append(block.words.data(), 8 * block.n_words);
    block.words = {};
  } else {
    kept_words_ += block.n_words;
    block.words.shrink_to_fit();
  }
  blocks_.push_back(std::move(block));
}

std::unique_ptr<Source<Chunk>> KeptRows::open() const {
  return open_blocks(*vocabulary_, blocks_, file_.get(), nullptr, ranks_);
}

std::unique_ptr<Source<Chunk>> KeptRows::open_named() const {
  return open_blocks(*vocabulary_, blocks_, file_.get(), &classes_, ranks_);
}

const PackedBlock* KeptRows::block_of(std::size_t row) const {
  const auto after = std::ranges::upper_bound(blocks_, row, {}, &PackedBlock::first_row);
  if (after == blocks_.begin()) return nullptr;
  const PackedBlock& block = *std::prev(after);
  return row < block.first_row + block.n_rows ? &block : nullptr;
}

PackedBlock KeptRows::loaded(const PackedBlock& block) const {
  PackedBlock out = block;
  if (!out.words.empty()) return out;
  out.words.resize(out.n_words);
  file_->read_all(out.at, out.words.data(), 8 * out.n_words);
  return out;
}

void KeptRows::visit_here(std::size_t row, const TakeRow& take) const {
  const PackedBlock& block = *block_of(row);
  BlockDecoder decoder(*vocabulary_, file_.get());
  take(decoder.unpack(block), row - block.first_row);
}

void KeptRows::visit(std::size_t row, const TakeRow& take) const {
  if (ranks_ == nullptr) return visit_here(row, take);
  PackedBlock block;
  for (const std::string& bytes : ranks_->gather(has(row) ? packed(loaded(*block_of(row))) : "")) {
    if (!bytes.empty()) unpack(bytes, block);
  }
  BlockDecoder decoder(*vocabulary_, nullptr);
  take(decoder.unpack(block), row - block.first_row);
}

}  // namespace priory
