// SPDX-License-Identifier: Apache-2.0
// Learning and scoring of columns with values in memory, beside bare loops: counts by column, value and
// class, and sums of a table's entries.
//
//   code_speed FOLDER n_columns n_values n_classes family threads
//
// FOLDER has rows.u8, row by row, and classes.u8. What is printed: in_memory.h.
#include <cstdio>
#include <deque>
#include <numeric>

#include "in_memory.h"

namespace {

Memory read_rows(const std::string& folder, std::size_t n_classes, std::deque<priory::Dictionary>& values) {
  const std::vector<std::uint8_t> classes = read_file<std::uint8_t>(folder + "/classes.u8"),
                                  codes = read_file<std::uint8_t>(folder + "/rows.u8");
  const std::size_t n_columns = values.size();
  return Memory(classes, n_classes, [&](priory::Chunk& chunk) {
    chunk.columns.resize(n_columns);
    for (std::size_t j = 0; j < n_columns; ++j) {
      priory::Column& column = chunk.columns[j];
      column.kind = priory::CellKind::codes;
      column.dictionary = &values[j];
      for (std::size_t r = 0; r < chunk.n_rows; ++r)
        column.codes.push_back(codes[(chunk.first_row + r) * n_columns + j]);
    }
  });
}

priory::Plan plan_of(std::size_t n_columns, const std::string& family) {
  priory::Plan out;
  out.target = "y";
  for (std::size_t j = 0; j < n_columns; ++j)
    out.parts.push_back(part_of(family, priory::CellKind::codes, {fmt::format("x{}", j)}));
  return out;
}

double bare_fit(const Memory& memory, std::size_t n_columns, std::size_t n_values, unsigned threads) {
  const std::size_t n_classes = memory.n_classes();
  const auto count = [&](const priory::Chunk& chunk, double* counts) {
    const std::uint32_t* cell = chunk.target.codes.data();
    for (std::size_t j = 0; j < n_columns; ++j) {
      double* of = counts + j * n_values * n_classes;
      const std::uint32_t* code = chunk.columns[j].codes.data();
      for (std::size_t r = 0; r < chunk.n_rows; ++r) of[code[r] * n_classes + cell[r]] += 1;
    }
  };
  const std::vector<double> counts = bare_sums(memory, n_columns * n_values * n_classes, threads, count);
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

double bare_predict(const Memory& memory, std::size_t n_columns, std::size_t n_values, unsigned threads) {
  const std::size_t n_classes = memory.n_classes();
  const std::vector<double> table(n_columns * n_values * n_classes, -2.25);
  return bare_posteriors(memory, threads, [&](const priory::Chunk& chunk, double* out) {
    for (std::size_t j = 0; j < n_columns; ++j) {
      const double* of = table.data() + j * n_values * n_classes;
      const std::uint32_t* code = chunk.columns[j].codes.data();
      for (std::size_t r = 0; r < chunk.n_rows; ++r) {
        for (std::size_t c = 0; c < n_classes; ++c) out[r * n_classes + c] += of[code[r] * n_classes + c];
      }
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7)
    return std::fprintf(stderr, "usage: code_speed FOLDER columns values classes family threads\n"), 2;
  const std::size_t n_columns = std::stoul(argv[2]), n_values = std::stoul(argv[3]);
  std::deque<priory::Dictionary> values(n_columns);
  for (priory::Dictionary& each : values) {
    for (std::size_t v = 0; v < n_values; ++v) each.insert(fmt::format("{:03}", v));
  }
  const Memory memory = read_rows(argv[1], std::stoul(argv[4]), values);
  measure(
      memory, plan_of(n_columns, argv[5]), static_cast<unsigned>(std::stoul(argv[6])),
      [&](unsigned threads) { return bare_fit(memory, n_columns, n_values, threads); },
      [&](unsigned threads) { return bare_predict(memory, n_columns, n_values, threads); });
}
