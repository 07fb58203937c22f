// SPDX-License-Identifier: Apache-2.0
#include "bytes/compressed.h"

#include "input/packing.h"
#include "input/reading.h"

namespace priory::testing {
namespace {

std::string unpack(const std::string& packed) {
  const auto bytes = decompressed(text_bytes(std::make_shared<const std::string>(packed)), "f");
  std::string text, block(1000, '\0');
  while (const std::size_t n = bytes->read(block.data(), block.size())) text.append(block, 0, n);
  return text;
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

TEST(Compressed, PlainBytesPass) {
  EXPECT_EQ(unpack(""), "");
  EXPECT_EQ(unpack("abc"), "abc");
  EXPECT_EQ(unpack(long_text()), long_text());
}

TEST(Compressed, EachKindIsRecognisedByItsBytes) {
  for (const auto& kind : {gz, zst, xz}) {
    EXPECT_EQ(unpack(kind(long_text())), long_text());
    EXPECT_EQ(unpack(kind("a")), "a");
    EXPECT_EQ(unpack(kind("")), "");
  }
}

TEST(Compressed, MembersAreOneStream) {
  EXPECT_EQ(unpack(gz("ab") + gz("") + gz("cd")), "abcd");
  EXPECT_EQ(unpack(zst("ab") + zst("cd")), "abcd");
  EXPECT_EQ(unpack(xz("ab") + xz("cd")), "abcd");
  EXPECT_EQ(unpack(gz("ab") + std::string(512, '\0')), "ab");  // padding of tapes
}

TEST(Compressed, CutShortIsAnError) {
  for (const auto& kind : {gz, zst, xz}) {
    const std::string packed = kind(long_text());
    for (const std::size_t size : {std::size_t{7}, packed.size() / 2, packed.size() - 1}) {
      EXPECT_THAT(error_of(ErrorKind::data, [&] { unpack(packed.substr(0, size)); }),
                  ::testing::StartsWith("f: cannot decompress: "));
    }
  }
}

TEST(Compressed, DamageIsAnErrorAtAnyByte) {
  const std::string text = "some text of no great length, some text of no great length";
  const std::string packed = gz(text);
  for (std::size_t i = packed.size() - 8; i < packed.size(); ++i) {  // checksum and length
    std::string damaged = packed;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    error_of(ErrorKind::data, [&] { unpack(damaged); });
  }
  error_of(ErrorKind::data, [&] { unpack(packed + "garbage"); });
}

class FailingBytes : public Bytes {
 public:
  explicit FailingBytes(std::string head) : head_(std::move(head)) {}
  std::size_t read(char* into, std::size_t size) override {
    const std::size_t n = head_.copy(into, size);
    head_.erase(0, n);
    if (n == 0) throw Error(ErrorKind::io, "the disk is on fire");
    return n;
  }

 private:
  std::string head_;
};

TEST(Compressed, FailuresBelowComeThrough) {
  for (const auto& kind : {gz, zst, xz}) {
    const std::string packed = kind(long_text());
    const auto act = [&] {
      const auto bytes =
          decompressed(std::make_unique<FailingBytes>(packed.substr(0, packed.size() / 2)), "f");
      std::string all(1 << 21, '\0');
      read_fully(*bytes, all.data(), all.size());
    };
    EXPECT_EQ(error_of(ErrorKind::io, act), "the disk is on fire");
  }
}

}  // namespace
}  // namespace priory::testing
