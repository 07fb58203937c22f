// SPDX-License-Identifier: Apache-2.0
// Learning and scoring of a table of numbers in memory, beside bare loops: for each class and column the sums
// of x and x * x in one pass of plain doubles, and log densities of independent normal columns.
//
//   dense_speed FOLDER n_columns n_classes family threads [rows]
//
// FOLDER has rows.f64, row by row, and classes.u8. In memory they lie column after column, or with `rows` as
// in the file. What is printed: in_memory.h.
#include <cstdio>
#include <numeric>

#include "in_memory.h"

namespace {

// The matrix column by column.
std::vector<double> read_columns(const std::string& path, std::size_t n_columns) {
  const std::vector<double> x = read_file<double>(path);
  const std::size_t n_rows = x.size() / n_columns;
  std::vector<double> out(x.size());
  for (std::size_t r = 0; r < n_rows; ++r) {
    for (std::size_t j = 0; j < n_columns; ++j) out[j * n_rows + r] = x[r * n_columns + j];
  }
  return out;
}

priory::Plan plan_of(std::size_t n_columns, std::size_t n_classes, const std::string& family) {
  std::string csv = "y";
  for (std::size_t j = 0; j < n_columns; ++j) csv += fmt::format(",x{}", j);
  csv += '\n';
  for (std::size_t r = 0; r < 3 * n_classes; ++r) {
    csv += class_name(r % n_classes);
    for (std::size_t j = 0; j < n_columns; ++j) csv += fmt::format(",{}.5", (r * 7 + j) % 13);
    csv += '\n';
  }
  priory::PlanOptions options;
  options.target = "y";
  options.family = family;
  if (family == "gaussian-full") options.settings = {{"unbiased", "", 1}};  // as scikit-learn
  const priory::Table table = priory::Table::from_text(csv, "shape");
  return priory::make_plan(priory::profile(table, options.missing), options);
}

double bare_fit(const Memory& memory, std::size_t n_columns, unsigned threads) {
  const std::size_t n_classes = memory.n_classes();
  const auto add = [&](const priory::Chunk& chunk, double* sums) {
    const std::uint32_t* cell = chunk.target.codes.data();
    for (std::size_t j = 0; j < n_columns; ++j) {
      double* sum = sums + 2 * n_classes * j;
      const double* x = chunk.columns[j].reals.data();
      for (std::size_t r = 0; r < chunk.n_rows; ++r) {
        sum[2 * cell[r]] += x[r];
        sum[2 * cell[r] + 1] += x[r] * x[r];
      }
    }
  };
  const std::vector<double> sums = bare_sums(memory, 2 * n_classes * n_columns, threads, add);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

double bare_predict(const Memory& memory, std::size_t n_columns, unsigned threads) {
  const std::size_t n_classes = memory.n_classes();
  const std::vector<double> mean(n_columns * n_classes, 0.25), precision(mean.size(), 0.5);
  return bare_posteriors(memory, threads, [&](const priory::Chunk& chunk, double* out) {
    std::vector<double> scores(chunk.n_rows);
    for (std::size_t c = 0; c < n_classes; ++c) {
      std::fill(scores.begin(), scores.end(), 0.0);
      for (std::size_t j = 0; j < n_columns; ++j) {
        const double* x = chunk.columns[j].reals.data();
        const double m = mean[j * n_classes + c], p = precision[j * n_classes + c];
        for (std::size_t r = 0; r < chunk.n_rows; ++r) scores[r] -= (x[r] - m) * (x[r] - m) * p;
      }
      for (std::size_t r = 0; r < chunk.n_rows; ++r) out[r * n_classes + c] = scores[r];
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6 && argc != 7)
    return std::fprintf(stderr, "usage: dense_speed FOLDER columns classes family threads [rows]\n"), 2;
  const std::size_t n_columns = std::stoul(argv[2]), n_classes = std::stoul(argv[3]);
  const std::string folder = argv[1];
  const bool as_rows = argc == 7;
  const std::vector<double> x =
      as_rows ? read_file<double>(folder + "/rows.f64") : read_columns(folder + "/rows.f64", n_columns);
  std::vector<std::string> names;
  for (std::size_t j = 0; j < n_columns; ++j) names.push_back(fmt::format("x{}", j));
  Memory memory(read_file<std::uint8_t>(folder + "/classes.u8"), n_classes, [&](priory::Rows& rows) {
    rows.matrix(names, as_rows ? priory::by_rows(x, n_columns) : priory::by_columns(x, n_columns));
  });
  memory.keep_chunks(plan_of(n_columns, n_classes, argv[4]));
  measure(
      memory, plan_of(n_columns, n_classes, argv[4]), static_cast<unsigned>(std::stoul(argv[5])),
      [&](unsigned threads) { return bare_fit(memory, n_columns, threads); },
      [&](unsigned threads) { return bare_predict(memory, n_columns, threads); });
}
