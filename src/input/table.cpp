// SPDX-License-Identifier: Apache-2.0
// A table never changes after opening, so that sources made from it may live side by side; they share its
// state and may outlive it.
#include "priory/table.h"

#include <utility>

#include "input/databases/typed_rows.h"
#include "input/table_state.h"

namespace priory {
namespace {

// Keeps what the source refers to alive.
template <class State, class Item>
class OwningSource : public Source<Item> {
 public:
  OwningSource(std::shared_ptr<State> state, std::unique_ptr<Source<Item>> source, Ranks* ranks)
      : state_(std::move(state)), source_(std::move(source)), ranks_(ranks) {}

  std::unique_ptr<Batch> next() override { return source_->next(); }
  std::unique_ptr<Decoder<Item>> decoder() const override { return source_->decoder(); }
  Ranks* ranks() const override { return ranks_; }
  Progress progress() const override { return source_->progress(); }

 protected:
  std::shared_ptr<State> state_;

 private:
  std::unique_ptr<Source<Item>> source_;
  Ranks* ranks_;
};

// Records that may stand in columns, where they come from.
struct MaybeTyped {
  virtual ~MaybeTyped() = default;
  virtual std::unique_ptr<Source<ColumnRows>> typed(const std::vector<bool>& wanted) const = 0;
};

template <class State>
class RecordSource final : public OwningSource<State, Records>, public MaybeTyped {
 public:
  using OwningSource<State, Records>::OwningSource;
  std::unique_ptr<Source<ColumnRows>> typed(const std::vector<bool>& wanted) const override {
    auto rows = this->state_->typed(wanted);
    if (!rows) return nullptr;
    return std::make_unique<OwningSource<State, ColumnRows>>(this->state_, std::move(rows), nullptr);
  }
};

}  // namespace

Table::Table(std::shared_ptr<State> state) : state_(std::move(state)) {}

const std::vector<DeclaredColumn>& Table::columns() const {
  return state_->columns;
}

Format Table::format() const {
  return state_->format;
}

char Table::delimiter() const {
  return state_->delimiter;
}

const std::vector<std::string>& Table::paths() const {
  return state_->paths;
}

const std::string& Table::target() const {
  return state_->target;
}

const std::vector<std::string>& Table::notes() const {
  return state_->notes;
}

const std::string& Table::unlabelled() const {
  return state_->unlabelled;
}

std::unique_ptr<Source<Records>> records_of(const Table& table, bool again, const std::vector<bool>& wanted) {
  const auto& state = table.state_;
  return std::make_unique<RecordSource<Table::State>>(
      state, state->open(again, state->ranks != nullptr, wanted), state->ranks);
}

std::unique_ptr<Source<Records>> records_of_all(const Table& table, bool again) {
  return std::make_unique<RecordSource<Table::State>>(table.state_, table.state_->open(again, false, {}),
                                                      nullptr);
}

std::unique_ptr<Source<ColumnRows>> columns_of(const Table& table, const std::vector<bool>& wanted) {
  const auto records = records_of(table, true, wanted);
  return dynamic_cast<const MaybeTyped&>(*records).typed(wanted);
}

}  // namespace priory
