// SPDX-License-Identifier: Apache-2.0
// Where the columns of parts are in a chunk, and what a reader has to deliver for it.
#include "plan/chunk_layout.h"

#include <algorithm>
#include <limits>
#include <map>

#include "priory/plan.h"

#include "family/family.h"

namespace priory {
namespace {

ColumnSpec column_spec(const PartPlan& part) {
  ColumnSpec out{part.kind,
                 part.columns,
                 part.text,
                 part.text_options.tokens,
                 find_family(part.family, part.kind)->domain(),
                 std::numeric_limits<double>::infinity()};
  for (const auto& [name, value] : part.settings) {
    if (name == "trials") out.most = value;
  }
  return out;
}

// The columns of a chunk: those that each part models, in their order, then those that parts are conditioned
// on and no part models. A column of values stands once however many parts it is in.
struct ChunkLayout {
  std::vector<ColumnSpec> columns;
  std::vector<std::vector<std::size_t>> places;  // of each part's columns

  explicit ChunkLayout(const Plan& plan) : places(plan.parts.size()) {
    for (const bool given : {false, true}) {
      for (std::size_t k = 0; k < places.size(); ++k) add(plan.parts[k], given, places[k]);
    }
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (plan.parts[k].kind != CellKind::codes) continue;
      for (std::size_t j = 0; j < plan.parts[k].columns.size(); ++j)
        places[k].push_back(of_values_.at(key_of(plan.parts[k], j)));
    }
  }

 private:
  void add(const PartPlan& part, bool given, std::vector<std::size_t>& place) {
    ColumnSpec spec = column_spec(part);
    if (part.kind == CellKind::bag) {
      if (!given) place.push_back(columns.size()), columns.push_back(std::move(spec));
      return;
    }
    const std::size_t n_given = find_family(part.family, part.kind)->n_given(part.columns.size());
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      if ((j < n_given) != given) continue;
      spec.names = {part.columns[j]};
      spec.bins = part.binned(j) ? std::make_shared<const Bins>(part.bins[j]) : nullptr;
      const bool codes = part.kind == CellKind::codes;
      if (codes && !of_values_.emplace(key_of(part, j), columns.size()).second) continue;
      if (!codes) place.push_back(columns.size());
      columns.push_back(spec);
    }
  }

  // Numbers counted in other bins are other values.
  using Key = std::pair<std::string, std::vector<double>>;
  static Key key_of(const PartPlan& part, std::size_t j) {
    return {part.columns[j], part.binned(j) ? part.bins[j].borders : std::vector<double>()};
  }

  std::map<Key, std::size_t> of_values_;
};

}  // namespace

ChunkSpec chunk_spec(const Plan& plan) {
  ChunkSpec out;
  out.target = plan.target;
  out.weight = plan.weight;
  out.missing = plan.missing;
  out.trim = plan.trim;
  out.target_reading = reading_of(plan, plan.target), out.weight_reading = reading_of(plan, plan.weight);
  out.optional = optional_columns(plan);
  out.columns = ChunkLayout(plan).columns;
  for (ColumnSpec& column : out.columns) {
    const auto is_read = [&](const std::string& name) { return plan.readings.contains(name); };
    if (column.text || std::ranges::none_of(column.names, is_read)) continue;
    for (const std::string& name : column.names) column.readings.push_back(reading_of(plan, name));
  }
  return out;
}

ChunkSpec counting_spec(const Plan& plan) {
  ChunkSpec out = chunk_spec(plan);
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PartPlan& part = plan.parts[k];
    const bool plain = part.text && part.text_options.tf == Tf::count && !part.text_options.fractions();
    if (plain && plan.weight.empty() && find_family(part.family, part.kind)->sums_tokens())
      out.columns[places[k][0]].in_sequence = true;
  }
  return out;
}

std::vector<std::vector<std::size_t>> chunk_places(const Plan& plan) {
  return ChunkLayout(plan).places;
}

ChunkSpec token_list_spec(const Plan& plan) {
  ChunkSpec out = chunk_spec(plan);
  for (ColumnSpec& column : out.columns) column.listed = column.text, column.counted = !column.text;
  return out;
}

ChunkSpec explanation_spec(const Plan& plan) {
  ChunkSpec out = chunk_spec(plan);
  for (ColumnSpec& column : out.columns) column.listed = column.text && column.tokens.hash_bits > 0;
  return out;
}

}  // namespace priory
