// SPDX-License-Identifier: Apache-2.0
#include "input/databases/database_address.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <utility>

#include "priory/error.h"

#include "input/lines.h"

namespace priory {
namespace {

using namespace std::string_view_literals;

using Named = std::pair<std::string_view, Format>;
constexpr std::array<Named, 4> kSchemes = {{{"sqlite:", Format::sqlite},
                                            {"duckdb:", Format::duckdb},
                                            {"postgresql:", Format::postgresql},
                                            {"postgres:", Format::postgresql}}};
constexpr std::array<Named, 8> kDatabaseEndings = {{{".sqlite", Format::sqlite},
                                                    {".sqlite3", Format::sqlite},
                                                    {".parquet", Format::duckdb},
                                                    {".pq", Format::duckdb},
                                                    {".arrow", Format::duckdb},
                                                    {".arrows", Format::duckdb},
                                                    {".feather", Format::duckdb},
                                                    {".duckdb", Format::duckdb}}};

struct Magic {
  std::size_t at;
  std::string_view bytes;
  Format engine;
};
constexpr std::array<Magic, 4> kMagic = {{{0, "SQLite format 3\0"sv, Format::sqlite},
                                          {0, "PAR1"sv, Format::duckdb},
                                          {0, "ARROW1\0"sv, Format::duckdb},
                                          {8, "DUCK"sv, Format::duckdb}}};

bool is_engine(Format format) {
  return format == Format::sqlite || format == Format::duckdb || format == Format::postgresql;
}

bool is_regular_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

Format engine_of_bytes(const std::string& path) {
  std::array<char, 16> head{};
  if (!is_regular_file(path)) return Format::detect;
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  const std::string_view bytes(head.data(), head.size());
  const auto* const found = std::ranges::find_if(
      kMagic, [&](const Magic& each) { return bytes.substr(each.at).starts_with(each.bytes); });
  return found == kMagic.end() ? Format::detect : found->engine;
}

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() && equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

struct PathParts {
  Format engine = Format::detect;  // detect: it is no database
  bool has_scheme = false;
  std::string place, table;
};

// The table behind the last #, unless that belongs to the name of a file.
void split_table(PathParts& parts) {
  const std::size_t mark = parts.place.rfind('#');
  if (mark == std::string::npos || is_regular_file(parts.place)) return;
  parts.table = parts.place.substr(mark + 1);
  parts.place.resize(mark);
}

// libpq takes "postgresql://..." as it stands, and "dbname=shop" without what says that it is for it.
void take_scheme(PathParts& parts) {
  for (const auto& [scheme, engine] : kSchemes) {
    if (!parts.place.starts_with(scheme)) continue;
    parts.engine = engine, parts.has_scheme = true;
    if (engine != Format::postgresql || parts.place.find("://") != scheme.size() - 1)
      parts.place.erase(0, scheme.size());
    return;
  }
}

PathParts parts_of(const std::string& path, Format asked) {
  PathParts out;
  out.place = path;
  take_scheme(out);
  split_table(out);
  if (is_engine(asked)) out.engine = asked;
  if (out.engine != Format::detect || asked != Format::detect) return out;
  for (const auto& [ending, engine] : kDatabaseEndings) {
    if (has_ending(out.place, ending)) out.engine = engine;
  }
  if (out.engine == Format::detect) out.engine = engine_of_bytes(out.place);
  return out;
}

[[noreturn]] void refuse_several(const std::string& first, const std::string& other) {
  throw Error(ErrorKind::usage, fmt::format("{} and {} cannot be read as one table", first, other), {},
              "give one database; several files of Parquet or Arrow are read one after the other");
}

void refuse_query(const std::string& path) {
  throw Error(ErrorKind::usage, fmt::format("‹sql› asks a database, which {} is not", path), {},
              "name a database or a Parquet file (docs/databases.md); DuckDB reads CSV and JSON too: "
              "‹input-format› duckdb");
}

}  // namespace

std::optional<DatabaseAddress> database_address(const std::vector<std::string>& paths,
                                                const ReadOptions& options) {
  const PathParts first = parts_of(paths[0], options.format);
  if (first.engine == Format::detect && !options.sql.empty()) refuse_query(paths[0]);
  DatabaseAddress out{first.engine, {first.place}, first.table};
  for (std::size_t k = 1; k < paths.size(); ++k) {
    PathParts next = parts_of(paths[k], options.format);
    if (next.engine == Format::detect && first.engine == Format::detect) continue;
    if (next.engine != first.engine || first.engine != Format::duckdb || !next.table.empty())
      refuse_several(paths[0], paths[k]);
    out.places.push_back(std::move(next.place));
  }
  if (first.engine == Format::detect) return std::nullopt;
  if (!options.sql.empty() && !out.table.empty())
    throw Error(ErrorKind::usage, fmt::format("{} names a table, and ‹sql› says what is read", paths[0]), {},
                "leave one of them out");
  if (options.ranks != nullptr)
    throw Error(ErrorKind::usage, fmt::format("{} is read by one rank only", paths[0]), {},
                "leave out mpirun, or export the rows to files that all ranks can open");
  return out;
}

}  // namespace priory
