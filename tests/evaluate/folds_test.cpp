// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "priory/training.h"

#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "training.h"

namespace priory::testing {
namespace {

// `n` rows: class c of row r is that of pattern[r % size], group r / 5.
std::string csv_of(std::size_t n, const std::string& pattern) {
  std::string out = "y,x,g\n";
  for (std::size_t r = 0; r < n; ++r)
    out += fmt::format("{},{},g{}\n", pattern[r % pattern.size()], r % 7, r / 5);
  return out;
}

LabelledRows rows_of(const std::string& csv, bool grouped) {
  PlanOptions options = with_types("y", "x=gaussian,g=ignore");
  const Plan plan = plan_of(csv, options);
  ChunkSpec spec = chunk_spec(plan);
  spec.target_needed = true;
  if (grouped) spec.keep = {"g"};
  const Table table = table_of(csv);
  return LabelledRows(plan, [&] { return open_chunks(table, spec, nullptr, true); });
}

TEST(Folds, DifferByOneRowAtMostInAllAndInEveryClass) {
  const LabelledRows rows = rows_of(csv_of(103, "aaabbc"), false);
  const auto fold = assign_folds(rows, {10, false, 3});
  std::map<std::uint32_t, std::size_t> size;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> of_class;
  for (std::size_t r = 0; r < 103; ++r) ++size[fold[r]], ++of_class[{rows.labels()[r], fold[r]}];
  ASSERT_EQ(size.size(), 10U);
  for (const auto& [f, n] : size) EXPECT_TRUE(n == 10 || n == 11);
  for (std::uint32_t c = 0; c < 3; ++c) {
    std::vector<std::size_t> counts;
    for (std::uint32_t f = 0; f < 10; ++f) counts.push_back(of_class[{c, f}]);
    EXPECT_LE(*std::ranges::max_element(counts) - *std::ranges::min_element(counts), 1U);
  }
}

TEST(Folds, AreTheSameForTheSameSeedOnly) {
  const LabelledRows rows = rows_of(csv_of(100, "ab"), false);
  EXPECT_EQ(assign_folds(rows, {5, false, 1}), assign_folds(rows, {5, false, 1}));
  EXPECT_NE(assign_folds(rows, {5, false, 1}), assign_folds(rows, {5, false, 2}));
}

TEST(Folds, KeepGroupsTogetherAndFoldsEven) {
  const LabelledRows rows = rows_of(csv_of(200, "aab"), true);
  const auto fold = assign_folds(rows, {4, true, 1});
  std::map<std::uint32_t, std::set<std::uint32_t>> folds_of_group;
  std::map<std::uint32_t, std::size_t> size, of_a;
  for (std::size_t r = 0; r < 200; ++r) {
    folds_of_group[static_cast<std::uint32_t>(r / 5)].insert(fold[r]);
    ++size[fold[r]], of_a[fold[r]] += rows.labels()[r] == 0 ? 1U : 0U;
  }
  for (const auto& [group, folds] : folds_of_group) EXPECT_EQ(folds.size(), 1U) << group;
  for (const auto& [f, n] : size) EXPECT_EQ(n, 50U) << f;
  for (const auto& [f, n] : of_a) EXPECT_NEAR(static_cast<double>(n), 134.0 / 4, 2) << f;
}

TEST(Folds, NeedAsManyRowsOrGroups) {
  EXPECT_THROW(assign_folds(rows_of(csv_of(4, "ab"), false), {5, false, 1}), Error);
  EXPECT_THROW(assign_folds(rows_of(csv_of(20, "ab"), true), {5, true, 1}), Error);
  EXPECT_THROW(assign_folds(rows_of(csv_of(20, "ab"), false), {1, false, 1}), Error);
}

TEST(CrossValidation, TakesManyMoreFoldsThanAreCountedAtOnce) {
  const std::string csv = csv_of(60, "aaabbc");
  const LabelledRows rows = rows_of(csv, false);
  const Plan plan = plan_of(csv, with_types("y", "x=gaussian,g=ignore"));
  std::vector<std::uint32_t> each(60);
  for (std::uint32_t r = 0; r < 60; ++r) each[r] = r;
  const auto folds = cross_validate(rows, plan, each, {});
  const Evaluation left_out = leave_one_out(rows, plan, {});
  ASSERT_EQ(folds.size(), 60U);
  for (std::size_t r = 0; r < 60; ++r)
    EXPECT_TRUE(std::ranges::equal(folds[r].rows().scores(0), left_out.rows().scores(r)));
}

TEST(CrossValidation, SaysWhichFoldCannotBeDoneWithout) {
  const std::string csv = "y,x\na,1\na,2\nb,5\nb,5\n";
  PlanOptions options = with_types("y", "x=gaussian");
  options.settings = parse_setting("var-smoothing", "0");
  const Plan plan = plan_of("y,x\na,1\na,2\nb,5\nb,6\n", options);
  const LabelledRows rows(plan, opener(plan, csv));
  try {
    cross_validate(rows, plan, {0, 1, 0, 1}, {});
    FAIL() << "a variance of zero";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("without fold 1"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace priory::testing
