// SPDX-License-Identifier: Apache-2.0
#include "input/databases/typed_rows.h"

#include <utility>

#include "input/databases/cell_block.h"
#include "rows/rows_cells.h"

namespace priory {
namespace {

class SpellingDecoder final : public Decoder<Records> {
 public:
  SpellingDecoder(std::unique_ptr<Decoder<ColumnRows>> from, std::size_t n_columns, std::string_view name)
      : from_(std::move(from)), block_(n_columns), name_(name) {}

  void decode(const Batch& batch, const std::function<void(const Records&)>& take) override {
    from_->decode(batch, [&](const ColumnRows& rows) {
      block_.clear();
      for (std::size_t row = 0; row < rows.n_rows; ++row) {
        for (const RowsBlock& column : rows.rows->blocks()) {
          const auto text = text_at({&column, 0}, row, buffer_);
          text ? block_.text(*text) : block_.missing();
        }
      }
      block_.show(name_, rows.n_before + 1, rows_);
      take(rows_);
    });
  }

 private:
  std::unique_ptr<Decoder<ColumnRows>> from_;
  CellBlock block_;
  std::string_view name_;
  std::string buffer_;
  Records rows_;
};

class SpellingSource final : public Source<Records> {
 public:
  SpellingSource(std::unique_ptr<Source<ColumnRows>> from, std::size_t n_columns, std::string name)
      : from_(std::move(from)), n_columns_(n_columns), name_(std::move(name)) {}
  std::unique_ptr<Batch> next() override { return from_->next(); }
  std::unique_ptr<Decoder<Records>> decoder() const override {
    return std::make_unique<SpellingDecoder>(from_->decoder(), n_columns_, name_);
  }

 private:
  std::unique_ptr<Source<ColumnRows>> from_;
  std::size_t n_columns_;
  std::string name_;
};

}  // namespace

std::unique_ptr<Source<Records>> as_records(std::unique_ptr<Source<ColumnRows>> rows, std::size_t n_columns,
                                            const std::string& name) {
  return std::make_unique<SpellingSource>(std::move(rows), n_columns, name);
}

}  // namespace priory
