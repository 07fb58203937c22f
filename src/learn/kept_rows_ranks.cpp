// SPDX-License-Identifier: Apache-2.0
// Rows kept by several ranks: in the blocks that one process would have, and counted over all.
#include <algorithm>
#include <utility>

#include "fold/sum_over_ranks.h"
#include "learn/kept_rows.h"

namespace priory {
namespace {

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

// Rows as they were read, each source's from its first to its last, go into blocks by their numbers. A block
// belongs to the rank that has its first row; what others have of it they send there.
class Regrouping {
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

    std::size_t n_blocks() const {
      return (n_rows + KeptRows::kBlockRows - 1) / KeptRows::kBlockRows;
    }  // as they were read
    // How many rows belong to a block that begins before them.
    std::size_t n_head() const {
      return std::min(n_rows,
                      (KeptRows::kBlockRows - first_row % KeptRows::kBlockRows) % KeptRows::kBlockRows);
    }
  };
  const std::vector<Run>& own() const { return own_; }

  std::size_t owner_of_block(std::size_t row) const {
    const std::size_t first = row / KeptRows::kBlockRows * KeptRows::kBlockRows;
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

}  // namespace

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
      head = pack_rows(*vocabulary_, open_, run.first_row);
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
