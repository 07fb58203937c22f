// SPDX-License-Identifier: Apache-2.0
// Rows in memory: every type and layout, sparse matrices, masks, weights, what is borrowed, and errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "priory/priory.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"

namespace priory {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Table csv_of(const std::string& text) {
  return Table::from_text(text, "test.csv");
}

Plan plan_by(const std::string& csv, const std::string& types) {
  PlanOptions options;
  options.target = "y";
  if (!types.empty()) options.types = parse_types(types);
  return make_plan(profile(csv_of(csv)), options);
}

const std::vector<std::string> kLabels = {"u", "v", "u", "v", "u", "v"};
const std::string kCsv = "y,a,b\nu,1,0\nv,3,1\nu,2,1\nv,7,0\nu,0,1\nv,4,1\n";

// The same small numbers as T, by rows and by columns, under families over numbers and over values.
template <class T>
void expect_model_of_file() {
  const std::vector<T> by_row = {T(1), T(0), T(3), T(1), T(2), T(1), T(7), T(0), T(0), T(1), T(4), T(1)};
  std::vector<T> by_column;
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t r = 0; r < 6; ++r) by_column.push_back(by_row[2 * r + j]);
  }
  for (const std::string types :
       {"a=gaussian,b=poisson", "a=categorical,b=bernoulli", "a=multinomial,b=multinomial"}) {
    const Plan plan = plan_by(kCsv, types);
    const std::string bytes = to_bytes(Classifier::train(plan, csv_of(kCsv)));
    Rows rows(6), columns(6);
    rows.strings("y", kLabels).matrix({"a", "b"}, by_rows(by_row, 2));
    columns.matrix({"a", "b"}, by_columns(by_column, 2)).strings("y", kLabels);
    EXPECT_EQ(to_bytes(Classifier::train(plan, rows)), bytes) << types;
    EXPECT_EQ(to_bytes(Classifier::train(plan, columns)), bytes) << types;
  }
}

TEST(Rows, OfEveryTypeAreTheModelOfTheFile) {
  expect_model_of_file<double>();
  expect_model_of_file<float>();
  expect_model_of_file<std::int8_t>();
  expect_model_of_file<std::int16_t>();
  expect_model_of_file<std::int32_t>();
  expect_model_of_file<std::int64_t>();
  expect_model_of_file<std::uint8_t>();
  expect_model_of_file<std::uint16_t>();
  expect_model_of_file<std::uint32_t>();
  expect_model_of_file<std::uint64_t>();
}

TEST(Rows, SpellNumbersThatAreValuesAsShortAsCanBe) {
  const std::string csv = "y,a,b\nu,0.1,1\nv,9007199254740993,0\nu,NA,1\n";
  const std::vector<std::string> labels = {"u", "v", "u"};
  const bool flags[] = {true, false, true};
  const std::vector<std::int64_t> whole = {1, 9007199254740993, 1};
  const Plan plan = plan_by(csv, "a=categorical,b=categorical");
  Rows rows(3);
  const std::vector<double> tenth = {0.1, 1, NAN};
  rows.strings("y", labels).numbers("a", tenth).numbers("b", flags);
  const Classifier model = Classifier::train(plan, rows);
  EXPECT_THAT(model.parts()[0].values, ElementsAre("0.1", "1"));
  EXPECT_THAT(model.parts()[1].values, ElementsAre("0", "1"));
  Rows large(3);
  large.strings("y", labels).numbers("a", whole).numbers("b", flags);
  EXPECT_THAT(Classifier::train(plan, large).parts()[0].values, ElementsAre("1", "9007199254740993"));
}

TEST(Rows, LieAtAnyDistance) {
  // The second of three numbers of each record, the last row first.
  const std::vector<double> records = {9, 4, 9, 9, 0, 9, 9, 7, 9, 9, 2, 9, 9, 3, 9, 9, 1, 9};
  const std::vector<float> b = {0, 1, 1, 0, 1, 1};
  const Plan plan = plan_by(kCsv, "a=gaussian,b=gaussian");
  Rows rows(6);
  rows.numbers("a", Numbers(&records[16], NumberType::f64, 6, 1, -3 * 8, 0))
      .numbers("b", b)
      .strings("y", kLabels);
  EXPECT_EQ(to_bytes(Classifier::train(plan, rows)), to_bytes(Classifier::train(plan, csv_of(kCsv))));
}

template <class Do>
std::string error_of(const Do& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_NE(error.remedy(), "");
    return error.place().text() + " " + error.message();
  }
  return "none";
}

// A normal column each, in this order.
Plan plan_of_numbers(const std::vector<std::string>& names) {
  std::string csv = "y";
  for (const std::string& name : names) csv += "," + name;
  for (const std::string row : {"\nu", "\nv", "\nu"}) {
    csv += row;
    for (std::size_t j = 0; j < names.size(); ++j) csv += "," + std::to_string(csv.size()) + ".5";
  }
  PlanOptions options;
  options.target = "y", options.family = "gaussian";
  return make_plan(profile(csv_of(csv + "\n")), options);
}

// More columns than are read together, more rows than a chunk, and a plan that takes some in another order.
TEST(Rows, OfWideMatricesAreThoseOfTheirColumns) {
  constexpr std::size_t kRows = 1500, kColumns = 21;
  std::vector<double> by_row(kRows * kColumns), by_column(by_row.size());
  for (std::size_t k = 0; k < by_row.size(); ++k) {
    by_row[k] = k % 97 == 0 ? std::nan("") : static_cast<double>(k * 7919 % 1013) / 8;
    by_column[k % kColumns * kRows + k / kColumns] = by_row[k];
  }
  std::vector<std::string> labels(kRows), names;
  for (std::size_t r = 0; r < kRows; ++r) labels[r] = r % 3 == 0 ? "u" : "v";
  for (std::size_t j = 0; j < kColumns; ++j) names.push_back("x" + std::to_string(j));
  std::vector<std::string> swapped = names;
  std::swap(swapped[3], swapped[12]), std::reverse(swapped.begin() + 16, swapped.end());
  for (const std::vector<std::string>& order : {names, swapped}) {
    Rows rows(kRows), columns(kRows);
    rows.matrix(names, by_rows(by_row, kColumns)).strings("y", labels);
    columns.matrix(names, by_columns(by_column, kColumns)).strings("y", labels);
    const Classifier model = Classifier::train(plan_of_numbers(order), rows);
    EXPECT_EQ(to_bytes(model), to_bytes(Classifier::train(plan_of_numbers(order), columns)));
    EXPECT_EQ(Predictor(model).posteriors(rows).data, Predictor(model).posteriors(columns).data);
  }
  by_row[1200 * kColumns + 9] = INFINITY;
  Rows rows(kRows);
  rows.matrix(names, by_rows(by_row, kColumns)).strings("y", labels);
  EXPECT_THAT(error_of([&] { Classifier::train(plan_of_numbers(names), rows); }), HasSubstr("rows:1201:10"));
}

TEST(Rows, LackWhatTheMaskLeavesOut) {
  const std::string csv = "y,a,b\nu,1,x\nv,,y\nu,2,\nv,7,x\n";
  const std::vector<std::string> labels = {"u", "v", "u", "v"}, texts = {"x", "y", "z", "x"};
  const std::vector<std::int16_t> a = {1, 55, 2, 7};
  const bool present[] = {true, false, true, true}, missing[] = {false, true, false, false};
  const std::uint8_t bits[] = {0b00010110};  // from the second bit on: 1, 1, 0, 1
  const Plan plan = plan_by(csv, "a=gaussian,b=categorical");
  const std::string bytes = to_bytes(Classifier::train(plan, csv_of(csv)));
  for (const Mask& mask : {Mask::present(present), Mask::missing(missing)}) {
    Rows rows(4);
    rows.strings("y", labels).numbers("a", a, mask).strings("b", texts, Mask::present_bits(bits, 4, 1));
    EXPECT_EQ(to_bytes(Classifier::train(plan, rows)), bytes);
  }
}

// Entries of a, b, c: by rows, the columns of the last row not in order, one entry of 0.
struct Sparse {
  std::vector<std::int32_t> begin = {0, 2, 3, 3, 6};
  std::vector<std::int32_t> column = {0, 2, 1, 2, 0, 1};
  std::vector<double> value = {1, 3, 2, 0, 5, 1};
  std::vector<std::int64_t> wide_begin{begin.begin(), begin.end()};
  std::vector<std::uint64_t> wide_column{column.begin(), column.end()};
  std::vector<std::uint8_t> bytes{1, 3, 2, 0, 5, 1};
  std::vector<std::string> labels = {"u", "v", "u", "v"};
};
const std::string kSparseCsv = "y,a,b,c\nu,1,0,3\nv,0,2,0\nu,0,0,0\nv,5,1,0\n";

TEST(Rows, SparseAreTheModelOfDenseOnes) {
  const Sparse s;
  for (const std::string types :
       {"a=multinomial,b=multinomial,c=multinomial", "a=gaussian,b=poisson,c=categorical",
        "a=multinomial,b=gaussian,c=multinomial"}) {
    const Plan plan = plan_by(kSparseCsv, types);
    const std::string bytes = to_bytes(Classifier::train(plan, csv_of(kSparseCsv)));
    Rows narrow(4), wide(4);
    narrow.strings("y", s.labels).csr({"a", "b", "c"}, {s.begin, s.column, s.value}, 3);
    wide.csr({"a", "b", "c"}, {s.wide_begin, s.wide_column, s.bytes}, 3).strings("y", s.labels);
    EXPECT_EQ(to_bytes(Classifier::train(plan, narrow)), bytes) << types;
    EXPECT_EQ(to_bytes(Classifier::train(plan, wide)), bytes) << types;
    PlanOptions options;
    options.target = "y", options.types = parse_types(types);
    EXPECT_EQ(plan_to_json(make_plan(profile(narrow), options)), plan_to_json(plan));
  }
}

TEST(Rows, AreBorrowedWhereTheyLieAsFamiliesWantThem) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  const std::vector<std::int32_t> codes = {0, 1, 0, 1, 0, -1};
  const Sparse s;
  std::vector<double> counts = s.value;
  counts[3] = 4;
  Rows rows(6);
  rows.numbers("x", x).codes("c", codes, {"no", "yes"}).strings("y", kLabels);
  ChunkSpec spec;
  spec.columns.resize(2);
  spec.columns[0].names = {"x"}, spec.columns[1].names = {"c"}, spec.columns[1].kind = CellKind::codes;
  const auto source = open_chunks(rows, spec);
  source->decoder()->decode(*source->next(), [&](const Chunk& chunk) {
    EXPECT_EQ(chunk.columns[0].reals.data(), x.data());
    EXPECT_EQ(static_cast<const void*>(chunk.columns[1].codes.data()), codes.data());
    EXPECT_EQ(chunk.columns[1].codes[5], kMissingCode);
    const Chunk copy = chunk;
    EXPECT_NE(copy.columns[0].reals.data(), x.data());
    EXPECT_EQ(copy.columns[0].reals, chunk.columns[0].reals);
  });
  Rows sparse(4);
  sparse.csr({}, {s.begin, s.column, counts}, 3);
  ChunkSpec bag;
  bag.columns.resize(1);
  bag.columns[0].names = {"1", "2", "3"}, bag.columns[0].kind = CellKind::bag;
  const auto bags = open_chunks(sparse, bag);
  bags->decoder()->decode(*bags->next(), [&](const Chunk& chunk) {
    EXPECT_EQ(chunk.columns[0].bag.count.data(), counts.data());
    EXPECT_EQ(static_cast<const void*>(chunk.columns[0].bag.word.data()), s.column.data());
    EXPECT_THAT(chunk.columns[0].bag.begin, ElementsAre(0, 2, 3, 3, 6));
  });
}

TEST(Rows, WeighWhatTheirWeightsSay) {
  const std::vector<std::string> labels = {"u", "v", "u"}, texts = {"one two two", "three", "one"};
  const std::vector<float> weights = {0.5F, 2, 1.25F};
  PlanOptions options;
  options.target = "y", options.text = {"t"};
  Rows plain(3), weighted(3), column(3);
  plain.strings("y", labels).strings("t", texts);
  weighted.strings("y", labels).strings("t", texts).weights(weights);
  column.strings("y", labels).strings("t", texts).numbers("w", weights);
  const Plan plan = make_plan(profile(plain), options);
  const Classifier model = Classifier::train(plan, weighted);
  EXPECT_THAT(model.class_count(), ElementsAre(1.75, 2));
  Plan by_column = plan;
  by_column.weight = "w";
  const Classifier same = Classifier::train(by_column, column);
  EXPECT_EQ(same.class_count(), model.class_count());
  EXPECT_EQ(same.parts()[0].parameters[0].data, model.parts()[0].parameters[0].data);
  Rows twice = column;
  twice.weights(weights);
  EXPECT_THROW(Classifier::train(by_column, twice), Error);
}

// What an Error says, with its place.
TEST(Rows, ThatDoNotFitTogetherAreRefused) {
  const std::vector<double> three = {1, 2, 3};
  const std::vector<std::string> words = {"a", "b"};
  EXPECT_THAT(error_of([&] { Rows(2).numbers("x", three); }), HasSubstr("'x' has 3 rows, not 2"));
  EXPECT_THAT(error_of([&] { Rows(3).numbers("x", three).numbers("x", three); }),
              HasSubstr("two columns are named 'x'"));
  EXPECT_THAT(error_of([&] { Rows(3).codes("x", three, {"a"}); }), HasSubstr("are fractions"));
  EXPECT_THAT(
      error_of([&] { Rows(3).weights(words.empty() ? Numbers() : Numbers(std::span(three).first(2))); }),
      HasSubstr("2 weights for 3 rows"));
  const std::vector<double> heavy = {1, 1, 0x1p40};
  Rows too_heavy(3);
  too_heavy.numbers("x", three).numbers("y", three).weights(heavy);
  PlanOptions by_y;
  by_y.target = "y";
  EXPECT_THAT(error_of([&] { train(too_heavy, by_y); }), HasSubstr("is no weight"));
  EXPECT_THAT(error_of([&] { Rows(3).matrix({"x", "y"}, three); }), HasSubstr("2 names for 1 columns"));
  const bool flags[] = {true};
  EXPECT_THAT(error_of([&] { Rows(3).numbers("x", three, Mask::present(flags)); }),
              HasSubstr("has 1 rows, not 3"));
  EXPECT_THAT(error_of([&] { Rows(3).numbers("size", three).target("sise"); }),
              HasSubstr("did you mean 'size'"));
}

TEST(Rows, WithCellsThatDoNotFitSayWhere) {
  const auto refused = [](const std::string& types, const auto& add) {
    const Plan plan = plan_by(kCsv, types);
    return error_of([&] {
      Rows rows(6);
      rows.strings("y", kLabels);
      add(rows);
      Classifier::train(plan, rows);
    });
  };
  const std::vector<double> whole = {1, 3, 2, 7, 0, 4}, half = {1, 3, 2, 0.5, 0, 4},
                            far = {1, 3, INFINITY, 7, 0, 4};
  const std::vector<std::int8_t> codes = {0, 1, 0, 1, 5, 0};
  EXPECT_THAT(
      refused("a=gaussian,b=gaussian", [&](Rows& rows) { rows.numbers("a", whole).numbers("b", far); }),
      HasSubstr("rows:3:3 'inf' in column 'b' is not a number"));
  EXPECT_THAT(
      refused("a=poisson,b=gaussian", [&](Rows& rows) { rows.numbers("a", half).numbers("b", whole); }),
      HasSubstr("rows:4:2 '0.5' in column 'a' is not a whole number"));
  EXPECT_THAT(refused("a=gaussian,b=categorical",
                      [&](Rows& rows) {
                        rows.numbers("a", whole).codes("b", codes, {"0", "1"});
                      }),
              HasSubstr("rows:5:3 the code 5 is of none of the 2 values"));
  EXPECT_THAT(
      refused("a=gaussian,b=gaussian", [&](Rows& rows) { rows.strings("a", kLabels).numbers("b", whole); }),
      HasSubstr("rows:1:2 'u' in column 'a' is not a number"));
  Sparse s;
  s.column[2] = 3;
  const auto sparse = [&] {
    Rows rows(4);
    rows.strings("y", s.labels).csr({"a", "b", "c"}, {s.begin, s.column, s.value}, 3);
    Classifier::train(plan_by(kSparseCsv, "a=multinomial,b=multinomial,c=multinomial"), rows);
  };
  EXPECT_THAT(error_of(sparse), HasSubstr("rows:2:2 an entry in column 3 of 3"));
  s.column = {0, 2, 1, 1, 0, 1};
  EXPECT_THAT(error_of(sparse), HasSubstr("rows:4:3 a row of a sparse matrix has a column twice"));
  s.begin[2] = 1;
  EXPECT_THAT(error_of(sparse), HasSubstr("rows:2:1 a row from entry 2 to 1 of 6"));
}

TEST(Rows, ThatAreBadCanBeSkipped) {
  const std::vector<double> a = {1, INFINITY, 2, 7, -1, 4}, b = {0, 1, 1, 0, 1, 1};
  Rows rows(6);
  rows.strings("y", kLabels).numbers("a", a).numbers("b", b);
  const Plan plan = plan_by(kCsv, "a=poisson,b=categorical");
  ChunkSpec spec = counting_spec(plan);
  spec.target_needed = spec.skip_bad_rows = true;
  ReadCounts counts;
  const auto open = [&] { return open_chunks(rows, spec, &counts); };
  const std::string bytes = to_bytes(Classifier::train(plan, open));
  EXPECT_EQ(counts.rows, 4U);
  EXPECT_EQ(counts.skipped, 2U);
  EXPECT_EQ(counts.first_place.line, 2U);
  EXPECT_EQ(bytes, to_bytes(Classifier::train(plan, csv_of("y,a,b\nu,1,0\nu,2,1\nv,7,0\nv,4,1\n"))));
}

TEST(Rows, AreJudgedClusteredAndAsked) {
  const std::vector<double> a = {1, 3, 2, 7, 0, 4};
  Rows rows(6);
  rows.strings("y", kLabels).numbers("a", a).target("y");
  const Classifier model = train(rows, {});
  EXPECT_EQ(model.plan().target, "y");
  EXPECT_EQ(evaluate(model, rows).measure().accuracy,
            evaluate(model, csv_of("y,a\nu,1\nv,3\nu,2\nv,7\nu,0\nv,4\n")).measure().accuracy);
  EXPECT_EQ(LabelledRows(model.plan(), rows_to_learn(rows, model.plan())).n_rows(), 6U);
  EXPECT_DOUBLE_EQ(JointDistribution(rows).ask(Query("P(y=v | a>2)")).probability, 1.0);
  Plan hidden = model.plan();
  hidden.target.clear();
  EXPECT_EQ(HiddenRows(hidden, {rows_to_learn(rows, hidden)}, {}).n_rows(), 6U);
}

TEST(Rows, CopiesGoTheirOwnWay) {
  const std::vector<double> a = {1, 2};
  Rows one(2);
  one.numbers("a", a);
  Rows other = one;
  other.numbers("b", a);
  EXPECT_EQ(one.n_columns(), 1U);
  EXPECT_EQ(other.n_columns(), 2U);
}

}  // namespace
}  // namespace priory
