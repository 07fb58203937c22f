// SPDX-License-Identifier: Apache-2.0
// How a dialect of SQL spells names, values, types and functions.
#pragma once

#include <string>
#include <string_view>

#include "priory/convert.h"

namespace priory {

class SqlWords {
 public:
  explicit SqlWords(SqlDialect dialect) : dialect_(dialect) {}

  std::string name(std::string_view text) const;
  std::string table(std::string_view path) const;  // "schema.table" is a table of a schema
  std::string string(std::string_view text) const;
  std::string number(double x) const;  // a constant of the dialect's doubles
  // Whole numbers must not be divided or multiplied as such.
  std::string as_double(const std::string& x) const;
  // Values compare byte by byte, whatever the collation.
  std::string as_text(const std::string& x) const;
  std::string_view greatest() const { return dialect_ == SqlDialect::sqlite ? "max" : "greatest"; }

  // Steps that are merged into the next are computed for each use of theirs, and again for each use of that.
  // MariaDB has no word against it, but leaves a step with a limit alone.
  std::string_view kept_apart() const { return dialect_ == SqlDialect::mariadb ? "" : " MATERIALIZED"; }
  std::string_view limit() const {
    return dialect_ == SqlDialect::mariadb ? " LIMIT 18446744073709551615" : "";
  }

 private:
  static std::string quoted(std::string_view text, char mark);

  SqlDialect dialect_;
};

}  // namespace priory
