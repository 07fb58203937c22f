// SPDX-License-Identifier: Apache-2.0
// A table never changes after opening, so that sources made from it may live side by side; they share its
// state and may outlive it.
#include "priory/table.h"

#include <utility>

#include "input/table_state.h"

namespace priory {
namespace {

// Keeps what the source refers to alive.
template <class State>
class OwningSource : public Source<Records> {
 public:
  OwningSource(std::shared_ptr<State> state, std::unique_ptr<Source<Records>> source, Ranks* ranks)
      : state_(std::move(state)), source_(std::move(source)), ranks_(ranks) {}

  std::unique_ptr<Batch> next() override { return source_->next(); }
  std::unique_ptr<Decoder<Records>> decoder() const override { return source_->decoder(); }
  Ranks* ranks() const override { return ranks_; }
  Progress progress() const override { return source_->progress(); }

 private:
  std::shared_ptr<State> state_;
  std::unique_ptr<Source<Records>> source_;
  Ranks* ranks_;
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
  return std::make_unique<OwningSource<Table::State>>(
      state, state->open(again, state->ranks != nullptr, wanted), state->ranks);
}

std::unique_ptr<Source<Records>> records_of_all(const Table& table, bool again) {
  return std::make_unique<OwningSource<Table::State>>(table.state_, table.state_->open(again, false, {}),
                                                      nullptr);
}

}  // namespace priory
