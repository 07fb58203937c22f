// SPDX-License-Identifier: Apache-2.0
// How far long work is, for a function of Python's; and whether it is to end.
#include <chrono>

#include "module.h"

namespace priory::python {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPause{50};

// What is told: work, done, total (or None), unit; and with done None, its end. Never freed, as Python may be
// gone by then.
py::object& listener() {
  static auto* out = new py::object(py::none());
  return *out;
}

class Told {
 public:
  explicit Told(std::string work) : work_(std::move(work)) {}
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;
  ~Told() {
    if (!told_) return;
    const py::gil_scoped_acquire acquire;
    const py::error_scope kept;
    try {
      if (const py::object tell = listener(); !tell.is_none()) tell(work_, py::none(), py::none(), "");
    } catch (py::error_already_set& error) {
      if (error.matches(PyExc_KeyboardInterrupt))
        PyErr_SetInterrupt();  // it comes again, where work can end
      else
        error.discard_as_unraisable("the end of progress");
    }
  }

  void operator()(const Progress& at) {
    if (Clock::now() - last_ < kPause) return;
    last_ = Clock::now();
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();
      throw Error(ErrorKind::interrupted, "stopped");
    }
    const py::object tell = listener();  // which may name another one
    if (work_.empty() || tell.is_none()) return;
    told_ = true;
    constexpr std::array kUnits = {"", "bytes", "files"};
    tell(work_, at.done, at.total, kUnits[static_cast<std::size_t>(at.unit)]);
  }

 private:
  std::string work_;
  Clock::time_point last_ = Clock::now();
  bool told_ = false;
};

}  // namespace

Tick check_signals(const std::string& work) {
  return [told = std::make_shared<Told>(work)](const Progress& at) { (*told)(at); };
}

void add_progress(py::module_& module) {
  module.def("on_progress", [](const py::object& tell) { listener() = tell; });
}

}  // namespace priory::python
