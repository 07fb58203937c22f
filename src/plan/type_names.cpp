// SPDX-License-Identifier: Apache-2.0
#include "plan/type_names.h"

#include <fmt/format.h>
#include <map>
#include <vector>

#include "priory/error.h"

#include "family/family.h"

namespace priory {
namespace {

std::vector<std::string> family_names() {
  std::vector<std::string> out;
  for (const FamilyInfo& info : families()) {
    if (out.empty() || out.back() != info.name) out.emplace_back(info.name);
  }
  return out;
}

}  // namespace

const std::string& family_meant(const std::string& type) {
  static const std::map<std::string, std::string> names = {
      {"numeric", "gaussian"}, {"count", "poisson"}, {"binary", "bernoulli"}};
  const auto other = names.find(type);
  return other == names.end() ? type : other->second;
}

void fail_unknown_family(const std::string& family) {
  const std::vector<std::string> names = family_names();
  throw Error(ErrorKind::usage, fmt::format("there is no family '{}'{}", family, did_you_mean(family, names)),
              {}, fmt::format("the families are: {}", fmt::join(names, ", ")));
}

void fail_unknown_type(const std::string& type) {
  std::vector<std::string> types = family_names();
  for (const char* other : {"numeric", "count", "binary", "date", "text", "weight", "ignore"})
    types.emplace_back(other);
  throw Error(ErrorKind::usage, fmt::format("there is no type '{}'{}", type, did_you_mean(type, types)), {},
              fmt::format("the types are: {}", fmt::join(types, ", ")));
}

}  // namespace priory
