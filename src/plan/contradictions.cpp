// SPDX-License-Identifier: Apache-2.0
// Options beside a plan that is given: each may say again what the plan says, and nothing else.
#include <algorithm>
#include <fmt/format.h>

#include "family/family.h"
#include "plan/draft.h"
#include "plan/part_kind.h"
#include "plan/type_names.h"

namespace priory {
namespace {

const PartPlan* part_of(const Plan& plan, const std::string& column) {
  const auto at =
      std::ranges::find_if(plan.parts, [&](const PartPlan& part) { return is_in(part.columns, column); });
  return at == plan.parts.end() ? nullptr : &*at;
}

std::string type_in(const Plan& plan, const std::string& column) {
  if (column == plan.target) return "the target";
  if (column == plan.weight) return "the weight";
  const PartPlan* part = part_of(plan, column);
  return part == nullptr ? "left out" : part->text ? "text, " + part->family : part->family;
}

// Whether what is said of a column, a family or text, weight, ignore, is what the plan has.
bool is_type(const Plan& plan, const std::string& column, const std::string& type) {
  const PartPlan* part = part_of(plan, column);
  if (type == "weight") return plan.weight == column;
  if (type == "ignore") return part == nullptr && column != plan.target && column != plan.weight;
  if (type == "date")
    return std::ranges::any_of(plan.readings, [&](const auto& each) { return each.second.from == column; });
  if (part == nullptr) return false;
  if (type == "text") return part->text;
  const auto is_family = [&](const Family* family) { return family->info().name == part->family; };
  return std::ranges::any_of(find_families(family_meant(type)), is_family) ||
         ((part->family == "table" || is_gathered(*part)) &&
          (type == "categorical" || type == "bernoulli" || type == "binary"));
}

class Contradictions {
 public:
  Contradictions(const Plan& plan, const PlanOptions& options, const std::set<std::string>& given)
      : plan_(plan), options_(options), given_(given) {}

  std::vector<std::string> find() {
    compare_columns();
    compare("class-prior",
            plan_.prior.kind == options_.prior.kind && plan_.prior.given == options_.prior.given);
    compare("prior-alpha", plan_.prior.alpha == options_.prior.alpha, fmt::format("{}", plan_.prior.alpha));
    compare("unseen", plan_.unseen == options_.unseen);
    compare("centres",
            plan_.centres.empty() ? options_.n_centres == 1 : plan_.components == options_.n_centres);
    compare("keep-spaces", plan_.trim == !options_.keep_spaces);
    compare("na", plan_.missing == options_.missing, fmt::format("'{}'", fmt::join(plan_.missing, ",")));
    for (const OptionValue& each : options_.settings) compare_setting(each);
    for (const PartPlan& part : plan_.parts) {
      if (part.text) compare_text(part);
    }
    return std::move(out_);
  }

 private:
  void say(std::string text) {
    if (!is_in(out_, text)) out_.push_back(std::move(text));
  }

  void compare(const std::string& name, bool same, const std::string& here = {}) {
    if (same || !given_.contains(name)) return;
    say(here.empty() ? fmt::format("‹{}› is another one in the plan", name)
                     : fmt::format("‹{}› is {} in the plan", name, here));
  }

  // Some structures are families over all columns with values.
  bool has_structure() const {
    const auto is_it = [&](const PartPlan& part) { return part.family == options_.structure; };
    return plan_.structure == options_.structure || std::ranges::any_of(plan_.parts, is_it);
  }

  void compare_columns() {
    const std::string target = plan_.target.empty() ? "none" : fmt::format("'{}'", plan_.target);
    compare("target", plan_.target == options_.target, target);
    compare("structure", has_structure(), plan_.structure.empty() ? "none" : plan_.structure);
    for (const ColumnType& type : options_.types) compare_type("types", type.column, type.type);
    for (const std::string& column : options_.text) compare_type("text", column, "text");
    for (const std::string& column : options_.ignore) compare_type("ignore", column, "ignore");
    for (const ColumnGroup& group : options_.parts) compare_group(group);
    if (options_.family.empty()) return;
    for (const PartPlan& part : plan_.parts) {
      if (!part.text || find_family(options_.family, CellKind::bag) != nullptr)
        compare_type("family", part.columns[0], options_.family);
    }
  }

  void compare_type(std::string_view name, const std::string& column, const std::string& type) {
    if (!is_type(plan_, column, type))
      say(fmt::format("‹{}› says that '{}' is {}, in the plan it is {}", name, column,
                      type == "ignore" ? "left out" : type, type_in(plan_, column)));
  }

  void compare_group(const ColumnGroup& group) {
    const PartPlan* part = part_of(plan_, group.columns[0]);
    if (part == nullptr || part->columns != group.columns || !is_type(plan_, group.columns[0], group.family))
      say(fmt::format("‹parts› says {}={}, which is no part of the plan", fmt::join(group.columns, "+"),
                      group.family));
  }

  // A setting for one column goes before that for all.
  void compare_setting(const OptionValue& given) {
    for (const PartPlan& part : plan_.parts) {
      const bool own = std::ranges::any_of(options_.settings, [&](const OptionValue& each) {
        return each.name == given.name && !each.column.empty() && is_in(part.columns, each.column);
      });
      if (given.column.empty() ? own : !is_in(part.columns, given.column)) continue;
      for (const auto& [name, value] : part.settings) {
        if (name == given.name && value != given.value)
          say(fmt::format("‹{}› of '{}' is {} in the plan", name, part.label(), value));
      }
    }
  }

  void compare_text(const PartPlan& part) {
    const TextOptions &here = part.text_options, &there = options_.text_options;
    const TokenOptions &a = here.tokens, &b = there.tokens;
    const bool same_kind = a.tokens == b.tokens;
    const bool same_runs = a.min_n == b.min_n && a.max_n == b.max_n;
    compare("tokens", same_kind);
    compare("token-pattern", same_kind && a.pattern == b.pattern);
    compare("ngrams", same_runs, fmt::format("{}-{}", a.min_n, a.max_n));
    compare("char-ngrams", same_kind && same_runs);
    compare("inside-words", same_kind);
    compare("case", a.lowers() == b.lowers());
    compare("fold-numbers", a.fold_numbers == b.fold_numbers);
    compare("stop-words", a.stop_words == b.stop_words);
    compare("stem", a.stem == b.stem, a.stem.empty() ? "none" : a.stem);
    compare("hash-bits", a.hash_bits == b.hash_bits, fmt::format("{}", a.hash_bits));
    compare("min-df", here.min_df == there.min_df, fmt::format("{}", here.min_df.value));
    compare("max-df", here.max_df == there.max_df, fmt::format("{}", here.max_df.value));
    compare("max-features", here.max_features == there.max_features, fmt::format("{}", here.max_features));
    compare("features-by", here.features_by == there.features_by);
    if (part.family == "bernoulli") return;  // it does not weigh words
    compare("tf", here.tf == there.tf);
    compare("binary", here.tf == there.tf);
    compare("idf", here.idf == there.idf, here.idf ? "on" : "off");
    compare("length-norm", here.length_norm == there.length_norm);
  }

  const Plan& plan_;
  const PlanOptions& options_;
  const std::set<std::string>& given_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> contradictions(const Plan& plan, const PlanOptions& options,
                                        const std::set<std::string>& given) {
  return Contradictions(plan, options, given).find();
}

}  // namespace priory
