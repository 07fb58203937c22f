// SPDX-License-Identifier: Apache-2.0
#include "plan/settings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "family/family.h"
#include "plan/make_bins.h"

namespace priory {
namespace {

// Of a setting: sums of it over all values do not overflow.
constexpr double kLargest = 1e100, kLargestDouble = std::numeric_limits<double>::max();

void check_value(const Option& option, const OptionValue& given) {
  const double most = std::min(option.most, option.name == "trials" ? kLargestDouble : kLargest);
  if (given.value >= option.least && given.value <= most) return;
  if (std::isnan(given.value) && option.automatic) return;
  if (std::isnan(given.value))
    throw Error(ErrorKind::usage, fmt::format("‹{}› is a number; there is no 'auto' for it", option.name));
  const bool low = !(given.value >= option.least);
  throw Error(ErrorKind::usage, fmt::format("‹{}› must be at {} {}, not {}", option.name,
                                            low ? "least" : "most", low ? option.least : most, given.value));
}

// What is given for an option of a part: for all columns first, then for its own, so that the last one holds.
std::vector<const OptionValue*> settings_of(const PartPlan& part, const Option& option,
                                            std::span<const OptionValue> settings) {
  std::vector<const OptionValue*> out;
  for (const bool own : {false, true}) {
    for (const OptionValue& given : settings) {
      if (given.name != option.name || given.column.empty() == own) continue;
      if (own && !is_in(part.columns, given.column)) continue;
      check_value(option, given);
      out.push_back(&given);
    }
  }
  return out;
}

[[noreturn]] void fail_without_effect(const OptionValue& given) {
  throw Error(ErrorKind::usage,
              fmt::format("‹{0}› for the column '{1}' has no effect: its family takes no {0}", given.name,
                          given.column));
}

double largest_number(const std::string& column, std::span<const ColumnProfile> profile) {
  const auto at = std::ranges::find(profile, column, &ColumnProfile::name);
  if (at != profile.end() && at->n_numbers > 0) return at->most;
  throw Error(ErrorKind::data, fmt::format("column '{}' has no number to take the trials from", column), {},
              "give them: ‹trials› N");
}

// Null: of a part of a date.
const ColumnProfile* profile_of(const std::string& column, const Draft& draft) {
  const auto at = std::ranges::find(draft.profile, column, &ColumnProfile::name);
  return at == draft.profile.end() ? nullptr : &*at;
}

// Numbers of a family that counts them in bins get theirs; where it counts values too, those that have fine
// bins already get some of their borders.
void make_bins(PartPlan& part, double most, const Draft& draft) {
  if (part.kind == CellKind::codes && part.bins.empty()) return;
  part.bins.resize(part.columns.size());
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    const ColumnProfile* column = profile_of(part.columns[j], draft);
    const bool numeric = column != nullptr && (part.kind == CellKind::reals || part.binned(j));
    part.bins[j] = numeric ? bins_of(*column, static_cast<std::size_t>(most)) : Bins();
  }
  declare_bins(part);
}

// Hidden classes are still to be found, and neighbours cannot be joined by them.
void join_without_classes(PartPlan& part, const Draft& draft) {
  constexpr std::size_t kBins = 16;
  if (!draft.options.target.empty()) return;
  for (std::size_t j = 0; j < part.columns.size(); ++j)
    join_by_frequency(part.bins[j], *profile_of(part.columns[j], draft), kBins);
}

// Trials bound what is read; there may be more of them than the rows have, not fewer.
void check_change(const PartPlan& part, const OptionValue& given, double before) {
  if (std::isnan(given.value))
    throw Error(ErrorKind::usage, fmt::format("‹{}› auto is found from the rows: train again", given.name),
                {}, fmt::format("give a number: ‹{}› 0.1", given.name));
  if ((given.name == "bins" || given.name == "join") && given.value != before)
    throw Error(ErrorKind::usage,
                fmt::format("‹{}› {} for '{}': its bins are found from the rows", given.name, given.value,
                            part.label()),
                {}, fmt::format("train again with other ‹{}›", given.name));
  if (given.name == "members" && given.value != before)
    throw Error(ErrorKind::usage,
                fmt::format("‹members› {}: how many networks there are is found in training", given.value),
                {}, "train again with other ‹members›");
  if (given.name == "trials" && given.value < before)
    throw Error(ErrorKind::usage,
                fmt::format("‹trials› {} for '{}': the rows learnt may have up to {}", given.value,
                            part.label(), before),
                {}, "train again with fewer trials");
}

// A setting that no part of the model took.
[[noreturn]] void refuse_setting(const OptionValue& given, const std::vector<std::string>& columns) {
  if (!given.column.empty() && is_in(columns, given.column)) fail_without_effect(given);
  throw Error(ErrorKind::usage,
              given.column.empty()
                  ? fmt::format("‹{}› has no effect: no column's family takes it", given.name)
                  : fmt::format("‹{}› names the column '{}', which the model does not have{}", given.name,
                                given.column, did_you_mean(given.column, columns)));
}

// Tables with several conditions are smoothed by those with fewer, where nothing else is said.
double initial_value(const Option& option, const PartPlan& part, const Draft& draft) {
  // Components have few rows each: their covariances lean on what they have in common.
  if (draft.options.n_centres > 1 && part.columns.size() > 1) {
    if (option.name == "pooling") return 0.3;
    if (option.name == "shrinkage") return 0.03;
    if (option.name == "standardise") return 1;
  }
  if (draft.plan.structure != "kdb" || part.family != "table") return option.initial;
  return option.name == "alpha" ? 0 : option.name == "back-off" ? 16 : option.initial;
}

}  // namespace

void settle(PartPlan& part, Draft& draft) {
  for (const Option& option : find_family(part.family, part.kind)->info().options) {
    double value = initial_value(option, part, draft);
    for (const OptionValue* given : settings_of(part, option, draft.options.settings)) {
      value = given->value;
      draft.used.push_back(given);
    }
    if (option.name == "trials" && value == 0) value = largest_number(part.columns[0], draft.profile);
    if (option.name == "bins") make_bins(part, value, draft);
    if (option.name == "join" && value != 0) join_without_classes(part, draft);
    part.settings.emplace_back(option.name, value);
  }
}

void check_settings_used(Draft& draft) {
  for (const OptionValue& given : draft.options.settings) {
    if (is_in(draft.used, &given)) continue;
    if (!given.column.empty()) fail_without_effect(given);
    draft.note(fmt::format("‹{}› has no effect: no column's family takes it", given.name));
  }
}

Plan with_settings(Plan plan, std::span<const OptionValue> settings) {
  std::vector<const OptionValue*> used;
  for (PartPlan& part : plan.parts) {
    const auto options = find_family(part.family, part.kind)->info().options;
    for (std::size_t k = 0; k < options.size(); ++k) {
      for (const OptionValue* given : settings_of(part, options[k], settings)) {
        check_change(part, *given, part.settings[k].second);
        part.settings[k].second = given->value;
        used.push_back(given);
      }
    }
  }
  for (const OptionValue& given : settings) {
    if (!is_in(used, &given)) refuse_setting(given, feature_columns(plan));
  }
  return plan;
}

void change_family(PartPlan& part, const std::string& name) {
  const Family* family = find_family(name, part.kind);
  if (family == nullptr)
    throw Error(ErrorKind::usage, fmt::format("there is no family '{}' for column '{}'", name, part.label()));
  const auto old = std::exchange(part.settings, {});
  for (const Option& option : family->info().options) {
    const auto same = std::ranges::find(old, option.name, &std::pair<std::string, double>::first);
    part.settings.emplace_back(option.name, same == old.end() ? option.initial : same->second);
  }
  part.family = name;
}

}  // namespace priory
