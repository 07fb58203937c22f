// SPDX-License-Identifier: Apache-2.0
#include "row_buffer.h"

#include <cmath>

#include "priory/error.h"

namespace priory::postgres {

void ColumnBuffer::add(const CellValue& cell) {
  using Kind = CellValue::Kind;
  if (cell.kind == Kind::text && !texts_) become_texts();
  if (!texts_)
    numbers_.push_back(cell.number);  // NaN where it is missing
  else if (cell.kind == Kind::number && !std::isnan(cell.number))
    add_text(std::isfinite(cell.number) ? number_text(cell.number) : cell.number > 0 ? "inf" : "-inf", true);
  else
    add_text(cell.text, cell.kind == Kind::text);
}

void ColumnBuffer::add_text(std::string_view text, bool present) {
  bytes_ += text;
  ends_.push_back(bytes_.size());
  present_.push_back(present);
}

void ColumnBuffer::become_texts() {
  texts_ = true;
  for (const double each : numbers_) add(std::isnan(each) ? CellValue() : CellValue(each));
  numbers_.clear();
}

void ColumnBuffer::clear() {
  texts_ = false;
  numbers_.clear(), bytes_.clear(), present_.clear();
  ends_.assign(1, 0);
}

void ColumnBuffer::put_into(Rows& rows, const std::string& name) const {
  if (texts_)
    rows.strings(name, Strings(Numbers(ends_), bytes_.data()), Mask::present(present_));
  else
    rows.numbers(name, Numbers(numbers_));
}

RowBuffer::RowBuffer(std::string target, std::vector<std::string> columns)
    : target_(std::move(target)), names_(std::move(columns)), columns_(names_.size() + 1) {}

void RowBuffer::add(const CellValue& label, RowView row) {
  columns_[0].add(label);
  n_bytes_ += label.text.size();
  for (std::size_t k = 0; k < row.size(); ++k) {
    columns_[k + 1].add(row[k]);
    n_bytes_ += row[k].text.size();
  }
  ++n_rows_;
}

std::size_t RowBuffer::bytes() const {
  std::size_t out = 0;
  for (const ColumnBuffer& each : columns_) out += each.bytes();
  return out;
}

Rows RowBuffer::rows() const {
  Rows out(n_rows_, "row");
  for (std::size_t k = 0; k < names_.size(); ++k) columns_[k + 1].put_into(out, names_[k]);
  columns_[0].put_into(out, target_);
  return out;
}

void RowBuffer::clear() {
  for (ColumnBuffer& each : columns_) each.clear();
  n_rows_ = n_bytes_ = 0;
}

}  // namespace priory::postgres
