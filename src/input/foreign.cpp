// SPDX-License-Identifier: Apache-2.0
#include "input/foreign.h"

#include <algorithm>
#include <fmt/format.h>

#include "priory/error.h"

namespace priory {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kAsCsv = "save the sheet as CSV, in the spreadsheet by File, Save As";
constexpr std::string_view kUnpack = "unpack it, and name the files inside";
constexpr std::string_view kNotRows =
    "download the table itself, or copy it into a sheet and save that as CSV";
constexpr std::string_view kExport = "export the rows as CSV or JSONL";
constexpr std::string_view kNoPipe = "give the file itself, and not a pipe of it (docs/databases.md)";

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
    {4, "1AY&SY"sv, {"packed by bzip2", "unpack it: bunzip2 -k FILE"}},
    {0, "\x04\x22\x4D\x18"sv, {"packed by lz4", "unpack it: unlz4 FILE"}},
    {0, "PAR1"sv, {"a Parquet file", kNoPipe}},
    {0, "ARROW1"sv, {"an Arrow file", kNoPipe}},
    {0, "FEA1"sv, {"a Feather file", kExport}},
    {0, "\x80\x03"sv, {"a Python pickle", kExport}},
    {0, "\x80\x04"sv, {"a Python pickle", kExport}},
    {0, "\x80\x05"sv, {"a Python pickle", kExport}},
    {0, "X\n\0\0"sv, {"an R data file", kExport}},
    {0, "RDX"sv, {"an R data file", kExport}},
    {0, "$FL2@(#)"sv, {"an SPSS data file", kExport}},
    {0, "<stata_dta>"sv, {"a Stata data file", kExport}},
    {0, "<!DOCTYPE html"sv, {"a web page", kNotRows}},
    {0, "<!doctype html"sv, {"a web page", kNotRows}},
    {0, "<html"sv, {"a web page", kNotRows}},
    {0, "<?xml"sv, {"an XML document", kExport}},
    {0, "{\\rtf"sv, {"a document in RTF", "copy its text into a file"}},
    {0, "SQLite format 3\0"sv, {"an SQLite database", kNoPipe}},
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

// A JSON object that goes on for lines; JSONL has an object a line.
bool is_json_document(std::string_view head) {
  const std::size_t open = head.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || head[open] != '{') return false;
  const std::size_t next = head.find_first_not_of(" \t\r\n", open + 1);
  return next != std::string_view::npos &&
         head.substr(open, next - open).find('\n') != std::string_view::npos;
}

// The second line is made of dashes between bars.
bool is_markdown_table(std::string_view head) {
  const std::size_t begin = head.find('\n');
  if (begin == std::string_view::npos || head.substr(0, begin).find('|') == std::string_view::npos)
    return false;
  const std::string_view line = head.substr(begin + 1, head.find('\n', begin + 1) - begin - 1);
  return line.find("--") != std::string_view::npos && line.find('|') != std::string_view::npos &&
         line.find_first_not_of("|-: \r") == std::string_view::npos;
}

// More zeros than any text has.
bool is_binary(std::string_view head) {
  constexpr std::size_t kLeast = 16;
  return head.size() >= kLeast && 8 * static_cast<std::size_t>(std::ranges::count(head, '\0')) > head.size();
}

}  // namespace

std::optional<ForeignFile> foreign_file(std::string_view head) {
  const auto found = std::ranges::find_if(kSignatures, [&](const Signature& each) {
    return head.size() >= each.at && head.substr(each.at).starts_with(each.bytes);
  });
  if (found != std::end(kSignatures)) {
    const bool workbook = found->file.what == "an Excel workbook"sv;
    if (workbook && head.find("word/") != std::string_view::npos)
      return ForeignFile{"a Word document", "copy its table into a spreadsheet and save that as CSV"};
    return found->file;
  }
  if (is_model(head))
    return ForeignFile{"a model of Priory", "rows are text; where a model is named too, it comes first"};
  if (is_json_array(head))
    return ForeignFile{"a JSON array", "write an object a line: jq -c '.[]' FILE >FILE.jsonl"};
  if (is_json_document(head))
    return ForeignFile{
        "a JSON object over many lines",
        "write an object a line: jq -c . FILE >FILE.jsonl, or jq -c '.KEY[]' if KEY has the rows"};
  if (is_markdown_table(head)) return ForeignFile{"a table in Markdown", "write the rows as CSV or JSONL"};
  if (is_binary(head)) return ForeignFile{"a binary file", "rows are text"};
  return std::nullopt;
}

void refuse_foreign(const std::string& path, std::string_view head) {
  if (const auto foreign = foreign_file(head))
    throw Error(ErrorKind::data, fmt::format("{} is {}, and not rows", path, foreign->what), {},
                std::string(foreign->remedy));
}

}  // namespace priory
