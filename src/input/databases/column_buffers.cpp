// SPDX-License-Identifier: Apache-2.0
#include "input/databases/column_buffers.h"

namespace priory {

ColumnBuffers::ColumnBuffers(const std::vector<BufferType>& types, const std::vector<std::string>& names,
                             const std::string& name, std::size_t n_rows)
    : capacity_(n_rows), columns_(types.size()), rows_(std::make_unique<Rows>(n_rows, name)) {
  for (std::size_t c = 0; c < types.size(); ++c) add(types[c], names[c], columns_[c]);
}

void ColumnBuffers::add(const BufferType& type, const std::string& name, Buffer& buffer) {
  buffer.missing.assign(capacity_, 1);
  const Mask mask = Mask::missing(buffer.missing);
  if (type.kind == BufferType::Kind::texts) {
    buffer.texts.resize(capacity_);
    rows_->strings(name, Strings(buffer.texts), mask);
    return;
  }
  buffer.bytes.resize(capacity_);
  const bool codes = type.kind == BufferType::Kind::codes;
  const NumberType as = codes ? NumberType::i32 : type.number;
  const Numbers numbers(buffer.bytes.data(), as, capacity_, 1, static_cast<std::ptrdiff_t>(size_of(as)), 0);
  if (codes)
    rows_->codes(name, numbers, type.values, mask);
  else
    rows_->numbers(name, numbers, mask);
}

}  // namespace priory
