// SPDX-License-Identifier: Apache-2.0
// Rows for EM from CSV text, models as the JSON that `inspect` writes, and what EM must never say.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "priory/mixture.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "training.h"

namespace priory::testing {

// The class may be missing.
inline OpenChunks hidden_opener(const Plan& plan, const std::string& csv, Way way = {}) {
  ChunkSpec spec = chunk_spec(plan);
  spec.target_optional = true;
  spec.chunk_rows = way.chunk_rows;
  return [spec, table = table_of(csv, way.batch_bytes)] { return open_chunks(table, spec, nullptr, true); };
}

// A plan without a target: all rows are unlabelled. With one: those are whose class is missing.
inline HiddenRows hidden_rows(const std::string& csv, const PlanOptions& options, Way way = {},
                              std::size_t memory = 0) {
  const Plan plan = plan_of(csv, options, way);
  const std::vector<OpenChunks> rows = {hidden_opener(plan, csv, way)}, none;
  return {plan, plan.target.empty() ? none : rows, plan.target.empty() ? rows : none, memory, way.threads};
}

inline EmResult clustered(const std::string& csv, const PlanOptions& options, std::size_t k,
                          const EmOptions& em = {}, Way way = {}, std::size_t memory = 0) {
  return cluster(hidden_rows(csv, options, way, memory), k, em, nullptr, way.threads);
}

inline PlanOptions with_family(const std::string& family) {
  PlanOptions out;
  out.family = family;
  return out;
}

inline PlanOptions with_setting(PlanOptions options, const std::string& name, const std::string& value) {
  for (const OptionValue& each : parse_setting(name, value)) options.settings.push_back(each);
  return options;
}

// The most probable class of every row.
inline std::vector<std::size_t> assignments(const Classifier& model, const std::string& csv) {
  std::vector<std::size_t> out;
  for (const auto& row : posteriors(model, csv)) out.push_back(best_class(row));
  return out;
}

// Whether two labellings are the same up to the names.
inline bool same_partition(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  std::map<std::size_t, std::size_t> to, from;
  for (std::size_t r = 0; r < a.size(); ++r) {
    if (to.emplace(a[r], b[r]).first->second != b[r] || from.emplace(b[r], a[r]).first->second != a[r])
      return false;
  }
  return a.size() == b.size();
}

// No number of a model is NaN, and no class prior beyond 1.
inline void expect_sound(const Classifier& model) {
  for (const double log_p : model.log_prior()) EXPECT_LE(log_p, 1e-12);
  for (const double n : model.class_count()) EXPECT_GE(n, 0);
  for (const PartView& part : model.parts()) {
    for (const Parameter& each : part.parameters) {
      for (const double x : each.data) EXPECT_FALSE(std::isnan(x)) << part.plan->label() << ' ' << each.name;
    }
  }
}

inline void expect_no_bug_of_ours(const EmReport& report) {
  for (const std::string& note : report.notes) EXPECT_EQ(note.find("bug of ours"), std::string::npos) << note;
}

// The start of EM that `inspect --json` would write of a model.
inline Start start_of(const Classifier& model) {
  Start out{"model", model.classes(), model.log_prior(), {}};
  for (const PartView& part : model.parts()) {
    StartPart each{part.plan->family, part.plan->columns, part.values, {}};
    for (const Parameter& p : part.parameters) {
      StartArray array{p.name, {}, {}};
      const std::size_t n = part.plan->columns.size();
      if (!p.shared) array.shape.push_back(p.cells);
      if (p.form == Form::list) array.shape.push_back(p.rows);
      if (p.form == Form::table) array.shape.insert(array.shape.end(), 2, n);
      for (std::size_t cell = 0; cell < (p.shared ? 1 : p.cells); ++cell) {
        for (std::size_t r = 0; r < p.rows; ++r) array.data.push_back(p.at(r, cell));
      }
      each.arrays.push_back(std::move(array));
    }
    out.parts.push_back(std::move(each));
  }
  return out;
}

}  // namespace priory::testing
