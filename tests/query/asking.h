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
  RowQueryOptions options;
  options.weight = weight;
  options.chunk_rows = way.chunk_rows;
  options.threads = way.threads;
  return JointDistribution(table, options);
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
