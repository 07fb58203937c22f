// SPDX-License-Identifier: Apache-2.0
// Models from CSV text, and a random table with a column for every family of the list.
#pragma once

#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "priory/priory.h"

#include "encode/chunks.h"
#include "fold/fold.h"
#include "learn/named_sums.h"
#include "making.h"
#include "model/classifier_state.h"
#include "plan/chunk_layout.h"

namespace priory::testing {

// How the rows are read, which must not change a result.
struct Way {
  unsigned threads = 1;
  std::size_t batch_bytes = 1 << 20;
  std::size_t chunk_rows = 1024;
};

inline Table table_of(const std::string& csv, std::size_t batch_bytes = 1 << 20) {
  ReadOptions options;
  options.format = Format::csv;
  options.batch_bytes = batch_bytes;
  return Table::from_text(csv, "test.csv", options);
}

inline Plan plan_of(const std::string& csv, const PlanOptions& options, Way way = {}) {
  return make_plan(profile(table_of(csv, way.batch_bytes), options.missing, false, way.threads), options);
}

inline OpenChunks opener(const Plan& plan, const std::string& csv, Way way = {}) {
  ChunkSpec spec = chunk_spec(plan);
  spec.target_needed = true;
  spec.chunk_rows = way.chunk_rows;
  return [spec, table = table_of(csv, way.batch_bytes)] { return open_chunks(table, spec, nullptr, true); };
}

inline Classifier trained(const std::string& csv, const PlanOptions& options, Way way = {}) {
  const Plan plan = plan_of(csv, options, way);
  return Classifier::train(plan, opener(plan, csv, way), way.threads);
}

// Options with a target and the value of --types.
inline PlanOptions with_types(const std::string& target, const std::string& types) {
  PlanOptions out;
  out.target = target;
  if (!types.empty()) out.types = parse_types(types);
  return out;
}

inline PlanOptions with_alpha(PlanOptions options, const std::string& alpha) {
  options.settings = parse_setting("alpha", alpha);
  return options;
}

inline NamedSums learnt(const std::shared_ptr<const Plan>& plan, const std::string& csv, Way way = {}) {
  return fold(*opener(*plan, csv, way)(), NamedSums(plan), way.threads);
}

inline std::string bytes_of(NamedSums statistics) {
  statistics.canonicalise();
  return to_bytes(classifier_of(std::make_shared<const NamedSums>(std::move(statistics))));
}

// The log posteriors of every row.
inline std::vector<std::vector<double>> posteriors(const Classifier& model, const std::string& csv,
                                                   Way way = {}) {
  std::vector<std::vector<double>> out;
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target_optional = true;
  spec.chunk_rows = way.chunk_rows;
  const auto rows = open_chunks(table_of(csv, way.batch_bytes), spec);
  const auto format = [](const ScoredChunk& chunk, std::string& text) {
    text.append(reinterpret_cast<const char*>(chunk.log_posterior.data()),
                chunk.log_posterior.size() * sizeof(double));
  };
  const auto write = [&](const std::string& text) {
    std::vector<double> values(text.size() / sizeof(double));
    std::copy_n(text.data(), text.size(), reinterpret_cast<char*>(values.data()));
    for (std::size_t at = 0; at < values.size(); at += model.classes().size())
      out.emplace_back(values.begin() + static_cast<long>(at),
                       values.begin() + static_cast<long>(at + model.classes().size()));
  };
  model.score(*rows, format, write, way.threads);
  return out;
}

// The rows as the model explains them, with their class where they have it.
inline std::unique_ptr<Source<Chunk>> rows_for(const Classifier& model, const Data& data) {
  ReadingOptions options;
  options.target = ReadingOptions::Target::optional;
  options.explained = true;
  return priory::rows_of(model, data, options)();
}

inline std::vector<Explanation> explanations(const Classifier& model, const std::string& csv) {
  std::vector<Explanation> out;
  model.explain(*rows_for(model, table_of(csv)), 0, static_cast<std::size_t>(-1) / 2,
                [&](const Explanation& each) { out.push_back(each); });
  return out;
}

// exp of a parameter of part `part`: the probability it stands for.
inline double probability(const Classifier& model, std::size_t part, std::size_t value, std::size_t cell) {
  return std::exp(model.parts()[part].parameters[0].at(value, cell));
}

// A table with a column c0, c1, ... for every family, or two where it models groups, two columns of counts, a
// class y and a weight w.
struct MixedTable {
  std::string header;
  std::vector<std::string> rows;
  PlanOptions options;

  std::string csv(const std::vector<std::string>& some) const {
    std::string out = header + "\n";
    for (const std::string& row : some) out += row + "\n";
    return out;
  }
  std::string csv() const { return csv(rows); }
};

inline std::string draw_text(Random& random) {
  static const std::vector<std::string> words = {"plain", "boring", "fun", "film", "énorme", "summer"};
  std::string out;
  for (std::size_t k = 1 + below(random, 6); k > 0; --k) out += words[below(random, words.size())] + " ";
  return out;
}

inline std::string draw_cell_text(Random& random, const Family& family) {
  const FamilyInfo info = family.info();
  if (one_in(random, 9)) return info.kind == CellKind::bag ? "" : "NA";
  if (info.kind == CellKind::bag) return draw_text(random);
  if (info.kind == CellKind::codes)
    return std::string(1, static_cast<char>('a' + below(random, n_values(family))));
  const Domain domain = family.domain();
  const double x = draw_real(random, domain),
               scaled = std::ldexp(x, static_cast<int>(below(random, 40)) - 20);
  return fmt::format("{}", !domain.whole && domain.contains(scaled) ? scaled : x);
}

inline std::vector<const Family*> families_with_columns() {
  std::vector<const Family*> out;
  for (const Family* family : all_families()) {
    for (int k = 0; k < (family->groups() ? 2 : 1); ++k) out.push_back(family);
  }
  return out;
}

// Columns have random numbers of their own, so that a new family leaves those of the others as they are.
inline std::vector<Random> streams_of(Random& random, const std::vector<const Family*>& families) {
  const std::uint64_t seed = random();
  std::vector<Random> out;
  for (std::size_t k = 0; k < families.size(); ++k) {
    const FamilyInfo info = families[k]->info();
    std::uint64_t name =
        2 * static_cast<std::uint64_t>(info.kind) + (k > 0 && families[k] == families[k - 1]);
    for (const char letter : info.name) name = name * 1099511628211U + static_cast<unsigned char>(letter);
    out.emplace_back(seed ^ name);
  }
  return out;
}

inline MixedTable draw_table(Random& random, std::size_t n_rows) {
  MixedTable out{"y,w,n1,n2", {}, with_types("y", "w=weight,n1=multinomial,n2=multinomial")};
  const std::vector<const Family*> families = families_with_columns();
  for (std::size_t k = 0; k < families.size(); ++k) {
    const FamilyInfo info = families[k]->info();
    const std::string name = fmt::format("c{}", k);
    out.header += "," + name;
    const bool named_twice = info.kind == CellKind::bag && find_families(info.name).size() > 1;
    if (named_twice)  // only --text tells the one over texts from its namesake
      out.options.text.push_back(name), out.options.family = info.name;
    else
      out.options.types.push_back({name, std::string(info.name), {}});
  }
  std::vector<Random> streams = streams_of(random, families);
  for (std::size_t row = 0; row < n_rows; ++row) {
    std::string line =
        fmt::format("{},{},{},{}", "xyz"[below(random, 3)], 0.25 * static_cast<double>(1 + below(random, 9)),
                    below(random, 4), below(random, 3));
    for (std::size_t k = 0; k < families.size(); ++k) line += "," + draw_cell_text(streams[k], *families[k]);
    out.rows.push_back(std::move(line));
  }
  out.options.settings = {{"join", "", 0}};  // not to be found from the rows
  return out;
}

// Where tables have plans of their own, columns of numbers whose borders are those of their rows are normal.
inline MixedTable without_borders(MixedTable table) {
  for (ColumnType& each : table.options.types) {
    if (each.type == "bins") each.type = "gaussian";
  }
  table.options.settings.clear();
  return table;
}

}  // namespace priory::testing
