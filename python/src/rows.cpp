// SPDX-License-Identifier: Apache-2.0
// Rows over numpy's arrays and Python's strings, which are borrowed, and tables of files.
#include "priory/front_end.h"
#include "settings.h"

namespace priory::python {
namespace {

[[noreturn]] void refuse_type(const std::string& why) { throw py::type_error(why); }

NumberType type_of(const py::dtype& type) {
  using enum NumberType;
  const char kind = type.kind();
  const auto size = static_cast<std::size_t>(type.itemsize());
  const std::size_t place = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  if (type.byteorder() != '>' && size <= sizeof(double)) {
    if (kind == 'b') return boolean;
    if (kind == 'i') return std::array{i8, i16, i32, i64}[place];
    if (kind == 'u') return std::array{u8, u16, u32, u64}[place];
    if (kind == 'f' && size == 8) return f64;
    if (kind == 'f' && size == 4) return f32;
  }
  refuse_type("an array of type " + std::string(py::str(static_cast<py::handle>(type))) + " holds no numbers that models are made of");
}

// True where a cell is missing, as numpy's masked arrays have it.
Mask mask_of(const py::object& object) {
  if (object.is_none()) return {};
  const auto array = py::cast<py::array>(object);
  const Numbers bytes = numbers_of(array);
  return {static_cast<const std::uint8_t*>(bytes.data), false, true, bytes.n_rows, 0, bytes.row_stride,
          bytes.column_stride};
}

// None, NaN, pandas.NA, NaT.
bool is_missing(PyObject* cell) {
  if (cell == Py_None) return true;
  if (PyFloat_Check(cell)) return std::isnan(PyFloat_AS_DOUBLE(cell));
  const std::string_view type = Py_TYPE(cell)->tp_name;
  return type == "NAType" || type == "NaTType";
}

// A cell of a column of objects that is no string: a number, spelt as in a file.
std::string spelling(PyObject* cell, const std::string& column, std::size_t row) {
  if (PyBool_Check(cell)) return cell == Py_True ? "1" : "0";
  if (PyFloat_Check(cell)) return number_text(PyFloat_AS_DOUBLE(cell));
  if (PyIndex_Check(cell) != 0) return py::str(py::reinterpret_steal<py::object>(PyNumber_Index(cell)));
  const std::string_view type = Py_TYPE(cell)->tp_name;
  const auto object = py::reinterpret_borrow<py::object>(cell);
  if (type == "decimal.Decimal" || type == "numpy.datetime64") return py::str(object);
  if (py::hasattr(object, "isoformat")) return py::str(object);  // dates and times
  if (type == "numpy.bool_") return PyObject_IsTrue(cell) == 1 ? "1" : "0";
  if (type.starts_with("numpy.float"))
    return number_text(py::cast<double>(object));
  refuse_type("row " + std::to_string(row + 1) + " of column '" + column + "' is of type " + std::string(type) +
         ": cells are strings, numbers, or missing");
}

std::string_view utf8(PyObject* text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (bytes == nullptr) throw py::error_already_set();
  return {bytes, static_cast<std::size_t>(size)};
}

void add_strings(BorrowedRows& self, const std::string& name, const py::object& cells) {
  // A tuple of its own: the caller may change a list.
  auto tuple = py::reinterpret_steal<py::object>(PySequence_Tuple(cells.ptr()));
  if (!tuple) throw py::error_already_set();
  const auto n = static_cast<std::size_t>(PyTuple_GET_SIZE(tuple.ptr()));
  std::vector<std::string_view>& views = self.views.emplace_back(n);
  std::vector<std::uint8_t> missing;
  for (std::size_t r = 0; r < n; ++r) {
    PyObject* cell = PyTuple_GET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(r));
    if (PyUnicode_Check(cell)) {
      views[r] = utf8(cell);
    } else if (is_missing(cell)) {
      missing.resize(n, 0);
      missing[r] = 1;
    } else {
      views[r] = self.texts.emplace_back(spelling(cell, name, r));
    }
  }
  self.keep.push_back(std::move(tuple));
  const Mask mask = missing.empty() ? Mask() : Mask::missing(self.missing.emplace_back(std::move(missing)));
  self.rows.strings(name, views, mask);
}

// 1, 2, 3, ...
ColumnNames numbered(std::size_t n) {
  ColumnNames out;
  out.all.reserve(n);
  for (std::size_t k = 1; k <= n; ++k) out.all.push_back(std::to_string(k));
  return out;
}

const std::string& name_at(const ColumnNames& names, std::size_t k) {
  if (k >= names.all.size()) throw py::index_error();
  return names.all[k];
}

// By a model, which names the columns that are read.
Table open_table(const std::vector<std::string>& paths, const py::dict& options, const Classifier* model) {
  ReadOptions how = read_options(options);
  if (model != nullptr) how = reading_for(model->plan(), how);
  return unlocked([&] { return Table::open(paths, how); });
}

}  // namespace

ReadOptions read_options(const py::dict& options) {
  const Settings how(options);
  ReadOptions out;
  const auto delimiter = how.get<std::string>("delimiter");
  if (delimiter.size() == 1) out.delimiter = delimiter[0];
  if (delimiter == "tab" || delimiter == "\\t") out.delimiter = '\t';
  if (!delimiter.empty() && !out.delimiter)
    throw Error(ErrorKind::usage, "‹delimiter› is one character, not '" + delimiter + "'");
  out.header = !how.get<bool>("no_header");
  how.take("skip_lines", out.skip_lines), how.take("mail_headers", out.mail_headers);
  how.take("sql", out.sql), how.take("duckdb", out.duckdb);
  how.take("text_name", out.text_name), how.take("label_name", out.label_name);
  if (how.has("input_format")) out.format = word_of<Format>("input-format", how["input_format"]);
  return out;
}

Numbers numbers_of(const py::array& array) {
  const bool matrix = array.ndim() == 2;
  if (!matrix && array.ndim() != 1) refuse_type("an array of one or two dimensions is needed");
  return {array.data(),
          type_of(array.dtype()),
          static_cast<std::size_t>(array.shape(0)),
          matrix ? static_cast<std::size_t>(array.shape(1)) : 1,
          array.strides(0),
          matrix ? array.strides(1) : 0};
}

std::vector<std::string> names_in(py::handle object) {
  if (py::isinstance<ColumnNames>(object)) return py::cast<const ColumnNames&>(object).all;
  return py::cast<std::vector<std::string>>(object);
}

Data data_of(py::handle object) {
  if (py::isinstance<BorrowedRows>(object)) return py::cast<const BorrowedRows&>(object).rows;
  return py::cast<Table>(object);
}

void add_rows(py::module_& module) {
  py::class_<ColumnNames>(module, "ColumnNames")
      .def("__len__", [](const ColumnNames& self) { return self.all.size(); })
      .def("__getitem__", &name_at)
      .def(py::pickle([](const ColumnNames& self) { return self.all; },
                      [](const std::vector<std::string>& all) { return ColumnNames{all}; }));
  module.def("numbered", &numbered);
  py::class_<BorrowedRows>(module, "Rows")
      .def(py::init<std::size_t, std::string>())
      .def("numbers",
           [](BorrowedRows& self, std::string name, const py::array& column, const py::object& mask) {
             self.rows.numbers(std::move(name), numbers_of(column), mask_of(mask));
             self.keep.insert(self.keep.end(), {column, mask});
           })
      .def("matrix",
           [](BorrowedRows& self, const py::object& names, const py::array& matrix, const py::object& mask) {
             self.rows.matrix(names_in(names), numbers_of(matrix), mask_of(mask));
             self.keep.insert(self.keep.end(), {matrix, mask});
           })
      .def("codes",
           [](BorrowedRows& self, std::string name, const py::array& codes, std::vector<std::string> values) {
             self.rows.codes(std::move(name), numbers_of(codes), std::move(values));
             self.keep.push_back(codes);
           })
      .def("strings", &add_strings)
      .def("csr",
           [](BorrowedRows& self, const py::object& names, const py::array& begin, const py::array& column,
              const py::array& value, std::size_t n_columns) {
             self.rows.csr(names_in(names), {numbers_of(begin), numbers_of(column), numbers_of(value)},
                           n_columns);
             self.keep.insert(self.keep.end(), {begin, column, value});
           })
      .def("weights",
           [](BorrowedRows& self, const py::array& weights) {
             self.rows.weights(numbers_of(weights));
             self.keep.push_back(weights);
           })
      .def("target", [](BorrowedRows& self, const std::string& name) { self.rows.target(name); })
      .def_property_readonly("n_rows", [](const BorrowedRows& self) { return self.rows.n_rows(); })
      .def_property_readonly("columns", [](const BorrowedRows& self) { return Data(self.rows).columns(); });
  py::class_<Table>(module, "Table").def_property_readonly("columns", [](const Table& self) {
    return Data(self).columns();
  });
  module.def("open", &open_table);
}

}  // namespace priory::python
