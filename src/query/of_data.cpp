// SPDX-License-Identifier: Apache-2.0
#include "priory/chunks.h"
#include "priory/query.h"

namespace priory {
namespace {

CountedRows counted_rows(const Data& data, unsigned threads) {
  CountedRows out;
  out.columns = data.columns();
  if (out.columns.empty()) {
    for (const ColumnProfile& column : profile(data, out.missing, false, threads))
      out.columns.push_back(column.name);
  }
  out.open = [data](const ChunkSpec& spec) { return open_chunks(data, spec, nullptr, true); };
  out.target = data.target();
  out.threads = threads;
  return out;
}

}  // namespace

JointDistribution::JointDistribution(const Data& rows, unsigned threads)
    : JointDistribution(counted_rows(rows, threads)) {}

}  // namespace priory
