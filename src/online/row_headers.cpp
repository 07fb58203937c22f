// SPDX-License-Identifier: Apache-2.0
#include "online/row_headers.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace priory {
namespace {

bool same_columns(Header a, Header b) {
  std::ranges::sort(a), std::ranges::sort(b);
  return a == b;
}

}  // namespace

RowHeaders::RowHeaders(const NamedSums& statistics)
    : differ_(!statistics.plan().headers.empty()), all_(feature_columns(statistics.plan())) {
  const std::vector<Header>& headers = statistics.plan().headers;
  for (std::size_t k = 0; k < headers.size(); ++k) {
    known_.push_back(known(headers[k]));
    known_.back().planned = true;
    if (statistics.header_rows().rows() > k) known_.back().rows = statistics.header_rows().value(k, 0);
  }
  std::ranges::stable_sort(known_, {}, [](const Known& each) { return each.columns.size(); });
  if (!known_.empty() && known_.back().columns.size() == all_.size()) return;
  known_.push_back(known(all_));
  if (!differ_) known_.back().planned = true, known_.back().rows = statistics.n_rows();
}

RowHeaders::Known RowHeaders::known(const Header& columns) const {
  Known out{columns, {}};
  const std::unordered_set<std::string_view> there(columns.begin(), columns.end());
  for (const std::string& column : all_) out.has.push_back(there.contains(column));
  return out;
}

std::size_t RowHeaders::of(RowView row) const {
  const auto fits = [&](const Known& header) {
    for (std::size_t j = 0; j < row.size() && j < header.has.size(); ++j) {
      if (row[j].kind != CellValue::Kind::missing && !header.has[j]) return false;
    }
    return true;
  };
  if (!differ_) return 0;
  return static_cast<std::size_t>(std::ranges::find_if(known_.begin(), known_.end() - 1, fits) -
                                  known_.begin());
}

std::size_t RowHeaders::of(const Header& columns) {
  if (!differ_) return 0;
  const auto at =
      std::ranges::find_if(known_, [&](const Known& each) { return same_columns(each.columns, columns); });
  if (at != known_.end()) return static_cast<std::size_t>(at - known_.begin());
  const auto longer =
      std::ranges::find_if(known_, [&](const Known& each) { return each.columns.size() > columns.size(); });
  return static_cast<std::size_t>(known_.insert(longer, known(columns)) - known_.begin());
}

bool RowHeaders::as_planned() const {
  return !differ_ ||
         std::ranges::all_of(known_, [](const Known& each) { return each.planned == (each.rows > 0); });
}

HeaderRows RowHeaders::rows() const {
  HeaderRows out;
  for (const Known& each : known_) {
    if (each.rows > 0) out.add(each.columns, Exact(each.rows));
  }
  return out;
}

}  // namespace priory
