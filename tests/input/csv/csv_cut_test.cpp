// SPDX-License-Identifier: Apache-2.0
// The judge is a parser that goes character by character and knows nothing of blocks, batches and borders.
#include "input/csv/csv_cut.h"

#include <random>

#include "input/reading.h"

namespace priory::testing {
namespace {

struct Judged {
  Texts cells;
  std::size_t line = 1;
  std::size_t last_line = 0;
  std::vector<std::size_t> cell_lines;  // where each cell begins
  std::size_t fault_line = 0;           // of its first fault; 0: none
  bool blank = false;

  // The line a table of that width complains about; 0: none.
  std::size_t bad_line(std::size_t width) const {
    if (fault_line > 0) return fault_line;
    if (cells.size() == width || (blank && width > 1)) return 0;
    return cells.size() < width ? last_line : cell_lines[width];
  }
};

class Judge {
 public:
  Judge(std::string text, char delimiter) : text_(std::move(text)), delimiter_(delimiter) {}

  std::vector<Judged> records() {
    std::vector<Judged> records;
    while (at_ < text_.size()) records.push_back(record());
    return records;
  }

 private:
  bool line_end() const { return at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r'); }

  void pass_line_end() {
    if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    ++at_, ++line_;
  }

  Judged record() {
    Judged record;
    record.line = line_;
    const std::size_t begin = at_;
    while (true) {
      record.cell_lines.push_back(line_);
      record.cells.push_back(cell(record));
      record.last_line = line_;
      // Spaces alone are no row of several cells.
      record.blank = text_.find_first_not_of(' ', begin) >= at_;
      if (at_ == text_.size()) return record;
      if (line_end()) return pass_line_end(), record;
      ++at_;
    }
  }

  std::string cell(Judged& record) {
    std::string cell;
    if (at_ < text_.size() && text_[at_] == '"') cell = quoted_cell(record);
    while (at_ < text_.size() && !line_end() && text_[at_] != delimiter_) cell += text_[at_++];
    return cell;
  }

  std::string quoted_cell(Judged& record) {
    const std::size_t open_line = line_;
    std::string cell;
    for (++at_; at_ < text_.size();) {
      if (line_end()) {
        const std::size_t from = at_;
        pass_line_end();
        cell += text_.substr(from, at_ - from);
      } else if (text_[at_] != '"') {
        cell += text_[at_++];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        cell += '"', at_ += 2;
      } else {
        ++at_;
        const bool ends = at_ == text_.size() || line_end() || text_[at_] == delimiter_;
        if (!ends && record.fault_line == 0) record.fault_line = line_;
        return cell;
      }
    }
    if (record.fault_line == 0) record.fault_line = open_line;
    return cell;
  }

  std::string text_;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

std::string random_text(std::mt19937& random, const std::string& alphabet, std::size_t largest) {
  std::string text(random() % largest, ' ');
  for (char& c : text) c = alphabet[random() % alphabet.size()];
  return text;
}

// What a table of that width makes of the judge's records; of places only the lines.
Reading expected(const std::vector<Judged>& records, std::size_t width) {
  Reading reading;
  for (const Judged& record : records) {
    const std::size_t bad_line = record.bad_line(width);
    if (bad_line > 0) {
      reading.bad.push_back(std::to_string(bad_line));
    } else if (!record.blank || width == 1) {
      reading.dense.push_back(record.cells);
      reading.places.push_back(std::to_string(record.line));
    }
  }
  return reading;
}

Texts first_words(Texts texts) {
  for (std::string& text : texts) text = text.substr(0, text.find_first_of(": "));
  return texts;
}

void check_against_judge(const std::string& body, char delimiter, std::size_t width) {
  std::string header = "h1";
  for (std::size_t i = 2; i <= width; ++i) header += delimiter + ("h" + std::to_string(i));
  const std::string text = header + "\n" + body;
  auto records = Judge(text, delimiter).records();
  records.erase(records.begin());
  const Reading judged = expected(records, width);
  ReadOptions options;
  options.format = Format::csv;
  options.delimiter = delimiter;
  Reading one;
  for (const std::size_t batch : {1U, 2U, 3U, 7U, 64U, 1U << 20}) {
    options.batch_bytes = batch;
    const Reading reading = read_all(Table::from_text(text, "t", options));
    if (batch == 1) one = reading;
    ASSERT_EQ(reading, one) << ::testing::PrintToString(text) << " in batches of " << batch;
    ASSERT_EQ(reading.dense, judged.dense) << ::testing::PrintToString(text);
    ASSERT_EQ(first_words(reading.places), judged.places) << ::testing::PrintToString(text);
    ASSERT_EQ(first_words(reading.bad), judged.bad) << ::testing::PrintToString(text);
  }
}

TEST(CsvCut, AgreesWithTheJudgeOnRandomTexts) {
  std::mt19937 random(1);
  for (int i = 0; i < 6000; ++i) {
    check_against_judge(random_text(random, ",,;\"\"\n\n\r ab", 40), ',', 1 + random() % 3);
  }
}

TEST(CsvCut, AgreesWithTheJudgeOnLongCells) {
  std::mt19937 random(2);
  for (int i = 0; i < 300; ++i) {
    check_against_judge(random_text(random, ";\"\n\raaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1500),
                        ';', 2);
  }
}

TEST(CsvCut, WholeRecordsAreWholeWhateverFollows) {
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_text(random, ",\"\"\n\ra", 24);
    const std::size_t border = whole_csv_records(text, ',');
    const std::string tail = random_text(random, ",\"\n\ra", 6);
    auto apart = Judge(text.substr(0, border), ',').records();
    for (Judged& record : Judge(text.substr(border) + tail, ',').records())
      apart.push_back(std::move(record));
    const auto together = Judge(text + tail, ',').records();
    ASSERT_EQ(apart.size(), together.size()) << ::testing::PrintToString(text) << border;
    for (std::size_t r = 0; r < apart.size(); ++r) ASSERT_EQ(apart[r].cells, together[r].cells);
  }
}

TEST(CsvCut, TheBorderIsTheLastOne) {
  EXPECT_EQ(whole_csv_records("a\nb\nc", ','), 4U);
  EXPECT_EQ(whole_csv_records("a\r\nb\r", ','), 3U);  // the CR may be half a line end
  EXPECT_EQ(whole_csv_records("a\rb\rc", ','), 4U);
  EXPECT_EQ(whole_csv_records("a\n\"b\nc", ','), 2U);   // the quote is open
  EXPECT_EQ(whole_csv_records("a\n\"b\n\"", ','), 2U);  // or half of two
  EXPECT_EQ(whole_csv_records("a\n\"b\n\"\nc", ','), 7U);
  EXPECT_EQ(whole_csv_records("a\nx\"b\nc", ','), 6U);  // not a quoted cell
}

TEST(CsvCut, FaultsHaveTheirPlace) {
  std::deque<std::string> arena;
  const CutRecord text_after = CsvCutter("a,\"b\"c,d\n", ',').next({}, arena);
  EXPECT_EQ(text_after.fault, CsvFault::text_after_quote);
  EXPECT_EQ(text_after.fault_at, 5U);
  EXPECT_EQ(text_after.n_cells, 3U);
  const CutRecord open = CsvCutter("a,\"b\nc", ',').next({}, arena);
  EXPECT_EQ(open.fault, CsvFault::open_quote);
  EXPECT_EQ(open.fault_at, 2U);
}

}  // namespace
}  // namespace priory::testing
