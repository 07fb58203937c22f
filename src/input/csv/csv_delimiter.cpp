// SPDX-License-Identifier: Apache-2.0
#include "input/csv/csv_delimiter.h"

#include <deque>
#include <tuple>

#include "input/csv/csv_cut.h"

namespace priory {
namespace {

constexpr std::size_t kLookedAt = 100;  // records

struct Agreement {
  double share = 0;  // of the records with the width of the first
  std::size_t width = 1;

  bool operator<(const Agreement& other) const {
    return std::tie(share, width) < std::tie(other.share, other.width);
  }
};

Agreement agreement(std::string_view records, char delimiter) {
  std::deque<std::string> arena;
  std::size_t width = 0, n_records = 0, n_same = 0;
  for (CsvCutter cutter(records, delimiter); !cutter.done() && n_records < kLookedAt;) {
    const CutRecord record = cutter.next({}, arena);
    if (record.text.empty()) continue;
    if (n_records == 0) width = record.n_cells;
    ++n_records;
    if (record.n_cells == width) ++n_same;
  }
  if (width < 2) return {};
  return {static_cast<double>(n_same) / static_cast<double>(n_records), width};
}

}  // namespace

std::string_view CsvSample::records(char delimiter) const {
  return whole ? bytes : bytes.substr(0, whole_csv_records(bytes, delimiter));
}

char find_delimiter(const CsvSample& sample) {
  char best = ',';
  Agreement most;
  for (const char delimiter : {',', '\t', ';', '|'}) {
    const Agreement its = agreement(sample.records(delimiter), delimiter);
    if (most < its) best = delimiter, most = its;
  }
  return best;
}

std::size_t first_width(std::string_view records, char delimiter) {
  std::deque<std::string> arena;
  for (CsvCutter cutter(records, delimiter); !cutter.done();) {
    const CutRecord record = cutter.next({}, arena);
    if (!record.text.empty()) return record.n_cells;
  }
  return 0;
}

}  // namespace priory
