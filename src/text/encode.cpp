// SPDX-License-Identifier: Apache-2.0
// From rows of cells to chunks of numbers, codes and bags. A row with a cell that does not fit its column is
// a bad row: it ends the work, or is left out whole and counted.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <tuple>

#include "priory/text.h"

#include "core/number.h"
#include "input/missing.h"
#include "input/rows.h"

namespace priory {
namespace {

constexpr std::size_t kCellsAChunk = 1 << 20;  // wide tables get fewer rows a chunk
constexpr double kWeightGrid = 0x1p24;
constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

bool earlier(const Place& a, const Place& b) {
  return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
}

// What one decoder tells the others' counts.
struct SharedCounts {
  std::mutex mutex;
  ReadCounts* counts = nullptr;
};

// Where the cell of a named column goes.
struct Slot {
  std::uint32_t column = kNowhere;  // of the spec; the target and the weight come after the last
  std::uint32_t word = kNowhere;    // in a bag of counts
};

struct CellError {
  const Cell* cell;
  std::string reason;
  std::string remedy;
};

class ChunkDecoder final : public Decoder<Chunk> {
 public:
  ChunkDecoder(const Table& table, const ChunkSpec& spec, std::unique_ptr<Decoder<Rows>> rows,
               std::shared_ptr<SharedCounts> shared)
      : spec_(spec),
        missing_(spec.missing),
        rows_(std::move(rows)),
        shared_(std::move(shared)),
        dictionaries_(spec.columns.size()) {
    for (const ColumnSpec& column : spec_.columns) add_slots(column);
    slots_[spec_.target].push_back({target_slot(), kNowhere});
    if (!spec_.weight.empty()) slots_[spec_.weight].push_back({target_slot() + 1, kNowhere});
    if (table.columns().empty()) kept_names_ = spec_.keep;
    for (const DeclaredColumn& declared : table.columns()) {
      bind(declared.name);
      kept_.push_back(spec_.keep_all ||
                      std::find(spec_.keep.begin(), spec_.keep.end(), declared.name) != spec_.keep.end());
      if (kept_.back()) kept_names_.push_back(declared.name);
    }
  }

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    rows_->decode(batch, [&](const Rows& rows) {
      ReadCounts counts;
      counts.bad_utf8 = rows.n_bad_utf8;
      for (const BadRow& bad : rows.bad) skip(bad.place, bad.reason, bad.remedy, counts);
      for (std::size_t row = 0; row < rows.n_rows;) {
        begin_chunk(rows);
        for (; row < rows.n_rows && chunk_.n_rows < rows_a_chunk(); ++row) add_row(rows, row, counts);
        counts.rows += chunk_.n_rows;
        if (chunk_.n_rows > 0) take(chunk_);
      }
      report(counts);
    });
  }

 private:
  std::uint32_t target_slot() const { return static_cast<std::uint32_t>(spec_.columns.size()); }
  std::size_t rows_a_chunk() const {
    return std::clamp<std::size_t>(kCellsAChunk / (spec_.columns.size() + 1), 1, spec_.chunk_rows);
  }

  void add_slots(const ColumnSpec& column) {
    const auto at = static_cast<std::uint32_t>(tokenisers_.size());
    tokenisers_.emplace_back(column.text ? column.tokens : TokenOptions());
    const bool counts = column.kind == CellKind::bag && !column.text;
    for (const std::string& name : column.names) {
      slots_[name].push_back({at, counts ? dictionaries_[at].insert(name) : kNowhere});
    }
  }

  // Finds the slots of one more column of the table.
  void bind(std::string_view name) {
    const auto found = slots_.find(name);
    bound_.push_back(found == slots_.end() ? std::vector<Slot>() : found->second);
  }

  void begin_chunk(const Rows& rows) {
    if (rows.sparse) {
      while (bound_.size() < rows.names.size()) bind(rows.names[bound_.size()]);
    }
    chunk_.n_rows = 0;
    chunk_.columns.resize(spec_.columns.size());
    for (std::size_t k = 0; k < chunk_.columns.size(); ++k) {
      clear(chunk_.columns[k]);
      chunk_.columns[k].kind = spec_.columns[k].kind;
      chunk_.columns[k].dictionary = &dictionaries_[k];
    }
    clear(chunk_.target);
    chunk_.target.kind = CellKind::codes;
    chunk_.target.dictionary = &classes_;
    chunk_.weight.clear(), chunk_.kept.clear(), chunk_.places.clear();
    chunk_.kept_names = kept_names_;
  }

  static void clear(Column& column) { column.reals.clear(), column.codes.clear(), column.bag.clear(); }

  void add_row(const Rows& rows, std::size_t row, ReadCounts& counts) {
    cells_.assign(spec_.columns.size() + 2, nullptr);
    counts_.resize(spec_.columns.size());
    for (auto& each : counts_) each.clear();
    const std::size_t begin = rows.sparse ? rows.begin[row] : row * rows.n_columns;
    const std::size_t end = rows.sparse ? rows.begin[row + 1] : begin + rows.n_columns;
    for (std::size_t k = begin; k < end; ++k) {
      for (const Slot& slot : bound_[rows.sparse ? rows.column[k] : k - begin]) place(slot, rows.cells[k]);
    }
    try {
      for (std::size_t k = 0; k < spec_.columns.size(); ++k) add_cell(k, rows.absent_is_zero);
      add_target(cells_[target_slot()]);
      if (!spec_.weight.empty()) add_weight(cells_[target_slot() + 1]);
    } catch (const CellError& error) {
      undo_row();
      const Place place = error.cell != nullptr ? rows.place(row, *error.cell)
                                                : Place{std::string(rows.file), rows.line[row], 0};
      return skip(place, error.reason, error.remedy, counts);
    }
    keep_cells(rows, begin, end);
    if (spec_.places) chunk_.places.push_back({std::string(rows.file), rows.line[row], 0});
    ++chunk_.n_rows;
  }

  void place(const Slot& slot, const Cell& cell) {
    if (slot.word != kNowhere)
      counts_[slot.column].push_back({slot.word, &cell});
    else
      cells_[slot.column] = &cell;
  }

  void keep_cells(const Rows& rows, std::size_t begin, std::size_t end) {
    if (kept_names_.empty()) return;
    if (!rows.sparse) {
      for (std::size_t k = begin; k < end; ++k) {
        if (kept_[k - begin]) chunk_.kept.emplace_back(rows.cells[k].text());
      }
      return;
    }
    for (const std::string& name : kept_names_) {
      const Cell* found = nullptr;
      for (std::size_t k = begin; k < end; ++k) {
        if (rows.names[rows.column[k]] == name) found = &rows.cells[k];
      }
      chunk_.kept.emplace_back(found == nullptr ? std::string_view() : found->text());
    }
  }

  void add_cell(std::size_t k, bool absent_is_zero) {
    const ColumnSpec& spec = spec_.columns[k];
    Column& column = chunk_.columns[k];
    if (spec.kind == CellKind::bag) return spec.text ? add_text(k) : add_counts(k);
    static const Cell kZero = {"0", 1, 0};
    const Cell* cell = cells_[k] == nullptr && absent_is_zero ? &kZero : cells_[k];
    const bool missing = cell == nullptr || missing_(*cell);
    if (spec.kind == CellKind::reals)
      column.reals.push_back(missing ? kMissingReal : number(*cell, spec));
    else
      column.codes.push_back(missing ? kMissingCode : dictionaries_[k].insert(cell->text()));
  }

  double number(const Cell& cell, const ColumnSpec& spec) const {
    const auto value = parse_number(cell.text());
    const bool fits = value && (!spec.non_negative || *value >= 0) &&
                      (!spec.whole || *value == std::trunc(*value)) && *value <= spec.most;
    if (!fits) refuse_number(cell, value, spec);
    return *value;
  }

  [[noreturn]] static void refuse_number(const Cell& cell, std::optional<double> value,
                                         const ColumnSpec& spec) {
    const std::string shown =
        fmt::format("'{}' in {}", cell.text().substr(0, 60),
                    spec.names.size() == 1 ? "column '" + spec.names[0] + "'" : "a column of counts");
    if (!value) {
      throw CellError{&cell, shown + " is not a number",
                      "give the column another family (--types), say what is missing (--na), or skip such "
                      "rows (--on-bad-row skip)"};
    }
    const std::string remedy = "give the column another family (--types)";
    if (spec.non_negative && *value < 0)
      throw CellError{&cell, shown + " is negative, but a count is not", remedy};
    if (spec.whole && *value != std::trunc(*value))
      throw CellError{&cell, shown + " is not a whole number", remedy};
    throw CellError{&cell, fmt::format("{} is more than the {} trials", shown, spec.most),
                    "train with a larger --trials"};
  }

  void add_counts(std::size_t k) {
    Bag& bag = chunk_.columns[k].bag;
    bool missing = !counts_[k].empty();
    for (const auto& [word, cell] : counts_[k]) {
      if (missing_(*cell)) continue;
      missing = false;
      const double value = number(*cell, spec_.columns[k]);
      if (value != 0) bag.word.push_back(word), bag.count.push_back(value);
    }
    bag.end_row(missing);
  }

  // A text is missing only when it is empty: "null" may well be one of its words.
  void add_text(std::size_t k) {
    Bag& bag = chunk_.columns[k].bag;
    const bool missing = cells_[k] == nullptr || cells_[k]->size == 0;
    const std::size_t begin = bag.word.size();
    if (!missing) {
      for (const std::string_view token : tokenisers_[k](cells_[k]->text())) {
        const std::uint32_t word = dictionaries_[k].insert(token);
        if (word >= entry_of_word_.size()) entry_of_word_.resize(2 * word + 64, kNowhere);
        if (entry_of_word_[word] == kNowhere) {
          entry_of_word_[word] = static_cast<std::uint32_t>(bag.word.size() - begin);
          bag.word.push_back(word), bag.count.push_back(0);
        }
        ++bag.count[begin + entry_of_word_[word]];
      }
      for (std::size_t i = begin; i < bag.word.size(); ++i) entry_of_word_[bag.word[i]] = kNowhere;
    }
    bag.end_row(missing);
  }

  void add_target(const Cell* cell) {
    if (spec_.target.empty()) return;
    const bool missing = cell == nullptr || missing_(*cell);
    if (missing && spec_.target_needed) {
      throw CellError{cell, fmt::format("the target '{}' is missing", spec_.target),
                      "leave the row out (--on-bad-row skip), or say what is missing (--na)"};
    }
    chunk_.target.codes.push_back(missing ? kMissingCode : classes_.insert(cell->text()));
  }

  void add_weight(const Cell* cell) {
    const auto value = cell == nullptr ? std::nullopt : parse_number(cell->text());
    if (!value || *value < 0 || !std::isfinite(*value * kWeightGrid))
      throw CellError{cell, fmt::format("'{}' is no weight", cell == nullptr ? "" : cell->text()),
                      "weights are numbers, not negative and not beyond 1e300"};
    chunk_.weight.push_back(std::nearbyint(*value * kWeightGrid) / kWeightGrid);
  }

  // Takes back what a bad row had added before its bad cell.
  void undo_row() {
    for (Column& column : chunk_.columns) {
      if (column.reals.size() > chunk_.n_rows) column.reals.resize(chunk_.n_rows);
      if (column.codes.size() > chunk_.n_rows) column.codes.resize(chunk_.n_rows);
      if (column.bag.n_rows() > chunk_.n_rows) column.bag.begin.pop_back(), column.bag.missing.pop_back();
      if (column.kind != CellKind::bag) continue;
      column.bag.word.resize(column.bag.begin.back());
      column.bag.count.resize(column.bag.begin.back());
    }
    if (chunk_.target.codes.size() > chunk_.n_rows) chunk_.target.codes.resize(chunk_.n_rows);
  }

  void skip(const Place& place, const std::string& reason, const std::string& remedy,
            ReadCounts& counts) const {
    if (!spec_.skip_bad_rows) throw Error(ErrorKind::data, reason, place, remedy);
    if (counts.skipped++ == 0) counts.first_skipped = reason, counts.first_place = place;
  }

  void report(const ReadCounts& mine) const {
    if (shared_->counts == nullptr) return;
    const std::lock_guard lock(shared_->mutex);
    ReadCounts& all = *shared_->counts;
    all.rows += mine.rows, all.skipped += mine.skipped, all.bad_utf8 += mine.bad_utf8;
    if (mine.skipped == 0 || (all.skipped > mine.skipped && !earlier(mine.first_place, all.first_place)))
      return;
    all.first_skipped = mine.first_skipped, all.first_place = mine.first_place;
  }

  ChunkSpec spec_;
  MissingCells missing_;
  std::unique_ptr<Decoder<Rows>> rows_;
  std::shared_ptr<SharedCounts> shared_;
  std::vector<Dictionary> dictionaries_;  // one a column of the spec
  Dictionary classes_;
  std::vector<Tokeniser> tokenisers_;
  std::map<std::string, std::vector<Slot>, std::less<>> slots_;
  std::vector<std::vector<Slot>> bound_;  // one a column of the table
  std::vector<bool> kept_;
  std::vector<std::string> kept_names_;
  Chunk chunk_;
  std::vector<const Cell*> cells_;  // of the row at hand, one a column of the spec, target and weight
  std::vector<std::vector<std::pair<std::uint32_t, const Cell*>>> counts_;
  std::vector<std::uint32_t> entry_of_word_;
};

class ChunkSource final : public Source<Chunk> {
 public:
  ChunkSource(const Table& table, ChunkSpec spec, ReadCounts* counts, bool again)
      : table_(table),
        spec_(std::move(spec)),
        rows_(table.rows(again)),
        shared_(std::make_shared<SharedCounts>()) {
    shared_->counts = counts;
    if (counts != nullptr) *counts = {};
    if (!table_.columns().empty())
      check_columns();
    else if (spec_.keep_all)
      throw Error(ErrorKind::usage,
                  "rows of this format name their own columns: say which to keep with --keep");
  }

  std::unique_ptr<Batch> next() override { return rows_->next(); }
  std::unique_ptr<Decoder<Chunk>> decoder() const override {
    return std::make_unique<ChunkDecoder>(table_, spec_, rows_->decoder(), shared_);
  }

 private:
  void check_columns() {
    std::vector<std::string> names;
    for (const DeclaredColumn& declared : table_.columns()) names.push_back(declared.name);
    const auto check = [&](const std::string& name, std::string_view what) {
      if (std::find(names.begin(), names.end(), name) != names.end()) return true;
      if (what.empty()) return false;
      throw Error(ErrorKind::data, fmt::format("{}: there is no column '{}', {}{}", table_.paths()[0], name,
                                               what, did_you_mean(name, names)));
    };
    for (const ColumnSpec& column : spec_.columns) {
      for (const std::string& name : column.names) check(name, "which the model needs");
    }
    for (const std::string& name : spec_.keep) check(name, "which --keep names");
    if (!spec_.target.empty() && !check(spec_.target, spec_.target_optional ? "" : "the target"))
      spec_.target.clear();
    if (!spec_.weight.empty() && !check(spec_.weight, spec_.target_needed ? "the weight" : ""))
      spec_.weight.clear();
  }

  Table table_;
  ChunkSpec spec_;
  std::unique_ptr<Source<Rows>> rows_;
  std::shared_ptr<SharedCounts> shared_;
};

}  // namespace

std::unique_ptr<Source<Chunk>> open_chunks(const Table& table, const ChunkSpec& spec, ReadCounts* counts,
                                           bool again) {
  return std::make_unique<ChunkSource>(table, spec, counts, again);
}

}  // namespace priory
