// SPDX-License-Identifier: Apache-2.0
// What holds of the list of families as such.
#include <set>

#include "priory/family.h"

#include "making.h"

namespace priory::testing {
namespace {

TEST(Families, EachIsFoundByItsNameAndKind) {
  std::set<std::pair<std::string_view, CellKind>> seen;
  for (const Family* family : all_families()) {
    const FamilyInfo info = family->info();
    EXPECT_EQ(find_family(info.name, info.kind), family);
    EXPECT_TRUE(seen.emplace(info.name, info.kind).second) << info.name << " stands twice";
    EXPECT_FALSE(info.summary.empty() || info.density.empty() || info.estimator.empty()) << info.name;
  }
  EXPECT_EQ(families().size(), all_families().size());
}

TEST(Families, ThatAreNotThereAreNull) {
  EXPECT_EQ(find_family("weibull", CellKind::reals), nullptr);
  EXPECT_EQ(find_family("gaussian", CellKind::codes), nullptr);
  EXPECT_TRUE(find_families("").empty());
  EXPECT_EQ(find_families("bernoulli").size(), 2U);
}

TEST(Families, OverBagsKeepDocumentsAndTextsAtTheirPlaces) {
  for (const Family* family : all_families()) {
    if (family->info().kind != CellKind::bag) continue;
    ASSERT_GE(family->statistics().size(), 3U);
    EXPECT_EQ(family->statistics()[1].name, "documents");
    EXPECT_EQ(family->statistics()[2].name, "texts");
  }
}

}  // namespace
}  // namespace priory::testing
