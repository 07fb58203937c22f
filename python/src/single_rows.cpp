// SPDX-License-Identifier: Apache-2.0
// One row of counts at a time, at the cost of what is not 0 in it: no column is named, and rows to be learnt wait
// until there are as many as make it worth counting them.
#include <cstring>
#include <optional>
#include <utility>

#include "module.h"
#include "priory/chunk.h"

namespace priory::python {
namespace {

// What is not 0 in a row, in the order of the columns.
struct CountRow {
  std::vector<std::uint32_t> column;
  std::vector<double> count;

  // False where a check of the whole row might have something to say of the count.
  bool add(std::size_t j, double x) {
    constexpr double kMost = 4294967296.0;
    if (!(x >= 1 / kMost && x <= kMost)) return false;
    column.push_back(static_cast<std::uint32_t>(j)), count.push_back(x);
    return true;
  }
};

template <class T>
bool add_cells(const T* cells, std::size_t first, std::size_t last, CountRow& out) {
  for (std::size_t j = first; j < last; ++j) {
    if (cells[j] != T{} && !out.add(j, static_cast<double>(cells[j]))) return false;
  }
  return true;
}

// Most of a row is 0, which is seen for many cells at once.
template <class T>
bool add_dense(const T* cells, std::size_t n, CountRow& out) {
  constexpr std::size_t kBytes = 256, kCells = kBytes / sizeof(T);
  std::size_t j = 0;
  for (; j + kCells <= n; j += kCells) {
    const auto* bytes = reinterpret_cast<const std::byte*>(cells + j);
    std::uint64_t any = 0;
    for (std::size_t k = 0; k < kBytes; k += sizeof any) {
      std::uint64_t some;
      std::memcpy(&some, bytes + k, sizeof some);
      any |= some;
    }
    if (any != 0 && !add_cells(cells, j, j + kCells, out)) return false;
  }
  return add_cells(cells, j, n, out);
}

// None where the row needs all checks: it may be refused, or its cells do not lie side by side.
std::optional<CountRow> row_of_dense(const py::array& row) {
  const Numbers cells = numbers_of(row);
  CountRow out;
  const bool read = with_type(cells.type, [&]<class T>(T) {
    const bool packed = cells.column_stride == sizeof(T) && cells.n_rows == 1;
    return packed && add_dense(static_cast<const T*>(cells.data), cells.n_columns, out);
  });
  return read ? std::optional(std::move(out)) : std::nullopt;
}

double number_at(const Numbers& numbers, std::size_t k) {
  return with_type(numbers.type, [&]<class T>(T) {
    T out;
    std::memcpy(&out, numbers.at(k), sizeof out);
    return static_cast<double>(out);
  });
}

std::optional<CountRow> row_of_csr(const py::array& begin, const py::array& column, const py::array& value,
                                   std::size_t n_columns) {
  const Numbers ends = numbers_of(begin), places = numbers_of(column), values = numbers_of(value);
  const std::size_t n = values.n_rows;
  if (ends.n_rows != 2 || number_at(ends, 0) != 0 || number_at(ends, 1) != static_cast<double>(n)) return {};
  if (places.n_rows != n) return {};
  CountRow out;
  double before = -1;
  for (std::size_t k = 0; k < n; ++k) {
    const double place = number_at(places, k), x = number_at(values, k);
    if (!(place > before && place < static_cast<double>(n_columns))) return {};
    if (x != 0 && !out.add(static_cast<std::size_t>(place), x)) return {};
    before = place;
  }
  return out;
}

// The row as a chunk in the codes of a model of one part over columns of counts: these are numbered as they stand.
class OneRow : public Source<Chunk> {
 public:
  explicit OneRow(const CountRow& row) {
    chunk_.n_rows = 1;
    Column& column = chunk_.columns.emplace_back();
    column.kind = CellKind::bag;
    column.bag.begin.push_back(row.column.size());
    column.bag.word.borrow(row.column), column.bag.count.borrow(row.count);
    column.bag.missing.push_back(false);
  }
  std::unique_ptr<Batch> next() override {
    return std::exchange(read_, true) ? nullptr : std::make_unique<Batch>();
  }
  std::unique_ptr<Decoder<Chunk>> decoder() const override { return std::make_unique<Whole>(chunk_); }

 private:
  struct Whole : Decoder<Chunk> {
    explicit Whole(const Chunk& of) : chunk(of) {}
    void decode(const Batch&, const std::function<void(const Chunk&)>& take) override { take(chunk); }
    const Chunk& chunk;
  };

  Chunk chunk_;
  bool read_ = false;
};

py::array_t<double> posterior(const Classifier& model, const CountRow& row, bool log) {
  py::array_t<double> out({py::ssize_t{1}, static_cast<py::ssize_t>(model.classes().size())});
  OneRow source(row);
  fill_posteriors(model, source, log, {out.mutable_data(), model.classes().size()}, 1);
  return out;
}

// Rows to be learnt, as a sparse matrix and the codes of their classes.
struct WaitingRows {
  std::vector<std::int64_t> begin = {0};
  std::vector<std::uint32_t> column;
  std::vector<double> count;
  std::vector<std::int64_t> code;

  std::size_t size() const { return column.size() + code.size(); }
  void add(const CountRow& row, std::int64_t its_class) {
    column.insert(column.end(), row.column.begin(), row.column.end());
    count.insert(count.end(), row.count.begin(), row.count.end());
    begin.push_back(static_cast<std::int64_t>(column.size())), code.push_back(its_class);
  }
  py::tuple arrays() const {
    const auto copy = []<class T>(const std::vector<T>& from) {
      return py::array_t<T>(static_cast<py::ssize_t>(from.size()), from.data());
    };
    return py::make_tuple(copy(begin), copy(column), copy(count), copy(code));
  }
};

}  // namespace

void add_single_rows(py::module_& module) {
  py::class_<CountRow>(module, "CountRow");
  module.def("row_of_dense", &row_of_dense);
  module.def("row_of_csr", &row_of_csr);
  module.def("posterior", &posterior);
  py::class_<WaitingRows>(module, "WaitingRows")
      .def(py::init<>())
      .def("__len__", &WaitingRows::size)
      .def("add", &WaitingRows::add)
      .def("arrays", &WaitingRows::arrays);
}

}  // namespace priory::python
