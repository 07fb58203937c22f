// SPDX-License-Identifier: Apache-2.0
// The algebra of whole models through their files, over a column of every family: merging is associative and
// commutative, learning no rows changes nothing, forgetting undoes learning; also where rows come with other
// columns. Everything to the byte.
#include <numeric>
#include <set>
#include <sstream>

#include "cases.h"
#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "training.h"

namespace priory::testing {
namespace {

constexpr std::size_t kRowsOfAll = 60;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) out.push_back(cell);
  if (line.ends_with(',')) out.emplace_back();
  return out;
}

std::string joined(const std::vector<std::string>& cells) {
  return fmt::format("{}", fmt::join(cells, ","));
}

// Some rows of a table, with some of its columns in some order.
struct Shard {
  std::vector<std::string> columns;
  std::string csv;
  PlanOptions options;
};

Shard cut(const MixedTable& table, const std::vector<std::string>& rows,
          const std::vector<std::string>& columns) {
  const std::vector<std::string> all = split(table.header);
  Shard out{columns, joined(columns) + "\n", table.options};
  for (const std::string& row : rows) {
    const std::vector<std::string> cells = split(row);
    std::vector<std::string> chosen;
    for (const std::string& column : columns)
      chosen.push_back(cells[static_cast<std::size_t>(std::ranges::find(all, column) - all.begin())]);
    out.csv += joined(chosen) + "\n";
  }
  const auto is_gone = [&](const std::string& name) {
    return std::ranges::find(columns, name) == columns.end();
  };
  std::erase_if(out.options.types, [&](const ColumnType& type) { return is_gone(type.column); });
  std::erase_if(out.options.text, is_gone);
  return out;
}

// Columns that rows can lack one by one: those that no group needs. One column of counts stays.
std::vector<std::string> loose_columns(const MixedTable& table) {
  std::vector<std::string> out = {"n2"};
  for (const ColumnType& type : table.options.types) {
    if (type.column[0] != 'c') continue;
    const std::vector<const Family*> families = find_families(type.type);
    if (!families[0]->groups()) out.push_back(type.column);
  }
  return out;
}

std::vector<std::string> draw_columns(Random& random, const MixedTable& table) {
  std::vector<std::string> out = split(table.header);
  for (const std::string& column : loose_columns(table)) {
    if (one_in(random, 3)) std::erase(out, column);
  }
  return out;
}

MixedTable draw_smooth_table(Random& random) {
  MixedTable out = without_borders(draw_table(random, kRowsOfAll));
  out.options.settings = {{"ridge", "", 1}, {"trials", "", 1000}};  // not to be taken from the rows
  return out;
}

// The rows dealt out; every shard gets enough of them for its covariances.
std::vector<std::vector<std::string>> dealt(Random& random, const MixedTable& table, std::size_t n) {
  std::vector<std::string> rows = table.rows;
  std::shuffle(rows.begin(), rows.end(), random);
  std::vector<std::vector<std::string>> out(n);
  for (std::size_t k = 0; k < rows.size(); ++k) out[k % n].push_back(rows[k]);
  return out;
}

Classifier reread(const Classifier& model) {
  return from_bytes(to_bytes(model), "memory");
}

// What the program does for rows with a header: new columns are planned as the options say.
Plan plan_for(const Classifier& model, const Shard& shard) {
  const std::vector<std::string> fresh = new_columns(model.plan(), shard.columns);
  std::vector<ColumnProfile> profiles = profile(table_of(shard.csv), model.plan().missing);
  std::erase_if(profiles, [&](const ColumnProfile& each) {
    return std::ranges::find(fresh, each.name) == fresh.end();
  });
  PlanOptions options = options_like(model.plan());
  options.settings.push_back({"trials", "", 1000});
  options.family = shard.options.family;
  const auto is_fresh = [&](const std::string& name) {
    return std::ranges::find(fresh, name) != fresh.end();
  };
  std::ranges::copy_if(shard.options.types, std::back_inserter(options.types),
                       [&](const ColumnType& type) { return is_fresh(type.column); });
  std::ranges::copy_if(shard.options.text, std::back_inserter(options.text), is_fresh);
  return plan_of_rows(model.plan(), shard.columns, make_plan(profiles, options));
}

OpenChunks rows_of(const Classifier& model, const Plan& plan, const Shard& shard) {
  ChunkSpec spec = chunk_spec(plan);
  spec.optional = optional_columns(model.plan());
  spec.target_needed = true;
  return [spec, table = table_of(shard.csv)] { return open_chunks(table, spec, nullptr, true); };
}

Classifier updated(const Classifier& model, const Shard& shard) {
  const Plan plan = plan_for(model, shard);
  return reread(model.learn(plan, rows_of(model, plan, shard)));
}

Classifier without(const Classifier& model, const Shard& shard) {
  const Plan plan = plan_of_rows(model.plan(), shard.columns);
  return reread(model.forget(plan, rows_of(model, plan, shard)));
}

// The same bytes; if not, what differs.
::testing::AssertionResult same(const Classifier& a, const Classifier& b) {
  if (to_bytes(a) == to_bytes(b)) return ::testing::AssertionSuccess();
  auto out = ::testing::AssertionFailure();
  for (const DifferenceGroup& group : difference(a, b, 10).groups) {
    for (const DifferenceItem& item : group.items)
      out << group.place << ": " << item.what << " " << item.value << " " << item.label << ": " << item.first
          << " and " << item.second << "\n";
  }
  return out;
}

// A random tree of merges, every result written and read.
std::string merged_at_random(Random& random, std::vector<Classifier> models) {
  std::shuffle(models.begin(), models.end(), random);
  while (models.size() > 1) {
    const std::size_t into = below(random, models.size() - 1);
    const bool swapped = one_in(random, 2);
    models[into] = reread(swapped ? models.back().merge(models[into]) : models[into].merge(models.back()));
    models.pop_back();
  }
  return to_bytes(models[0]);
}

template <class Law>
void for_many_tables(const Law& law) {
  for (unsigned seed = 1; seed <= cases(8) && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    MixedTable table = draw_smooth_table(random);
    // The length of a text is its own: it leaves the words to all rows together.
    if (seed % 2 == 0)
      table.options.text_options.length_norm = seed % 4 == 0 ? LengthNorm::l1 : LengthNorm::l2;
    if (seed % 4 == 2) table.options.text_options.tf = Tf::log;
    law(random, table);
  }
}

TEST(Algebra, ModelsMergeInAnyGroupingToTheSameFile) {
  for_many_tables([](Random& random, const MixedTable& table) {
    std::vector<Classifier> models;
    for (const auto& rows : dealt(random, table, 4)) {
      const Shard shard = cut(table, rows, split(table.header));
      models.push_back(reread(trained(shard.csv, shard.options)));
    }
    const std::string first = merged_at_random(random, models);
    EXPECT_EQ(merged_at_random(random, models), first);
    EXPECT_EQ(merged_at_random(random, models), first);
  });
}

TEST(Algebra, MergingIsTrainingOnAll) {
  for_many_tables([](Random& random, const MixedTable& table) {
    std::vector<Classifier> models;
    for (const auto& rows : dealt(random, table, 5))
      models.push_back(trained(table.csv(rows), table.options));
    EXPECT_EQ(merged_at_random(random, models), to_bytes(trained(table.csv(), table.options)));
  });
}

TEST(Algebra, ModelsOfOtherColumnsMergeInAnyGroupingToTheSameFile) {
  for_many_tables([](Random& random, const MixedTable& table) {
    std::vector<Classifier> models;
    std::set<std::vector<std::string>> headers;
    for (const auto& rows : dealt(random, table, 4)) {
      std::vector<std::string> columns = draw_columns(random, table);
      if (one_in(random, 3)) std::swap(columns.front(), columns[1]);  // what no part is may stand anywhere
      headers.insert(columns);
      const Shard shard = cut(table, rows, columns);
      models.push_back(reread(trained(shard.csv, shard.options)));
    }
    EXPECT_GT(headers.size(), 1U);
    const std::string first = merged_at_random(random, models);
    EXPECT_EQ(merged_at_random(random, models), first);
    EXPECT_EQ(merged_at_random(random, models), first);
  });
}

TEST(Algebra, LearningNoRowsChangesNothing) {
  for_many_tables([](Random&, const MixedTable& table) {
    const Classifier model = trained(table.csv(), table.options);
    const Shard none = cut(table, {}, split(table.header));
    EXPECT_TRUE(same(updated(model, none), model));
  });
}

TEST(Algebra, BatchesInAnyOrderAreTrainingOnAll) {
  for_many_tables([](Random& random, const MixedTable& table) {
    const auto batches = dealt(random, table, 4);
    Classifier model = trained(table.csv(batches[0]), table.options);
    for (std::size_t k = 1; k < batches.size(); ++k)
      model = updated(model, cut(table, batches[k], split(table.header)));
    EXPECT_EQ(to_bytes(model), to_bytes(trained(table.csv(), table.options)));
  });
}

// The first batch has some of the columns; all of them are back when the others are forgotten in another
// order.
TEST(Algebra, ForgettingUndoesLearningWithItsColumns) {
  for_many_tables([](Random& random, const MixedTable& full) {
    for (const bool weighs : {false, true}) {
      MixedTable table = full;
      table.options.text_options.idf = weighs;
      const auto rows = dealt(random, table, 4);
      const Shard base = cut(table, rows[0], draw_columns(random, table));
      const Classifier first = trained(base.csv, base.options);
      Classifier model = first;
      std::vector<Shard> batches;
      for (std::size_t k = 1; k < rows.size(); ++k) {
        std::vector<std::string> columns = base.columns;
        for (const std::string& column : split(table.header)) {
          if (std::ranges::find(columns, column) == columns.end() && one_in(random, 2))
            columns.push_back(column);
        }
        batches.push_back(cut(table, rows[k], columns));
        model = updated(model, batches.back());
      }
      EXPECT_EQ(model.n_rows(), static_cast<double>(kRowsOfAll));
      std::shuffle(batches.begin(), batches.end(), random);
      for (const Shard& each : batches) model = without(model, each);
      EXPECT_TRUE(same(model, first));
    }
  });
}

TEST(Algebra, LearningRowsWithOtherColumnsIsMergingTheirModel) {
  for_many_tables([](Random& random, const MixedTable& table) {
    const auto rows = dealt(random, table, 2);
    const Shard a = cut(table, rows[0], draw_columns(random, table)),
                b = cut(table, rows[1], split(table.header));
    const Classifier first = trained(a.csv, a.options), second = trained(b.csv, b.options);
    EXPECT_TRUE(same(updated(first, b), first.merge(second)));
  });
}

TEST(Algebra, EstimatingAnewIsTrainingWithTheOptions) {
  for_many_tables([](Random&, const MixedTable& table) {
    PlanOptions other = table.options;
    other.settings = {{"alpha", "", 0.25},
                      {"ridge", "", 3},
                      {"unbiased", "", 1},
                      {"shrinkage", "", 0.5},
                      {"trials", "", 1001}};
    other.prior = {PriorKind::uniform, {}, 2};
    const Classifier model = reread(trained(table.csv(), table.options));
    Plan plan = with_settings(model.plan(), other.settings);
    plan.prior = other.prior;
    EXPECT_EQ(to_bytes(model.reestimated(plan)), to_bytes(trained(table.csv(), other)));
  });
}

// Counts of 2^k rows of weight 1 are halved exactly.
TEST(Algebra, FadingByAHalfHalvesTheCounts) {
  for_many_tables([](Random&, const MixedTable& table) {
    const Classifier model = trained(table.csv(), table.options), half = reread(model.faded(0.5));
    EXPECT_TRUE(half.plan().faded);
    for (std::size_t c = 0; c < model.classes().size(); ++c)
      EXPECT_EQ(half.class_count()[c], model.class_count()[c] / 2);
    EXPECT_THROW(half.forget(opener(half.plan(), table.csv())), Error);
  });
}

// Maximum likelihood asks for shares and means, which a factor does not change.
TEST(Algebra, FadingLeavesTheShapesAndIsBounded) {
  for_many_tables([](Random&, const MixedTable& table) {
    const Classifier model = trained(table.csv(), table.options);
    Classifier now = model;
    for (int k = 0; k < 40; ++k) now = now.faded(0.9);
    EXPECT_TRUE(now.statistics().plausible());
    EXPECT_LT(to_bytes(now).size(), 3 * to_bytes(model).size());
    const double left = std::pow(0.9, 40);
    for (std::size_t k = 0; k < sums_of(model).parts().size(); ++k) {
      const Sums &before = sums_of(model).block(k).sums[0], &after = sums_of(now).block(k).sums[0];
      ASSERT_EQ(after.rows(), before.rows());
      for (std::size_t r = 0; r < before.rows(); ++r) {
        for (std::size_t c = 0; c < before.cells(); ++c)
          EXPECT_NEAR(after.value(r, c), left * before.value(r, c), 1e-8);
      }
    }
    while (now.class_count()[0] > 1e-3) now = now.faded(0.25);
    EXPECT_TRUE(now.statistics().plausible());
    EXPECT_THROW(now.faded(0x1p-40), Error);  // nothing is left
  });
}

// Numbers far from zero that are all alike: the smallest error would make their variance negative.
TEST(Algebra, FadingNeverMakesAVarianceNegative) {
  const std::string csv = "x,y\n1e9,a\n1000000000.0000001,a\n1e9,a\n-3e-9,b\n-3.0000000001e-9,b\n7,b\n";
  PlanOptions options = with_types("y", "x=gaussian");
  options.settings = {{"ridge", "", 1}};
  Classifier model = trained(csv, options);
  for (int k = 0; k < 30; ++k) {
    model = model.faded(0.7071067811865475);
    EXPECT_TRUE(model.statistics().plausible()) << k;
  }
}

}  // namespace
}  // namespace priory::testing
