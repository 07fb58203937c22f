// SPDX-License-Identifier: Apache-2.0
// The names of the values of an enumeration: one list each, beside the enumeration, for options, model files,
// JSON and messages alike.
//
//   name_of(Tokens::inside_words);  // "inside-words"
//   value_named<Unseen>("smooth");
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace priory {

// In the order of the enumeration, which counts from 0.
template <class E>
inline constexpr std::array<std::string_view, 0> kNames;

template <class E>
requires(!kNames<E>.empty()) constexpr std::string_view name_of(E value) {
  return kNames<E>[static_cast<std::size_t>(value)];
}

// Nothing if there is no such name.
template <class E>
requires(!kNames<E>.empty()) constexpr std::optional<E> value_named(std::string_view name) {
  for (std::size_t k = 0; k < kNames<E>.size(); ++k) {
    if (kNames<E>[k] == name) return static_cast<E>(k);
  }
  return std::nullopt;
}

}  // namespace priory
