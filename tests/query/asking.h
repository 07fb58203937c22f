// SPDX-License-Identifier: Apache-2.0
// Asking rows of CSV text, models and networks, for tests.
#pragma once

#include <cmath>
#include <string>

#include "priory/priory.h"

#include "training.h"

namespace priory::testing {

inline JointDistribution rows_of(const std::string& csv, Way way = {}, const std::string& weight = {}) {
  const Table table = table_of(csv, way.batch_bytes);
  CountedRows rows;
  for (const DeclaredColumn& each : table.columns()) rows.columns.push_back(each.name);
  rows.open = [table, way](ChunkSpec spec) {
    spec.chunk_rows = way.chunk_rows;
    return open_chunks(table, spec, nullptr, true);
  };
  rows.weight = weight;
  rows.threads = way.threads;
  return JointDistribution(std::move(rows));
}

inline QueryAnswer answer(const JointDistribution& joint, const std::string& query) {
  return joint.ask(Query(query));
}

inline double p(const JointDistribution& joint, const std::string& query) {
  return answer(joint, query).probability;
}

// What an Error says; empty: none was thrown.
inline std::string trouble(const JointDistribution& joint, const std::string& query) {
  try {
    answer(joint, query);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace priory::testing
