// SPDX-License-Identifier: Apache-2.0
#include "input/mail/mail.h"

#include <gtest/gtest.h>
#include <thread>

#include "core/utf8.h"
#include "input/mail/mail_headers.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

std::string text_of(const std::string& mail) {
  const Mail parsed = parse_mail(mail, false);
  EXPECT_FALSE(parsed.broken) << mail;
  return parsed.text;
}

TEST(Mail, IsItsSubjectAndItsBody) {
  EXPECT_EQ(text_of("From: a@b\nSubject: Hello\n\nHow are you?\n"), "Hello\nHow are you?\n");
  EXPECT_EQ(text_of("From: a@b\r\nSubject: Hello\r\n there\r\n\r\nCRLF\r\n"), "Hello there\nCRLF\r\n");
  EXPECT_EQ(text_of("From a@b Thu Aug 22 13:17:22 2002\nSubject: one\n\ntwo\n"), "one\ntwo\n");
  EXPECT_EQ(text_of("Subject: =?iso-8859-1?Q?caf=E9?= =?utf-8?B?4oKs?=\n\nx\n"), "café€\nx\n");
}

TEST(Mail, EncodingsAndCharsetsAreUndone) {
  EXPECT_EQ(text_of("Subject: s\nContent-Type: text/plain; charset=iso-8859-1\n"
                    "Content-Transfer-Encoding: quoted-printable\n\ncaf=E9 =\nnoir\n"),
            "s\ncafé noir\n");
  EXPECT_EQ(text_of("Subject: s\nContent-Type: text/plain; charset=\"utf-8\"\n"
                    "Content-Transfer-Encoding: base64\n\nY2Fmw6kg\nbm9pcg==\n"),
            "s\ncafé noir\n");
}

TEST(Mail, HtmlIsReadAsOnTheScreen) {
  EXPECT_EQ(text_of("Subject: s\nContent-Type: text/html\n\n<style>p{}</style><p>fr&eacute;e <b>pri</b>ze"),
            "s\n\nfrée prize\n");
  EXPECT_EQ(parse_mail("Subject: s\nContent-Type: text/html\n\n<meta charset=gb2312>\xC4\xE3", false).text,
            "s\n你\n");
}

const char* const kNested =
    "Subject: outer\nContent-Type: multipart/mixed; boundary=A\n\n"
    "--A\nContent-Type: multipart/related; boundary=\"B\"\n\n"
    "--B\nContent-Type: text/plain\n\nfirst\n"
    "--B\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lG\n--B--\n"
    "--A\nContent-Type: message/rfc822\n\nSubject: inner\n\nsecond\n"
    "--A\nContent-Type: text/plain; name=notes.txt\nContent-Disposition: attachment; filename=notes.txt\n\n"
    "secret\n--A--\n";

TEST(Mail, PartsWithinPartsAreReadAndAttachmentsLeftOut) {
  EXPECT_EQ(text_of(kNested), "outer\nfirst\ninner\nsecond\n");
}

TEST(Mail, OfAlternativesTheFirstWithWordsIsRead) {
  const std::string head = "Subject: s\nContent-Type: multipart/alternative; boundary=A\n\n--A\n\n";
  const std::string page = "\n--A\nContent-Type: text/html\n\n<p>page\n--A--\n";
  EXPECT_EQ(text_of(head + "plain" + page), "s\nplain\n");
  EXPECT_EQ(text_of(head + " \n\n" + page), "s\n \n\n\npage\n");
}

TEST(Mail, HeadersAreWordsOfTheirOwn) {
  const Mail mail = parse_mail(kNested, true);
  for (const char* word : {"subject_outer ", "part_text_plain ", "part_image_gif ", "attachment_notes_txt "})
    EXPECT_NE(mail.headers.find(word), std::string::npos) << word << "\n" << mail.headers;
  EXPECT_EQ(mail.headers.find("secret"), std::string::npos);
}

TEST(MailHeaders, KeepHostsWhole) {
  std::string out;
  add_header_words("From", "Ann Lee <ann.lee@mail.example.com>", out);
  EXPECT_EQ(out, "from_Ann from_Lee from_ann_lee from_mail_example_com ");
  out.clear();
  add_header_words("X-Mailer", "-- é! \xFF", out);
  EXPECT_EQ(out, "x_mailer_é x_mailer_\uFFFD ");
  out.clear();
  add_header_words("X-\xFF", "a " + std::string(2045, ' ') + "é", out);  // cut within the last character
  EXPECT_EQ(out, "x___a x___\uFFFD ");
  out.clear();
  add_header_words("Message-ID", "<0103c104.4711@host.example>", out);
  add_header_words("In-Reply-To", "x.y@b.example", out);
  EXPECT_EQ(out, "message_id_host_example in_reply_to_b_example ");
}

TEST(MailHeaders, HostsOfLinksAreWords) {
  std::string out;
  add_link_words("<a href=\"http://www.example.com/x\">a</a> https://b.example: ://", out);
  EXPECT_EQ(out, "link_www_example_com link_b_example ");
}

TEST(Mail, BrokenOnesAreReadAsFarAsTheyGo) {
  const std::string head = "Subject: s\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ";
  const auto broken = [](const std::string& mail) {
    const Mail parsed = parse_mail(mail, false);
    EXPECT_TRUE(parsed.broken) << mail;
    EXPECT_TRUE(is_utf8(parsed.text)) << mail;
    return parsed.text;
  };
  EXPECT_EQ(broken(head + "base64\n\nSGVsbG8gdGhlcm\n").substr(0, 11), "s\nHello the");
  EXPECT_EQ(broken(head + "quoted-printable\n\n100 = 100\n").substr(0, 5), "s\n100");
  EXPECT_EQ(broken(head + "8bit\n\na\xFFz\n"), "s\na\uFFFDz\n");
  EXPECT_EQ(broken("Subject: s\n\ncaf\xE9\n"), "s\ncafé\n");
}

TEST(Mail, UuencodedBodiesAreUndone) {
  for (const std::string name : {"x-uuencode", "uuencode", "x-uue"})
    EXPECT_EQ(text_of("Subject: s\nContent-Transfer-Encoding: " + name + "\n\nbegin 644 f\n#0V%T\n`\nend\n"),
              "s\nCat\n");
  const Mail cut =
      parse_mail("Subject: s\nContent-Transfer-Encoding: uuencode\n\nbegin 644 f\n#0V%T\n", false);
  EXPECT_TRUE(cut.broken);
  EXPECT_EQ(cut.text, "s\nCat\n");
}

TEST(Mail, PartsThatAreNoneAreReadAsPlainText) {
  const auto broken = [](const std::string& type, const std::string& body) {
    const Mail mail = parse_mail("Subject: s\nContent-Type: " + type + "\n\n" + body, false);
    EXPECT_TRUE(mail.broken) << type;
    return mail.text;
  };
  EXPECT_EQ(broken("multipart/alternative", "hello there\n"), "s\nhello there\n");
  EXPECT_EQ(broken("multipart/mixed; boundary=A", "hello\n--B\n\nthere\n"), "s\nhello\n--B\n\nthere\n");
  EXPECT_EQ(broken("multipart/mixed; boundary=A",
                   "--A\nContent-Type: multipart/related; boundary=B\n\nhello\n--A--\n"),
            "s\nhello\n");
  for (const std::string type : {"garbage;;;", "text", "text/", "/plain", ""})
    EXPECT_EQ(broken(type, "hello\n"), "s\nhello\n") << type;
  EXPECT_EQ(text_of("Subject: s\nContent-Type: application/octet-stream\n\nhello\n"), "s\n");
}

TEST(Mail, AnyBytesAreSomething) {
  EXPECT_EQ(parse_mail("", true).text, "");
  EXPECT_TRUE(is_utf8(parse_mail(std::string("\0\xFF\n\n\0", 5), true).text));
  EXPECT_NE(parse_mail("no headers here,\nonly words\n", false).text.find("only words"), std::string::npos);
}

TEST(Mail, DepthAndSizeAreBounded) {
  std::string deep = "Subject: deep\n";
  for (int k = 0; k < 3000; ++k)
    deep += "Content-Type: multipart/mixed; boundary=b" + std::to_string(k) + "\n\n--b" + std::to_string(k) +
            "\n";
  const Mail mail = parse_mail(deep + "\nbottom\n", true);
  EXPECT_TRUE(mail.broken);
  EXPECT_EQ(mail.text.substr(0, 5), "deep\n");
  const Mail large = parse_mail("Subject: large\n\n" + std::string(5 << 20, 'x'), false);
  EXPECT_TRUE(large.broken);
  EXPECT_LE(large.text.size(), kLargestBody + 1);
}

// Not called after threads: the thread sanitizer cannot see into GMime.
TEST(Mail, IsParsedByManyAtOnce) {
  std::vector<std::jthread> team;
  for (int k = 0; k < 4; ++k) {
    team.emplace_back([] {
      for (int n = 0; n < 200; ++n) EXPECT_EQ(text_of(kNested), "outer\nfirst\ninner\nsecond\n");
    });
  }
}

}  // namespace
}  // namespace priory::testing
