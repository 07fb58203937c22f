// SPDX-License-Identifier: Apache-2.0
#include "priory/rows.h"

#include <fmt/format.h>

#include "priory/error.h"

namespace priory {

struct Rows::State {
  std::string name;
  std::size_t n_rows = 0;
  Dictionary columns;
  std::vector<RowsBlock> blocks;
  std::unique_ptr<const Numbers> weights;
  std::string target;

  State(std::string of, std::size_t rows) : name(std::move(of)), n_rows(rows) {}
  State(const State& other)
      : name(other.name),
        n_rows(other.n_rows),
        columns(other.columns),
        blocks(other.blocks),
        weights(other.weights ? std::make_unique<const Numbers>(*other.weights) : nullptr),
        target(other.target) {}
  State& operator=(const State&) = delete;
};

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& what, const std::string& remedy) {
  throw Error(ErrorKind::data, fmt::format("{}: {}", name, what), {}, remedy);
}

void check_whole(const Numbers& numbers, const std::string& name, std::string_view what) {
  if (numbers.type == NumberType::f64 || numbers.type == NumberType::f32)
    refuse(name, fmt::format("{} are fractions", what), "give whole numbers");
}

void check_index(const Numbers& numbers, const std::string& name, std::string_view what) {
  check_whole(numbers, name, what);
  if (size_of(numbers.type) < 4)
    refuse(name, fmt::format("{} have too few bits", what), "give whole numbers of 32 or 64 bits");
}

}  // namespace

std::size_t size_of(NumberType type) {
  return with_type(type, [](auto one) { return sizeof one; });
}

Rows::Rows(std::size_t n_rows, std::string name) : state_(std::make_shared<State>(std::move(name), n_rows)) {}

std::size_t Rows::n_rows() const {
  return state_->n_rows;
}
std::size_t Rows::n_columns() const {
  return state_->columns.size();
}
const std::string& Rows::name() const {
  return state_->name;
}
const Dictionary& Rows::columns() const {
  return state_->columns;
}
const std::string& Rows::target() const {
  return state_->target;
}
const std::vector<RowsBlock>& Rows::blocks() const {
  return state_->blocks;
}
const Numbers* Rows::weights() const {
  return state_->weights.get();
}

Rows::State& Rows::edit() {
  if (state_.use_count() > 1) state_ = std::make_shared<State>(*state_);
  return *state_;
}

void Rows::add(RowsBlock block, std::vector<std::string> names, std::size_t n_rows) {
  State& state = edit();
  const std::size_t first = state.columns.size();
  if (names.empty()) {
    for (std::size_t j = 0; j < block.n_columns; ++j) names.push_back(std::to_string(first + j + 1));
  }
  if (names.size() != block.n_columns)
    refuse(state.name, fmt::format("{} names for {} columns", names.size(), block.n_columns),
           "give a name for each column, or none at all");
  if (n_rows != state.n_rows)
    refuse(state.name, fmt::format("column '{}' has {} rows, not {}", names[0], n_rows, state.n_rows),
           "all columns need a cell for each row");
  if (block.mask.data != nullptr && block.mask.n_rows != n_rows)
    refuse(state.name,
           fmt::format("the mask of column '{}' has {} rows, not {}", names[0], block.mask.n_rows, n_rows),
           "a mask needs a mark for each cell");
  Dictionary fresh;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (fresh.insert(names[j]) == j && state.columns.find(names[j]) == Dictionary::kAbsent) continue;
    refuse(state.name, fmt::format("two columns are named '{}'", names[j]),
           "give every column a name of its own");
  }
  if (first == 0)
    state.columns = std::move(fresh);
  else
    state.columns.insert_all(fresh);
  block.first_column = first;
  state.blocks.push_back(std::move(block));
}

Rows& Rows::numbers(std::string name, const Numbers& column, const Mask& mask) {
  return matrix({std::move(name)}, column, mask);
}

Rows& Rows::matrix(std::vector<std::string> names, const Numbers& numbers, const Mask& mask) {
  RowsBlock block;
  block.n_columns = numbers.n_columns;
  block.numbers = numbers, block.mask = mask;
  add(std::move(block), std::move(names), numbers.n_rows);
  return *this;
}

Rows& Rows::codes(std::string name, const Numbers& codes, std::vector<std::string> values, const Mask& mask) {
  check_whole(codes, state_->name, fmt::format("the codes of column '{}'", name));
  RowsBlock block;
  block.kind = RowsBlock::Kind::codes;
  block.numbers = codes, block.mask = mask, block.values = std::move(values);
  Dictionary names;
  for (std::size_t k = 0; k < block.values.size(); ++k) {
    if (names.insert(block.values[k]) == k) continue;
    refuse(state_->name, fmt::format("two values of column '{}' are named '{}'", name, block.values[k]),
           "give every value a name of its own");
  }
  add(std::move(block), {std::move(name)}, codes.n_rows);
  return *this;
}

Rows& Rows::strings(std::string name, const Strings& texts, const Mask& mask) {
  if (texts.bytes != nullptr)
    check_index(texts.offsets, state_->name, fmt::format("the offsets of column '{}'", name));
  RowsBlock block;
  block.kind = RowsBlock::Kind::strings;
  block.strings.push_back(texts), block.mask = mask;
  add(std::move(block), {std::move(name)}, texts.n_rows);
  return *this;
}

Rows& Rows::csr(std::vector<std::string> names, const Csr& matrix, std::size_t n_columns) {
  check_index(matrix.begin, state_->name, "the places where rows of a sparse matrix begin");
  check_index(matrix.column, state_->name, "the columns of a sparse matrix");
  if (matrix.column.n_rows != matrix.value.n_rows)
    refuse(state_->name,
           fmt::format("a sparse matrix with {} columns of entries and {} values", matrix.column.n_rows,
                       matrix.value.n_rows),
           "give a column and a value for each entry");
  RowsBlock block;
  block.kind = RowsBlock::Kind::csr;
  block.n_columns = n_columns, block.csr = matrix;
  add(std::move(block), std::move(names), matrix.begin.n_rows == 0 ? 0 : matrix.begin.n_rows - 1);
  return *this;
}

Rows& Rows::weights(const Numbers& weights) {
  if (weights.n_rows != n_rows())
    refuse(state_->name, fmt::format("{} weights for {} rows", weights.n_rows, n_rows()),
           "give a weight for each row");
  edit().weights = std::make_unique<const Numbers>(weights);
  return *this;
}

Rows& Rows::target(const std::string& name) {
  if (columns().find(name) == Dictionary::kAbsent) {
    const std::vector<std::string> names(columns().strings().begin(), columns().strings().end());
    refuse(state_->name, fmt::format("there is no column '{}'{}", name, did_you_mean(name, names)),
           "add it first");
  }
  edit().target = name;
  return *this;
}

}  // namespace priory
