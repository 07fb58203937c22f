// SPDX-License-Identifier: Apache-2.0
#include "input/foreign.h"

#include <gtest/gtest.h>

#include "priory/error.h"
#include "priory/table.h"

namespace priory::testing {
namespace {

using namespace std::string_literals;

std::string what(const std::string& head) {
  const auto found = foreign_file(head);
  return found ? std::string(found->what) : "rows";
}

std::string zip_with(const std::string& first) {
  return "PK\x03\x04"s + std::string(26, '\0') + first;
}

TEST(Foreign, FilesAreNamedByTheirFirstBytes) {
  EXPECT_EQ(what(zip_with("[Content_Types].xml")), "an Excel workbook");
  EXPECT_EQ(what(zip_with("xl/workbook.xml")), "an Excel workbook");
  EXPECT_EQ(what(zip_with("mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK")),
            "an OpenDocument spreadsheet");
  EXPECT_EQ(what(zip_with("rows.csv")), "a zip archive");
  EXPECT_EQ(what("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"s), "an old Excel workbook or Word document");
  EXPECT_EQ(what("rows.csv"s + std::string(249, '\0') + "ustar\0"s), "a tar archive");
  EXPECT_EQ(what("PAR1\x15\x04"s), "a Parquet file");
  EXPECT_EQ(what("SQLite format 3\0\x10"s), "an SQLite database");
  EXPECT_EQ(what("<!DOCTYPE html>\n<html>"), "a web page");
  EXPECT_EQ(what("<?xml version=\"1.0\"?>"), "an XML document");
  EXPECT_EQ(what("$FL2@(#) SPSS DATA FILE"), "an SPSS data file");
  EXPECT_EQ(what("\x80\x04\x95"s), "a Python pickle");
  EXPECT_EQ(what("%PDF-1.7\n%\xE2\xE3"s), "a PDF document");
  EXPECT_EQ(what("\x7F"s + "ELF\x02\x01"s), "a program");
  EXPECT_EQ(what(" [\n {\"x\": 1}]"), "a JSON array");
  EXPECT_EQ(what("{\n  \"x\": [1, 2],\n"), "a JSON object over many lines");
  EXPECT_EQ(what("BZh91AY&SY\x12\x34"), "packed by bzip2");
  EXPECT_EQ(what("| x | y |\n|---|:-:|\n| 1 | a |\n"), "a table in Markdown");
  EXPECT_EQ(what(std::string(64, '\0')), "a binary file");
  EXPECT_EQ(what(zip_with("[Content_Types].xml") + std::string(20, 'x') + "word/document.xml"),
            "a Word document");
  EXPECT_EQ(what("\x10\0\0\0\0\0\0\0{\"__metadata__\""s), "a model of Priory");
}

TEST(Foreign, RowsAreNotTakenForSomethingElse) {
  EXPECT_EQ(what(""), "rows");
  EXPECT_EQ(what("x,y\n1,a\n"), "rows");
  EXPECT_EQ(what("[x],[y]\n1,2\n"), "rows");
  EXPECT_EQ(what("{\"x\": [1, 2]}\n"), "rows");
  EXPECT_EQ(what("{\"x\": [{\"y\": 2}]}\n"), "rows");
  EXPECT_EQ(what("x|y\n1|-\n"), "rows");
  EXPECT_EQ(what("% PDF is a format\n@relation r\n"), "rows");
  EXPECT_EQ(what("PARTY,VOTE\na,1\n"), "rows");
  EXPECT_EQ(what("a\0b,c\n1,2\n"s), "rows");  // a stray zero is the CSV reader's business
}

TEST(Foreign, ATableSaysWhatTheFileIs) {
  try {
    Table::from_text("PAR1\x15\x04", "sales.csv");
    FAIL() << "read as rows";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_NE(std::string(error.what()).find("sales.csv is a Parquet file"), std::string::npos)
        << error.what();
  }
  ReadOptions options;
  options.format = Format::lines;
  EXPECT_NO_THROW(Table::from_text("PAR1 is how such files begin\n", "notes", options));
}

}  // namespace
}  // namespace priory::testing
