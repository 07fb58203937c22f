// SPDX-License-Identifier: Apache-2.0
#include "input/mail/html_text.h"

#include <gtest/gtest.h>

#include "input/mail/html_entities.h"

namespace priory::testing {
namespace {

TEST(HtmlText, TagsVanishAndBlocksEndWords) {
  EXPECT_EQ(html_text("<p>One</p>two<br>three"), "\nOne\ntwo\nthree");
  EXPECT_EQ(html_text("V<b></b>i<x9 y=z>a<!-- c -->gra"), "Viagra");
  EXPECT_EQ(html_text("<TD>a</TD><td\nclass=\"x > y\">b"), "\na\n\nb");
}

TEST(HtmlText, ScriptsAndStylesArePassedOver) {
  EXPECT_EQ(html_text("a<script>if (x < 3) alert('</b>')</SCRIPT>b<style type=x>p {}</style >c"), "abc");
}

TEST(HtmlText, EntitiesBecomeCharacters) {
  EXPECT_EQ(html_text("caf&eacute; &#233; &#xE9; &amp;amp; &lt;b&gt;"), "café é é &amp; <b>");
  EXPECT_EQ(html_text("AT&T &copy 2002 &unknown; &#; &"), "AT&T © 2002 &unknown; &#; &");
  EXPECT_EQ(html_text("&#147;so&#148; &#0; &#x110000; &#55296;"), "“so” \uFFFD \uFFFD \uFFFD");
  EXPECT_EQ(html_text("Via&shy;gra"), "Viagra");
}

TEST(HtmlText, BrokenPagesLoseNoWords) {
  EXPECT_EQ(html_text("a < b and c"), "a < b and c");
  EXPECT_EQ(html_text("cheap <b offer"), "cheap <b offer");
  EXPECT_EQ(html_text("x <a href=\"never closed>link</a> y"), "x link y");
  EXPECT_EQ(html_text("one <!-- two > three"), "one  three");
  EXPECT_EQ(html_text("one <!-->two"), "one two");
  EXPECT_EQ(html_text("<script>never closed"), "never closed");
  EXPECT_EQ(html_text("<!DOCTYPE html><?xml?>t"), "t");
  EXPECT_EQ(html_text("</"), "</");
  EXPECT_EQ(html_text("<"), "<");
}

// Each of these takes hours with a reader that looks ahead without care.
TEST(HtmlText, TakesTimeInProportionToThePage) {
  for (const char* unit : {"<a =\"><a\" ", "<!-- ", "<script>", "<a x=\"", "<b ", "&#", "<a ='"}) {
    std::string page;
    while (page.size() < 4000000) page += unit;
    EXPECT_LE(html_text(page).size(), page.size()) << unit;
  }
}

TEST(HtmlCharset, IsNamedInTheFirstBytes) {
  EXPECT_EQ(html_charset("<META http-equiv=x content=\"text/html; charset=gb2312\">"), "gb2312");
  EXPECT_EQ(html_charset("<meta Charset = 'utf-8'/>"), "utf-8");
  EXPECT_EQ(html_charset("<p>no charset here"), "");
  EXPECT_EQ(html_charset("charset="), "");
  EXPECT_EQ(html_charset(std::string(2000, ' ') + "charset=x"), "");
}

TEST(Entity, SaysHowManyBytesItTook) {
  EXPECT_EQ(entity_at("&amp;x").size, 5U);
  EXPECT_EQ(entity_at("&amp x").size, 4U);
  EXPECT_EQ(entity_at("&ampx").size, 0U);
  EXPECT_EQ(entity_at("&#x41").code, U'A');
  EXPECT_EQ(entity_at("&#X41;").size, 6U);
  EXPECT_EQ(entity_at("&thetasym;").code, 0x3D1U);
}

}  // namespace
}  // namespace priory::testing
