// SPDX-License-Identifier: Apache-2.0
#include "input/databases/copy_binary.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>

#include "priory/error.h"

#include "input/row_source.h"

namespace priory {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSignature = "PGCOPY\n\377\r\n\0"sv;

[[noreturn]] void fail_copy(const std::string& why) {
  throw Error(ErrorKind::io, "what the server sends is no binary COPY: " + why);
}

template <class Whole>
Whole big_endian(const char* at) {
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < sizeof(Whole); ++k) out = out << 8U | static_cast<unsigned char>(at[k]);
  return static_cast<Whole>(out);
}

// Goes through bytes; a step that finds too few of them leaves it where it was.
class CopyCursor {
 public:
  explicit CopyCursor(std::string_view bytes) : bytes_(bytes) {}

  std::size_t at() const { return at_; }
  template <class Whole>
  bool read(Whole& out) {
    if (bytes_.size() - at_ < sizeof(Whole)) return false;
    out = big_endian<Whole>(bytes_.data() + at_);
    at_ += sizeof(Whole);
    return true;
  }
  // A field: nothing of NULL.
  bool read_field(std::string_view& out, bool& missing) {
    std::int32_t size = 0;
    if (!read(size)) return false;
    missing = size == -1;
    if (missing) return true;
    if (size < 0 || static_cast<std::size_t>(size) > kLargestRecord)
      fail_copy(fmt::format("a field of {} bytes", size));
    if (bytes_.size() - at_ < static_cast<std::size_t>(size)) return false;
    out = bytes_.substr(at_, static_cast<std::size_t>(size));
    at_ += out.size();
    return true;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

enum class Step { tuple, end, more };

// Passes over one tuple, or the end.
Step pass_tuple(CopyCursor& cursor, std::size_t n_fields) {
  std::int16_t n = 0;
  if (!cursor.read(n)) return Step::more;
  if (n == -1) return Step::end;
  if (n < 0 || static_cast<std::size_t>(n) != n_fields)
    fail_copy(fmt::format("a row of {} fields, of {}", n, n_fields));
  for (std::size_t k = 0; k < n_fields; ++k) {
    std::string_view field;
    bool missing = false;
    if (!cursor.read_field(field, missing)) return Step::more;
  }
  return Step::tuple;
}

void check_size(std::string_view field, std::size_t size) {
  if (field.size() != size) fail_copy(fmt::format("a value of {} bytes, of {}", field.size(), size));
}

template <class Whole, class As = Whole>
void store(std::string_view field, As* to) {
  check_size(field, sizeof(Whole));
  *to = std::bit_cast<As>(big_endian<Whole>(field.data()));
}

void read_number(std::string_view field, NumberType type, std::size_t c, std::size_t row, ColumnBuffers& to) {
  switch (type) {
    case NumberType::i16:
      return store<std::int16_t>(field, to.numbers<std::int16_t>(c) + row);
    case NumberType::i32:
      return store<std::int32_t>(field, to.numbers<std::int32_t>(c) + row);
    case NumberType::i64:
      return store<std::int64_t>(field, to.numbers<std::int64_t>(c) + row);
    case NumberType::f32:
      return store<std::uint32_t>(field, to.numbers<float>(c) + row);
    default:
      return store<std::uint64_t>(field, to.numbers<double>(c) + row);
  }
}

void read_value(std::string_view field, const BufferType& type, std::size_t c, std::size_t row,
                ColumnBuffers& to) {
  if (type.kind == BufferType::Kind::texts) {
    to.texts(c)[row] = field;
  } else if (type.kind == BufferType::Kind::numbers) {
    read_number(field, type.number, c, row, to);
  } else {  // a boolean
    check_size(field, 1);
    to.numbers<std::int32_t>(c)[row] = field[0] == 0 ? 0 : 1;
  }
}

}  // namespace

std::size_t copy_header(std::string_view bytes) {
  constexpr std::size_t kFixed = 19;
  if (bytes.substr(0, kSignature.size()) != kSignature.substr(0, bytes.size()))
    fail_copy("its signature is another");
  if (bytes.size() < kFixed) return 0;
  const auto flags = big_endian<std::uint32_t>(bytes.data() + 11);
  const auto extension = big_endian<std::uint32_t>(bytes.data() + 15);
  if ((flags >> 16U) != 0) fail_copy("its rows have object ids");
  if (extension > kLargestRecord) fail_copy("its header is too long");
  return bytes.size() < kFixed + extension ? 0 : kFixed + extension;
}

CopyTuples whole_tuples(std::string_view bytes, std::size_t n_fields, std::size_t most_rows,
                        std::size_t most_bytes) {
  CopyTuples out;
  CopyCursor cursor(bytes);
  while (out.n_rows < most_rows && out.size < most_bytes) {
    const Step step = pass_tuple(cursor, n_fields);
    if (step == Step::more) return out;
    out.size = cursor.at();
    out.ended = step == Step::end;
    if (out.ended) return out;
    ++out.n_rows;
  }
  return out;
}

std::size_t read_tuples(std::string_view bytes, const std::vector<std::size_t>& into,
                        const std::vector<BufferType>& types, ColumnBuffers& buffers) {
  CopyCursor cursor(bytes);
  std::size_t row = 0;
  for (std::int16_t n = 0; row < buffers.capacity() && cursor.read(n) && n != -1; ++row) {
    if (n < 0 || static_cast<std::size_t>(n) != into.size()) fail_copy("a row of other fields");
    for (const std::size_t c : into) {
      std::string_view field;
      bool missing = false;
      if (!cursor.read_field(field, missing)) fail_copy("it ends within a row");
      buffers.missing(c)[row] = missing ? 1 : 0;
      if (!missing) read_value(field, types[c], c, row, buffers);
    }
  }
  return row;
}

}  // namespace priory
