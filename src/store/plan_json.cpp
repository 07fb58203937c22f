// SPDX-License-Identifier: Apache-2.0
#include "store/plan_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "store/centres_json.h"
#include "store/json_object.h"
#include "store/pairs_json.h"
#include "store/part_json.h"
#include "store/pool_json.h"
#include "store/reading_json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostComponents = 1 << 16;

// Lists that stand in order, none of them twice.
void check_headers(const Plan& plan) {
  std::vector<std::string> columns = feature_columns(plan), named;
  std::ranges::sort(columns);
  for (const std::vector<std::string>& header : plan.headers) {
    std::vector<std::string> sorted = header;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) throw std::out_of_range("a column stands twice");
    named.insert(named.end(), header.begin(), header.end());
  }
  std::ranges::sort(named);
  named.erase(std::unique(named.begin(), named.end()), named.end());
  const bool in_order =
      std::ranges::adjacent_find(plan.headers, std::ranges::greater_equal()) == plan.headers.end();
  if (!plan.headers.empty() && (!in_order || plan.headers.size() < 2 || named != columns))
    throw std::out_of_range("headers of other columns");
}

ClassPrior prior_from_json(const ordered_json& prior) {
  ClassPrior out;
  JsonObject json(prior, "the prior");
  json.read_name("kind", out.kind);
  if (const ordered_json* given = json.find("given")) out.given = pairs_of_json(*given);
  json.read("alpha", out.alpha);
  json.finish();
  const auto sound = [](double x) { return x >= 0 && std::isfinite(x); };
  if (!sound(out.alpha) || !std::ranges::all_of(out.given, sound, &Pairs::value_type::second))
    throw std::out_of_range("a class prior that cannot be");
  return out;
}

std::size_t components_from_json(const ordered_json& em) {
  JsonObject json(em, "em");
  const std::size_t out = whole(json.at("components"));
  json.finish();
  if (out == 0 || out > kMostComponents) throw std::out_of_range("components that cannot be");
  return out;
}

}  // namespace

ordered_json json_of(const Plan& plan) {
  ordered_json parts = ordered_json::array();
  for (const PartPlan& part : plan.parts) parts.push_back(json_of(part));
  ordered_json out = {{"target", plan.target},
                      {"weight", plan.weight},
                      {"missing", plan.missing},
                      {"unseen", name_of(plan.unseen)},
                      {"prior",
                       {{"kind", name_of(plan.prior.kind)},
                        {"given", json_of(plan.prior.given)},
                        {"alpha", plan.prior.alpha}}},
                      {"parts", std::move(parts)}};
  out["trim"] = plan.trim;
  if (!plan.readings.empty()) out["readings"] = json_of(plan.readings);
  if (plan.expected) out["em"] = {{"components", plan.components}};
  if (!plan.centres.empty()) out["centres"] = json_of(plan.centres, plan.components);
  if (!plan.pool.empty()) out["pool"] = json_of(plan.pool);
  if (!plan.structure.empty()) out["structure"] = plan.structure;
  if (!plan.ignored.empty()) out["ignored"] = plan.ignored;
  if (plan.open) out["open"] = true;
  if (!plan.headers.empty()) out["headers"] = plan.headers;
  if (plan.faded) out["faded"] = true;
  return out;
}

Plan plan_of_json(const ordered_json& plan, bool of_file) {
  Plan out;
  JsonObject json(plan, "the plan");
  if (of_file && json.at("schema").get<std::string>() != kPlanSchema)
    throw std::out_of_range(fmt::format("its schema is not '{}'", kPlanSchema));
  json.read("target", out.target);
  json.read("weight", out.weight);
  out.missing = ReadingRules().missing;
  json.read("missing", out.missing);
  out.trim = of_file;  // models from before did not
  json.read("trim", out.trim);
  if (const ordered_json* readings = json.find("readings")) out.readings = readings_of_json(*readings);
  json.read_name("unseen", out.unseen);
  if (const ordered_json* prior = json.find("prior")) out.prior = prior_from_json(*prior);
  if (const ordered_json* em = json.find("em"))
    out.expected = true, out.components = components_from_json(*em);
  if (const ordered_json* centres = json.find("centres"))
    out.centres = centres_of_json(*centres, out.components);
  if (const ordered_json* pool = json.find("pool")) out.pool = pool_of_json(*pool);
  json.read("structure", out.structure);
  for (const ordered_json& part : json.at("parts")) out.parts.push_back(part_of_json(part));
  json.read("ignored", out.ignored);
  json.read("open", out.open);
  json.read("faded", out.faded);
  json.read("headers", out.headers);
  json.finish();
  if (!std::ranges::is_sorted(out.ignored))
    throw std::out_of_range("columns left out that stand in no order");
  check_headers(out);
  check_centres(out);
  check_pool(out);
  const auto has_words = [](const PartPlan& part) { return part.fixed_words.has_value(); };
  if (!of_file && std::ranges::any_of(out.parts, has_words))
    throw std::out_of_range("words that stand in the plan of a model");
  return out;
}

}  // namespace priory
