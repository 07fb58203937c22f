// SPDX-License-Identifier: Apache-2.0
#include "learn/settle.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace priory {
namespace {

bool has_trace(const Block& block) {
  const auto is_zero = [](const Sums& sums) {
    for (std::size_t r = 0; r < sums.rows(); ++r) {
      if (!sums.zero_row(r)) return false;
    }
    return true;
  };
  return !std::ranges::all_of(block.sums, is_zero);
}

// Of a column of counts.
bool has_trace(const PartSums& part, const std::string& column) {
  return !part.block.sums[0].zero_row(part.names.values.find(column));
}

// Which columns of the sums have no row: none of those of the headers, or without a trace where rows name
// their own.
class LostColumns {
 public:
  LostColumns(const NamedSums& sums, const HeaderRows& rows)
      : sums_(&sums), left_(sums.plan().open ? Header() : joined_order(rows.headers())) {}

  bool operator()(std::size_t k, const std::string& column) const {
    if (!sums_->plan().open) return std::ranges::find(left_, column) == left_.end();
    return part(k).of_counts() && !traced(k, column);
  }
  // Of a part of which no column may be left.
  bool whole(std::size_t k) const { return sums_->plan().open && !has_trace(sums_->block(k)); }
  bool stray(std::size_t k, const std::string& column) const {
    return !sums_->plan().open && (*this)(k, column) && traced(k, column);
  }
  template <class Test>
  bool any(const Test& test) const {
    for (std::size_t k = 0; k < sums_->parts().size(); ++k) {
      if (std::ranges::any_of(part(k).columns, [&](const std::string& column) { return test(k, column); }))
        return true;
    }
    return false;
  }

 private:
  const PartPlan& part(std::size_t k) const { return sums_->plan().parts[k]; }
  bool traced(std::size_t k, const std::string& column) const {
    return part(k).of_counts() ? has_trace(sums_->part(k), column) : has_trace(sums_->block(k));
  }

  const NamedSums* sums_;
  Header left_;  // of the headers
};

bool has_headers_of(const Plan& plan, const HeaderRows& rows) {
  const std::vector<Header> headers = rows.headers();
  return plan.headers.empty() ? headers.size() == 1 : headers == plan.headers;
}

}  // namespace

std::vector<std::size_t> places_in(const Plan& a, const Plan& b) {
  std::vector<std::size_t> out(b.parts.size());
  std::iota(out.begin(), out.end(), 0);
  if (!a.structure.empty()) return out;
  std::map<std::string_view, std::size_t> part_of;
  for (std::size_t k = 0; k < a.parts.size(); ++k) {
    for (const std::string& column : a.parts[k].columns) part_of.emplace(column, k);
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto at = part_of.find(b.parts[k].columns[0]);
    out[k] = at == part_of.end() ? NamedSums::kNowhere : at->second;
  }
  return out;
}

NamedSums zero_like(const NamedSums& model, const Plan& rows) {
  if (model.plan().headers.empty() && feature_columns(rows) == feature_columns(model.plan()))
    return model.zero();
  Plan plan = rows;
  plan.headers.clear();
  NamedSums out(std::make_shared<const Plan>(std::move(plan)));
  const std::vector<std::size_t> places = places_in(model.plan(), out.plan());
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] != NamedSums::kNowhere && model.parts()[places[k]].frozen)
      out.freeze(k, model.parts()[places[k]].frozen);
  }
  return out;
}

void fail_never_learnt() {
  throw Error(ErrorKind::data, "some of these rows were never learnt", {}, "nothing was forgotten");
}

bool has_stray_columns(const NamedSums& sums, const HeaderRows& rows) {
  const LostColumns lost(sums, rows);
  return lost.any([&](std::size_t k, const std::string& column) { return lost.stray(k, column); });
}

bool is_settled(const NamedSums& sums, const HeaderRows& rows) {
  if (!sums.plan().open) return has_headers_of(sums.plan(), rows);
  const LostColumns lost(sums, rows);
  return !lost.any(
      [&](std::size_t k, const std::string& column) { return lost.whole(k) || lost(k, column); });
}

NamedSums settled(const NamedSums& sums, const HeaderRows& rows) {
  if (is_settled(sums, rows)) {
    NamedSums out = sums;
    if (!sums.plan().open) out.set_header_rows(rows.rows());
    return out;
  }
  if (has_stray_columns(sums, rows)) fail_never_learnt();
  const LostColumns lost(sums, rows);
  auto plan = std::make_shared<Plan>(sums.plan());
  std::vector<std::size_t> places;
  plan->parts.clear();
  for (std::size_t k = 0; k < sums.parts().size(); ++k) {
    PartPlan part = sums.plan().parts[k];
    std::erase_if(part.columns, [&](const std::string& column) { return lost(k, column); });
    const bool gone = part.columns.empty() || lost.whole(k);
    places.push_back(gone ? NamedSums::kNowhere : plan->parts.size());
    if (!gone) plan->parts.push_back(std::move(part));
  }
  if (plan->parts.empty()) throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  const std::vector<std::size_t> moved = arrange(*plan, rows.headers());
  for (std::size_t& place : places) place = place == NamedSums::kNowhere ? place : moved[place];
  NamedSums out(std::move(plan));
  out.combine(sums, false, places);
  if (!out.plan().headers.empty()) out.set_header_rows(rows.rows());
  return out;
}

}  // namespace priory
