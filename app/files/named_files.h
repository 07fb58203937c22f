// SPDX-License-Identifier: Apache-2.0
// The files that a half-typed command names, and what can be learnt from them at once: columns and classes.
// What cannot be read quickly, or at all, has none; a pipe is never opened.
#pragma once

#include <string>
#include <vector>

namespace priory::app {

struct NamedFiles {
  std::vector<std::string> data, models;

  std::vector<std::string> columns() const;  // of the data; where no data are named, those the models know
  std::vector<std::string> classes() const;  // of the first model
};

}  // namespace priory::app
