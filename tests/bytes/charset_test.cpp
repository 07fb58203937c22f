// SPDX-License-Identifier: Apache-2.0
#include "bytes/charset.h"

#include <gtest/gtest.h>

#include "input/mail/mail_encoding.h"

namespace priory::testing {
namespace {

std::string converted(std::string_view text, std::string_view charset, bool expect_broken = false) {
  bool broken = false;
  std::string out = to_utf8(text, charset, broken);
  EXPECT_EQ(broken, expect_broken) << text << " as " << charset;
  return out;
}

TEST(Charset, OfManyKindsBecomesUtf8) {
  EXPECT_EQ(converted("caf\xE9", "ISO-8859-1"), "café");
  EXPECT_EQ(converted("caf\xC3\xA9", "utf-8"), "café");
  EXPECT_EQ(converted("\xCC\xD0", "KOI8-R"), "лп");
  EXPECT_EQ(converted("\xC4\xE3\xBA\xC3", "gb2312"), "你好");
  EXPECT_EQ(converted("\x1b$B4A\x1b(B", "iso-2022-jp"), "漢");
  EXPECT_EQ(converted("\x93so\x94", "windows-1252"), "“so”");
}

TEST(Charset, IsKnownByTheNamesThatMailsHave) {
  EXPECT_EQ(converted("\xB0\xA1\x8C\x63", "ks_c_5601-1987"), "가똠");  // the second is of cp949 only
  EXPECT_EQ(converted("\xF9\xEC", "iso-8859-8-i"), "של");
  EXPECT_EQ(converted("\x83\x65\\~", "x-sjis"), "テ\\~");
  EXPECT_EQ(converted("\xC4\xE3", "x-gbk"), "你");
  EXPECT_EQ(converted("\xE9\x46", "gb2312"), "镕");
  EXPECT_EQ(converted("caf\xC3\xA9", "UTF_8"), "café");
  EXPECT_EQ(converted("\xEF\xF0", "'windows-1251'"), "пр");
  EXPECT_EQ(converted("\xCC\xD0", "koi8_r"), "лп");
  EXPECT_EQ(converted("\xA4\xA2", "x-euc-jp"), "あ");
}

TEST(Charset, OfHzIsBetweenBraces) {
  EXPECT_EQ(converted("a ~{Dc:C~} ~~ b", "hz-gb-2312"), "a 你好 ~ b");
  EXPECT_EQ(converted("~{Dc\nDc", "HZ-GB-2312"), "你\nDc");
  EXPECT_EQ(converted("~{Dc~", "hz-gb-2312"), "你~");
}

TEST(Charset, OfUtf16HasTheHigherByteFirst) {
  using namespace std::string_literals;
  EXPECT_EQ(converted("\0h\0\xE9"s, "utf-16"), "hé");
  EXPECT_EQ(converted("\xFF\xFEh\0\xE9\0"s, "UTF-16"), "hé");
  EXPECT_EQ(converted("h\0\xE9\0"s, "utf-16le"), "hé");
}

TEST(Charset, ThatIsNotKnownIsUtf8OrWindows) {
  EXPECT_EQ(converted("plain", "x-nobody-knows"), "plain");
  EXPECT_EQ(converted("caf\xC3\xA9", ""), "café");
  EXPECT_EQ(converted("caf\xE9", "", true), "café");
  EXPECT_EQ(converted("caf\xE9", "us-ascii", true), "café");
  EXPECT_EQ(converted("caf\xE9", "x-nobody-knows", true), "café");
  EXPECT_EQ(converted("caf\xE9", "UTF-8//IGNORE", true), "café");
}

TEST(Charset, BrokenBytesAreReplaced) {
  EXPECT_EQ(converted("a\xFFz", "utf-8", true), "a\uFFFDz");
  EXPECT_EQ(converted("\xC4\xE3\xFF\xFFz", "gb2312", true), "你\uFFFD\uFFFDz");
  EXPECT_EQ(converted("a\x81", "windows-1252", true), "a\uFFFD");
}

TEST(AppendUtf8, WritesEveryLength) {
  std::string out;
  for (const char32_t code : {U'a', U'é', U'漢', U'😀', char32_t{0xD800}, char32_t{0x110000}})
    append_utf8(code, out);
  EXPECT_EQ(out, "aé漢😀\uFFFD\uFFFD");
}

TEST(MailEncoding, TellsWholeBase64) {
  EXPECT_TRUE(is_base64("SGVs\r\nbG8="));
  EXPECT_TRUE(is_base64(""));
  EXPECT_FALSE(is_base64("SGVsbG8"));
  EXPECT_FALSE(is_base64("SGV*bG8="));
  EXPECT_FALSE(is_base64("SG=sbG8h"));
}

TEST(MailEncoding, KeepsWhatLacksItsPadding) {
  EXPECT_EQ(decode_base64("aGVsbG8gd29ybGQ"), "hello world");
  EXPECT_EQ(decode_base64("aGVsbG8gd29ybA"), "hello worl");
  EXPECT_EQ(decode_base64("aGVsbG8gd29ybGQ="), "hello world");
  EXPECT_EQ(decode_base64("aGVsbG8gd29yb"), "hello wor");  // six bits are no byte
}

TEST(MailEncoding, TellsWholeUuencode) {
  EXPECT_TRUE(is_uuencoded("begin 644 f\r\n#0V%T\r\n`\r\nend\r\n"));
  EXPECT_FALSE(is_uuencoded("begin 644 f\n#0V%T\n"));
  EXPECT_FALSE(is_uuencoded("#0V%T\n`\nend\n"));
  EXPECT_EQ(decode_uuencoded("a word before\nbegin 644 f\r\n#0V%T\r\n`\r\nend\r\nand after"), "Cat");
  EXPECT_EQ(decode_uuencoded("no beginning"), "no beginning");
}

TEST(MailEncoding, TellsWholeQuotedPrintable) {
  EXPECT_TRUE(is_quoted_printable("caf=E9 =\r\nnoir =3d= \n"));
  EXPECT_FALSE(is_quoted_printable("100 = 100"));
  EXPECT_FALSE(is_quoted_printable("=G1"));
}

}  // namespace
}  // namespace priory::testing
