// SPDX-License-Identifier: Apache-2.0
// Learning and scoring of a sparse matrix of counts in memory, beside bare loops: sums by column and class,
// and sums of count times an entry of a table.
//
//   count_speed FOLDER n_columns n_classes family threads
//
// FOLDER has begin.i64, word.u32 and count.u8, the matrix by rows, and classes.u8. What is printed:
// in_memory.h.
#include <cstdio>
#include <numeric>

#include "in_memory.h"

namespace {

double bare_fit(const Memory& memory, std::size_t n_words, unsigned threads) {
  const std::size_t n_classes = memory.n_classes();
  const auto add = [&](const priory::Chunk& chunk, double* sums) {
    const priory::Bag& bag = chunk.columns[0].bag;
    for (std::size_t r = 0; r < chunk.n_rows; ++r) {
      double* of = sums + chunk.target.codes[r];
      for (std::size_t k = bag.begin[r]; k < bag.begin[r + 1]; ++k)
        of[bag.word[k] * n_classes] += bag.count[k];
    }
  };
  const std::vector<double> sums = bare_sums(memory, n_words * n_classes, threads, add);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

double bare_predict(const Memory& memory, std::size_t n_words, unsigned threads) {
  const std::size_t n_classes = memory.n_classes();
  const std::vector<double> table(n_words * n_classes, -2.25);
  return bare_posteriors(memory, threads, [&](const priory::Chunk& chunk, double* out) {
    const priory::Bag& bag = chunk.columns[0].bag;
    for (std::size_t r = 0; r < chunk.n_rows; ++r) {
      for (std::size_t k = bag.begin[r]; k < bag.begin[r + 1]; ++k) {
        const double* of = table.data() + bag.word[k] * n_classes;
        for (std::size_t c = 0; c < n_classes; ++c) out[r * n_classes + c] += bag.count[k] * of[c];
      }
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return std::fprintf(stderr, "usage: count_speed FOLDER columns classes family threads\n"), 2;
  const std::size_t n_words = std::stoul(argv[2]);
  std::vector<std::string> names;
  for (std::size_t w = 0; w < n_words; ++w) names.push_back(fmt::format("{}", w));
  const std::string folder = argv[1];
  const std::vector<std::uint8_t> bytes = read_file<std::uint8_t>(folder + "/count.u8");
  const std::vector<double> counts(bytes.begin(), bytes.end());
  const std::vector<std::int64_t> begin = read_file<std::int64_t>(folder + "/begin.i64");
  const std::vector<std::uint32_t> word = read_file<std::uint32_t>(folder + "/word.u32");
  priory::Plan plan;
  plan.target = "y";
  plan.parts.push_back(part_of(argv[4], priory::CellKind::bag, names));
  Memory memory(read_file<std::uint8_t>(folder + "/classes.u8"), std::stoul(argv[3]),
                [&](priory::Rows& rows) {
                  rows.csr(names, {begin, word, counts}, n_words);
                });
  memory.keep_chunks(plan);
  measure(
      memory, plan, static_cast<unsigned>(std::stoul(argv[5])),
      [&](unsigned threads) { return bare_fit(memory, n_words, threads); },
      [&](unsigned threads) { return bare_predict(memory, n_words, threads); });
}
