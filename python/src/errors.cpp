// SPDX-License-Identifier: Apache-2.0
// priory::Error as Python's exceptions: their classes are Python's (priory/errors.py).
#include <algorithm>
#include <regex>

#include "module.h"

namespace priory::python {
namespace {

const char* class_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "UsageError";
    case ErrorKind::data:
      return "DataError";
    case ErrorKind::model:
      return "ModelError";
    default:
      return "FileError";
  }
}

// "types= a=date" as a dict, "ignore= a" as a text.
std::string in_pythons_words(std::string_view text) {
  static const std::regex type("types= ([^ =,;]+)=([^ ,;]+)"), column("ignore= (?!names )([^ ,;]+)");
  const std::string out = std::regex_replace(spelt(text, spelt_for_python), type, "types={'$1': '$2'}");
  return std::regex_replace(out, column, "ignore='$1'");
}

void raise(const Error& error) {
  if (error.kind() == ErrorKind::interrupted) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return;
  }
  const Speller speller = spelt_for_python;
  const py::object type = py::module_::import("priory.errors").attr(class_of(error.kind()));
  const py::object value = type(in_pythons_words(error.text(speller)));
  value.attr("message") = in_pythons_words(error.message());
  value.attr("place") = error.place().text();
  value.attr("remedy") = in_pythons_words(error.remedy());
  value.attr("setting") = error.setting();
  PyErr_SetObject(type.ptr(), value.ptr());
}

}  // namespace

std::string spelt_for_python(std::string_view setting) {
  std::string out(setting);
  std::replace(out.begin(), out.end(), '-', '_');
  return out + "=";
}

std::string spelt_with_dashes(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

py::list spelt_notes(const std::vector<std::string>& notes) {
  py::list out;
  for (const std::string& each : notes) out.append(in_pythons_words(each));
  return out;
}

void add_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace priory::python
