// SPDX-License-Identifier: Apache-2.0
// Every row has a random number that its place alone decides; the rows with the lowest are the sample. So it
// is a mergeable value: which rows are drawn depends on no order of reading.
#include <algorithm>
#include <cmath>
#include <set>

#include "priory/training.h"

#include "core/random.h"
#include "evaluate/example_candidates.h"
#include "fold/fold.h"
#include "model/classifier_state.h"

namespace priory {
namespace {

constexpr std::size_t kMostColumns = 40;

// A column of a part, and how its cells are told.
struct Drawn {
  std::size_t at = 0;                  // in a chunk
  std::shared_ptr<const Bins> bins;    // numbers are counted in them; null: they are not
  const Dictionary* values = nullptr;  // of the model, for values
};

std::uint64_t number_of(const Place& place) {
  std::uint64_t out = mixed(place.line ^ (static_cast<std::uint64_t>(place.column) << 40U));
  for (const char byte : place.file) out = mixed(out ^ static_cast<unsigned char>(byte));
  return out;
}

double cell_of(const Drawn& drawn, const Column& column, std::size_t row) {
  if (column.kind == CellKind::reals && !column.reals.empty()) {
    const double x = column.reals[row];
    return drawn.bins && std::isfinite(x) ? static_cast<double>(drawn.bins->find(x)) : x;
  }
  if (column.kind != CellKind::codes || column.codes.empty() || column.dictionary == nullptr ||
      drawn.values == nullptr || column.codes[row] == kMissingCode)
    return kMissingReal;
  const std::uint32_t code = drawn.values->find((*column.dictionary)[column.codes[row]]);
  return code == Dictionary::kAbsent ? kMissingReal : static_cast<double>(code);
}

struct DrawnRow {
  std::uint64_t number = 0;
  std::uint32_t of_class = 0;
  std::vector<double> cells;
};

bool is_before(const DrawnRow& a, const DrawnRow& b) {
  return a.number < b.number;
}

struct Sampling {
  Scorer scorer;
  const Classifier* model = nullptr;
  const std::vector<Drawn>* columns = nullptr;
  std::size_t most = 0;
  std::size_t n_rows = 0;
  std::vector<DrawnRow> rows = {};  // a heap, the highest number on top

  void accumulate(const Chunk& chunk) {
    const bool hidden = chunk.target.dictionary == nullptr || model->plan().target.empty();
    std::optional<ScoredChunk> scored;
    if (hidden) scored = scorer.posterior(chunk);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const std::size_t of_class = hidden ? most_probable(scored->row(row)) : index_of(actual_of(chunk, row));
      if (of_class == model->classes().size()) continue;
      ++n_rows;
      const std::uint64_t number = number_of(place_of(chunk, row));
      if (rows.size() == most && number >= rows.front().number) continue;
      DrawnRow drawn{number, static_cast<std::uint32_t>(of_class), {}};
      for (const Drawn& column : *columns)
        drawn.cells.push_back(cell_of(column, chunk.columns[column.at], row));
      keep(std::move(drawn));
    }
  }

  void merge(const Sampling& other) {
    n_rows += other.n_rows;
    for (const DrawnRow& each : other.rows) keep(each);
  }

 private:
  void keep(DrawnRow row) {
    if (rows.size() == most && !is_before(row, rows.front())) return;
    rows.push_back(std::move(row));
    std::ranges::push_heap(rows, is_before);
    if (rows.size() <= most) return;
    std::ranges::pop_heap(rows, is_before);
    rows.pop_back();
  }
  std::size_t index_of(const std::string& label) const {
    return static_cast<std::size_t>(std::ranges::find(model->classes(), label) - model->classes().begin());
  }
  static std::size_t most_probable(std::span<const double> log_posterior) {
    return static_cast<std::size_t>(std::ranges::max_element(log_posterior) - log_posterior.begin());
  }
};

// The columns to draw, with their names and values in the result.
std::vector<Drawn> columns_of(const Classifier& model, SampledRows& out) {
  std::vector<Drawn> drawn;
  std::set<std::string_view> seen;
  for (const PartModel& part : state_of(model).parts) {
    if (part.plan->kind == CellKind::bag) continue;
    for (std::size_t j = 0; j < part.columns.size() && drawn.size() < kMostColumns; ++j) {
      if (!seen.insert(part.plan->columns[j]).second) continue;
      SampledColumn& column = out.columns.emplace_back();
      column.name = part.plan->columns[j];
      Drawn& each = drawn.emplace_back();
      each.at = part.columns[j];
      each.values = part.dictionary(j);
      if (part.plan->kind == CellKind::reals && part.plan->binned(j)) {
        each.bins = std::make_shared<const Bins>(part.plan->bins[j].wider());
        column.values = each.bins->labels();
      }
      for (std::size_t v = 0; each.values != nullptr && v < each.values->size(); ++v)
        column.values.emplace_back((*each.values)[v]);
    }
  }
  return drawn;
}

}  // namespace

SampledRows sample_rows(const Classifier& model, const OpenChunks& open, std::size_t most, unsigned threads,
                        const Tick& tick) {
  SampledRows out;
  const std::vector<Drawn> columns = columns_of(model, out);
  Sampling sampled = fold(*open(), Sampling{Scorer(state_of(model)), &model, &columns, most}, threads, tick);
  std::ranges::sort(sampled.rows, is_before);
  out.n_rows = sampled.n_rows;
  for (const DrawnRow& row : sampled.rows) {
    out.classes.push_back(row.of_class);
    for (std::size_t j = 0; j < row.cells.size(); ++j) out.columns[j].cells.push_back(row.cells[j]);
  }
  return out;
}

}  // namespace priory
