// SPDX-License-Identifier: Apache-2.0
// One look at all numbers of an array, in place of several: are they finite, and is none below 0?
#include <algorithm>
#include <array>
#include <future>
#include <optional>

#include "module.h"

namespace priory::python {
namespace {

struct Found {
  bool finite = true, below_zero = false;
};

// In lanes, so that several numbers are looked at with one instruction: 0 times what is not finite is NaN, which stays.
template <class T>
Found look(const T* numbers, std::size_t n) {
  constexpr std::size_t kLanes = 64 / sizeof(T);
  std::array<T, kLanes> odd{}, least{};
  const auto take = [&](std::size_t lane, T x) {
    if constexpr (std::is_floating_point_v<T>) odd[lane] += x * T{};
    least[lane] = x < least[lane] ? x : least[lane];
  };
  std::size_t k = 0;
  for (; k + kLanes <= n; k += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) take(lane, numbers[k + lane]);
  }
  for (; k < n; ++k) take(0, numbers[k]);
  const auto is_zero = [](T x) { return x == T{}; };
  return {std::ranges::all_of(odd, is_zero), !std::ranges::all_of(least, is_zero)};
}

// In several threads, which wait for memory more than they compute.
template <class T>
Found look(const T* numbers, std::size_t n, unsigned threads) {
  constexpr std::size_t kWorthwhile = 1 << 20;
  const std::size_t shares = std::clamp<std::size_t>(n / kWorthwhile, 1, threads);
  std::vector<std::future<Found>> others;
  const auto begin = [&](std::size_t k) { return n / shares * k; };
  for (std::size_t k = 1; k < shares; ++k)
    others.push_back(std::async(std::launch::async, [=, from = begin(k), to = k + 1 == shares ? n : begin(k + 1)] {
      return look(numbers + from, to - from);
    }));
  Found out = look(numbers, shares == 1 ? n : begin(1));
  for (std::future<Found>& each : others) {
    const Found found = each.get();
    out = {out.finite && found.finite, out.below_zero || found.below_zero};
  }
  return out;
}

// (finite, below zero); None where the numbers do not lie one after the other.
std::optional<std::pair<bool, bool>> look_at(const py::array& array, unsigned threads) {
  const auto flags = array.flags();
  const bool packed = (flags & (py::array::c_style | py::array::f_style)) != 0;
  if (!packed || array.ndim() == 0 || array.ndim() > 2) return {};
  const Numbers numbers = numbers_of(array);
  const auto n = static_cast<std::size_t>(array.size());
  const Found found = unlocked([&] {
    return with_type(numbers.type, [&]<class T>(T) { return look(static_cast<const T*>(numbers.data), n, threads); });
  });
  return std::pair(found.finite, found.below_zero);
}

}  // namespace

void add_checks(py::module_& module) { module.def("look_at", &look_at, py::arg("array"), py::arg("threads") = 1); }

}  // namespace priory::python
