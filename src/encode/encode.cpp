// SPDX-License-Identifier: Apache-2.0
// From rows of cells to chunks of numbers, codes and bags. A row with a cell that does not fit its column is
// a bad row: it ends the work, or is left out whole and counted.
#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <optional>

#include "encode/check_columns.h"
#include "encode/chunk_decoding.h"
#include "encode/chunks.h"
#include "encode/row_encoder.h"
#include "encode/rows_chunks.h"
#include "input/databases/typed_rows.h"
#include "input/profile.h"
#include "input/records.h"

namespace priory {

struct ColumnProfiler::State {
  explicit State(Profile nothing) : zero(std::move(nothing)), total(zero) {}

  const Profile zero;
  std::mutex mutex;
  Profile total;
};

namespace {

// The profile of the rows that one decoder has read; merged into the total when the decoder ends.
struct ProfileShare {
  explicit ProfileShare(ColumnProfiler::State& state) : all(state), profile(state.zero) {}
  ProfileShare(const ProfileShare&) = delete;
  ProfileShare& operator=(const ProfileShare&) = delete;
  ~ProfileShare() {
    const std::lock_guard lock(all.mutex);
    all.total.merge(profile);
  }

  ColumnProfiler::State& all;
  Profile profile;
  std::vector<double> numbers;  // of the rows at hand
};

class ChunkDecoder final : public Decoder<Chunk> {
 public:
  ChunkDecoder(const Table& table, const ChunkSpec& spec, std::unique_ptr<Decoder<Records>> rows,
               std::shared_ptr<SharedCounts> shared, ColumnProfiler* profiler)
      : encoder_(table, spec),
        rows_(std::move(rows)),
        shared_(std::move(shared)),
        skips_(spec.skip_bad_rows),
        marks_(spec.mark_bad_rows),
        chunk_rows_(std::clamp<std::size_t>(kCellsAChunk / (spec.columns.size() + 1), 1, spec.chunk_rows)) {
    if (profiler != nullptr) profile_.emplace(profiler->state());
  }

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    rows_->decode(batch, [&](const Records& rows) {
      ReadCounts counts;
      counts.latin1 = rows.n_latin1;
      counts.bad_utf8 = rows.n_bad_utf8, counts.bad_mails = rows.n_bad_mails;
      for (const BadRow& bad : rows.bad) {
        if (!marks_) skip(bad, counts);
      }
      if (profile_) profile_->profile.accumulate(rows, &profile_->numbers);
      std::size_t row = 0, n_marked = marks_ ? 0 : rows.bad.size();
      while (row < rows.n_rows || n_marked < rows.bad.size()) {
        encoder_.begin_chunk(rows, profile_ ? &profile_->numbers : nullptr);
        while ((row < rows.n_rows || n_marked < rows.bad.size()) && encoder_.chunk().n_rows < chunk_rows_ &&
               !encoder_.full()) {
          if (n_marked < rows.bad.size() && rows.bad[n_marked].before <= row)
            encoder_.add_bad_row(rows.bad[n_marked++]);
          else
            add_row(rows, row++, counts);
        }
        counts.rows += encoder_.chunk().n_rows, counts.marked += encoder_.chunk().bad.size();
        if (encoder_.chunk().n_rows > 0) take(encoder_.chunk());
      }
      shared_->add(counts);
    });
  }

 private:
  void add_row(const Records& rows, std::size_t row, ReadCounts& counts) {
    try {
      encoder_.add_row(rows, row);
    } catch (const CellError& error) {
      const Place whole_row = {std::string(rows.file_of(row)), rows.line[row], 0};
      const Place place = error.cell != nullptr ? rows.place(row, *error.cell) : whole_row;
      const BadRow bad{place, error.reason, error.remedy, rows.record[row]};
      marks_ ? encoder_.add_bad_row(bad, rows, row) : skip(bad, counts);
    }
  }

  void skip(const BadRow& bad, ReadCounts& counts) const {
    if (!skips_) bad.refuse();
    if (counts.skipped++ == 0) counts.first_skipped = bad.reason, counts.first_place = bad.place;
  }

  RowEncoder encoder_;
  std::unique_ptr<Decoder<Records>> rows_;
  std::shared_ptr<SharedCounts> shared_;
  bool skips_, marks_;
  std::size_t chunk_rows_;
  std::optional<ProfileShare> profile_;
};

// Of a database that has its rows in columns. Bad rows are not marked here: their cells are needed as text.
class TypedDecoder final : public Decoder<Chunk> {
 public:
  TypedDecoder(const ChunkSpec& spec, std::unique_ptr<Decoder<ColumnRows>> rows,
               std::shared_ptr<SharedCounts> shared, ColumnProfiler* profiler)
      : spec_(spec), rows_(std::move(rows)), shared_(std::move(shared)) {
    if (profiler != nullptr) profile_.emplace(profiler->state());
  }

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    rows_->decode(batch, [&](const ColumnRows& rows) {
      if (profile_) profile_->profile.accumulate(rows);
      if (!chunks_) chunks_.emplace(*rows.rows, spec_, shared_);  // the rows stay where they are
      RowRange range;
      range.end = rows.n_rows;
      chunks_->encode(range, rows.n_before, take);
    });
  }

 private:
  ChunkSpec spec_;
  std::unique_ptr<Decoder<ColumnRows>> rows_;
  std::shared_ptr<SharedCounts> shared_;
  std::optional<RowsChunks> chunks_;
  std::optional<ProfileShare> profile_;
};

class ChunkSource final : public Source<Chunk> {
 public:
  ChunkSource(const Table& table, ChunkSpec spec, ReadCounts* counts, bool again, ColumnProfiler* profiler)
      : table_(table),
        spec_(std::move(spec)),
        shared_(std::make_shared<SharedCounts>()),
        profiler_(profiler) {
    if (profiler != nullptr) profiler->reset();
    const std::vector<bool> wanted =
        profiler != nullptr ? std::vector<bool>() : wanted_columns(spec_, table.columns());
    if (!spec_.mark_bad_rows) typed_ = columns_of(table, wanted);
    if (!typed_) rows_ = records_of(table, again, wanted);
    shared_->counts = counts;
    if (counts != nullptr) *counts = {};
    Dictionary names;
    for (const DeclaredColumn& declared : table_.columns()) names.insert(declared.name);
    if (!names.empty())
      check_columns(spec_, names, table_.paths()[0]);
    else if (spec_.keep_all)
      throw Error(ErrorKind::usage,
                  "rows of this format name their own columns: say which to keep with ‹keep›");
  }

  std::unique_ptr<Batch> next() override { return typed_ ? typed_->next() : rows_->next(); }
  Ranks* ranks() const override { return typed_ ? nullptr : rows_->ranks(); }
  Progress progress() const override { return typed_ ? typed_->progress() : rows_->progress(); }
  std::unique_ptr<Decoder<Chunk>> decoder() const override {
    if (typed_) return std::make_unique<TypedDecoder>(spec_, typed_->decoder(), shared_, profiler_);
    return std::make_unique<ChunkDecoder>(table_, spec_, rows_->decoder(), shared_, profiler_);
  }

 private:
  Table table_;
  ChunkSpec spec_;
  std::unique_ptr<Source<ColumnRows>> typed_;  // or
  std::unique_ptr<Source<Records>> rows_;
  std::shared_ptr<SharedCounts> shared_;
  ColumnProfiler* profiler_;
};

}  // namespace

std::unique_ptr<Source<Chunk>> open_chunks(const Data& data, const ChunkSpec& spec, ReadCounts* counts,
                                           bool again, ColumnProfiler* profiler) {
  if (data.rows() != nullptr) return open_rows(*data.rows(), spec, counts);
  return std::make_unique<ChunkSource>(*data.table(), spec, counts, again, profiler);
}

OpenChunks chunks_of(const Data& data, const ChunkSpec& spec) {
  return [data, spec] { return open_chunks(data, spec, nullptr, true); };
}

ColumnProfiler::ColumnProfiler(const Table& table, const ReadingRules& rules, bool skip_bad_rows,
                               const Readings& readings)
    : state_(std::make_unique<State>(Profile(table, rules, skip_bad_rows, readings))) {}

ColumnProfiler::~ColumnProfiler() = default;

void ColumnProfiler::reset() {
  state_->total = state_->zero;
}

bool ColumnProfiler::read_right() const {
  return state_->total.read_right();
}

std::vector<ColumnProfile> ColumnProfiler::finish() const {
  return state_->total.finish();
}

}  // namespace priory
