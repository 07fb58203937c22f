// SPDX-License-Identifier: Apache-2.0
#include "bytes/bytes.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

std::string all_of(Bytes& bytes) {
  std::string text(100, '\0');
  text.resize(read_fully(bytes, text.data(), text.size()));
  return text;
}

TEST(Bytes, TextIsReadToItsEnd) {
  const auto bytes = text_bytes(std::make_shared<const std::string>("hello"));
  char two[2];
  EXPECT_EQ(bytes->read(two, 2), 2U);
  EXPECT_EQ(all_of(*bytes), "llo");
  EXPECT_EQ(bytes->read(two, 2), 0U);
}

TEST(Bytes, ReadersOfOneDescriptorDoNotDisturbEachOther) {
  const Folder folder;
  const auto file = open_descriptor(folder.write("a", "hello"));
  EXPECT_TRUE(file->is_regular("a"));
  const auto one = file_bytes(file, "a", 0), other = file_bytes(file, "a", 1);
  EXPECT_EQ(all_of(*one), "hello");
  EXPECT_EQ(all_of(*other), "ello");
}

TEST(Bytes, WhatCannotBeOpenedSaysWhy) {
  const Folder folder;
  EXPECT_EQ(error_of(ErrorKind::io, [&] { open_descriptor(folder.path("none")); }),
            "cannot open " + folder.path("none") + ": No such file or directory");
  const auto directory = open_descriptor(folder.path("."));
  EXPECT_EQ(error_of(ErrorKind::io, [&] { directory->is_regular("d"); }), "cannot read d: it is a directory");
}

}  // namespace
}  // namespace priory::testing
