// SPDX-License-Identifier: Apache-2.0
// Options from Python that are no part of a plan, by their names: what is None is as if it were not given.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "module.h"

namespace priory::python {

bool flag_of(py::handle value);  // an error of type for what is no bool
// A list, or what is between the commas of a text.
std::vector<std::string> list_of(py::handle value);
// "alpha= does not take 'x'"
[[noreturn]] void refuse_value(const std::string& name, py::handle value);

template <class E>
E word_of(const std::string& setting, py::handle value) {
  const auto word = py::cast<std::string>(value);
  if (const auto out = value_named<E>(word)) return *out;
  const std::vector<std::string> names(kNames<E>.begin(), kNames<E>.end());
  throw Error(ErrorKind::usage, "‹" + setting + "› has no value '" + word + "'" + did_you_mean(word, names));
}

class Settings {
 public:
  explicit Settings(py::dict from) : from_(std::move(from)) {}

  bool has(const char* name) const { return from_.contains(name) && !from_[name].is_none(); }
  py::object operator[](const char* name) const { return has(name) ? py::object(from_[name]) : py::none(); }

  template <class T>
  void take(const char* name, T& to) const {
    if (!has(name)) return;
    try {
      to = value_of<T>(from_[name]);
    } catch (const py::cast_error&) {
      refuse_value(name, from_[name]);
    }
  }
  template <class T>
  T get(const char* name, T otherwise = {}) const {
    take(name, otherwise);
    return otherwise;
  }
  // Of the names those that were given.
  std::vector<std::string> given(std::initializer_list<const char*> names) const {
    std::vector<std::string> out;
    for (const char* name : names) {
      if (has(name)) out.emplace_back(name);
    }
    return out;
  }

 private:
  template <class T>
  static T value_of(py::handle value) {
    if constexpr (std::is_same_v<T, bool>)
      return flag_of(value);
    else if constexpr (std::is_same_v<T, std::vector<std::string>>)
      return list_of(value);
    else
      return py::cast<T>(value);
  }

  py::dict from_;
};

}  // namespace priory::python
