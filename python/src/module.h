// SPDX-License-Identifier: Apache-2.0
// What the files of the Python module share: rows that borrow Python's memory, errors, the way in and out of
// long work. The module is thin: everything it computes is the library's.
#pragma once

#include <deque>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/error.h"
#include "priory/plan.h"
#include "priory/table.h"

namespace priory::python {

namespace py = pybind11;

// Rows with the Python objects whose memory they borrow.
struct BorrowedRows {
  BorrowedRows(std::size_t n_rows, std::string name) : rows(n_rows, std::move(name)) {}

  Rows rows;
  std::vector<py::object> keep;
  std::deque<std::vector<std::string_view>> views;
  std::deque<std::vector<std::uint8_t>> missing;
  std::deque<std::string> texts;  // of cells that were no strings
};

Data data_of(py::handle rows_or_table);

// Names of columns that need no list in Python, where a hundred thousand strings take their time.
struct ColumnNames {
  std::vector<std::string> all;
};
std::vector<std::string> names_in(py::handle list_or_names);

// How files are read, by the names of options: header=False, delimiter=';'.
ReadOptions read_options(const py::dict& options);

// A matrix or a column, borrowed. An error of type where its numbers are none that models are made of.
Numbers numbers_of(const py::array& array);

// The posteriors of all rows, or their logarithms, into memory of rows x classes.
void fill_posteriors(const Classifier& model, Source<Chunk>& rows, bool log, std::span<double> out, unsigned threads);

ClassPrior prior_of(py::handle value, double alpha);
// Options by their names in Python: alpha=1, types={'age': 'gaussian'}.
PlanOptions plan_options(const py::dict& options);

// Those that are not None, with the command line's - for _.
std::set<std::string> names_given(const py::dict& options);
// on_bad_row: 'skip', 'fail' or None.
bool skips_bad_rows(py::handle value);

// An Error of kind usage for options that would change a plan that is given.
void check_agrees(const Plan& plan, const py::dict& options);
py::list spelt_notes(const std::vector<std::string>& notes);  // in Python's words
std::string spelt_with_dashes(std::string name);              // max-iterations

// auto: all that there are; none: nothing.
std::vector<CalibrationMethod> calibrations_named(const std::string& name);

// Tells Python how far the work is, and ends it with an Error of kind interrupted after Ctrl-C.
Tick check_signals(const std::string& work = "");

// Does the work without the interpreter's lock.
template <class Work>
auto unlocked(Work&& work) {
  const py::gil_scoped_release release;
  return work();
}

std::string spelt_for_python(std::string_view setting);  // alpha=

// Each file adds its own.
void add_errors(py::module_& module);
void add_rows(py::module_& module);
void add_single_rows(py::module_& module);
void add_training(py::module_& module);
void add_model(py::module_& module);
void add_evaluation(py::module_& module);
void add_fitting(py::module_& module);
void add_joint(py::module_& module);
void add_hidden(py::module_& module);
void add_judging(py::module_& module);
void add_validation(py::module_& module);
void add_pages(py::module_& module);
void add_shards(py::module_& module);
void add_checks(py::module_& module);
void add_decisions(py::module_& module);
void add_arrow(py::module_& module);
void add_progress(py::module_& module);

}  // namespace priory::python
