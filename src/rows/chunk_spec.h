// SPDX-License-Identifier: Apache-2.0
// What a reader makes of the columns of rows: the cells of a chunk, for a model or for another question.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "priory/table.h"

namespace priory {

class WordGate;

// What a reader makes of one column, or of several columns of counts that form one bag.
struct ColumnSpec {
  CellKind kind = CellKind::reals;
  std::vector<std::string> names;  // one; bags of counts have many
  bool text = false;               // a bag of tokens
  TokenOptions tokens;
  Domain domain = {};                                     // what numbers are taken,
  double most = std::numeric_limits<double>::infinity();  // and at most this
  bool counted = true;                                    // a text's tokens as a bag of words,
  bool in_sequence = false;                               // as often as they come: see Bag,
  bool listed = false;                                    // and as they are spelt
  std::shared_ptr<const WordGate> gate = {};              // which of them are words; null: all
  std::vector<Reading> readings = {};                     // of each name; empty: as they stand
  std::shared_ptr<const Bins> bins = {};                  // numbers are read by these; codes: as these

  Reading reading(std::size_t k = 0) const { return readings.empty() ? Reading() : readings[k]; }
  // The column of the rows that has the cells of a name.
  const std::string& source(std::size_t k = 0) const {
    return readings.empty() || readings[k].from.empty() ? names[k] : readings[k].from;
  }
};

struct ChunkSpec {
  std::vector<ColumnSpec> columns;
  std::string target;            // empty: the rows have no class
  bool target_needed = false;    // a row without a class is a bad row
  bool target_optional = false;  // the column may be absent
  std::string weight;            // empty: every row weighs 1
  std::vector<std::string> missing = ReadingRules().missing;
  bool trim = false;  // spaces around cells are left out
  Reading target_reading, weight_reading;
  bool skip_bad_rows = false;  // otherwise they end the work
  bool mark_bad_rows = false;  // instead they stay, without cells, and the chunk says why: see Chunk::bad
  bool keep_all = false;       // columns passed through as they stand
  std::vector<std::string> keep;
  std::vector<std::string> optional;  // columns that may be absent, their cells missing; sorted
  bool places = false;                // chunks say where their rows stand
  std::size_t chunk_rows = 1024;      // at most; wide tables get fewer. Does not change a result
};

}  // namespace priory
