// SPDX-License-Identifier: Apache-2.0
// Rows of a chunk counted into named sums: each column in the codes of the part, which grow by what is new.
#include <optional>

#include "learn/named_sums.h"
#include "learn/nearest_centre.h"
#include "learn/vocabulary/weighting.h"

namespace priory {
namespace {

// How words are weighed while they are met. Texts that are read a second time are counted in the first: the
// most frequent words are so by occurrence, or by presence when nothing else is asked for.
TextOptions weights_of_first(const PartPlan& plan) {
  TextOptions out;
  if (!plan.text) return out;
  out.tf = plan.text_options.tf, out.length_norm = plan.text_options.length_norm;
  if (!plan.text_options.two_readings()) return out;
  out.length_norm = LengthNorm::none;
  if (out.tf == Tf::log) out.tf = Tf::count;
  return out;
}

bool weighs(const TextOptions& options) {
  return options.tf != Tf::count || options.length_norm != LengthNorm::none;
}

// How many words of a text a fixed vocabulary does not have, each as often as it stands there.
std::uint64_t n_unknown(const Column& column, Translation& translation, const Dictionary& words) {
  const auto codes = translation.look_up(*column.dictionary, words, kMissingCode);
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < column.bag.word.size(); ++k) {
    if (codes[column.bag.word[k]] != kMissingCode) continue;
    out += column.bag.in_sequence() ? 1 : static_cast<std::uint64_t>(column.bag.count[k]);
  }
  return out;
}

}  // namespace

std::vector<const Column*> columns_of(const Chunk& chunk, std::span<const std::size_t> places) {
  std::vector<const Column*> out;
  for (const std::size_t k : places) out.push_back(&chunk.columns[k]);
  return out;
}

void NamedSums::accumulate(const Chunk& chunk) {
  if (plan_->target.empty()) return accumulate_unlabelled(chunk);
  const auto codes = class_translation_.learn(*chunk.target.dictionary, classes_);
  std::vector<std::uint32_t> cell_of_row;
  for (const std::uint32_t code : chunk.target.codes) cell_of_row.push_back(codes[code]);
  if (centres_ != nullptr) find_components(chunk, cell_of_row);
  accumulate(chunk, cell_of_row);
}

// From the class of each row to its cell.
void NamedSums::find_components(const Chunk& chunk, std::vector<std::uint32_t>& cell_of_row) const {
  const auto n = static_cast<std::uint32_t>(n_components());
  std::vector<std::optional<std::span<const double>>> of_class(classes_.size());
  NearestCentre::Scratch scratch;
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    std::uint32_t& cell = cell_of_row[row];
    if (!of_class[cell]) of_class[cell] = centres_->of_class(classes_[cell]);
    cell = cell * n + centres_->find(chunk, row, *of_class[cell], scratch);
  }
}

void NamedSums::accumulate_unlabelled(const Chunk& chunk) {
  accumulate(chunk, std::vector<std::uint32_t>(chunk.n_rows, classes_.insert("")));
}

void NamedSums::accumulate(const Chunk& chunk, std::span<const std::uint32_t> cell_of_row) {
  make_room_for_classes();
  const Cells cells = {cell_of_row, {}, sums_.n_cells(), chunk.weight};
  for (std::size_t row = 0; row < chunk.n_rows; ++row)
    sums_.class_count.add(0, cell_of_row[row], cells.weight_of(row));
  n_rows_.add(0, 0, static_cast<double>(chunk.n_rows));
  std::vector<std::vector<const Column*>> columns;
  std::vector<Column> own(parts_.size());
  for (std::size_t k = 0; k < parts_.size(); ++k) columns.push_back(learnt_columns(k, chunk, own[k]));
  sums_.add(parts_, columns, cells);
}

// The columns of a part in the codes of its values, which grow by those that are new, with room for them.
std::vector<const Column*> NamedSums::learnt_columns(std::size_t k, const Chunk& chunk, Column& own) {
  PartVocabulary& part = parts_[k];
  const PartPlan& plan = plan_->parts[k];
  std::vector<const Column*> columns = columns_of(chunk, part.columns);
  if (is_combined(plan)) {
    part.of_columns = nullptr;
    is_gathered(plan) ? part.combiner.gather(columns, part.values, own)
                      : part.combiner.learn(columns, part.values, own);
    columns = {&own};
  } else if (plan.kind != CellKind::reals) {
    const Column& column = *columns[0];
    if (part.frozen) {
      translate(column, plan, part.frozen->words, part.frozen->idf, kMissingCode, part.translation, own);
      part.n_left_out += n_unknown(column, part.translation, part.frozen->words);
      columns[0] = &own;
    } else if (const auto codes = part.translation.learn(*column.dictionary, part.values);
               weighs(weights_of_first(plan)) || !part.translation.changes_nothing()) {
      recode(column, codes, own);
      if (weighs(weights_of_first(plan))) weigh(own.bag, weights_of_first(plan), {});
      columns[0] = &own;
    }
  }
  if (part.n_bins > 0) {  // numbers are counted in the bins of the plan, whoever read them
    own.kind = CellKind::reals, own.reals.borrow(columns[0]->reals.view()), own.bins = plan.bins.data();
    columns[0] = &own;
  }
  make_room(k);
  return columns;
}

}  // namespace priory
