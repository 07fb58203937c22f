// SPDX-License-Identifier: Apache-2.0
#include "encode/row_encoder.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/number_reading.h"
#include "core/spellings.h"
#include "rows/chunk_spec.h"
#include "rows/weights.h"

namespace priory {
namespace {

void clear(Column& column) {
  column.reals.clear(), column.codes.clear(), column.bag.clear(), column.tokens.clear();
}

// "from 0 on", "above 0 and below 1"
std::string range_of(const Domain& domain) {
  std::string out;
  if (std::isfinite(domain.low)) out = fmt::format("{} {}", domain.open ? "above" : "from", domain.low);
  if (!std::isfinite(domain.high)) return out + (domain.open ? "" : " on");
  if (!out.empty()) out += domain.open ? " and " : " ";
  return out + fmt::format("{} {}", domain.open ? "below" : "to", domain.high);
}

// " with a decimal point and the unit $": what makes a number of a cell that is one elsewhere.
std::string as_read(const Cell& cell, const Reading& reading) {
  if (!number_shape(cell.text())) return {};
  return fmt::format(" with a decimal {}{}", reading.decimal == ',' ? "comma" : "point",
                     reading.unit.empty() ? "" : " and the unit " + reading.unit);
}

[[noreturn]] void refuse_number(const Cell& cell, std::optional<double> value, const ColumnSpec& spec) {
  const std::string shown =
      fmt::format("'{}' in {}", cell.text().substr(0, 60),
                  spec.names.size() == 1 ? "column '" + spec.names[0] + "'" : "a column of counts");
  if (!value) {
    const std::string how = as_read(cell, spec.reading());
    const bool hole = suspect(cell.text()) != Suspect::no;
    throw CellError{
        &cell, shown + " is not a number" + how,
        fmt::format("{}give the column another family (‹types›), say what is missing (‹na›), or skip "
                    "such rows (‹on-bad-row› skip)",
                    !how.empty() ? "write it as in the rows that were learnt, "
                    : hole       ? "leave the cell empty if it is missing, "
                                 : "")};
  }
  const std::string remedy = "give the column another family (‹types›)";
  const Domain& domain = spec.domain;
  if (domain.low == 0 && *value < 0)
    throw CellError{&cell, shown + " is negative, and its family takes numbers " + range_of(domain), remedy};
  if (domain.whole && *value != std::trunc(*value))
    throw CellError{&cell, shown + " is not a whole number", remedy};
  if (!domain.contains(*value))
    throw CellError{&cell, shown + " is not what its family takes, numbers " + range_of(domain), remedy};
  throw CellError{&cell, fmt::format("{} is more than the {} trials", shown, spec.most),
                  "train with a larger ‹trials›"};
}

}  // namespace

bool fits(double value, const ColumnSpec& spec) {
  return spec.domain.contains(value) && value <= spec.most;
}

void check_number(const Cell& cell, double value, const ColumnSpec& spec) {
  if (!fits(value, spec)) refuse_number(cell, std::isnan(value) ? std::nullopt : std::optional(value), spec);
}

double RowEncoder::number(const Cell& cell, const CellReader& reader, const ColumnSpec& spec) const {
  const bool known = numbers_ != nullptr && reader.reading().part.empty();
  const double value = known ? numbers_[&cell - first_cell_] : reader.number(cell);
  check_number(cell, value, spec);
  return value;
}

std::string_view checked_value(const Cell& cell, const CellReader& reader, const std::string& column) {
  const std::string_view value = reader.value(cell);
  if (value.data() != nullptr) return value;
  const Reading& reading = reader.reading();
  throw CellError{&cell,
                  fmt::format("'{}' in column '{}' is not {}", cell.text().substr(0, 60), column,
                              reading.date.empty() ? "a number" : "a date of the format " + reading.date),
                  "write it as in the rows that were learnt, leave the cell empty if it is missing, say what "
                  "is missing (‹na›), or skip such rows (‹on-bad-row› skip)"};
}

CellError missing_target(const Cell* cell, const std::string& target) {
  return {cell, fmt::format("the target '{}' is missing", target),
          "leave the row out (‹on-bad-row› skip), learn from such rows as well (‹em›), or say what is "
          "missing (‹na›)"};
}

double weight_of(const Cell* cell, std::optional<double> weight) {
  const std::optional<double> out = weight ? checked_weight(*weight) : std::nullopt;
  if (out) return *out;
  throw CellError{cell, fmt::format("'{}' is no weight", cell == nullptr ? "" : cell->text()), kWeightRemedy};
}

void enter_bins(const ColumnSpec& spec, Dictionary& values) {
  if (!spec.bins) return;
  for (const std::string& label : spec.bins->labels()) values.insert(label);
}

RowEncoder::RowEncoder(const Table& table, const ChunkSpec& spec)
    : spec_(spec), readers_(spec.missing, spec.trim), dictionaries_(spec.columns.size()) {
  for (const ColumnSpec& column : spec_.columns) add_slots(column);
  readers_.add(spec_.target_reading), readers_.add(spec_.weight_reading);
  slots_[spec_.target].push_back({target_slot(), kNowhere});
  if (!spec_.weight.empty()) slots_[spec_.weight].push_back({target_slot() + 1, kNowhere});
  if (table.columns().empty()) kept_names_ = spec_.keep;
  for (const DeclaredColumn& declared : table.columns()) {
    dense_.push_back(slots_of(declared.name));
    const bool named = std::find(spec_.keep.begin(), spec_.keep.end(), declared.name) != spec_.keep.end();
    kept_.push_back(spec_.keep_all || named);
    if (kept_.back()) kept_names_.push_back(declared.name);
  }
}

void RowEncoder::add_slots(const ColumnSpec& column) {
  const auto at = static_cast<std::uint32_t>(texts_.size());
  texts_.emplace_back();
  if (column.text) texts_.back().emplace(column, dictionaries_[at]);
  const bool counts = column.kind == CellKind::bag && !column.text;
  first_reader_.push_back(readers_.size());
  for (std::size_t j = 0; j < column.names.size(); ++j) {
    readers_.add(column.reading(j));
    slots_[column.source(j)].push_back({at, counts ? dictionaries_[at].insert(column.names[j]) : kNowhere});
  }
  if (column.kind == CellKind::codes) enter_bins(column, dictionaries_[at]);
}

std::vector<RowEncoder::Slot> RowEncoder::slots_of(std::string_view name) const {
  const auto found = slots_.find(name);
  return found == slots_.end() ? std::vector<Slot>() : found->second;
}

void RowEncoder::begin_chunk(const Records& rows, const std::vector<double>* numbers) {
  first_cell_ = rows.cells.data();
  numbers_ = numbers != nullptr && !rows.sparse ? numbers->data() : nullptr;
  if (rows.sparse) {
    while (sparse_.size() < rows.names.size()) sparse_.push_back(slots_of(rows.names[sparse_.size()]));
  }
  chunk_.n_rows = 0;
  for (std::optional<TextEncoder>& text : texts_) {
    if (text) text->begin_chunk();
  }
  chunk_.columns.resize(spec_.columns.size());
  for (std::size_t k = 0; k < chunk_.columns.size(); ++k) {
    clear(chunk_.columns[k]);
    chunk_.columns[k].kind = spec_.columns[k].kind;
    chunk_.columns[k].dictionary = &dictionaries_[k];
    chunk_.columns[k].bins = spec_.columns[k].bins.get();
  }
  clear(chunk_.target);
  chunk_.target.kind = CellKind::codes;
  chunk_.target.dictionary = &classes_;
  chunk_.weight.clear(), chunk_.kept.clear(), chunk_.places.clear(), chunk_.bad.clear();
  chunk_.kept_names = kept_names_;
}

void RowEncoder::add_row(const Records& rows, std::size_t row) {
  cells_.assign(spec_.columns.size() + 2, nullptr);
  counts_.resize(spec_.columns.size());
  for (auto& each : counts_) each.clear();
  const std::size_t begin = rows.sparse ? rows.begin[row] : row * rows.n_columns;
  const std::size_t end = rows.sparse ? rows.begin[row + 1] : begin + rows.n_columns;
  for (std::size_t k = begin; k < end; ++k) {
    const std::vector<Slot>& slots = rows.sparse ? sparse_[rows.column[k]] : dense_[k - begin];
    for (const Slot& slot : slots) place(slot, rows.cells[k]);
  }
  try {
    for (std::size_t k = 0; k < spec_.columns.size(); ++k) add_cell(k, rows.absent_is_zero);
    add_target(cells_[target_slot()]);
    if (!spec_.weight.empty()) add_weight(cells_[target_slot() + 1]);
  } catch (const CellError&) {
    undo_row();
    throw;
  }
  keep_cells(rows, begin, end);
  if (spec_.places) chunk_.places.push_back({std::string(rows.file_of(row)), rows.line[row], 0});
  ++chunk_.n_rows;
}

void RowEncoder::add_missing_cells() {
  for (std::size_t k = 0; k < spec_.columns.size(); ++k) {
    Column& column = chunk_.columns[k];
    if (texts_[k])
      texts_[k]->add({}, true, column);
    else if (spec_.columns[k].kind == CellKind::bag)
      column.bag.end_row(true);
    else if (spec_.columns[k].kind == CellKind::reals)
      column.reals.push_back(kMissingReal);
    else
      column.codes.push_back(kMissingCode);
  }
  if (!spec_.target.empty()) chunk_.target.codes.push_back(kMissingCode);
  if (!spec_.weight.empty()) chunk_.weight.push_back(1);
}

void RowEncoder::add_bad_row(const BadRow& bad) {
  add_missing_cells();
  chunk_.kept.resize(chunk_.kept.size() + kept_names_.size());
  if (spec_.places) chunk_.places.push_back(bad.place);
  chunk_.bad.push_back({chunk_.n_rows++, bad.place, bad.reason});
}

void RowEncoder::add_bad_row(const BadRow& bad, const Records& rows, std::size_t row) {
  add_missing_cells();
  const std::size_t begin = rows.sparse ? rows.begin[row] : row * rows.n_columns;
  keep_cells(rows, begin, rows.sparse ? rows.begin[row + 1] : begin + rows.n_columns);
  if (spec_.places) chunk_.places.push_back(bad.place);
  chunk_.bad.push_back({chunk_.n_rows++, bad.place, bad.reason});
}

void RowEncoder::place(const Slot& slot, const Cell& cell) {
  if (slot.word == kNowhere)
    cells_[slot.column] = &cell;
  else
    counts_[slot.column].push_back({slot.word, &cell});
}

void RowEncoder::keep_cells(const Records& rows, std::size_t begin, std::size_t end) {
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
    const std::string_view absent = rows.absent_is_zero ? "0" : "";
    chunk_.kept.emplace_back(found == nullptr ? absent : found->text());
  }
}

void RowEncoder::add_cell(std::size_t k, bool absent_is_zero) {
  const ColumnSpec& spec = spec_.columns[k];
  Column& column = chunk_.columns[k];
  if (spec.kind == CellKind::bag) return spec.text ? add_text(k) : add_counts(k);
  static const Cell kZero = {"0", 1, 0};
  const Cell* cell = cells_[k] == nullptr && absent_is_zero ? &kZero : cells_[k];
  const CellReader& reads = reader(k);
  const bool known = numbers_ != nullptr && cell != nullptr && reads.reading().part.empty() &&
                     !std::isnan(numbers_[cell - first_cell_]);
  const bool missing = !known && (cell == nullptr || reads.missing(*cell));
  if (spec.kind == CellKind::reals)
    column.reals.push_back(missing ? kMissingReal : number(*cell, reads, spec));
  else if (spec.bins)
    column.codes.push_back(missing ? kMissingCode : spec.bins->find(number(*cell, reads, spec)));
  else
    column.codes.push_back(missing ? kMissingCode
                                   : dictionaries_[k].insert(checked_value(*cell, reads, spec.source())));
}

void RowEncoder::add_counts(std::size_t k) {
  Bag& bag = chunk_.columns[k].bag;
  bool missing = !counts_[k].empty();
  for (const auto& [word, cell] : counts_[k]) {
    const CellReader& reads = reader(k, word);
    if (reads.missing(*cell)) continue;
    missing = false;
    const double value = number(*cell, reads, spec_.columns[k]);
    if (value != 0) bag.word.push_back(word), bag.count.push_back(value);
  }
  bag.end_row(missing);
}

// A text is missing only when it is empty: "null" may well be one of its words. A pattern may give up on one.
void RowEncoder::add_text(std::size_t k) {
  const bool missing = cells_[k] == nullptr || cells_[k]->size == 0;
  try {
    texts_[k]->add(missing ? std::string_view() : cells_[k]->text(), missing, chunk_.columns[k]);
  } catch (const Error& error) {
    throw CellError{cells_[k], error.message(), error.remedy()};
  }
}

bool RowEncoder::full() const {
  std::size_t n = 0;
  for (const std::optional<TextEncoder>& text : texts_) n += text ? text->n_tokens() : 0;
  return n >= kTokensAChunk;
}

void RowEncoder::add_target(const Cell* cell) {
  if (spec_.target.empty()) return;
  const CellReader& reads = target_reader();
  const bool missing = cell == nullptr || reads.missing(*cell);
  if (missing && spec_.target_needed) throw missing_target(cell, spec_.target);
  chunk_.target.codes.push_back(missing ? kMissingCode
                                        : classes_.insert(checked_value(*cell, reads, spec_.target)));
}

void RowEncoder::add_weight(const Cell* cell) {
  const double weight = cell == nullptr ? kMissingReal : weight_reader().number(*cell);
  chunk_.weight.push_back(weight_of(cell, std::isnan(weight) ? std::nullopt : std::optional(weight)));
}

// Takes back what a bad row had added before its bad cell.
void RowEncoder::undo_row() {
  for (Column& column : chunk_.columns) {
    if (column.reals.size() > chunk_.n_rows) column.reals.resize(chunk_.n_rows);
    if (column.codes.size() > chunk_.n_rows) column.codes.resize(chunk_.n_rows);
    column.tokens.keep_rows(chunk_.n_rows);
    column.bag.keep_rows(chunk_.n_rows);
  }
  if (chunk_.target.codes.size() > chunk_.n_rows) chunk_.target.codes.resize(chunk_.n_rows);
}

}  // namespace priory
