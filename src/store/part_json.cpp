// SPDX-License-Identifier: Apache-2.0
#include "store/part_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "family/family.h"
#include "plan/make_bins.h"
#include "store/json_object.h"
#include "store/pairs_json.h"
#include "store/text_json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

// The labels of bins are made from their borders, and are not written.
ordered_json bins_to_json(const std::vector<Bins>& bins) {
  ordered_json out = ordered_json::array();
  for (const Bins& each : bins) {
    ordered_json& to = out.emplace_back(ordered_json::object());
    if (each.size() > 0) to["borders"] = each.borders;
    if (!each.joined.empty()) to["joined"] = each.joined;
  }
  return out;
}

std::vector<Bins> bins_from_json(const ordered_json& json) {
  std::vector<Bins> out;
  for (const ordered_json& each : json) {
    JsonObject bins(each, "bins");
    Bins& to = out.emplace_back();
    bins.read("borders", to.borders);
    bins.read("joined", to.joined);
    bins.finish();
    if (!to.sound()) throw std::out_of_range("bins that cannot be");
  }
  return out;
}

// The options of the family by their names. One that is not there, in a model older than the option, has its
// initial value.
Pairs settings_from_json(const ordered_json* json, std::span<const Option> options) {
  const Pairs given = json == nullptr ? Pairs() : pairs_of_json(*json);
  Pairs out;
  std::vector<std::string> names;
  for (const Option& option : options) {
    const auto at = std::ranges::find(given, option.name, &Pairs::value_type::first);
    const double value = at == given.end() ? option.initial : at->second;
    if (!(value >= option.least && value <= option.most))
      throw std::out_of_range(fmt::format("the setting '{}' cannot be {}", option.name, value));
    out.emplace_back(option.name, value);
    names.emplace_back(option.name);
  }
  for (const auto& [name, value] : given) {
    if (std::ranges::find(names, name) == names.end())
      throw std::out_of_range(
          fmt::format("there is no setting '{}' of its family{}", name, did_you_mean(name, names)));
    if (std::ranges::count(given, name, &Pairs::value_type::first) > 1)
      throw std::out_of_range(fmt::format("the setting '{}' stands twice", name));
  }
  return out;
}

// Where nothing else is said: a text is a bag of words, other cells are what the family takes.
CellKind usual_kind(const PartPlan& part) {
  const std::vector<const Family*> found = find_families(part.family);
  return part.text || found.empty() ? CellKind::bag : found[0]->info().kind;
}

// Numbers of a family that counts them in bins have some; no other family has any.
void check_bins(const PartPlan& part, const Family& family) {
  const std::span<const Option> options = family.info().options;
  const bool takes = std::ranges::find(options, "bins", &Option::name) != options.end();
  const bool all = std::ranges::all_of(part.bins, [](const Bins& each) { return each.size() > 0; });
  const bool none = part.bins.empty() && (!takes || part.kind == CellKind::codes);
  const bool some = takes && part.bins.size() == part.columns.size() && (all || part.kind == CellKind::codes);
  if (!none && !some) throw std::out_of_range("bins of other columns, or none where there must be some");
}

void check_part(const PartPlan& part, const Family& family) {
  const auto sound = [](double x) { return x >= 0 && x <= 1e100; };  // sums of them are finite
  const std::size_t d = part.columns.size();
  if (!part.weights.empty() &&
      (!family.gathers() || part.weights.size() != d * d || !std::ranges::all_of(part.weights, sound)))
    throw std::out_of_range("weights of other columns");
  if (!sound(part.score_weight)) throw std::out_of_range("a weight of a score that cannot be");
  const bool too_many = part.n_columns() > 1 && !family.groups();
  const bool combined = part.kind == CellKind::codes && family.groups();
  if (!part.declared_of.empty() && (!combined || part.declared_of.size() != part.columns.size()))
    throw std::out_of_range("declared values of other columns");
  check_bins(part, family);
  if (part.columns.empty() || too_many || (combined && !part.declared.empty()) ||
      (part.text && part.kind != CellKind::bag))
    throw std::out_of_range("a part that cannot be");
}

}  // namespace

nlohmann::ordered_json json_of(const PartPlan& part) {
  nlohmann::ordered_json out = {{"family", part.family},
                                {"kind", name_of(part.kind)},
                                {"columns", part.columns},
                                {"settings", json_of(part.settings)}};
  if (part.text) out["text"] = json_of(part.text_options);
  std::vector<std::vector<std::string>> declared_of = part.declared_of;
  for (std::size_t j = 0; j < declared_of.size(); ++j) {
    if (part.binned(j)) declared_of[j].clear();
  }
  if (!part.declared.empty() && !part.binned(0)) out["declared"] = part.declared;
  if (!declared_of.empty()) out["declared_of"] = declared_of;
  if (!part.bins.empty()) out["bins"] = bins_to_json(part.bins);
  if (!part.weights.empty()) out["weights"] = part.weights;
  if (part.score_weight != 1) out["score_weight"] = part.score_weight;
  if (part.in_order) out["in_order"] = true;
  if (part.pooled) out["pooled"] = true;
  if (part.member != 0) out["member"] = part.member;
  return out;
}

PartPlan part_of_json(const nlohmann::ordered_json& part) {
  PartPlan out;
  JsonObject json(part, "a part");
  out.family = json.at("family").get<std::string>();
  out.columns = json.at("columns").get<std::vector<std::string>>();
  if (const nlohmann::ordered_json* text = json.find("text"))
    out.text = true, out.text_options = text_of_json(*text);
  out.kind = usual_kind(out);
  json.read_name("kind", out.kind);
  json.read("declared", out.declared);
  json.read("declared_of", out.declared_of);
  json.read("in_order", out.in_order);
  json.read("weights", out.weights);
  json.read("score_weight", out.score_weight);
  if (const nlohmann::ordered_json* bins = json.find("bins")) out.bins = bins_from_json(*bins);
  json.read("pooled", out.pooled);
  if (const nlohmann::ordered_json* member = json.find("member")) out.member = whole(*member);
  if (const nlohmann::ordered_json* words = json.find("words"))
    out.fixed_words = FixedWords{words->get<std::vector<std::string>>(), {}};
  if (const nlohmann::ordered_json* idf = json.find("idf_of_words")) {
    if (!out.fixed_words) throw std::out_of_range("weights of words and no words");
    out.fixed_words->idf = idf->get<std::vector<double>>();
  }
  const Family* family = find_family(out.family, out.kind);
  if (family == nullptr) throw std::out_of_range("unknown family '" + out.family + "'");
  out.settings = settings_from_json(json.find("settings"), family->info().options);
  json.finish();
  check_part(out, *family);
  declare_bins(out);
  return out;
}

}  // namespace priory
