// SPDX-License-Identifier: Apache-2.0
// Some rows of a database, column by column, as it has them: numbers, codes of values, texts. The buffers
// belong to one decoder and stay where they are, so that what is built over them (`rows`) is built once; each
// batch is written over the last. So numbers never become text on their way to a model.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "priory/rows.h"

namespace priory {

// How a column of a database comes.
struct BufferType {
  enum class Kind : std::uint8_t { numbers, codes, texts } kind = Kind::texts;
  NumberType number = NumberType::f64;   // of numbers; codes are i32
  std::vector<std::string> values = {};  // that codes are of
};

// The first n_rows of `rows`.
struct ColumnRows {
  const Rows* rows = nullptr;
  std::size_t n_rows = 0;
  std::size_t n_before = 0;  // rows of the database that came before
};

class ColumnBuffers {
 public:
  // Room for so many rows. `names`: one a column.
  ColumnBuffers(const std::vector<BufferType>& types, const std::vector<std::string>& names,
                const std::string& name, std::size_t n_rows);
  ColumnBuffers(const ColumnBuffers&) = delete;
  ColumnBuffers& operator=(const ColumnBuffers&) = delete;

  // Where row r of a column is written: a number of its type or a code; a text; and whether it is missing.
  template <class T>
  T* numbers(std::size_t c) {
    return reinterpret_cast<T*>(columns_[c].bytes.data());
  }
  std::string_view* texts(std::size_t c) { return columns_[c].texts.data(); }
  std::uint8_t* missing(std::size_t c) { return columns_[c].missing.data(); }
  void all_missing(std::size_t c, std::size_t n_rows) { std::memset(missing(c), 1, n_rows); }

  const Rows& rows() const { return *rows_; }
  std::size_t capacity() const { return capacity_; }

 private:
  struct Buffer {
    std::vector<std::uint64_t> bytes;  // aligned for every type
    std::vector<std::string_view> texts;
    std::vector<std::uint8_t> missing;
  };
  void add(const BufferType& type, const std::string& name, Buffer& buffer);

  std::size_t capacity_;
  std::vector<Buffer> columns_;
  std::unique_ptr<Rows> rows_;
};

}  // namespace priory
