// SPDX-License-Identifier: Apache-2.0
// A decoder's dictionary only grows, so that each of its strings is looked up once. A column all of whose
// strings the model has costs nothing a row.
#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "priory/training.h"

#include "core/number.h"
#include "model/classifier_state.h"

namespace priory {
namespace {

// A column of values, wherever parts have it.
struct WatchedColumn {
  std::size_t at = 0;                  // in a chunk
  const Dictionary* values = nullptr;  // the model's
  UnseenColumn counts;
  bool all_numbers = true;  // of the unseen ones
  bool may_lack = false;    // rows of the training lacked it too

  // Of the dictionary at hand.
  std::uint64_t identity = 0;
  std::vector<bool> unseen;
  std::size_t n_unseen = 0;

  void look_up(const Dictionary& from) {
    if (identity != from.identity()) identity = from.identity(), unseen.clear(), n_unseen = 0;
    for (std::size_t code = unseen.size(); code < from.size(); ++code) {
      unseen.push_back(values->find(from[code]) == Dictionary::kAbsent);
      if (unseen.back()) ++n_unseen;
    }
  }

  void add(const Column& column, std::size_t n_rows) {
    if (column.dictionary == nullptr) return;
    look_up(*column.dictionary);
    counts.cells += n_rows;
    if (n_unseen == 0) {
      counts.missing += static_cast<std::size_t>(std::ranges::count(column.codes.view(), kMissingCode));
      return;
    }
    for (const std::uint32_t code : column.codes.view()) {
      if (code == kMissingCode)
        ++counts.missing;
      else if (unseen[code])
        meet((*column.dictionary)[code]);
    }
  }

  bool lacks_value_of(const Column& column, std::size_t row) const {
    if (column.dictionary == nullptr) return false;
    const std::uint32_t code = column.codes.view()[row];
    return code != kMissingCode && values->find((*column.dictionary)[code]) == Dictionary::kAbsent;
  }

  void meet(std::string_view value) {
    if (counts.unseen++ == 0 || value < counts.example) counts.example = value;
    all_numbers = all_numbers && parse_number(value).has_value();
  }

  void merge(const WatchedColumn& other) {
    const bool first =
        other.counts.unseen > 0 && (counts.unseen == 0 || other.counts.example < counts.example);
    if (first) counts.example = other.counts.example;
    counts.cells += other.counts.cells, counts.missing += other.counts.missing;
    counts.unseen += other.counts.unseen;
    all_numbers = all_numbers && other.all_numbers;
  }

  UnseenColumn finished() const {
    UnseenColumn out = counts;
    if (out.unseen == 0) return out;
    std::vector<std::string> known;
    bool any_number = false;
    for (std::size_t code = 0; code < values->size(); ++code) {
      known.emplace_back((*values)[code]);
      any_number = any_number || parse_number(known.back()).has_value();
    }
    out.numbers = all_numbers && !any_number;
    if (!all_numbers) out.known = nearest(out.example, known);  // 06 is no misspelt 01
    return out;
  }

  static std::string nearest(const std::string& value, const std::vector<std::string>& known) {
    constexpr std::size_t kMost = 10'000;  // distances are no quick matter
    const std::string text = known.size() > kMost ? "" : did_you_mean(value, known);
    const std::size_t open = text.find('\'');
    return text.empty() ? "" : text.substr(open + 1, text.rfind('\'') - open - 1);
  }
};

}  // namespace

struct UnseenCells::State {
  explicit State(const Classifier& classifier) : model(classifier) {
    std::set<std::string_view> seen;
    const std::vector<std::string> optional = optional_columns(model.plan());
    for (const PartModel& part : state_of(model).parts) {
      for (std::size_t j = 0; part.plan->kind == CellKind::codes && j < part.columns.size(); ++j) {
        const std::string& name = part.plan->columns[j];
        if (part.dictionary(j) == nullptr || !seen.insert(name).second) continue;
        WatchedColumn column;
        column.at = part.columns[j], column.values = part.dictionary(j), column.counts.column = name;
        column.may_lack = column.values->empty() || std::ranges::binary_search(optional, name);
        columns.push_back(std::move(column));
      }
    }
  }

  Classifier model;  // whose dictionaries are used
  std::vector<WatchedColumn> columns;
};

UnseenCells::UnseenCells(const Classifier& model) : state_(std::make_unique<State>(model)) {}
UnseenCells::UnseenCells(const UnseenCells& other) : state_(std::make_unique<State>(*other.state_)) {}
UnseenCells::UnseenCells(UnseenCells&& other) noexcept = default;
UnseenCells::~UnseenCells() = default;

UnseenCells& UnseenCells::operator=(UnseenCells other) noexcept {
  state_ = std::move(other.state_);
  return *this;
}

void UnseenCells::accumulate(const Chunk& chunk) {
  for (WatchedColumn& each : state_->columns) each.add(chunk.columns[each.at], chunk.n_rows);
}

void UnseenCells::merge(const UnseenCells& other) {
  for (std::size_t k = 0; k < state_->columns.size(); ++k) state_->columns[k].merge(other.state_->columns[k]);
}

std::vector<UnseenColumn> UnseenCells::columns() const {
  constexpr std::size_t kTelling = 10;  // of fewer rows all may well lack a cell
  std::vector<UnseenColumn> out;
  for (const WatchedColumn& each : state_->columns) {
    const bool all_missing =
        !each.may_lack && each.counts.cells >= kTelling && each.counts.missing == each.counts.cells;
    if (each.counts.unseen > 0 || all_missing) out.push_back(each.finished());
  }
  return out;
}

std::vector<std::string> UnseenCells::columns_of(const Chunk& chunk, std::size_t row) const {
  std::vector<std::string> out;
  for (const WatchedColumn& each : state_->columns) {
    if (each.lacks_value_of(chunk.columns[each.at], row)) out.push_back(each.counts.column);
  }
  return out;
}

std::string UnseenColumn::text() const {
  if (cells > 0 && missing == cells) return fmt::format("{}: all {} cells are missing", column, cells);
  if (unseen == 0) return {};
  std::string out = fmt::format("{}: {} of {} cells not seen in training, for example '{}'", column, unseen,
                                cells, example);
  if (!known.empty()) return out + fmt::format("; did you mean '{}'?", known);
  return numbers ? out + "; they are numbers, and training had none there" : out;
}

}  // namespace priory
