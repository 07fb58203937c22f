// SPDX-License-Identifier: Apache-2.0
// The columns of a model's rows as fields of a form.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "priory/classifier.h"
#include "priory/report.h"

namespace priory::server {

struct FormColumn {
  enum class Kind : std::uint8_t { choice, number, date, text };
  std::string name;
  Kind kind = Kind::choice;
  std::vector<std::string> values = {};  // of a choice, as many as a form shows
  std::size_t n_more = 0;                // others
  double low = 0, high = 0;              // of a number: where nearly all of them are; equal: not known
  bool whole = false;                    // whole numbers only
  std::string date = {};                 // the format of a date
  std::string tokens = {};               // how a text is cut
};

// In the order of the rows' cells.
std::vector<FormColumn> form_columns(const Classifier& model);
void write(JsonWriter& json, const FormColumn& column);  // one object

}  // namespace priory::server
