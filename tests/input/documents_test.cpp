// SPDX-License-Identifier: Apache-2.0
#include "input/documents.h"

#include <filesystem>
#include <sys/stat.h>

#include "fold/fold.h"
#include "input/detect.h"
#include "input/folders.h"
#include "input/packing.h"
#include "input/reading.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Files below a folder, made with the directories they are in.
struct Tree : Folder {
  std::string add(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    return write(name, text);
  }
  // Rows without their last cell, the path, which differs in every run.
  std::vector<Texts> rows(const Table& table) const {
    std::vector<Texts> out = read_all(table).dense;
    for (Texts& row : out) row.pop_back();
    return out;
  }
};

const std::string kMail = "From: a@b\nSubject: hello\n\nbody\n";

TEST(Documents, SeveralDirectoriesAreAClassEach) {
  const Tree tree;
  tree.add("in/spam/2", "buy"), tree.add("in/spam/10", "win"), tree.add("in/spam/deep/er", "now");
  tree.add("in/ham/1", "hi"), tree.add("in/ham/.hidden", "no"), tree.add("in/ham/.git/x", "no");
  const Table table = Table::open({tree.path("in/spam"), tree.path("in/ham/")});
  EXPECT_EQ(table.format(), Format::text);
  EXPECT_EQ(table.target(), "label");
  EXPECT_THAT(names_of(table), ElementsAre("label", "text", "file"));
  EXPECT_THAT(tree.rows(table), ElementsAre(Texts{"spam", "win"}, Texts{"spam", "buy"}, Texts{"spam", "now"},
                                            Texts{"ham", "hi"}));
  EXPECT_EQ(read_all(table).dense[2][2], tree.path("in/spam/deep/er"));
}

TEST(Documents, ASingleDirectoryOfDirectoriesHasThemAsClasses) {
  const Tree tree;
  tree.add("in/b/1", "x"), tree.add("in/a/1", "y");
  EXPECT_THAT(tree.rows(Table::open({tree.path("in")})), ElementsAre(Texts{"a", "y"}, Texts{"b", "x"}));
  EXPECT_EQ(Table::open({tree.path("in")}).unlabelled(), "");
}

TEST(Documents, AFileBesideTheClassesHasNone) {
  const Tree tree;
  tree.add("in/b/1", "x"), tree.add("in/a/1", "y"), tree.add("in/.hidden", "h");
  const std::string stray = tree.add("in/readme", "z");
  const Table table = Table::open({tree.path("in")});
  EXPECT_THAT(tree.rows(table), ElementsAre(Texts{"a", "y"}, Texts{"b", "x"}, Texts{"<null>", "z"}));
  EXPECT_EQ(table.unlabelled(), stray);
}

TEST(Documents, DirectoriesWithoutFilesAreNoClasses) {
  const Tree tree;
  tree.add("in/1", "x");
  fs::create_directories(tree.path("in/empty"));
  const Table table = Table::open({tree.path("in")});
  EXPECT_THAT(tree.rows(table), ElementsAre(Texts{"in", "x"}));
  EXPECT_EQ(table.unlabelled(), "");
}

TEST(Documents, ADirectoryOfMboxesHasThemAsClasses) {
  const Tree tree;
  const std::string mark = "From a@b Thu Aug 22 13:17:22 2002\n";
  tree.add("in/spam.mbox", mark + kMail + "\n" + mark + kMail), tree.add("in/ham.mbox", mark + kMail);
  const Table table = Table::open({tree.path("in")});
  EXPECT_THAT(table.notes(), ElementsAre(HasSubstr("each is a class")));
  EXPECT_THAT(tree.rows(table), ElementsAre(Texts{"ham", "hello\nbody\n"}, Texts{"spam", "hello\nbody\n\n"},
                                            Texts{"spam", "hello\nbody\n"}));
  fs::remove(tree.path("in/ham.mbox"));  // one is not many: the directory says what it is
  EXPECT_EQ(tree.rows(Table::open({tree.path("in")}))[0][0], "in");
}

TEST(Documents, ADirectoryCountsOnce) {
  const Tree tree;
  tree.add("in/spam/1", "x"), tree.add("in/spam-2/1", "y");
  const auto error = [&](const std::string& a, const std::string& b) {
    return error_of(ErrorKind::usage, [&] { Table::open({tree.path(a), tree.path(b)}); });
  };
  EXPECT_THAT(error("in/spam", "in/spam/"), HasSubstr("is named twice"));
  EXPECT_THAT(error("in", "in/spam"), HasSubstr("in/spam is inside"));
  EXPECT_THAT(error("in/spam", "in/spam/.."), HasSubstr("in/spam is inside"));
  EXPECT_EQ(tree.rows(Table::open({tree.path("in/spam"), tree.path("in/spam-2")})).size(), 2U);
}

TEST(Documents, AnMboxInADirectoryNeedsNoEnding) {
  const Tree tree;
  const std::string mark = "From a@b Thu Aug 22 13:17:22 2002\n";
  const std::string inbox = tree.add("spam/inbox", mark + kMail + "\n" + mark + kMail);
  const std::string one = tree.add("spam/one", mark + kMail);
  const Reading reading = read_all(Table::open({tree.path("spam")}));
  EXPECT_THAT(reading.dense,
              ElementsAre(Texts{"spam", "hello\nbody\n\n", inbox + ":1"},
                          Texts{"spam", "hello\nbody\n", inbox + ":7"}, Texts{"spam", "hello\nbody\n", one}));
  tree.add("ham/inbox", mark + "Subject: hello\n\nbody\n\n" + mark + "Subject: hello\n\nbody\n");
  EXPECT_EQ(tree.rows(Table::open({tree.path("ham")})).size(), 2U);
  ReadOptions one_each;
  one_each.format = Format::mail;
  EXPECT_EQ(read_all(Table::open({tree.path("spam")}, one_each)).dense.size(), 2U);
}

TEST(Documents, WhatEndsAsMailIsMailAmongTexts) {
  const Tree tree;
  tree.add("in/a", "one"), tree.add("in/b", "two"), tree.add("in/c", "three"), tree.add("in/d.eml", kMail);
  EXPECT_EQ(tree.rows(Table::open({tree.path("in")}))[3][1], "hello\nbody\n");
  ReadOptions options;
  options.mail_headers = true;
  const Table table = Table::open({tree.path("in")}, options);
  EXPECT_THAT(names_of(table), ElementsAre("label", "text", "headers", "file"));
  EXPECT_EQ(read_all(table).dense[0][2], "<null>");
  options.format = Format::text;
  EXPECT_EQ(tree.rows(Table::open({tree.path("in")}, options))[3][1], kMail);
}

TEST(Documents, MailsAreRecognisedByLooking) {
  const Tree tree;
  tree.add("spam/1", "From x Thu Aug 22 13:17:22 2002\n" + kMail), tree.add("spam/2", kMail);
  tree.add("ham/1", "Received: by me\n\tat home\n" + kMail);
  const Table table = Table::open({tree.path("spam"), tree.path("ham")});
  EXPECT_EQ(table.format(), Format::mail);
  EXPECT_THAT(table.notes(), ElementsAre(HasSubstr("3 of 3 files")));
  EXPECT_THAT(tree.rows(table), ElementsAre(Texts{"spam", "hello\nbody\n"}, Texts{"spam", "hello\nbody\n"},
                                            Texts{"ham", "hello\nbody\n"}));
  ReadOptions plain;
  plain.format = Format::text;
  EXPECT_EQ(tree.rows(Table::open({tree.path("spam")}, plain))[1][1], kMail);
}

TEST(Documents, OfAMaildirCurAndNewAreRead) {
  const Tree tree;
  tree.add("Junk/cur/2:2,S", kMail), tree.add("Junk/new/1", "short"), tree.add("Junk/tmp/3", kMail);
  const Table table = Table::open({tree.path("Junk")});
  EXPECT_EQ(table.format(), Format::mail);
  EXPECT_THAT(tree.rows(table), ElementsAre(Texts{"Junk", "hello\nbody\n"}, Texts{"Junk", "short\n"}));
}

TEST(Documents, AnMboxIsAClassAndItsMailsAreRows) {
  const Tree tree;
  const std::string mark = "From a@b Thu Aug 22 13:17:22 2002\n";
  const std::string spam =
      tree.add("spam.mbox", mark + kMail + "\nFrom here on\n\n>From me 10:30\n\n" + mark + kMail);
  const std::string eml = tree.add("one.eml", kMail);
  const Table table = Table::open({spam, eml});
  EXPECT_THAT(tree.rows(table),
              ElementsAre(Texts{"spam", "hello\nbody\n\nFrom here on\n\nFrom me 10:30\n\n"},
                          Texts{"spam", "hello\nbody\n"}, Texts{"<null>", "hello\nbody\n"}));
  EXPECT_EQ(read_all(table).dense[1][2], spam + ":11");
}

TEST(Documents, AnMboxInADirectoryHasItsClass) {
  const Tree tree;
  const std::string mark = "From a@b Thu Aug 22 13:17:22 2002\n";
  tree.add("in/spam/b.mbox", mark + kMail + "\n" + mark + kMail), tree.add("in/spam/a.eml", kMail);
  tree.add("in/ham/c", kMail);
  std::vector<std::string> labels;
  for (const Texts& row : tree.rows(Table::open({tree.path("in")}))) labels.push_back(row[0]);
  EXPECT_THAT(labels, ElementsAre("ham", "spam", "spam", "spam"));
}

TEST(Documents, MboxesAreTheSameForAnySizeOfBatches) {
  const std::string mark = "From a@b Thu Aug 22 13:17:22 2002\r\n";
  const std::string text = mark + "Subject: 1\r\n\r\none\r\n\r\n" + mark + "Subject: 2\r\n\r\n>>From two\r\n";
  const Reading whole = read_text(text, Format::mbox);
  EXPECT_EQ(whole.dense.size(), 2U);
  for (std::size_t size = 1; size < 80; ++size) EXPECT_EQ(read_text(text, Format::mbox, size), whole) << size;
}

TEST(Documents, UnreadableFilesAreBadRows) {
  const Tree tree;
  tree.add("in/1", "fine"), tree.add("in/2", "x"), tree.add("in/3.gz", "\x1f\x8b\x08 broken");
  const Table table = Table::open({tree.path("in")});
  fs::remove(tree.path("in/2"));
  const Reading reading = read_all(table);
  EXPECT_EQ(reading.dense.size(), 1U);
  EXPECT_THAT(reading.bad, ElementsAre(HasSubstr("cannot open: No such file"), HasSubstr("")));
}

TEST(Documents, LinksThatLeadNowhereAndFifosAreBadRows) {
  const Tree tree;
  tree.add("in/1", "fine");
  fs::create_symlink("gone", tree.path("in/2"));
  ASSERT_EQ(::mkfifo(tree.path("in/3").c_str(), 0600), 0);
  const Reading reading = read_all(Table::open({tree.path("in")}));
  EXPECT_EQ(reading.dense.size(), 1U);
  EXPECT_THAT(reading.bad,
              ElementsAre(HasSubstr("cannot open: No such file"), HasSubstr("cannot read: it is a FIFO")));
}

TEST(Documents, PackedOnesAndEmptyOnesAreRows) {
  const Tree tree;
  tree.add("in/a.gz", gz("packed")), tree.add("in/b", ""), tree.add("in/c", "\xEF\xBB\xBFmarked");
  tree.add("in/d", std::string("\xFF\xFEh\0\xE9\0", 6));
  EXPECT_THAT(tree.rows(Table::open({tree.path("in")})),
              ElementsAre(Texts{"in", "packed"}, Texts{"in", ""}, Texts{"in", "marked"}, Texts{"in", "hé"}));
}

TEST(Documents, ThreadsGiveEveryRowOnce) {
  const Tree tree;
  for (int k = 0; k < 500; ++k)
    tree.add("in/" + std::to_string(k), std::string(100, 'x') + std::to_string(k));
  ReadOptions options;
  options.batch_bytes = 1000;
  const Table table = Table::open({tree.path("in")}, options);
  struct Texts_ {
    std::vector<std::string> all;
    void accumulate(const Records& rows) {
      for (std::size_t r = 0; r < rows.n_rows; ++r) {
        EXPECT_EQ(rows.file_of(r), rows.at(r, 2).text());
        all.emplace_back(rows.at(r, 1).text());
      }
    }
    void merge(const Texts_& other) { all.insert(all.end(), other.all.begin(), other.all.end()); }
  };
  std::vector<std::string> all = fold(*records_of(table), Texts_{}, 4).all;
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all.size(), 500U);
  EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
}

TEST(Documents, ErrorsSayWhatToDo) {
  const Tree tree;
  tree.add("tables/a.csv", "x\n1\n"), tree.add("texts/a", "t");
  fs::create_directories(tree.path("empty"));
  ReadOptions csv;
  csv.format = Format::csv;
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { Table::open({tree.path("tables")}); }),
              HasSubstr("a.csv is a table in a directory"));
  EXPECT_THAT(error_of(ErrorKind::usage,
                       [&] {
                         Table::open({tree.path("texts"), tree.path("tables/a.csv")});
                       }),
              HasSubstr("is a table"));
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { Table::open({tree.path("texts")}, csv); }),
              HasSubstr("is a directory"));
  EXPECT_THAT(error_of(ErrorKind::data, [&] { Table::open({tree.path("empty")}); }), HasSubstr("no files"));
  EXPECT_THAT(error_of(ErrorKind::io,
                       [&] {
                         Table::open({tree.path("texts"), tree.path("none.eml")});
                       }),
              HasSubstr("cannot open"));
}

TEST(Documents, NamesAreThoseAskedFor) {
  const Tree tree;
  tree.add("in/1", kMail);
  ReadOptions options;
  options.text_name = "body", options.label_name = "file", options.mail_headers = true;
  const Table table = Table::open({tree.path("in")}, options);
  EXPECT_THAT(names_of(table), ElementsAre("file", "body", "headers"));
  EXPECT_EQ(table.target(), "file");
  EXPECT_EQ(read_all(table).dense[0].size(), 3U);
}

TEST(Folders, AreNamedByTheLastComponent) {
  EXPECT_EQ(last_component("a/b/"), "b");
  EXPECT_EQ(last_component("a/b/."), "b");
  EXPECT_EQ(last_component("a//b//"), "b");
  EXPECT_EQ(last_component("."), fs::current_path().filename().string());
  EXPECT_FALSE(is_directory("-"));
}

TEST(Detect, LooksLikeMail) {
  EXPECT_TRUE(looks_like_mail(kMail));
  EXPECT_TRUE(looks_like_mail("From x  Thu Aug 22 13:17:22 2002\nReturn-Path: <x>\nX-A: 1\n folded\n\n"));
  EXPECT_TRUE(looks_like_mail("Path: a\nNewsgroups: b\nSubj"));  // the end is cut off
  EXPECT_FALSE(looks_like_mail("Dear Sir: or Madam\nhello\n"));
  EXPECT_FALSE(looks_like_mail("key: value\nother: value\n"));
  EXPECT_FALSE(looks_like_mail("Subject: alone\n"));
  EXPECT_FALSE(looks_like_mail(""));
}

TEST(Detect, FormatsOfTexts) {
  EXPECT_EQ(format_of_bytes("__label__x y\n"), Format::fasttext);
  EXPECT_EQ(format_of_bytes(kMail), Format::mail);
  EXPECT_EQ(format_of_bytes("From x  Thu Aug 22 13:17:22 2002\n" + kMail), Format::mbox);
  EXPECT_EQ(format_of_bytes("From a to b\n1\n"), Format::csv);
  EXPECT_EQ(format_of_name("a.eml"), Format::mail);
  EXPECT_EQ(format_of_name("a.mbox.gz"), Format::mbox);
  EXPECT_EQ(format_of_name("a.ft"), Format::fasttext);
}

}  // namespace
}  // namespace priory::testing
