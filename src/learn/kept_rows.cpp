// SPDX-License-Identifier: Apache-2.0
#include "learn/kept_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <unistd.h>
#include <utility>

#include "fold/fold.h"
#include "learn/select_rows.h"

namespace priory {
namespace {

// How a list of numbers is kept.
enum class Packing : std::uint64_t { none, f64, f32, bits, bits_all_present, u8, u32 };

class Packer {
 public:
  explicit Packer(std::vector<std::uint64_t>& words) : words_(words) {}

  template <class T>
  void list(Packing packing, const T& items) {
    using Item = typename T::value_type;
    words_.push_back(static_cast<std::uint64_t>(packing));
    words_.push_back(items.size());
    const std::size_t at = words_.size();
    words_.resize(at + (items.size() * sizeof(Item) + 7) / 8);
    if (!items.empty()) std::memcpy(words_.data() + at, items.data(), items.size() * sizeof(Item));
  }

  // Whole numbers below 255 in bytes, others as floats if that loses nothing.
  void numbers(std::span<const double> x) {
    const auto is_byte = [](double v) {
      return v >= 0 && v < PackedCodes::kMissing && v == std::trunc(v) && !std::signbit(v);  // -0 is none
    };
    const auto is_float = [](double v) {
      return std::isnan(v) || static_cast<double>(static_cast<float>(v)) == v;
    };
    if (std::all_of(x.begin(), x.end(), is_byte)) return list(Packing::u8, cast<std::uint8_t>(x));
    if (std::all_of(x.begin(), x.end(), is_float)) return list(Packing::f32, cast<float>(x));
    list(Packing::f64, x);
  }

  void codes(std::span<const std::uint32_t> codes, std::size_t n_values) {
    if (n_values <= 2) return bits(codes);
    if (n_values >= PackedCodes::kMissing) return list(Packing::u32, codes);
    list(Packing::u8, cast<std::uint8_t>(codes));  // kMissingCode becomes kMissing
  }

 private:
  template <class To, class From>
  static std::vector<To> cast(std::span<const From> from) {
    std::vector<To> out(from.size());
    std::transform(from.begin(), from.end(), out.begin(), [](From x) { return static_cast<To>(x); });
    return out;
  }

  void bits(std::span<const std::uint32_t> codes) {
    const bool all = std::find(codes.begin(), codes.end(), kMissingCode) == codes.end();
    std::vector<std::uint64_t> out((codes.size() + 63) / 64 * (all ? 1 : 2));
    const std::size_t half = all ? 0 : out.size() / 2;
    for (std::size_t r = 0; r < codes.size(); ++r) {
      const std::uint64_t bit = std::uint64_t{1} << (r % 64);
      if (codes[r] == 1) out[r / 64] |= bit;
      if (!all && codes[r] != kMissingCode) out[half + r / 64] |= bit;
    }
    list(all ? Packing::bits_all_present : Packing::bits, out);
  }

  std::vector<std::uint64_t>& words_;
};

class Unpacker {
 public:
  explicit Unpacker(std::span<const std::uint64_t> words) : words_(words) {}

  template <class T>
  void numbers(T& out) {
    const auto [packing, size, data] = next();
    if (packing == Packing::f32) return copy<float>(data, size, out);
    if (packing == Packing::f64) return copy<double>(data, size, out);
    if (packing == Packing::u8) return copy<std::uint8_t>(data, size, out);
    copy<std::uint32_t>(data, size, out);
  }

  void codes(Column& out) {
    const auto [packing, size, data] = next();
    out.packed = {};
    out.codes.clear();
    if (packing == Packing::u32) return copy<std::uint32_t>(data, size, out.codes);
    if (packing == Packing::u8) {
      out.packed.bytes = {reinterpret_cast<const std::uint8_t*>(data), size};
    } else {
      const std::size_t half = packing == Packing::bits ? size / 2 : size;
      out.packed.ones = {data, half};
      if (packing == Packing::bits) out.packed.present = {data + half, half};
    }
  }

 private:
  struct Item {
    Packing packing;
    std::size_t size;
    const std::uint64_t* data;
  };

  Item next() {
    constexpr std::size_t kBytes[] = {8, 8, 4, 8, 8, 1, 4};
    const Item out{static_cast<Packing>(words_[at_]), words_[at_ + 1], words_.data() + at_ + 2};
    at_ += 2 + (out.size * kBytes[static_cast<std::size_t>(out.packing)] + 7) / 8;
    return out;
  }

  template <class From, class T>
  static void copy(const std::uint64_t* data, std::size_t size, T& out) {
    const auto* from = reinterpret_cast<const From*>(data);
    out.assign(from, from + size);
  }

  std::span<const std::uint64_t> words_;
  std::size_t at_ = 0;
};

void pack_bag(Packer& packer, const Bag& bag) {
  std::vector<double> lengths;
  for (std::size_t r = 0; r < bag.n_rows(); ++r)
    lengths.push_back(static_cast<double>(2 * (bag.begin[r + 1] - bag.begin[r]) + (bag.missing[r] ? 1 : 0)));
  packer.numbers(lengths);
  packer.list(Packing::u32, bag.word);
  packer.numbers(bag.count);
}

void unpack_bag(Unpacker& unpacker, Bag& bag) {
  std::vector<double> lengths;
  unpacker.numbers(lengths);
  bag.begin.assign(1, 0), bag.missing.clear();
  for (const double length : lengths) {
    const auto n = static_cast<std::size_t>(length);
    bag.begin.push_back(bag.begin.back() + n / 2), bag.missing.push_back(n % 2 == 1);
  }
  unpacker.numbers(bag.word);
  unpacker.numbers(bag.count);
}

// A column of a chunk: the first part it belongs to, and the values its codes stand for (null: numbers).
struct KeptColumn {
  const PartPlan* plan = nullptr;
  const PartVocabulary* part = nullptr;
  const Dictionary* values = nullptr;
};

std::vector<KeptColumn> kept_columns(const NamedSums& vocabulary) {
  std::vector<KeptColumn> out;
  for (std::size_t k = 0; k < vocabulary.parts().size(); ++k) {
    const PartVocabulary& part = vocabulary.parts()[k];
    const PartPlan& plan = vocabulary.plan().parts[k];
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      out.resize(std::max(out.size(), part.columns[j] + 1));
      if (out[part.columns[j]].plan != nullptr) continue;
      const Dictionary* values = part.of_columns ? &part.of_columns->of(j) : &part.values;
      out[part.columns[j]] = {&plan, &part, plan.kind == CellKind::reals ? nullptr : values};
    }
  }
  return out;
}

struct BlockBatch : Batch {
  const PackedBlock* block = nullptr;
};

class BlockDecoder : public Decoder<Chunk> {
 public:
  // With `classes` the columns get their dictionaries.
  BlockDecoder(const NamedSums& vocabulary, const TemporaryFile* file, const Dictionary* classes = nullptr)
      : file_(file) {
    for (const KeptColumn& each : kept_columns(vocabulary)) {
      Column& column = chunk_.columns.emplace_back();
      column.kind = each.plan->kind;
      if (classes != nullptr) column.dictionary = each.values;
    }
    chunk_.target.kind = CellKind::codes, chunk_.target.dictionary = classes;
  }

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    take(unpack(*dynamic_cast<const BlockBatch&>(batch).block));
  }

  const Chunk& unpack(const PackedBlock& block) {
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

 private:
  const TemporaryFile* file_;
  std::vector<std::uint64_t> buffer_;
  Chunk chunk_;
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

// What ranks tell each other of their rows.
struct KeptGroups {
  Dictionary names;
  std::vector<std::uint32_t> of_row;

  template <class Wire>
  void carry(Wire& wire) {
    wire(names, of_row);
  }
};

struct KeptTotals {
  std::size_t rows = 0, labelled = 0;
  Sums weight, counts;

  void merge(const KeptTotals& other) {
    rows += other.rows, labelled += other.labelled;
    weight.merge(other.weight), counts.merge(other.counts);
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(rows, labelled, weight, counts);
  }
};

// Chunks of a file in the codes of the vocabulary; one for each thread.
class Translator {
 public:
  Translator(const NamedSums& vocabulary, const Dictionary* classes)
      : columns_(kept_columns(vocabulary)), classes_(classes), translations_(columns_.size()) {}

  Chunk operator()(const Chunk& chunk) {
    Chunk out;
    out.n_rows = chunk.n_rows;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      add_column(k, chunk.columns[k], out.columns.emplace_back());
    out.target.codes.assign(chunk.n_rows, kMissingCode);
    if (classes_ != nullptr && !chunk.target.codes.empty()) {
      const auto codes = labels_.look_up(*chunk.target.dictionary, *classes_, kMissingCode);
      for (std::size_t r = 0; r < chunk.n_rows; ++r) {
        const std::uint32_t code = chunk.target.codes[r];
        if (code != kMissingCode) out.target.codes[r] = codes[code];
      }
    }
    out.weight = chunk.weight;
    out.kept_names = chunk.kept_names, out.kept = chunk.kept;
    return out;
  }

 private:
  void add_column(std::size_t k, const Column& column, Column& out) {
    const KeptColumn& as = columns_[k];
    if (as.values == nullptr)
      out.kind = as.plan->kind, out.reals = column.reals;
    else
      translate(column, *as.plan, *as.values, idf_of(as.part->frozen), kMissingCode, translations_[k], out);
  }

  std::vector<KeptColumn> columns_;
  const Dictionary* classes_;  // null: labels are not looked at
  std::vector<Translation> translations_;
  Translation labels_;
};

}  // namespace

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
    return [translator = Translator(*vocabulary_, labels ? &classes_ : nullptr)](
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

// The open block, as it is kept.
PackedBlock KeptRows::packed_block(std::size_t first_row) const {
  PackedBlock block{first_row, open_.n_rows, 0, {}, 0};
  Packer packer(block.words);
  const std::vector<KeptColumn> columns = kept_columns(*vocabulary_);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Column& column = open_.columns[j];
    if (column.kind == CellKind::reals) packer.numbers(column.reals);
    if (column.kind == CellKind::codes) packer.codes(column.codes, columns[j].values->size());
    if (column.kind == CellKind::bag) pack_bag(packer, column.bag);
  }
  packer.list(Packing::u32, open_.target.codes);
  const bool plain = std::all_of(open_.weight.begin(), open_.weight.end(), [](double w) { return w == 1; });
  packer.numbers(plain ? std::vector<double>() : open_.weight);
  block.n_words = block.words.size();
  return block;
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
  keep(packed_block(next_row_ - open_.n_rows));
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
  return std::make_unique<BlockSource>(*vocabulary_, blocks_, file_.get(), nullptr, ranks_);
}

std::unique_ptr<Source<Chunk>> KeptRows::open_named() const {
  return std::make_unique<BlockSource>(*vocabulary_, blocks_, file_.get(), &classes_, ranks_);
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

// Rows as they were read, each source's from its first to its last, go into blocks by their numbers. A block
// belongs to the rank that has its first row; what others have of it they send there.
class KeptRows::Regrouping {
 public:
  Regrouping(Ranks& ranks, const std::vector<std::size_t>& mine) : ranks_(ranks) {
    std::vector<std::vector<std::size_t>> sizes;
    for (const std::string& bytes : ranks.gather(packed(mine))) unpack(bytes, sizes.emplace_back());
    std::size_t row = 0;
    for (std::size_t source = 0; source < mine.size(); ++source) {
      for (std::size_t rank = 0; rank < sizes.size(); row += sizes[rank++][source]) {
        runs_.push_back({row, sizes[rank][source], rank});
        if (rank == ranks.rank()) own_.push_back(runs_.back());
      }
    }
  }

  struct Run {
    std::size_t first_row = 0, n_rows = 0, rank = 0;

    std::size_t n_blocks() const { return (n_rows + kBlockRows - 1) / kBlockRows; }  // as they were read
    // How many rows belong to a block that begins before them.
    std::size_t n_head() const {
      return std::min(n_rows, (kBlockRows - first_row % kBlockRows) % kBlockRows);
    }
  };
  const std::vector<Run>& own() const { return own_; }

  std::size_t owner_of_block(std::size_t row) const {
    const std::size_t first = row / kBlockRows * kBlockRows;
    const auto after = std::ranges::upper_bound(runs_, first, {}, &Run::first_row);
    return std::prev(after)->rank;  // of runs without rows that begin there the last: it is the one with rows
  }

  // heads[k]: the first rows of run k, to be sent; what others sent, by row.
  std::vector<PackedBlock> exchange(std::vector<PackedBlock> heads) const {
    std::vector<std::vector<PackedBlock>> to(ranks_.size());
    for (std::size_t k = 0; k < own_.size(); ++k) {
      if (heads[k].n_rows > 0) to[owner_of_block(own_[k].first_row)].push_back(std::move(heads[k]));
    }
    std::vector<std::string> bytes(to.size());
    std::ranges::transform(to, bytes.begin(), [](const auto& each) { return packed(each); });
    std::vector<PackedBlock> out;
    for (const std::string& got :
         ranks_.exchange(std::vector<std::string_view>(bytes.begin(), bytes.end()))) {
      std::vector<PackedBlock> some;
      unpack(got, some);
      std::ranges::move(some, std::back_inserter(out));
    }
    std::ranges::sort(out, {}, &PackedBlock::first_row);
    return out;
  }

 private:
  Ranks& ranks_;
  std::vector<Run> runs_, own_;
};

void KeptRows::regroup() {
  const Regrouping plan(*ranks_, appended_);
  const std::vector<PackedBlock> read = std::exchange(blocks_, {});
  const std::unique_ptr<TemporaryFile> file = std::exchange(file_, nullptr);
  BlockDecoder decoder(*vocabulary_, file.get(), &classes_);
  std::vector<PackedBlock> heads;
  auto block = read.begin();
  for (const Regrouping::Run& run : plan.own()) {
    PackedBlock& head = heads.emplace_back();
    if (run.n_head() > 0) {
      append_range(decoder.unpack(*block), 0, run.n_head());
      head = packed_block(run.first_row);
      open_ = {};
    }
    block += static_cast<long>(run.n_blocks());
  }
  const std::vector<PackedBlock> received = plan.exchange(std::move(heads));
  kept_words_ = n_rows_ = n_labelled_ = 0;
  total_weight_ = Sums(1, 1), counts_ = Sums(1, 0);
  auto next = received.begin();
  const auto take_until = [&](std::size_t row) {
    for (; next != received.end() && next->first_row < row; ++next)
      add_at(next->first_row, 0, decoder.unpack(*next));
  };
  block = read.begin();
  for (const Regrouping::Run& run : plan.own()) {
    take_until(run.first_row);
    for (std::size_t row = run.first_row; row < run.first_row + run.n_rows; row += block++->n_rows)
      add_at(row, row == run.first_row ? run.n_head() : 0, decoder.unpack(*block));
  }
  take_until(static_cast<std::size_t>(-1));
  seal();
}

// The rows of a chunk from `begin` on; `row` is the number of its first.
void KeptRows::add_at(std::size_t row, std::size_t begin, const Chunk& chunk) {
  if (begin == chunk.n_rows) return;
  if (next_row_ != row + begin) seal();
  next_row_ = row + begin;
  add_from(begin, chunk);
}

// Groups are numbered as their first rows come.
void KeptRows::gather_groups() {
  std::vector<std::uint32_t> all;
  Dictionary names;
  for (const std::string& bytes : ranks_->gather(packed(KeptGroups{group_names_, groups_}))) {
    KeptGroups theirs;
    unpack(bytes, theirs);
    const std::vector<std::uint32_t> codes = names.insert_all(theirs.names);
    for (const std::uint32_t group : theirs.of_row) all.push_back(codes[group]);
  }
  groups_ = std::move(all), group_names_ = std::move(names);
}

void KeptRows::count_over_ranks() {
  const KeptTotals zero{0, 0, Sums(1, 1), Sums(1, kept_columns(*vocabulary_).size())};
  counts_.resize(1, zero.counts.cells());
  const KeptTotals all = sum_over(*ranks_, zero, KeptTotals{n_rows_, n_labelled_, total_weight_, counts_});
  n_rows_ = all.rows, n_labelled_ = all.labelled;
  total_weight_ = all.weight, counts_ = all.counts;
}

}  // namespace priory
