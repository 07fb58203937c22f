// SPDX-License-Identifier: Apache-2.0
// What EM promises of every family: the objective never falls, classes that lie apart are found, a start that
// is a model stays that model, and neither threads nor memory nor the cut of the file change a byte.
#include <nlohmann/json.hpp>

#include "cases.h"
#include "clustering.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

// A table with columns of one family, or of all of them, without a class.
struct FamilyTable {
  std::string csv;
  PlanOptions options;
};

// Columns c0, c1, ... of a family: in one part where it takes several, and as texts where it takes those.
PlanOptions options_for(const Family& family, std::size_t n_columns) {
  PlanOptions out;
  const FamilyInfo info = family.info();
  out.family = info.name;
  ColumnGroup group{{}, std::string(info.name)};
  for (std::size_t j = 0; j < n_columns; ++j) group.columns.push_back(fmt::format("c{}", j));
  if (info.kind == CellKind::bag) out.text = group.columns;
  if (family.groups()) out.parts = {group};
  return out;
}

std::string header_of(std::size_t n_columns) {
  std::string out = "c0";
  for (std::size_t j = 1; j < n_columns; ++j) out += fmt::format(",c{}", j);
  return out + "\n";
}

// A row has at least one cell; the first rows have every value.
FamilyTable draw_family_table(Random& random, const Family& family, std::size_t n_rows) {
  const std::size_t n_columns = 1 + below(random, 3) + (family.groups() ? 1 : 0);
  FamilyTable out{header_of(n_columns), options_for(family, n_columns)};
  for (std::size_t r = 0; r < n_rows; ++r) {
    for (std::size_t j = 0; j < n_columns; ++j) {
      std::string cell = draw_cell_text(random, family);
      if (family.info().kind == CellKind::reals && !family.domain().whole && cell != "NA")
        cell = fmt::format("{}", draw_real(random, family.domain()));
      if (family.info().kind == CellKind::codes && r < n_values(family))
        cell = std::string(1, static_cast<char>('a' + r));
      out.csv += (j == 0 ? "" : ",") + cell;
    }
    out.csv += "\n";
  }
  return out;
}

// A column of every generative family.
FamilyTable draw_mixed_table(Random& random, std::size_t n_rows) {
  MixedTable table = draw_table(random, n_rows);
  table.options.target = {};
  table.options.ignore = {"y"};
  const std::vector<const Family*> families = families_with_columns();
  for (std::size_t k = 0; k < families.size(); ++k) {
    if (families[k]->generative()) continue;
    const std::string name = fmt::format("c{}", k);
    std::erase_if(table.options.types, [&](const ColumnType& each) { return each.column == name; });
    table.options.ignore.push_back(name);
  }
  return {table.csv(), table.options};
}

// Sets an option where a family of the list has it.
void set(PlanOptions& options, const std::string& name, const std::string& value) {
  options = with_setting(options, name, value);
}

// Consecutive steps of one start. A class seeded again begins anew, and is told in the notes.
void expect_never_falls(const EmReport& report) {
  for (const std::string& note : report.notes) {
    if (note.find("seeded again") != std::string::npos) return;
  }
  for (std::size_t k = 1; k < report.trace.size(); ++k) {
    const EmStep &before = report.trace[k - 1], &after = report.trace[k];
    if (before.restart != after.restart || !std::isfinite(before.objective)) continue;
    EXPECT_GE(after.objective, before.objective - 1e-9 * (1 + std::abs(before.objective)))
        << "start " << after.restart << ", iteration " << after.iteration;
  }
}

enum class How { full, hard, annealed };

EmOptions options_of(How how, unsigned seed) {
  EmOptions out;
  out.hard = how == How::hard, out.anneal = how == How::annealed;
  out.restarts = 2, out.max_iterations = 40, out.seed = seed;
  return out;
}

// What a run came to; nothing where the rows let a class die that could not be brought back.
std::optional<EmResult> run(const FamilyTable& table, std::size_t k, const EmOptions& em) {
  try {
    EmResult out = clustered(table.csv, table.options, k, em);
    expect_no_bug_of_ours(out);
    expect_sound(out.model);
    return out;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
    return std::nullopt;
  }
}

class Em : public EveryFamily {};

// What is smoothed by a share of the spread, or a ridge, does not raise the likelihood alone: the notes make
// allowance for that, and say so if the objective falls nevertheless. Under a prior that keeps variances from
// zero the objective itself must rise.
TEST_P(Em, NeverLowersItsObjective) {
  const bool normal = has_option(family(), "var-smoothing"), prior = has_option(family(), "prior-scale");
  const bool ridge = has_option(family(), "ridge");
  const bool monotone = family().monotone(settings_of(family()));
  std::size_t finished = 0, tried = 0;
  for (unsigned seed = 1; seed <= cases(150); ++seed) {
    Random random(seed);
    FamilyTable table = draw_family_table(random, family(), 4 + below(random, 40));
    const bool with_prior = prior && seed % 2 == 0;
    if (has_option(family(), "alpha")) set(table.options, "alpha", seed % 3 == 0 ? "0" : "0.5");
    if (normal) set(table.options, "var-smoothing", with_prior ? "0" : "1e-3");
    if (ridge && !with_prior) set(table.options, "ridge", "0.05");
    if (with_prior) set(table.options, "prior-scale", "0.5"), set(table.options, "prior-shape", "1");
    for (const How how : {How::full, How::hard, How::annealed}) {
      SCOPED_TRACE(fmt::format("seed {}, way {}", seed, static_cast<int>(how)));
      const auto result = run(table, 2 + seed % 3, options_of(how, seed));
      ++tried, finished += result.has_value();
      if (result && how != How::annealed && (!normal || with_prior) && monotone) expect_never_falls(*result);
    }
  }
  EXPECT_GT(finished, tried * 9 / 10);
}

TEST(EmOverAll, NeverLowersItsObjectiveOverAllFamiliesAtOnce) {
  std::size_t finished = 0;
  for (unsigned seed = 1; seed <= cases(60); ++seed) {
    Random random(seed);
    FamilyTable table = draw_mixed_table(random, 8 + below(random, 40));
    set(table.options, "var-smoothing", "1e-3");
    for (const How how : {How::full, How::hard, How::annealed}) {
      SCOPED_TRACE(fmt::format("seed {}, way {}", seed, static_cast<int>(how)));
      finished += run(table, 2 + seed % 3, options_of(how, seed)).has_value();
    }
  }
  EXPECT_GT(finished + 10, 3 * cases(60));
}

// Rows of three classes that lie apart: numbers around 0, 40 and 80; a pattern of values of which a row has
// all but one; texts of words of its own and one that all share.
struct Planted {
  FamilyTable table;
  std::vector<std::size_t> truth;
};

// The same three groups where the domain has ends: well apart in the measure that suits it.
double planted_in(const Domain& domain, double x, double off) {
  if (domain.wraps) return std::remainder(x / 20 + off / 10, domain.high - domain.low);
  if (std::isfinite(domain.high))
    return domain.low + (domain.high - domain.low) * (0.1 + x / 100 + off / 100);
  return std::isfinite(domain.low) ? domain.low + std::exp(x / 5) * (1 + off / 10) : x + off;
}

std::string planted_cell(Random& random, const Family& family, std::size_t group, std::size_t column,
                         bool wrong) {
  const FamilyInfo info = family.info();
  if (info.kind == CellKind::bag) {
    std::string out = "shared";
    for (int k = 0; k < 6; ++k) out += fmt::format(" g{}w{}", group, below(random, 4));
    return out;
  }
  if (info.kind == CellKind::codes) return (column % 3 == group) != wrong ? "yes" : "no";
  // A covariance makes all directions alike: there the classes are the corners of a triangle.
  const double x = family.groups() ? (column + 1 == group ? 40 : 0) : 40 * static_cast<double>(group);
  if (family.domain().whole) return fmt::format("{}", x + static_cast<double>(below(random, 3)));
  const double off = std::uniform_real_distribution<double>(-1, 1)(random);
  return fmt::format("{}", planted_in(family.domain(), x, off));
}

Planted plant(const Family& family, unsigned seed) {
  Random random(seed);
  const CellKind kind = family.info().kind;
  // Annealing cannot part a single normal column: its variance is that of all rows until the classes differ.
  const std::size_t n_columns = kind == CellKind::codes   ? 12
                                : family.groups()         ? 2
                                : kind == CellKind::reals ? 3
                                                          : 1;
  Planted out{{header_of(n_columns), options_for(family, n_columns)}, {}};
  for (std::size_t r = 0; r < 90; ++r) {
    out.truth.push_back(r < 3 ? r : below(random, 3));
    const std::size_t wrong = below(random, 2 * n_columns);  // half the rows have none
    for (std::size_t j = 0; j < n_columns; ++j)
      out.table.csv +=
          (j == 0 ? "" : ",") + planted_cell(random, family, out.truth.back(), j, r >= 3 && j == wrong);
    out.table.csv += "\n";
  }
  return out;
}

TEST_P(Em, FindsClassesThatLieApart) {
  if (family().info().name == "exponential")
    GTEST_SKIP() << "its classes all reach down to 0: none lies apart";
  if (combines(family())) GTEST_SKIP() << "a full table tells no classes apart";
  if (has_option(family(), "bins")) GTEST_SKIP() << "a bin with few rows says little of its class";
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const Planted planted = plant(family(), seed);
    for (const How how : {How::full, How::hard, How::annealed}) {
      SCOPED_TRACE(fmt::format("seed {}, way {}", seed, static_cast<int>(how)));
      // Nor can it part normal columns with one covariance, for the same reason.
      if (how == How::annealed && family().groups()) continue;
      EmOptions em;  // the defaults
      em.hard = how == How::hard, em.anneal = how == How::annealed;
      const EmResult result = clustered(planted.table.csv, planted.table.options, 3, em);
      EXPECT_TRUE(same_partition(assignments(result.model, planted.table.csv), planted.truth));
      expect_no_bug_of_ours(result);
      EXPECT_TRUE(result.converged);
      std::size_t n[3] = {};
      for (const std::size_t group : planted.truth) ++n[group];
      std::sort(std::begin(n), std::end(n), std::greater<>());
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(result.model.class_count()[k], static_cast<double>(n[k]), 0.05);
    }
  }
}

// The first three rows have their class, the others do not. A number of its own needs some idea of how far
// its class reaches, hence the ridge.
TEST_P(Em, NeedsOneLabelledRowAClass) {
  if (combines(family())) GTEST_SKIP() << "a full table tells no classes apart";
  if (has_option(family(), "bins")) GTEST_SKIP() << "a row says nothing of other bins than its own";
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    Planted planted = plant(family(), seed);
    std::string csv;
    std::istringstream lines(planted.table.csv);
    std::size_t r = 0;
    for (std::string line; std::getline(lines, line); ++r) {
      const std::string label = r == 0 ? "y" : r <= 3 ? std::string(1, "abc"[planted.truth[r - 1]]) : "";
      csv += label + "," + line + "\n";
    }
    planted.table.options.target = "y";
    if (has_option(family(), "ridge"))
      set(planted.table.options, "ridge", "1");
    else if (has_option(family(), "var-smoothing") && family().free_parameters({}, 1) > 1)
      set(planted.table.options, "var-smoothing", "0.01");
    // An imaginary row with one event would halve the rate that a single row tells.
    if (has_option(family(), "alpha")) set(planted.table.options, "alpha", "0.01");
    const HiddenRows rows = hidden_rows(csv, planted.table.options);
    EXPECT_EQ(rows.n_labelled(), 3U);
    const EmResult result = train_with_unlabelled(rows, {});
    expect_no_bug_of_ours(result);
    EXPECT_EQ(result.model.classes(), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(assignments(result.model, csv), planted.truth);
  }
}

// Starts

// As inspect --json writes them: -inf is a text.
nlohmann::ordered_json numbers_of(const StartArray& array, std::size_t depth, std::size_t& at) {
  if (depth == array.shape.size()) {
    const double x = array.data[at++];
    return std::isinf(x) ? nlohmann::ordered_json("-inf") : nlohmann::ordered_json(x);
  }
  auto out = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < array.shape[depth]; ++k) out.push_back(numbers_of(array, depth + 1, at));
  return out;
}

std::string json_of(const Start& start) {
  nlohmann::ordered_json out = {
      {"schema", "priory.model/1"}, {"kind", "mixture"}, {"target", nullptr}, {"classes", start.classes}};
  std::size_t at = 0;
  out["log_prior"] = numbers_of({"", {start.log_prior.size()}, start.log_prior}, 0, at);
  out["parts"] = nlohmann::ordered_json::array();
  for (const StartPart& part : start.parts) {
    nlohmann::ordered_json each = {{"family", part.family}, {"columns", part.columns}};
    if (!part.values.empty()) each["values"] = part.values;
    for (const StartArray& array : part.arrays) {
      at = 0;
      each[array.name] = numbers_of(array, 0, at);
    }
    out["parts"].push_back(std::move(each));
  }
  return out.dump();
}

void expect_same_answers(const Classifier& a, const Classifier& b, const std::string& csv) {
  const auto p = posteriors(a, csv), q = posteriors(b, csv);
  ASSERT_EQ(p.size(), q.size());
  for (std::size_t r = 0; r < p.size(); ++r) {
    for (std::size_t k = 0; k < p[r].size(); ++k) {
      if (p[r][k] != q[r][k]) {
        EXPECT_NEAR(p[r][k], q[r][k], 1e-12 * (1 + std::abs(p[r][k]))) << "row " << r;
      }
    }
  }
}

void expect_start_stays(const FamilyTable& table, const EmOptions& em) {
  const HiddenRows rows = hidden_rows(table.csv, table.options);
  const EmResult found = cluster(rows, 3, em);
  const Start start = start_from_json(json_of(start_of(found.model)), "start.json");
  EmOptions none;
  none.max_iterations = 0;
  const EmResult same = cluster(rows, 3, none, &start);
  EXPECT_EQ(same.iterations, 0U);
  EXPECT_NEAR(same.log_likelihood, found.log_likelihood, 1e-9 * std::abs(found.log_likelihood));
  expect_same_answers(same.model, found.model, table.csv);
  // In the model file too, where the parameters cannot be estimated from the sums.
  const std::string bytes = to_bytes(same.model);
  expect_same_answers(from_bytes(bytes, "memory"), found.model, table.csv);
  EXPECT_EQ(to_bytes(from_bytes(bytes, "memory")), bytes);
}

TEST_P(Em, OfNoIterationIsTheStart) {
  if (combines(family())) GTEST_SKIP() << "tables of combinations cannot be given";
  for (unsigned seed = 1; seed <= cases(10); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    FamilyTable table = draw_family_table(random, family(), 40);
    if (has_option(family(), "alpha")) set(table.options, "alpha", seed % 2 == 0 ? "0" : "1");
    if (has_option(family(), "ridge")) set(table.options, "ridge", "0.1");
    EmOptions em;
    em.restarts = 1, em.max_iterations = 3;
    expect_start_stays(table, em);
  }
}

TEST(EmOverAll, OfNoIterationIsTheStartOverAllFamiliesAtOnce) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    EmOptions em;
    em.restarts = 1, em.max_iterations = 3, em.hard = seed % 2 == 0;
    FamilyTable table = draw_mixed_table(random, 60);
    for (ColumnType& each : table.options.types) {
      const Family* family = find_family(each.type, CellKind::codes);
      if (family != nullptr && combines(*family)) each.type = "categorical";  // their tables cannot be given
    }
    expect_start_stays(table, em);
  }
}

// The same bytes

bool same_steps(const std::vector<EmStep>& a, const std::vector<EmStep>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const EmStep& x, const EmStep& y) {
    return x.restart == y.restart && x.iteration == y.iteration && x.log_likelihood == y.log_likelihood &&
           x.objective == y.objective;
  });
}

void expect_same_for_any_way(const FamilyTable& table, const EmOptions& em) {
  const EmResult first = clustered(table.csv, table.options, 3, em);
  const std::string expected = to_bytes(first.model);
  const std::size_t file = 1;
  for (const auto& [way, memory] :
       std::vector<std::pair<Way, std::size_t>>{{Way{1, 1 << 20, 1024}, 0},
                                                {Way{2, 1 << 14, 100}, 0},
                                                {Way{7, 1 << 12, 7}, 0},
                                                {Way{7, 1 << 20, 1024}, file},
                                                {Way{1, 999, 1}, file},
                                                {Way{2, 1 << 13, 1000}, 1 << 17}}) {
    SCOPED_TRACE(fmt::format("{} threads, batches of {}, chunks of {}, memory {}", way.threads,
                             way.batch_bytes, way.chunk_rows, memory));
    const EmResult again = clustered(table.csv, table.options, 3, em, way, memory);
    EXPECT_EQ(to_bytes(again.model), expected);
    EXPECT_EQ(again.iterations, first.iterations);
    EXPECT_TRUE(same_steps(again.trace, first.trace));
  }
}

TEST_P(Em, IsTheSameForAnyThreadsChunksAndMemory) {
  Random random(7);
  FamilyTable table = draw_family_table(random, family(), 2500);
  for (const bool hard : {false, true}) {
    EmOptions em;
    em.restarts = 2, em.max_iterations = 4, em.hard = hard;
    expect_same_for_any_way(table, em);
  }
}

TEST(EmOverAll, IsTheSameForAnyThreadsChunksAndMemoryOverAllFamilies) {
  Random random(8);
  const FamilyTable table = draw_mixed_table(random, 2200);
  for (const How how : {How::full, How::hard, How::annealed}) {
    EmOptions em = options_of(how, 1);
    em.restarts = 1, em.max_iterations = 2;
    expect_same_for_any_way(table, em);
  }
}

// Hard EM stops when no row moves, which must not depend on how the sums came about.
TEST(EmOverAll, OfHardEmEndsAfterTheSameIterationForAnyThreads) {
  Random random(10);
  for (const FamilyTable& table :
       {draw_mixed_table(random, 2200),
        draw_family_table(random, *find_family("gaussian", CellKind::reals), 3000)}) {
    EmOptions em;
    em.hard = true, em.restarts = 2;
    const EmResult one = clustered(table.csv, table.options, 4, em);
    EXPECT_TRUE(one.converged);
    for (const unsigned threads : {2U, 7U}) {
      const EmResult many = clustered(table.csv, table.options, 4, em, {threads, 1 << 14, 100});
      EXPECT_TRUE(same_steps(many.trace, one.trace)) << threads;
      EXPECT_EQ(to_bytes(many.model), to_bytes(one.model));
    }
  }
}

// The floor of the variances comes from a sample of the values where there are many of them.
TEST(EmOverAll, IsTheSameForAnyThreadsOverManyDifferentValues) {
  Random random(12);
  std::string csv = "c0,c1,c2,c3\n";
  std::normal_distribution<double> normal;
  for (int row = 0; row < 7000; ++row)
    csv += fmt::format("{},{},{},{}\n", normal(random), normal(random), normal(random), normal(random));
  EmOptions em;
  em.restarts = 1, em.max_iterations = 1;
  const auto bytes = [&](unsigned threads) {
    return to_bytes(clustered(csv, with_family("gaussian"), 2, em, {threads, 1 << 14}).model);
  };
  const std::string expected = bytes(1);
  for (const unsigned threads : {2U, 7U}) EXPECT_EQ(bytes(threads), expected) << threads;
}

TEST(EmOverAll, WithLabelsIsTheSameForAnyThreadsChunksAndMemory) {
  Random random(9);
  const MixedTable mixed = draw_table(random, 2100);
  FamilyTable table = {{}, draw_mixed_table(random, 10).options};
  table.options.target = "y", std::erase(table.options.ignore, "y");
  std::vector<std::string> rows = mixed.rows;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (r % 3 != 0) rows[r] = rows[r].substr(1);  // without its class
  }
  table.csv = mixed.csv(rows);
  EmOptions em;
  em.max_iterations = 3, em.restarts = 1, em.unlabelled_weight = 0.5;
  for (const std::size_t components : {1U, 2U}) {
    em.components = components;
    const auto bytes = [&](Way way, std::size_t memory) {
      const HiddenRows hidden = hidden_rows(table.csv, table.options, way, memory);
      EXPECT_EQ(hidden.n_labelled(), 700U);
      return to_bytes(train_with_unlabelled(hidden, em, way.threads).model);
    };
    const std::string expected = bytes({}, 0);
    EXPECT_EQ(bytes({2, 1 << 14, 100}, 0), expected);
    EXPECT_EQ(bytes({7, 1 << 12, 7}, 1), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, Em, every_generative_family(), family_label);

}  // namespace
}  // namespace priory::testing
