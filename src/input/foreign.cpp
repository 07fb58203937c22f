// SPDX-License-Identifier: Apache-2.0
#include "input/foreign.h"

#include <algorithm>
#include <fmt/format.h>

#include "priory/error.h"

namespace priory {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kAsCsv = "save the sheet as CSV";
constexpr std::string_view kUnpack = "unpack it, and name the files inside";
constexpr std::string_view kExport = "export the rows as CSV or JSONL";

struct Signature {
  std::size_t at;
  std::string_view bytes;
  ForeignFile file;
};

constexpr Signature kSignatures[] = {
    {0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, {"an old Excel workbook or Word document", kAsCsv}},
    {30, "mimetypeapplication/vnd.oasis.opendocument.spreadsheet"sv, {"an OpenDocument spreadsheet", kAsCsv}},
    {30, "[Content_Types].xml"sv, {"an Excel workbook", kAsCsv}},
    {30, "xl/"sv, {"an Excel workbook", kAsCsv}},
    {30, "_rels/"sv, {"an Excel workbook", kAsCsv}},
    {0, "PK\x03\x04"sv, {"a zip archive", kUnpack}},
    {0, "PK\x05\x06"sv, {"an empty zip archive", kUnpack}},
    {0, "7z\xBC\xAF\x27\x1C"sv, {"a 7z archive", kUnpack}},
    {0, "Rar!\x1A\x07"sv, {"a RAR archive", kUnpack}},
    {257, "ustar"sv, {"a tar archive", kUnpack}},
    {0, "PAR1"sv, {"a Parquet file", kExport}},
    {0, "ARROW1"sv, {"an Arrow file", kExport}},
    {0, "SQLite format 3\0"sv, {"an SQLite database", kExport}},
    {0, "\x93NUMPY"sv, {"a numpy array", kExport}},
    {0, "\x89HDF\r\n\x1A\n"sv, {"an HDF5 file", kExport}},
    {0, "%PDF-"sv, {"a PDF document", "copy its text into a file"}},
    {0, "\x89PNG\r\n\x1A\n"sv, {"a PNG picture", "rows are text"}},
    {0, "\xFF\xD8\xFF"sv, {"a JPEG picture", "rows are text"}},
    {0, "GIF8"sv, {"a GIF picture", "rows are text"}},
    {0,
     "\x7F"
     "ELF"sv,
     {"a program", "rows are text"}},
};

// A safetensors file: the length of its JSON, then the JSON.
bool is_model(std::string_view head) {
  return head.size() > 9 && head[8] == '{' && head[7] == '\0' && head[6] == '\0' && head[5] == '\0';
}

// Rows as one JSON value; JSONL has an object a line.
bool is_json_array(std::string_view head) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t open = head.find_first_not_of(kBlank);
  if (open == std::string_view::npos || head[open] != '[') return false;
  const std::size_t next = head.find_first_not_of(kBlank, open + 1);
  return next != std::string_view::npos && (head[next] == '{' || head[next] == '[');
}

// Text of mostly Latin letters has a zero in every second byte.
bool is_utf16_without_mark(std::string_view head) {
  const std::string_view some = head.substr(0, 64);
  if (some.size() < 8) return false;
  std::size_t zeros[2] = {};
  for (std::size_t k = 0; k < some.size(); ++k) zeros[k % 2] += some[k] == '\0';
  const auto [least, most] = std::minmax(zeros[0], zeros[1]);
  return least == 0 && most * 4 >= some.size();
}

}  // namespace

std::optional<ForeignFile> foreign_file(std::string_view head) {
  const auto found = std::ranges::find_if(kSignatures, [&](const Signature& each) {
    return head.size() >= each.at && head.substr(each.at).starts_with(each.bytes);
  });
  if (found != std::end(kSignatures)) return found->file;
  if (is_model(head)) return ForeignFile{"a model of Priory", "the model comes first, then the rows"};
  if (is_json_array(head))
    return ForeignFile{"a JSON array", "write an object a line: jq -c '.[]' FILE >FILE.jsonl"};
  if (is_utf16_without_mark(head))
    return ForeignFile{"UTF-16 text without a byte order mark", "iconv -f UTF-16LE -t UTF-8 FILE >FILE.csv"};
  return std::nullopt;
}

void refuse_foreign(const std::string& path, std::string_view head) {
  if (const auto foreign = foreign_file(head))
    throw Error(ErrorKind::data, fmt::format("{} is {}, and not rows", path, foreign->what), {},
                std::string(foreign->remedy));
}

}  // namespace priory
