// SPDX-License-Identifier: Apache-2.0
#include "priory/table.h"

#include <sys/stat.h>
#include <thread>

#include "input/packing.h"
#include "input/reading.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Table, IsReadAgainFromTheStart) {
  const Folder folder;
  const Table table = Table::open({folder.write("a.csv", "x,y\n1,2\n")});
  for (int i = 0; i < 3; ++i) EXPECT_THAT(read_all(table).dense, ElementsAre(Texts{"1", "2"}));
}

TEST(Table, CompressedFilesAreTables) {
  const Folder folder;
  for (const auto& kind : {gz, zst, xz}) {
    const Table table = Table::open({folder.write("a.csv.gz", kind("x;y\n1;2\n"))});
    EXPECT_EQ(table.delimiter(), ';');
    EXPECT_THAT(read_all(table).dense, ElementsAre(Texts{"1", "2"}));
  }
}

TEST(Table, WhatCannotBeReadSaysSo) {
  const Folder folder;
  EXPECT_THAT(error_of(ErrorKind::io, [&] { Table::open({folder.path("no.csv")}); }),
              HasSubstr("No such file or directory"));
  EXPECT_THAT(error_of(ErrorKind::data, [&] { Table::open({folder.path(".")}); }),
              HasSubstr("there are no files in"));
  error_of(ErrorKind::usage, [] { Table::open({}); });
}

TEST(Table, FilesMayHaveTheirColumnsInAnyOrder) {
  const Folder folder;
  const Table table =
      Table::open({folder.write("a.csv", "x,y,z\n1,2,3\n"), folder.write("b.csv", "z;x;y\n6;4;5"),
                   folder.write("c.csv", "x,y,z\n"), folder.write("d.tsv", "y\tz\tx\n8\t9\t7\n")});
  EXPECT_THAT(read_all(table).dense,
              ElementsAre(Texts{"1", "2", "3"}, Texts{"4", "5", "6"}, Texts{"7", "8", "9"}));
  EXPECT_EQ(table.paths().size(), 4U);
}

TEST(Table, FilesWithOtherColumnsAreRefused) {
  const Folder folder;
  const std::string a = folder.write("a.csv", "x,y\n1,2\n"), b = folder.write("b.csv", "x,w\n1,2\n");
  EXPECT_THAT(error_of(ErrorKind::data,
                       [&] {
                         read_all(Table::open({a, b}));
                       }),
              HasSubstr(b + " has no column 'y', but " + a + " has"));
  ReadOptions options;
  options.header = false;
  const std::string c = folder.write("c.csv", "1,2,3\n");
  EXPECT_EQ(read_all(Table::open({a, b}, options)).dense.size(), 4U);
  EXPECT_THAT(error_of(ErrorKind::data,
                       [&] {
                         read_all(Table::open({a, c}, options));
                       }),
              HasSubstr(c + " has 3 columns, but " + a + " has 2"));
}

TEST(Table, FilesOfDifferentFormatsAreRefused) {
  EXPECT_THAT(error_of(ErrorKind::usage,
                       [] {
                         Table::open({"a.csv", "b.jsonl"});
                       }),
              HasSubstr("different formats"));
}

TEST(Table, BadRowsNameTheirFile) {
  const Folder folder;
  const std::string a = folder.write("a.csv", "x,y\n1,2\n"), b = folder.write("b.csv", "x,y\n3,4\n5\n");
  const auto source = records_of(Table::open({a, b}));
  const auto decoder = source->decoder();
  Texts places;
  while (const auto batch = source->next()) {
    decoder->decode(*batch, [&](const Records& rows) {
      for (const BadRow& bad : rows.bad) places.push_back(bad.place.text());
    });
  }
  EXPECT_THAT(places, ElementsAre(b + ":3:2"));
}

// The text sent through a FIFO while `read` runs with its path.
template <class Read>
void through_fifo(const std::string& text, const Read& read) {
  const Folder folder;
  const std::string path = folder.path("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { folder.write("fifo", text); });
  read(path);
  writer.join();
}

std::string many_rows() {
  std::string text = "x,y\n";
  for (int i = 0; i < 200000; ++i) text += std::to_string(i) + ",abcdef\n";  // beyond what is kept in memory
  return text;
}

TEST(Table, APipeIsKeptWhenItWillBeReadAgain) {
  for (const std::string& sent : {many_rows(), gz(many_rows())}) {
    through_fifo(sent, [](const std::string& path) {
      const Table table = Table::open({path});
      const Reading first = read_all(table, true);
      EXPECT_EQ(first.dense.size(), 200000U);
      EXPECT_TRUE(read_all(table, true) == first);
      EXPECT_TRUE(read_all(table, false) == first);
    });
  }
}

TEST(Table, APipeNotKeptCannotBeReadAgain) {
  through_fifo(many_rows(), [](const std::string& path) {
    const Table table = Table::open({path});
    EXPECT_EQ(read_all(table).dense.size(), 200000U);
    EXPECT_THAT(error_of(ErrorKind::usage, [&] { read_all(table); }), HasSubstr("a second time"));
  });
}

TEST(Table, TheSourceMayOutliveTheTable) {
  auto source = records_of(Table::from_text("a,b\n1,2\n", "t.csv"));
  const auto batch = source->next();
  const auto decoder = source->decoder();
  source.reset();
  decoder->decode(*batch, [](const Records& rows) { EXPECT_EQ(rows.at(0, 1).text(), "2"); });
}

TEST(Table, FormatsAreFoundByLooking) {
  EXPECT_EQ(Table::from_text("{\"a\":1}\n", "t").format(), Format::jsonl);
  EXPECT_EQ(Table::from_text("1 2:3\n", "t").format(), Format::svmlight);
  EXPECT_EQ(Table::from_text("@relation r\n@attribute a real\n@data\n", "t").format(), Format::arff);
  EXPECT_EQ(Table::from_text("a,b\n", "t").format(), Format::csv);
}

}  // namespace
}  // namespace priory::testing
