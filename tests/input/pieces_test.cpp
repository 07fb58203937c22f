// SPDX-License-Identifier: Apache-2.0
// Pieces of files, each read as a table of its own, have every row of the files once and in order.
#include "priory/pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "priory/error.h"

#include "input/drawing.h"
#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

void expect_every_row_once(const std::vector<std::string>& paths, const ReadOptions& options,
                           std::uint64_t bytes) {
  const Reading whole = read_all(Table::open(paths, options));
  decltype(whole.dense) dense;
  decltype(whole.sparse) sparse;
  std::size_t bad = 0;
  for (const FilePiece& piece : pieces_of(paths, options, bytes)) {
    const Reading some = read_all(open_piece(piece, options));
    dense.insert(dense.end(), some.dense.begin(), some.dense.end());
    sparse.insert(sparse.end(), some.sparse.begin(), some.sparse.end());
    bad += some.bad.size();
  }
  RC_ASSERT(dense == whole.dense);
  RC_ASSERT(sparse == whole.sparse);
  RC_ASSERT(bad == whole.bad.size());
}

RC_GTEST_PROP(PiecesOfFiles, AnyCsvIsReadOnce, ()) {
  Folder folder;
  const std::string text = "x,y\n" + draw_bytes("ab,,\"\"\n\r\n") + draw_bytes("a,\"\n");
  ReadOptions options;
  options.format = Format::csv, options.delimiter = ',';
  options.header = *rc::gen::arbitrary<bool>();
  options.batch_bytes = *rc::gen::inRange<std::size_t>(1, 20);
  expect_every_row_once({folder.write("t.csv", text)}, options, *rc::gen::inRange<std::uint64_t>(1, 30));
}

TEST(PiecesOfFiles, AreCutInSeveralFilesAndKnowTheirLine) {
  Folder folder;
  std::vector<std::string> paths;
  for (int file = 0; file < 4; ++file) {
    std::string text = "a;b\n";
    for (int row = 0; row < file * 20; ++row)
      text += "x" + std::to_string(file) + ";" + std::to_string(row) + "\n";
    paths.push_back(folder.write("f" + std::to_string(file) + ".csv", text));
  }
  ReadOptions options;
  options.batch_bytes = 16;
  const std::vector<FilePiece> pieces = pieces_of(paths, options, 40);
  EXPECT_GT(pieces.size(), 10U);
  EXPECT_EQ(pieces[0].delimiter, ';');
  const FilePiece& last = pieces.back();
  const Reading rows = read_all(open_piece(last, options));
  ASSERT_FALSE(rows.dense.empty());
  EXPECT_EQ(rows.dense.front()[1], std::to_string(last.first_line - 2));  // line 1 is the head, line 2 row 0
  expect_every_row_once(paths, options, 40);
}

TEST(PiecesOfFiles, JsonLinesNeedNoHead) {
  Folder folder;
  std::string text;
  for (int row = 0; row < 50; ++row) text += "{\"a\": " + std::to_string(row) + "}\n";
  ReadOptions options;
  options.batch_bytes = 16;
  const std::string path = folder.write("t.jsonl", text);
  EXPECT_GT(pieces_of({path}, options, 100).size(), 3U);
  expect_every_row_once({path}, options, 100);
}

TEST(PiecesOfFiles, DirectoriesAreRefused) {
  Folder folder;
  folder.write("a.txt", "text");
  try {
    pieces_of({folder.path("")}, {}, 100);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("not cut into pieces"));
  }
}

}  // namespace
}  // namespace priory::testing
