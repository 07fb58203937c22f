// SPDX-License-Identifier: Apache-2.0
#include "export/sql/sql_words.h"

#include <fmt/format.h>

#include "priory/error.h"

namespace priory {

std::string SqlWords::name(std::string_view text) const {
  return quoted(text, dialect_ == SqlDialect::mariadb ? '`' : '"');
}

std::string SqlWords::table(std::string_view path) const {
  std::string out;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.'))
    out += name(path.substr(0, dot)) + ".", path.remove_prefix(dot + 1);
  return out + name(path);
}

// Of a text with a 0 in it nothing that databases have in common is left.
std::string SqlWords::quoted(std::string_view text, char mark) {
  if (text.find('\0') != std::string_view::npos)
    throw Error(ErrorKind::usage, "a name or value with the character 0 in it cannot be said in SQL");
  std::string out(1, mark);
  for (const char each : text) out += std::string(each == mark ? 2 : 1, each);
  return out + mark;
}

std::string SqlWords::string(std::string_view text) const {
  std::string out = quoted(text, '\'');
  // A backslash is an escape in MariaDB, unless the server is told otherwise.
  if (dialect_ == SqlDialect::mariadb && text.find('\\') != std::string_view::npos) {
    std::string hex;
    for (const char each : text) hex += fmt::format("{:02X}", static_cast<unsigned char>(each));
    out = fmt::format("CONVERT(x'{}' USING utf8mb4)", hex);
  }
  return out;
}

std::string SqlWords::number(double x) const {
  std::string text = number_text(x);
  if (dialect_ == SqlDialect::postgresql) return fmt::format("'{}'::float8", text);
  if (text.find('e') == std::string::npos) text += "e0";  // without it a decimal, not a double
  return x < 0 ? "(" + text + ")" : text;
}

std::string SqlWords::as_double(const std::string& x) const {
  switch (dialect_) {
    case SqlDialect::postgresql:
      return fmt::format("{}::float8", x);
    case SqlDialect::sqlite:
      return fmt::format("CAST({} AS REAL)", x);
    case SqlDialect::duckdb:
    case SqlDialect::mariadb:
      return fmt::format("CAST({} AS DOUBLE)", x);
  }
  return {};
}

std::string SqlWords::as_text(const std::string& x) const {
  switch (dialect_) {
    case SqlDialect::postgresql:
      return fmt::format("{}::text COLLATE \"C\"", x);
    case SqlDialect::sqlite:
      return fmt::format("CAST({} AS TEXT) COLLATE BINARY", x);
    case SqlDialect::duckdb:
      return fmt::format("CAST({} AS VARCHAR)", x);
    case SqlDialect::mariadb:
      return fmt::format("CONVERT({} USING utf8mb4) COLLATE utf8mb4_nopad_bin", x);
  }
  return {};
}

}  // namespace priory
