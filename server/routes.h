// SPDX-License-Identifier: Apache-2.0
// The routes, declared once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "service.h"
#include "tokens.h"

namespace priory::server {

struct Route {
  // An answer at once, or one that comes later.
  using Answer = HttpResponse (Service::*)(const Service::Call&) const;
  using Change = HttpResponse (Service::*)(const Service::Call&);  // of what the server has
  using Begin = void (Service::*)(Service::Call&&) const;

  std::string_view method, pattern;  // NAME in a pattern is a model
  std::string_view summary;
  enum class Work : std::uint8_t { short_always, short_if_small, long_always } work;
  std::variant<Answer, Change, Begin> run;
  Right right = Right::read;
  std::string_view answer = {};   // what the answer holds, a name of openapi.cpp; or its type
  std::string_view options = {};  // in the query of the target
};

// Access to what Service keeps to itself.
struct Routes {
  static std::span<const Route> all();
};

// A path cut by a pattern.
struct Matched {
  const Route* route = nullptr;
  std::string name;           // of the model, decoded
  std::string other_methods;  // where the path is right and the method is not: "GET, POST"
};
Matched match(std::string_view method, std::string_view path);

}  // namespace priory::server
