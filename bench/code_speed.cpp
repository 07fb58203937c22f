// SPDX-License-Identifier: Apache-2.0
// Learning and scoring of columns with values in memory, beside bare loops: counts by column, value and
// class, and sums of a table's entries. Of a family that takes columns in pairs, the bare loops count every
// two values, and add up the entries of every two.
//
//   code_speed FOLDER n_columns n_values n_classes family threads [rows]
//
// FOLDER has rows.u8, row by row, and classes.u8. In memory they are 32-bit codes, column after column, or
// with `rows` 64-bit numbers, row after row, as numpy has them. What is printed: in_memory.h.
#include <cstdio>
#include <numeric>

#include "in_memory.h"

namespace {

std::vector<std::string> value_names(std::size_t n_values) {
  std::vector<std::string> out;
  for (std::size_t v = 0; v < n_values; ++v) out.push_back(fmt::format("{:03}", v));
  return out;
}

// Codes as categorical columns have them: column by column, 32 bits each.
std::vector<std::uint32_t> by_column(const std::vector<std::uint8_t>& rows, std::size_t n_columns) {
  const std::size_t n_rows = rows.size() / n_columns;
  std::vector<std::uint32_t> out(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) out[k % n_columns * n_rows + k / n_columns] = rows[k];
  return out;
}

bool takes_pairs(const std::string& family) {
  return family == "aode";
}

priory::Plan plan_of(std::size_t n_columns, const std::string& family) {
  priory::Plan out;
  out.target = "y";
  if (takes_pairs(family)) {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < n_columns; ++j) names.push_back(fmt::format("x{}", j));
    out.parts.push_back(part_of(family, priory::CellKind::codes, names));
    return out;
  }
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

double bare_pairs(const Memory& memory, std::size_t n_columns, std::size_t n_values, unsigned threads) {
  const std::size_t n_classes = memory.n_classes(), n_pair = n_values * n_values * n_classes;
  const auto count = [&](const priory::Chunk& chunk, double* counts) {
    const std::uint32_t* cell = chunk.target.codes.data();
    for (std::size_t i = 1; i < n_columns; ++i) {
      const std::uint32_t* a = chunk.columns[i].codes.data();
      for (std::size_t j = 0; j < i; ++j) {
        double* of = counts + (i * (i - 1) / 2 + j) * n_pair;
        const std::uint32_t* b = chunk.columns[j].codes.data();
        for (std::size_t r = 0; r < chunk.n_rows; ++r)
          of[(a[r] * n_values + b[r]) * n_classes + cell[r]] += 1;
      }
    }
  };
  const std::vector<double> counts =
      bare_sums(memory, n_columns * (n_columns - 1) / 2 * n_pair, threads, count);
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

// The mean over what all others depend on, in linear space.
double bare_mean(const Memory& memory, std::size_t n_columns, std::size_t n_values, unsigned threads) {
  const std::size_t n_classes = memory.n_classes(), n_all = n_columns * n_values;
  const std::vector<double> table(n_all * n_all * n_classes, -0.25);
  return bare_posteriors(memory, threads, [&](const priory::Chunk& chunk, double* out) {
    std::vector<double> sum(n_classes);
    for (std::size_t r = 0; r < chunk.n_rows; ++r) {
      for (std::size_t i = 0; i < n_columns; ++i) {
        const double* of = &table[(i * n_values + chunk.columns[i].codes[r]) * n_all * n_classes];
        std::fill(sum.begin(), sum.end(), 0.0);
        for (std::size_t j = 0; j < n_columns; ++j) {
          const double* given = of + (j * n_values + chunk.columns[j].codes[r]) * n_classes;
          for (std::size_t c = 0; c < n_classes; ++c) sum[c] += given[c];
        }
        for (std::size_t c = 0; c < n_classes; ++c) out[r * n_classes + c] += std::exp(sum[c]);
      }
      for (std::size_t c = 0; c < n_classes; ++c) out[r * n_classes + c] = std::log(out[r * n_classes + c]);
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7 && argc != 8)
    return std::fprintf(stderr, "usage: code_speed FOLDER columns values classes family threads [rows]\n"), 2;
  const std::size_t n_columns = std::stoul(argv[2]), n_values = std::stoul(argv[3]);
  const std::string folder = argv[1];
  const std::vector<std::uint32_t> codes = by_column(read_file<std::uint8_t>(folder + "/rows.u8"), n_columns);
  const std::size_t n_rows = codes.size() / n_columns;
  const bool as_rows = argc == 8;
  const std::vector<std::uint8_t> bytes = read_file<std::uint8_t>(folder + "/rows.u8");
  const std::vector<std::int64_t> wide(bytes.begin(), as_rows ? bytes.end() : bytes.begin());
  const auto add = [&](priory::Rows& rows) {
    for (std::size_t j = 0; j < n_columns; ++j) {
      priory::Numbers column = std::span(codes).subspan(j * n_rows, n_rows);
      if (as_rows)
        column = {wide.data() + j,
                  priory::NumberType::i64,
                  n_rows,
                  1,
                  static_cast<std::ptrdiff_t>(n_columns * sizeof(std::int64_t)),
                  0};
      rows.codes(fmt::format("x{}", j), column, value_names(n_values));
    }
  };
  Memory memory(read_file<std::uint8_t>(folder + "/classes.u8"), std::stoul(argv[4]), add);
  memory.keep_chunks(plan_of(n_columns, argv[5]));
  measure(
      memory, plan_of(n_columns, argv[5]), static_cast<unsigned>(std::stoul(argv[6])),
      [&](unsigned threads) {
        return (takes_pairs(argv[5]) ? bare_pairs : bare_fit)(memory, n_columns, n_values, threads);
      },
      [&](unsigned threads) {
        return (takes_pairs(argv[5]) ? bare_mean : bare_predict)(memory, n_columns, n_values, threads);
      });
}
