// SPDX-License-Identifier: Apache-2.0
// Rows of every kind come back as they went in: what was written into the CSV is written once more from the
// chunks that are kept, and compared as text.
#include "learn/kept_rows.h"

#include <bit>
#include <set>

#include "clustering.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

constexpr std::size_t kRows = 2 * KeptRows::kBlockRows + 300;

// A column: its cells as they stand in the file, and what they mean; "?" is missing.
struct Cells {
  std::string name, type;
  std::vector<std::string> text, meaning;

  void add(std::string written, std::string means) {
    text.push_back(std::move(written)), meaning.push_back(std::move(means));
  }
};

std::string bits_of(double x) {
  return std::isnan(x) ? "?" : fmt::format("{:016x}", std::bit_cast<std::uint64_t>(x));
}

Cells reals(Random& random, const std::string& name, const std::vector<double>& some) {
  Cells out{name, "gaussian", {}, {}};
  for (std::size_t r = 0; r < kRows; ++r) {
    const double x = some[below(random, some.size())];
    out.add(std::isnan(x) ? "" : fmt::format("{}", x), bits_of(x));
  }
  return out;
}

// Each value at least once: the first rows have them in turn.
Cells codes(Random& random, const std::string& name, std::size_t n_values, bool missing) {
  Cells out{name, "categorical", {}, {}};
  for (std::size_t r = 0; r < kRows; ++r) {
    if (missing && r >= n_values && one_in(random, 5)) {
      out.add("", "?");
    } else {
      const std::string value = fmt::format("v{}", r < n_values ? r : below(random, n_values));
      out.add(value, value);
    }
  }
  return out;
}

std::string bag_text(const std::map<std::string, double>& bag) {
  std::string out;
  for (const auto& [word, count] : bag) out += fmt::format("{}*{} ", word, count);
  return out;
}

// Texts of up to `most` words, some empty (of punctuation only) and some missing.
Cells texts(Random& random, const std::string& name, std::size_t most) {
  Cells out{name, "text", {}, {}};
  for (std::size_t r = 0; r < kRows; ++r) {
    if (one_in(random, 6)) {
      out.add("", "?");
      continue;
    }
    std::string text = "!";
    std::map<std::string, double> bag;
    for (std::size_t k = below(random, most + 1); k > 0; --k) {
      const std::string word = fmt::format("word{}", below(random, 400));
      text += " " + word, bag[word] += 1;
    }
    out.add(text, bag_text(bag));
  }
  return out;
}

struct DrawnTable {
  std::vector<Cells> columns;
  std::vector<Cells> counts;  // one bag
  Cells label{"y", "", {}, {}}, weight{"w", "weight", {}, {}};

  std::string csv() const {
    std::string out;
    const auto line = [&](const auto& of) {
      std::string text = of(label) + "," + of(weight);
      for (const Cells& each : columns) text += "," + of(each);
      for (const Cells& each : counts) text += "," + of(each);
      out += text + "\n";
    };
    line([](const Cells& each) { return each.name; });
    for (std::size_t r = 0; r < kRows; ++r) line([r](const Cells& each) { return each.text[r]; });
    return out;
  }

  PlanOptions options() const {
    std::string types = "w=weight";
    for (const Cells& each : columns) types += fmt::format(",{}={}", each.name, each.type);
    for (const Cells& each : counts) types += fmt::format(",{}=multinomial", each.name);
    return with_types("y", types);
  }

  // Row r as it was meant, by the names of the columns.
  std::map<std::string, std::string> row(std::size_t r) const {
    std::map<std::string, std::string> out = {{"y", label.meaning[r]}, {"w", weight.meaning[r]}};
    for (const Cells& each : columns) out[each.name] = each.meaning[r];
    std::map<std::string, double> bag;
    for (const Cells& each : counts) {
      if (each.text[r] != "0") bag[each.name] = std::stod(each.text[r]);
    }
    if (!counts.empty()) out["counts"] = bag_text(bag);
    return out;
  }
};

DrawnTable draw_rows(unsigned seed) {
  Random random(seed);
  DrawnTable out;
  const double nan = kMissingReal;
  out.columns = {reals(random, "bytes", {0, 1, 254, 7}),
                 reals(random, "most_bytes", {0, 1, 255}),
                 reals(random, "zeros", {0.0, -0.0, 3}),
                 reals(random, "floats", {0.5, -1.25, 16777216, 1e-45F, nan}),
                 reals(random, "doubles", {0.1, 1e300, -1e-310, 16777217, 3e38}),
                 reals(random, "gaps", {1, 2, nan}),
                 codes(random, "two", 2, false),
                 codes(random, "two_gaps", 2, true),
                 codes(random, "three", 3, true),
                 codes(random, "v254", 254, true),
                 codes(random, "v255", 255, true),
                 codes(random, "v300", 300, true),
                 texts(random, "short", 3),
                 texts(random, "long", 150)};
  for (const std::string name : {"n1", "n2", "n3"}) {
    out.counts.push_back({name, "multinomial", {}, {}});
    for (std::size_t r = 0; r < kRows; ++r)
      out.counts.back().add(fmt::format("{}", 0.25 * static_cast<double>(below(random, 9))), "");
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    const std::string name = r < 3 ? std::string(1, "xyz"[r]) : std::string(1, "xyz"[below(random, 3)]);
    const bool missing = r >= 3 && one_in(random, 4);
    out.label.add(missing ? "" : name, missing ? "?" : name);
    const double weight = r < KeptRows::kBlockRows ? 1 : 0.25 * static_cast<double>(1 + below(random, 9));
    out.weight.add(fmt::format("{}", weight), bits_of(weight));
  }
  return out;
}

std::string cell_of(const Column& column, std::size_t row, const Dictionary& values) {
  if (column.kind == CellKind::reals) return bits_of(column.reals[row]);
  if (column.kind == CellKind::bag) {
    if (column.bag.missing[row]) return "?";
    std::map<std::string, double> bag;
    for (std::size_t k = column.bag.begin[row]; k < column.bag.begin[row + 1]; ++k)
      bag[std::string(values[column.bag.word[k]])] = column.bag.count[k];
    return bag_text(bag);
  }
  const auto bit = [row](std::span<const std::uint64_t> bits) { return (bits[row / 64] >> (row % 64)) & 1; };
  const PackedCodes& packed = column.packed;
  if (!packed.present.empty() && bit(packed.present) == 0) return "?";
  if (!packed.ones.empty()) return std::string(values[bit(packed.ones)]);
  if (!packed.bytes.empty())
    return packed.bytes[row] == PackedCodes::kMissing ? "?" : std::string(values[packed.bytes[row]]);
  return column.codes[row] == kMissingCode ? "?" : std::string(values[column.codes[row]]);
}

std::map<std::string, std::string> row_of(const HiddenRows& rows, const Chunk& chunk, std::size_t row) {
  std::map<std::string, std::string> out;
  const std::uint32_t label = chunk.target.codes[row];
  out["y"] = label == kMissingCode ? "?" : rows.classes()[label];
  out["w"] = bits_of(chunk.weight.empty() ? 1 : chunk.weight[row]);
  for (std::size_t k = 0; k < kept_rows(rows).vocabulary().parts().size(); ++k) {
    const PartVocabulary& part = kept_rows(rows).vocabulary().parts()[k];
    const PartPlan& plan = kept_rows(rows).vocabulary().plan().parts[k];
    for (std::size_t j = 0; j < part.columns.size(); ++j)
      out[plan.n_columns() < plan.columns.size() ? "counts" : plan.columns[j]] = cell_of(
          chunk.columns[part.columns[j]], row, part.of_columns ? part.of_columns->of(j) : part.values);
  }
  return out;
}

void expect_rows(const DrawnTable& table, const HiddenRows& rows) {
  const auto source = kept_rows(rows).open();
  const auto decoder = source->decoder();
  std::size_t at = 0;
  while (const auto batch = source->next()) {
    decoder->decode(*batch, [&](const Chunk& chunk) {
      EXPECT_EQ(chunk.first_row, at);
      for (std::size_t r = 0; r < chunk.n_rows; ++r, ++at)
        ASSERT_EQ(row_of(rows, chunk, r), table.row(at)) << "row " << at;
    });
  }
  EXPECT_EQ(at, kRows);
  for (const std::size_t row : {std::size_t{0}, KeptRows::kBlockRows, kRows - 1}) {
    kept_rows(rows).visit(row, [&](const Chunk& chunk, std::size_t place) {
      EXPECT_EQ(row_of(rows, chunk, place), table.row(row));
    });
  }
}

// What is known of all rows together, from the cells as they were meant.
void expect_totals(const DrawnTable& table, const KeptRows& rows) {
  std::size_t n_labelled = 0;
  double weight = 0;
  for (std::size_t r = 0; r < kRows; ++r) {
    n_labelled += table.label.meaning[r] != "?";
    weight += std::stod(table.weight.text[r]);
  }
  EXPECT_EQ(rows.n_rows(), kRows);
  EXPECT_EQ(rows.n_blocks(), 3U);
  EXPECT_EQ(rows.n_labelled(), n_labelled);
  EXPECT_EQ(rows.total_weight(), weight);
  EXPECT_GT(rows.total_count(), weight);  // texts of 75 words on average
}

TEST(KeptRows, ComeBackAsTheyWentInForAnyThreadsAndChunks) {
  const DrawnTable table = draw_rows(1);
  for (const Way way : {Way{1, 1 << 20, 1024}, Way{2, 1000, 3}, Way{7, 1 << 15, 500}, Way{7, 1 << 14, 1}}) {
    SCOPED_TRACE(way.threads);
    const HiddenRows rows = hidden_rows(table.csv(), table.options(), way);
    EXPECT_FALSE(kept_rows(rows).in_file());
    expect_rows(table, rows);
    expect_totals(table, kept_rows(rows));
  }
}

TEST(KeptRows, ComeBackFromATemporaryFileForAnyThreads) {
  const DrawnTable table = draw_rows(2);
  for (const unsigned threads : {1U, 2U, 7U}) {
    SCOPED_TRACE(threads);
    const HiddenRows rows = hidden_rows(table.csv(), table.options(), {threads, 1 << 14, 100}, 1);
    EXPECT_TRUE(kept_rows(rows).in_file());
    expect_rows(table, rows);
    expect_totals(table, kept_rows(rows));
  }
}

TEST(KeptRows, ComeBackHalfFromMemoryAndHalfFromAFile) {
  const DrawnTable table = draw_rows(3);
  const HiddenRows rows = hidden_rows(table.csv(), table.options(), {}, 1 << 19);
  EXPECT_TRUE(kept_rows(rows).in_file());
  expect_rows(table, rows);
}

struct CountRows {
  std::size_t n = 0;
  std::set<std::size_t> first;
  void accumulate(const Chunk& chunk) { n += chunk.n_rows, first.insert(chunk.first_row); }
  void merge(const CountRows& other) { n += other.n, first.insert(other.first.begin(), other.first.end()); }
};

TEST(KeptRows, AreReadByManyThreadsAtOnceEachBlockOnce) {
  const DrawnTable table = draw_rows(4);
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1}}) {
    const HiddenRows rows = hidden_rows(table.csv(), table.options(), {}, memory);
    const CountRows counted = fold(*kept_rows(rows).open(), CountRows(), 7);
    EXPECT_EQ(counted.n, kRows);
    EXPECT_EQ(counted.first, (std::set<std::size_t>{0, KeptRows::kBlockRows, 2 * KeptRows::kBlockRows}));
  }
}

// Classes of the labelled files only; all rows of the others are without one, whatever stands in them.
TEST(KeptRows, OfUnlabelledFilesHaveNoClassWhateverTheySay) {
  const std::string labelled = "y,x\na,1\n,2\nb,3\n", other = "y,x\nq,4\na,5\n", none = "x\n6\n";
  const Plan plan = plan_of(labelled, with_types("y", "x=gaussian"));
  const HiddenRows rows(plan, {hidden_opener(plan, labelled)},
                        {hidden_opener(plan, other), hidden_opener(plan, none)});
  EXPECT_EQ(rows.classes(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(rows.n_rows(), 6U);
  EXPECT_EQ(rows.n_labelled(), 2U);
  kept_rows(rows).visit(0, [](const Chunk& chunk, std::size_t) {
    EXPECT_EQ(chunk.target.codes,
              (std::vector<std::uint32_t>{0, kMissingCode, 1, kMissingCode, kMissingCode, kMissingCode}));
    EXPECT_EQ(chunk.columns[0].reals, (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_TRUE(chunk.weight.empty());
  });
}

TEST(KeptRows, ThatAreNoneAreRefused) {
  const PlanOptions options = with_types("", "x=gaussian");
  const Plan plan = plan_of("x\n1\n2\n", options);
  try {
    HiddenRows(plan, {}, {hidden_opener(plan, "x\n")});
    FAIL() << "no rows were taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_NE(std::string(error.what()).find("no rows"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace priory::testing
