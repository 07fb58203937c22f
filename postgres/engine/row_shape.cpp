// SPDX-License-Identifier: Apache-2.0
#include "row_shape.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "priory/error.h"

#include "guard.h"

namespace priory::postgres {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Columns whose cells a plan reads as numbers.
std::set<std::string> numeric_columns(const Plan& plan) {
  std::set<std::string> out;
  for (const PartPlan& part : plan.parts) {
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      if (part.kind == CellKind::reals || part.of_counts() || part.binned(j)) out.insert(part.columns[j]);
    }
  }
  return out;
}

}  // namespace

RowShape::RowShape(const Plan& plan, std::vector<std::string> wanted) : wanted_(std::move(wanted)) {
  const std::vector<std::string> optional = optional_columns(plan);
  const std::set<std::string> numeric = numeric_columns(plan);
  for (const std::string& name : wanted_) {
    names_.push_back(text(name));
    optional_.push_back(std::ranges::binary_search(optional, name));
    by_number_.push_back(numeric.contains(name));
  }
  cells_.resize(wanted_.size());
}

void RowShape::bind(const PrioryColumns& columns) {
  from_.assign(wanted_.size(), kNone);
  if (columns.unnamed) {
    if (columns.n_columns != wanted_.size())
      throw Error(ErrorKind::usage,
                  fmt::format("a ROW(...) of {} cells for a model that reads {}: {}", columns.n_columns,
                              wanted_.size(), fmt::join(wanted_, ", ")),
                  {}, "give the cells in this order, or a row with the names of its columns");
    for (std::size_t k = 0; k < from_.size(); ++k) from_[k] = k;
    return;
  }
  for (std::size_t k = 0; k < columns.n_columns; ++k) {
    const auto at = std::ranges::find(wanted_, view(columns.column[k].name));
    if (at != wanted_.end()) from_[static_cast<std::size_t>(at - wanted_.begin())] = k;
  }
  for (std::size_t k = 0; k < from_.size(); ++k) {
    if (from_[k] == kNone && !optional_[k]) lacks(wanted_[k], columns);
  }
}

void RowShape::lacks(const std::string& name, const PrioryColumns& columns) const {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < columns.n_columns; ++k) names.emplace_back(view(columns.column[k].name));
  throw Error(ErrorKind::usage, fmt::format("the row has no column '{}'{}", name, did_you_mean(name, names)),
              {}, fmt::format("the model reads {}", fmt::join(wanted_, ", ")));
}

RowView RowShape::cells(const PrioryCell* cells) {
  for (std::size_t k = 0; k < from_.size(); ++k)
    cells_[k] = from_[k] == kNone ? CellValue() : cell_value(cells[from_[k]], by_number_[k]);
  return cells_;
}

CellValue cell_value(const PrioryCell& cell, bool truth_is_number) {
  switch (cell.kind) {
    case PRIORY_MISSING:
      return {};
    case PRIORY_NUMBER:
      return cell.number;
    case PRIORY_TRUTH:
      if (truth_is_number) return cell.number;
      return std::string_view(cell.number != 0 ? "true" : "false");
    case PRIORY_TEXT:
      break;
  }
  return view(cell.text);
}

}  // namespace priory::postgres
