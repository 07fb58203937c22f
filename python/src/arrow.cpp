// SPDX-License-Identifier: Apache-2.0
// Columns of polars, pyarrow, DuckDB and all others that hand them out by Arrow's C stream interface. A column in one
// chunk is borrowed; the numbers of several chunks are put one after the other, of texts only where they stand.
#include <cstring>
#include <map>
#include <memory>

#include "arrow_abi.h"
#include "module.h"

namespace priory::python {
namespace {

template <class T>
struct Released {
  T it{};
  Released() = default;
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;
  ~Released() {
    if (it.release != nullptr) it.release(&it);
  }
};

// A stream read to its end. Immutable.
struct ArrowTable {
  Released<ArrowSchema> schema;
  std::vector<std::unique_ptr<Released<ArrowArray>>> batches;

  bool is_columns() const { return std::string_view(schema.it.format) == "+s"; }
  std::size_t n_columns() const { return is_columns() ? static_cast<std::size_t>(schema.it.n_children) : 1; }
  const ArrowSchema& type(std::size_t column) const { return is_columns() ? *schema.it.children[column] : schema.it; }
  std::size_t n_rows() const {
    std::int64_t out = 0;
    for (const auto& batch : batches) out += batch->it.length;
    return static_cast<std::size_t>(out);
  }
};

// The items of a column in one batch.
struct Chunklet {
  const ArrowArray* array = nullptr;
  std::size_t begin = 0, length = 0;

  bool has(std::size_t k) const { return array->n_buffers == 0 || valid(begin + k); }
  template <class T>
  const T* buffer(int number) const {
    return static_cast<const T*>(array->buffers[number]);
  }

 private:
  bool valid(std::size_t at) const {
    const auto* bits = static_cast<const std::uint8_t*>(array->buffers[0]);
    return bits == nullptr || (bits[at / 8] >> (at % 8) & 1) != 0;
  }
};

// A struct may have an offset of its own, in front of those of its columns.
std::vector<Chunklet> chunklets(const ArrowTable& table, std::size_t column) {
  std::vector<Chunklet> out;
  for (const auto& batch : table.batches) {
    const ArrowArray& whole = batch->it;
    if (whole.length == 0) continue;
    const ArrowArray* array = table.is_columns() ? whole.children[column] : &whole;
    const std::int64_t outer = table.is_columns() ? whole.offset : 0;
    out.push_back({array, static_cast<std::size_t>(array->offset + outer), static_cast<std::size_t>(whole.length)});
  }
  return out;
}

void check(int code, ArrowArrayStream& stream) {
  if (code == 0) return;
  const char* why = stream.get_last_error(&stream);
  throw Error(ErrorKind::data, "an Arrow stream ended with an error: " + (why != nullptr ? std::string(why) : "code " + std::to_string(code)));
}

std::unique_ptr<ArrowTable> read_arrow(const py::capsule& capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw py::error_already_set();
  if (stream->release == nullptr) throw py::value_error("the Arrow stream has been read already");
  auto out = std::make_unique<ArrowTable>();
  check(stream->get_schema(stream, &out->schema.it), *stream);
  while (true) {
    auto batch = std::make_unique<Released<ArrowArray>>();
    check(stream->get_next(stream, &batch->it), *stream);
    if (batch->it.release == nullptr) return out;
    out->batches.push_back(std::move(batch));
  }
}

NumberType number_type_of(char format) {
  using enum NumberType;
  static const std::map<char, NumberType> types = {{'c', i8},  {'C', u8},  {'s', i16}, {'S', u16}, {'i', i32},
                                                   {'I', u32}, {'l', i64}, {'L', u64}, {'f', f32}, {'g', f64}};
  return types.at(format);
}

bool is_number(std::string_view format) {
  return format.size() == 1 && std::string_view("cCsSiIlLfg").find(format[0]) != std::string_view::npos;
}

bool is_text(std::string_view format) { return format == "u" || format == "U" || format == "vu"; }

Mask mask_of(const std::vector<Chunklet>& chunks, std::size_t n_rows, BorrowedRows& to) {
  if (chunks.size() == 1 && chunks[0].array->n_buffers > 0) {
    const auto* bits = chunks[0].buffer<std::uint8_t>(0);
    return bits == nullptr ? Mask() : Mask::present_bits(bits, n_rows, chunks[0].begin);
  }
  std::vector<std::uint8_t>& missing = to.missing.emplace_back();
  missing.reserve(n_rows);
  for (const Chunklet& chunk : chunks) {
    for (std::size_t k = 0; k < chunk.length; ++k) missing.push_back(chunk.has(k) ? 0 : 1);
  }
  return Mask::missing(missing);
}

void add_numbers(BorrowedRows& to, const std::string& name, const std::vector<Chunklet>& chunks, NumberType type,
                 std::size_t n_rows) {
  const std::size_t size = size_of(type);
  const char* data = nullptr;
  if (chunks.size() == 1) {
    data = chunks[0].buffer<char>(1) + chunks[0].begin * size;
  } else {
    std::string& all = to.texts.emplace_back();
    all.reserve(n_rows * size);
    for (const Chunklet& chunk : chunks) all.append(chunk.buffer<char>(1) + chunk.begin * size, chunk.length * size);
    data = all.data();
  }
  to.rows.numbers(name, {data, type, n_rows, 1, static_cast<std::ptrdiff_t>(size), 0}, mask_of(chunks, n_rows, to));
}

// Bits become bytes.
void add_bools(BorrowedRows& to, const std::string& name, const std::vector<Chunklet>& chunks, std::size_t n_rows) {
  std::vector<std::uint8_t>& bytes = to.missing.emplace_back();
  bytes.reserve(n_rows);
  for (const Chunklet& chunk : chunks) {
    for (std::size_t k = chunk.begin; k < chunk.begin + chunk.length; ++k)
      bytes.push_back(chunk.buffer<std::uint8_t>(1)[k / 8] >> (k % 8) & 1);
  }
  to.rows.numbers(name, {bytes.data(), NumberType::boolean, n_rows, 1, 1, 0}, mask_of(chunks, n_rows, to));
}

// Of 16 bytes: the length, then up to 12 bytes of text, or four of them, and the number of a buffer and a place there.
std::string_view view_at(const Chunklet& chunk, std::size_t k) {
  const char* item = chunk.buffer<char>(1) + 16 * (chunk.begin + k);
  std::int32_t length = 0, buffer = 0, place = 0;
  std::memcpy(&length, item, 4), std::memcpy(&buffer, item + 8, 4), std::memcpy(&place, item + 12, 4);
  const auto size = static_cast<std::size_t>(length);
  return size <= 12 ? std::string_view(item + 4, size) : std::string_view(chunk.buffer<char>(2 + buffer) + place, size);
}

template <class Offset>
std::string_view text_at(const Chunklet& chunk, std::size_t k) {
  const Offset* offsets = chunk.buffer<Offset>(1) + chunk.begin;
  return {chunk.buffer<char>(2) + offsets[k], static_cast<std::size_t>(offsets[k + 1] - offsets[k])};
}

std::string_view text_of(std::string_view format, const Chunklet& chunk, std::size_t k) {
  if (!chunk.has(k)) return {};
  if (format == "vu") return view_at(chunk, k);
  return format == "u" ? text_at<std::int32_t>(chunk, k) : text_at<std::int64_t>(chunk, k);
}

void add_texts(BorrowedRows& to, const std::string& name, const std::vector<Chunklet>& chunks, std::string_view format,
               std::size_t n_rows) {
  const Mask mask = mask_of(chunks, n_rows, to);
  if (chunks.size() == 1 && format != "vu") {
    const std::size_t size = format == "u" ? 4 : 8;
    const Numbers offsets(chunks[0].buffer<char>(1) + chunks[0].begin * size,
                          format == "u" ? NumberType::i32 : NumberType::i64, n_rows + 1, 1,
                          static_cast<std::ptrdiff_t>(size), 0);
    to.rows.strings(name, Strings(offsets, chunks[0].buffer<char>(2)), mask);
    return;
  }
  std::vector<std::string_view>& views = to.views.emplace_back();
  views.reserve(n_rows);
  for (const Chunklet& chunk : chunks) {
    for (std::size_t k = 0; k < chunk.length; ++k) views.push_back(text_of(format, chunk, k));
  }
  to.rows.strings(name, views, mask);
}

std::int64_t code_at(char format, const Chunklet& chunk, std::size_t k) {
  return with_type(number_type_of(format), [&]<class T>(T) {
    return static_cast<std::int64_t>(chunk.buffer<T>(1)[chunk.begin + k]);
  });
}

// Each batch may have a dictionary of its own: the values of all become one.
void add_codes(BorrowedRows& to, const std::string& name, const std::vector<Chunklet>& chunks, const ArrowSchema& type,
               std::size_t n_rows) {
  std::map<std::string, std::int32_t, std::less<>> places;
  std::vector<std::string> values;
  std::string& bytes = to.texts.emplace_back();  // the codes
  bytes.resize(n_rows * sizeof(std::int32_t));
  std::size_t row = 0;
  for (const Chunklet& chunk : chunks) {
    const Chunklet words{chunk.array->dictionary, static_cast<std::size_t>(chunk.array->dictionary->offset),
                         static_cast<std::size_t>(chunk.array->dictionary->length)};
    std::vector<std::int32_t> place(words.length, -1);
    for (std::size_t k = 0; k < words.length; ++k) {
      if (!words.has(k)) continue;
      const std::string word(text_of(type.dictionary->format, words, k));
      const auto [at, fresh] = places.try_emplace(word, static_cast<std::int32_t>(values.size()));
      if (fresh) values.push_back(word);
      place[k] = at->second;
    }
    for (std::size_t k = 0; k < chunk.length; ++k, ++row) {
      const std::int32_t code = chunk.has(k) ? place.at(static_cast<std::size_t>(code_at(type.format[0], chunk, k))) : -1;
      std::memcpy(bytes.data() + row * sizeof code, &code, sizeof code);
    }
  }
  to.rows.codes(name, {bytes.data(), NumberType::i32, n_rows, 1, sizeof(std::int32_t), 0}, values);
}

// Times, as whole numbers since 1970 in the unit of the format, and which of them are missing.
py::tuple times_of(const ArrowTable& table, std::size_t column) {
  const bool days = std::string_view(table.type(column).format) == "tdD";
  std::vector<std::int64_t> numbers;
  std::vector<bool> missing;
  for (const Chunklet& chunk : chunklets(table, column)) {
    for (std::size_t k = 0; k < chunk.length; ++k) {
      numbers.push_back(code_at(days ? 'i' : 'l', chunk, k));
      missing.push_back(!chunk.has(k));
    }
  }
  return py::make_tuple(py::array_t<std::int64_t>(static_cast<py::ssize_t>(numbers.size()), numbers.data()), py::cast(missing));
}

bool add_column(BorrowedRows& to, const py::object& holder, std::size_t column, const std::string& name) {
  const auto& table = py::cast<const ArrowTable&>(holder);
  const ArrowSchema& type = table.type(column);
  const std::vector<Chunklet> chunks = chunklets(table, column);
  const std::string_view format = type.format;
  const std::size_t n_rows = table.n_rows();
  const bool coded = type.dictionary != nullptr;
  if (coded ? !is_text(type.dictionary->format) : !(is_number(format) || is_text(format) || format == "b")) return false;
  if (coded)
    add_codes(to, name, chunks, type, n_rows);
  else if (is_number(format))
    add_numbers(to, name, chunks, number_type_of(format[0]), n_rows);
  else if (format == "b")
    add_bools(to, name, chunks, n_rows);
  else
    add_texts(to, name, chunks, format, n_rows);
  to.keep.push_back(holder);
  return true;
}

}  // namespace

void add_arrow(py::module_& module) {
  py::class_<ArrowTable>(module, "ArrowTable")
      .def(py::init(&read_arrow))
      .def_property_readonly("n_rows", &ArrowTable::n_rows)
      .def_property_readonly("is_columns", &ArrowTable::is_columns)
      .def_property_readonly("names",
                             [](const ArrowTable& self) {
                               std::vector<std::string> out;
                               for (std::size_t k = 0; k < self.n_columns(); ++k) {
                                 const char* name = self.type(k).name;
                                 out.emplace_back(name != nullptr ? name : "");
                               }
                               return out;
                             })
      .def("format", [](const ArrowTable& self, std::size_t column) { return std::string(self.type(column).format); })
      .def("times", &times_of);
  module.def("add_arrow_column", &add_column);
}

}  // namespace priory::python
