// SPDX-License-Identifier: Apache-2.0
#include "store/centres_json.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "store/json_object.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostOfClass = 1 << 16;

bool all_finite(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

void check_sizes(const Centres& centres, std::size_t components) {
  const std::size_t d = centres.columns.size();
  const bool whitens = centres.whiten.size() == d || centres.whiten.size() == d * d;
  if (d == 0 || centres.mean.size() != d || !whitens || !all_finite(centres.mean) ||
      !all_finite(centres.whiten) || components < 2 || components > kMostOfClass)
    throw std::out_of_range("centres of classes that cannot be");
  using Entry = std::pair<std::string, std::vector<double>>;
  for (const auto& [label, numbers] : centres.of_class) {
    if (numbers.empty() || numbers.size() % d != 0 || numbers.size() / d > components || !all_finite(numbers))
      throw std::out_of_range("centres of a class that cannot be");
  }
  if (centres.of_class.empty() || std::ranges::adjacent_find(centres.of_class, std::ranges::greater_equal(),
                                                             &Entry::first) != centres.of_class.end())
    throw std::out_of_range("classes with centres that stand in no order");
}

}  // namespace

ordered_json json_of(const Centres& centres, std::size_t components) {
  ordered_json out = {{"components", components},
                      {"columns", centres.columns},
                      {"mean", centres.mean},
                      {"whiten", centres.whiten}};
  ordered_json& of_class = out["of_class"] = ordered_json::array();
  for (const auto& [label, numbers] : centres.of_class) of_class.push_back({label, numbers});
  return out;
}

Centres centres_of_json(const ordered_json& json, std::size_t& components) {
  Centres out;
  JsonObject object(json, "centres");
  components = whole(object.at("components"));
  object.read("columns", out.columns);
  object.read("mean", out.mean);
  object.read("whiten", out.whiten);
  for (const ordered_json& each : object.at("of_class"))
    out.of_class.emplace_back(each.at(0).get<std::string>(), each.at(1).get<std::vector<double>>());
  object.finish();
  check_sizes(out, components);
  return out;
}

void check_centres(const Plan& plan) {
  if (plan.centres.empty()) return;
  if (plan.expected || plan.target.empty() || !plan.structure.empty())
    throw std::out_of_range("centres of classes that are not known");
  for (const std::string& column : plan.centres.columns) {
    const auto has = [&](const PartPlan& part) {
      return part.kind == CellKind::reals && std::ranges::count(part.columns, column) > 0;
    };
    if (std::ranges::none_of(plan.parts, has))
      throw std::out_of_range("centres of columns that are in no part");
  }
}

}  // namespace priory
