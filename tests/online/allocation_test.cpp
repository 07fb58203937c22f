// SPDX-License-Identifier: Apache-2.0
// Counts what the library allocates while a row is predicted. Operator new is replaced in this whole program.
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "priory/predictor.h"

#include "online/rows_of.h"
#include "training.h"

namespace {
std::atomic<std::size_t> n_allocations{0};
}

void* operator new(std::size_t size) {
  ++n_allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++n_allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++n_allocations;
  const std::size_t line = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(line, (size + line) / line * line)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace priory {
namespace {

using namespace testing;

// How often memory is asked for by all rows, once they have been met twice.
std::size_t allocations(const Classifier& model, const std::string& header,
                        const std::vector<std::string>& lines) {
  Predictor predictor(model);
  std::vector<std::vector<CellValue>> rows;
  for (const std::string& line : lines) rows.push_back(row_of(line, header, predictor.columns()));
  const auto predict_all = [&] {
    for (const std::vector<CellValue>& row : rows) predictor.predict(row), predictor.posterior(row);
  };
  predict_all(), predict_all();
  const std::size_t before = n_allocations;
  predict_all();
  return n_allocations - before;
}

TEST(Allocation, CounterCounts) {
  const std::size_t before = n_allocations;
  ::operator delete(::operator new(8));
  EXPECT_EQ(n_allocations, before + 1);
}

// Columns modelled together are among them, and cells that are missing.
TEST(Allocation, NoneForARowOfAnyFamily) {
  for (const Unseen unseen : {Unseen::ignore, Unseen::smooth}) {
    testing::Random random(3);
    MixedTable table = draw_table(random, 40);
    table.options.unseen = unseen;
    EXPECT_EQ(allocations(trained(table.csv(), table.options), table.header, table.rows), 0U);
  }
}

// One after the other, so that it is known which one allocates.
TEST(Allocation, NoneForARowOfEachFamily) {
  testing::Random random(4);
  const MixedTable all = draw_table(random, 60);
  for (const ColumnType& one : all.options.types) {
    MixedTable table = all;
    for (ColumnType& each : table.options.types) {
      if (each.type != one.type && each.type != "weight") each.type = "ignore";
    }
    table.options.text.clear();
    EXPECT_EQ(allocations(trained(table.csv(), table.options), table.header, table.rows), 0U) << one.type;
  }
}

TEST(Allocation, NoneForACompleteRowOfANetwork) {
  const std::vector<std::string> rows = {"a,x,k,no", "b,x,k,yes", "a,y,l,yes", "b,y,l,no", "a,x,l,no"};
  std::string csv = "u,v,w,y\n";
  for (const std::string& row : rows) csv += row + "\n";
  PlanOptions options;
  options.target = "y", options.structure = "tan";
  EXPECT_EQ(allocations(trained(csv, options), "u,v,w,y", rows), 0U);
}

TEST(Allocation, NoneForATextUnderAnyOption) {
  const std::vector<std::string> rows = {"Cheap pills cheap,spam", "lunch at noon énorme,ham",
                                         "pills noon,ham"};
  std::string csv = "text,y\n";
  for (const std::string& row : rows) csv += row + "\n";
  for (const char* const family : {"multinomial", "complement", "bernoulli"}) {
    PlanOptions options = of_text(family);
    EXPECT_EQ(allocations(trained(csv, options), "text,y", rows), 0U) << family;
    options.text_options.tokens.hash_bits = 4;
    EXPECT_EQ(allocations(trained(csv, options), "text,y", rows), 0U) << family;
    options.text_options.tokens.hash_bits = 0, options.text_options.tokens.max_n = 2;
    options.text_options.tf = Tf::log;
    EXPECT_EQ(allocations(trained(csv, options), "text,y", rows), 0U) << family;
  }
}

}  // namespace
}  // namespace priory
