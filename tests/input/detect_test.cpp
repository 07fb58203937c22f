// SPDX-License-Identifier: Apache-2.0
#include "input/detect.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

TEST(Detect, ByEnding) {
  EXPECT_EQ(format_of_name("a.csv"), Format::csv);
  EXPECT_EQ(format_of_name("dir.arff/a.TSV"), Format::csv);
  EXPECT_EQ(format_of_name("a.jsonl"), Format::jsonl);
  EXPECT_EQ(format_of_name("a.ndjson.gz"), Format::jsonl);
  EXPECT_EQ(format_of_name("a.svm.zst"), Format::svmlight);
  EXPECT_EQ(format_of_name("a.libsvm"), Format::svmlight);
  EXPECT_EQ(format_of_name("a.arff.xz"), Format::arff);
  EXPECT_EQ(format_of_name("a.txt"), Format::detect);
  EXPECT_EQ(format_of_name("-"), Format::detect);
}

TEST(Detect, ByLooking) {
  EXPECT_EQ(format_of_bytes(" \n {\"a\":1}\n"), Format::jsonl);
  EXPECT_EQ(format_of_bytes("\xEF\xBB\xBF{}"), Format::jsonl);
  EXPECT_EQ(format_of_bytes("@RELATION x\n"), Format::arff);
  EXPECT_EQ(format_of_bytes("% hello\n"), Format::arff);
  EXPECT_EQ(format_of_bytes("-1 3:0.5 7:1e3\n"), Format::svmlight);
  EXPECT_EQ(format_of_bytes("# made by hand\n+1 qid:2 3:0.5 # x\n"), Format::svmlight);
  EXPECT_EQ(format_of_bytes("a,b\n1,2\n"), Format::csv);
  EXPECT_EQ(format_of_bytes("1 2 3\n"), Format::csv);
  EXPECT_EQ(format_of_bytes("1 10:30 a\n"), Format::csv);
  EXPECT_EQ(format_of_bytes(""), Format::csv);
}

}  // namespace
}  // namespace priory::testing
