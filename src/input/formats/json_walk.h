// SPDX-License-Identifier: Apache-2.0
// From a JSON object to the cells of a row. The text must be valid JSON already (simdjson has said so), so
// that nothing can go wrong on the way and numbers can keep their spelling, which a parsed tree forgets.
#pragma once

#include <string>
#include <string_view>

#include "input/formats/sparse_row.h"
#include "input/records.h"

namespace priory {

class JsonWalk {
 public:
  // `object`: a valid JSON object, part of the row's record.
  JsonWalk(std::string_view object, SparseRow& row, Records& rows);

  // Adds all cells; false when a name comes twice, see twice().
  bool run();
  const std::string& twice() const { return name_; }
  std::size_t offset() const;  // of the value the walk is at, in the record

 private:
  bool object();
  bool member();
  bool value();
  bool array();
  bool add(std::string_view text, const char* place);
  std::string_view string();      // unescaped, into the arena when need be
  std::string_view bare_token();  // a number, true, false, null
  void skip_nested();
  void skip_space();

  const char* at_;
  SparseRow& row_;
  Records& rows_;
  std::string name_;  // of the value the walk is at: the keys on the way, joined by dots
};

}  // namespace priory
