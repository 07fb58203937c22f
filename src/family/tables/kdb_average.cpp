// SPDX-License-Identifier: Apache-2.0
#include "family/tables/kdb_average.h"

#include <array>
#include <cmath>

#include "family/tables/smoothed_table.h"
#include "family/tables/value_pairs.h"

namespace priory {
namespace {

constexpr std::array<Option, 4> kAverageOptions = {{
    {"members", 12, 1, false, "so many networks, whose log probabilities are averaged", 64},
    kPairAlpha,
    {"back-off", 4, 0, false, "so many imaginary rows, shared out as the table with one condition less says"},
    kTableBins,
}};

enum : std::size_t { kLogProb, kSizes, kMembers, kTables };  // the tables from the shortest to the longest

// Logarithms of a table divided by the number of networks: z x (values + 1), cells.
Matrix shares(const SmoothedTable& table, double members) {
  Matrix out("share", table.p.rows, table.p.cells, false);
  for (std::size_t k = 0; k < out.data.size(); ++k) out.data[k] = std::log(table.p.data[k]) / members;
  return out;
}

// What a row adds in every cell; nothing where it lacks the column itself.
std::span<const double> share_of(const Parameters& parameters, const RowCodes& codes) {
  const std::span<const double> sizes = parameters[kSizes].data;
  const std::size_t n_conditions = codes.size() - 1;
  if (parameters.size() == kTables || codes.missing(n_conditions)) return {};
  std::size_t z = 0, known = 0;
  while (known < n_conditions && !codes.missing(known) && !codes.unseen(known, sizes))
    z = z * static_cast<std::size_t>(sizes[known]) + codes[known], ++known;
  const auto n_values = static_cast<std::size_t>(sizes[n_conditions]);
  const std::size_t x = codes.unseen(n_conditions, sizes) ? n_values : codes[n_conditions];
  return parameters[kTables + known].row(z * (n_values + 1) + x);
}

}  // namespace

FamilyInfo KdbAverage::info() const {
  return {
      "kdb-average",
      "",
      CellKind::codes,
      "a column with some values given others and the class, in one of several networks that are averaged",
      "log t[z][x] / members, z the values of the columns before x",
      "t[z][x] = (count[z, x] + alpha + b s[x]) / (count[z] + alpha V + b), s the table with one "
      "condition less",
      kAverageOptions};
}

Parameters KdbAverage::estimate(const Block& statistics, const Settings& settings,
                                const Context& context) const {
  const Combinations& known = *context.combinations;
  Matrix counts = dense_counts(statistics.sums[0], known);
  std::vector<SmoothedTable> tables;
  if (counts.rows > 0) tables = backed_off(counts, known.sizes, settings["alpha"], settings["back-off"]);
  const auto n_values = static_cast<std::size_t>(known.sizes.back());
  for (std::size_t row = 0; row < counts.rows; ++row) {
    for (std::size_t cell = 0; cell < counts.cells; ++cell)
      counts.at(row, cell) = std::log(tables.back().at(row / n_values, row % n_values, cell));
  }
  Parameters out = parameters_of(std::move(counts), hidden_list("sizes", known.sizes),
                                 hidden_list("members", {settings["members"]}));
  for (const SmoothedTable& table : tables) out.push_back(shares(table, settings["members"]));
  return out;
}

void KdbAverage::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  for (std::size_t row = 0; row < out.n_rows; ++row) {
    const std::span<const double> share = share_of(parameters, {columns.subspan(1), row});
    for (std::size_t cell = 0; cell < share.size(); ++cell) out.data[cell * out.n_rows + row] += share[cell];
  }
}

void KdbAverage::explain(Columns columns, std::size_t row, const Parameters& parameters,
                         const TakeReason& take) const {
  const std::span<const double> share = share_of(parameters, {columns.subspan(1), row});
  if (!share.empty()) take(kWholePart, 1, share);
}

LinearForm KdbAverage::linear(const Parameters&) const {
  throw Error(ErrorKind::usage, "an average of networks has no linear form");
}

void KdbAverage::sample(const Parameters&, const Drawing&, std::span<const std::uint32_t>, Random&,
                        std::span<Column>) const {
  throw Error(ErrorKind::usage, "an average of networks is no distribution to draw rows from");
}

}  // namespace priory
