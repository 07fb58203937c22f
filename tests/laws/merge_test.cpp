// SPDX-License-Identifier: Apache-2.0
// The algebra of statistics, for every family: a block is a commutative group to the bit, and accumulating is
// a homomorphism into it; to the bit too.
#include "making.h"

namespace priory::testing {
namespace {

constexpr unsigned kRounds = 60;

// Runs law(random) with many seeds; a failure names its seed.
template <class Law>
void for_many(const Law& law) {
  for (unsigned seed = 0; seed < kRounds && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    law(random);
  }
}

class Merging : public EveryFamily {
 protected:
  Sample draw(Random& random) const { return draw_sample(random, family(), below(random, 30)); }
  Block draw_block(Random& random) const { return learnt(family(), draw(random)); }
};

TEST_P(Merging, ZeroIsNeutral) {
  for_many([&](Random& random) {
    const Block a = draw_block(random), zero = zero_of(family());
    EXPECT_EQ(canonical(merged(family(), a, zero)), canonical(a));
    EXPECT_EQ(canonical(merged(family(), zero, a)), canonical(a));
  });
}

TEST_P(Merging, CommutesAndAssociates) {
  for_many([&](Random& random) {
    const Block a = draw_block(random), b = draw_block(random), c = draw_block(random);
    const auto plus = [&](const Block& x, const Block& y) { return merged(family(), x, y); };
    EXPECT_EQ(canonical(plus(a, b)), canonical(plus(b, a)));
    EXPECT_EQ(canonical(plus(plus(a, b), c)), canonical(plus(a, plus(b, c))));
  });
}

TEST_P(Merging, AccumulatingTwoRunsOfRowsIsMergingThem) {
  for_many([&](Random& random) {
    const Sample a = draw(random), b = draw(random);
    const Block both = learnt(family(), joined(a, b));
    const Block sum = merged(family(), learnt(family(), a), learnt(family(), b));
    EXPECT_TRUE(same_knowledge(both, sum));
    Block in_turn = learnt(family(), a);
    accumulate(family(), b.columns, b.hard(), in_turn);
    EXPECT_EQ(canonical(sum), canonical(in_turn));
  });
}

TEST_P(Merging, SubtractingUndoesIt) {
  for_many([&](Random& random) {
    const Block a = draw_block(random), b = draw_block(random);
    Block back = merged(family(), a, b);
    back.subtract(family().statistics(), b, {}, {});
    EXPECT_EQ(canonical(back), canonical(a));
    back.subtract(family().statistics(), a, {}, {});
    EXPECT_EQ(canonical(back), canonical(zero_of(family())));
  });
}

TEST_P(Merging, TheOrderOfRowsDoesNotMatter) {
  for_many([&](Random& random) {
    const Sample sample = draw(random);
    std::vector<std::size_t> order(sample.n_rows());
    std::generate(order.begin(), order.end(), [n = std::size_t{0}]() mutable { return n++; });
    std::shuffle(order.begin(), order.end(), random);
    Sample shuffled = empty_sample(family());
    for (const std::size_t row : order) append_row(sample, row, shuffled);
    EXPECT_TRUE(same_knowledge(learnt(family(), shuffled), learnt(family(), sample)));
  });
}

// The same sums of each cell. (In how many texts a word stands is asked of the text, whatever it weighs.)
bool same_in_cells(const Family& family, const Block& a, const Block& b) {
  for (std::size_t k = 0; k < a.sums.size(); ++k) {
    if (family.statistics()[k].per_cell && a.sums[k].canonical() != b.sums[k].canonical()) return false;
  }
  return true;
}

TEST_P(Merging, ARowOfWeightThreeIsThreeRows) {
  for_many([&](Random& random) {
    Sample once = draw(random), heavy = once;
    const Sample thrice = joined(joined(once, once), once);
    for (double& weight : heavy.weight) weight *= 3;
    EXPECT_TRUE(same_in_cells(family(), learnt(family(), heavy), learnt(family(), thrice)));
  });
}

TEST_P(Merging, NoWeightsAreWeightsOfOne) {
  for_many([&](Random& random) {
    Sample sample = draw(random);
    std::fill(sample.weight.begin(), sample.weight.end(), 1);
    Block bare = zero_of(family());
    accumulate(family(), sample.columns, {sample.cell, {}, kCells, {}}, bare);
    EXPECT_EQ(canonical(bare), canonical(learnt(family(), sample)));
  });
}

// Soft sums of real numbers are rounded within a chunk: there the estimates agree, not the bits.
bool same_soft(const Family& family, const Block& soft, const Block& apart) {
  if (family.info().kind != CellKind::reals) return same_in_cells(family, soft, apart);
  Settings settings = settings_of(family);
  // Of equal values those that sum functions of x would magnify what is rounded.
  if (!has_option(family, "ridge")) settings.set("var-smoothing", 0.1);
  const Parameters expected = estimated(family, apart, settings);
  return !usable(family, expected) || close(estimated(family, soft, settings), expected, 1);
}

TEST_P(Merging, HardCellsAreOneHotSoftCells) {
  for_many([&](Random& random) {
    const Sample sample = draw_sample(random, family(), 1 + below(random, 30));
    std::vector<double> one_hot(kCells * sample.n_rows());
    for (std::size_t row = 0; row < sample.n_rows(); ++row)
      one_hot[sample.cell[row] * sample.n_rows() + row] = 1;
    Block soft = zero_of(family());
    accumulate(family(), sample.columns, {{}, one_hot, kCells, sample.weight}, soft);
    EXPECT_TRUE(same_soft(family(), soft, learnt(family(), sample)));
  });
}

TEST_P(Merging, ASoftRowIsItsPartsInEachCell) {
  for_many([&](Random& random) {
    const Sample sample = draw_sample(random, family(), 1 + below(random, 30));
    std::vector<double> share;
    Sample apart;
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      for (std::size_t row = 0; row < sample.n_rows(); ++row) {
        share.push_back(std::ldexp(static_cast<double>(below(random, 256)), -8));
        append_row(sample, row, apart);
        apart.cell.back() = cell, apart.weight.back() *= share.back();
      }
    }
    Block soft = zero_of(family());
    accumulate(family(), sample.columns, {{}, share, kCells, sample.weight}, soft);
    EXPECT_TRUE(same_soft(family(), soft, learnt(family(), apart)));
  });
}

TEST_P(Merging, MissingCellsAddNothing) {
  for_many([&](Random& random) {
    const Sample present = draw_sample(random, family(), 10, 0),
                 missing = draw_sample(random, family(), 10, 1, !family().gathers());
    EXPECT_EQ(canonical(learnt(family(), missing)), canonical(zero_of(family())));
    EXPECT_TRUE(same_knowledge(learnt(family(), joined(missing, present)), learnt(family(), present)));
    EXPECT_NE(canonical(learnt(family(), present)), canonical(zero_of(family())));
  });
}

INSTANTIATE_TEST_SUITE_P(Families, Merging, every_family(), family_label);

}  // namespace
}  // namespace priory::testing
