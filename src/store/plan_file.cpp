// SPDX-License-Identifier: Apache-2.0
// The plan file. It is read with more suspicion than the plan of a model, which a checksum stands for: people
// write plans by hand.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "priory/store.h"

#include "store/file.h"
#include "store/json.h"
#include "store/plan_json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{1} << 28, kMostParts = std::size_t{1} << 20, kLongestGram = 64;

void require(bool holds, const std::string& otherwise) {
  if (!holds) throw std::out_of_range(otherwise);
}

void check_words(const PartPlan& part) {
  const bool wanted = part.text && (part.needs_two_readings() || part.text_options.fixed);
  require(wanted == part.fixed_words.has_value(),
          wanted ? fmt::format("the text '{}' has no 'words', which its options fix beforehand", part.label())
                 : fmt::format("'{}' has 'words', and its options fix none", part.label()));
  if (!wanted) return;
  const auto& [words, idf] = *part.fixed_words;
  require(std::ranges::adjacent_find(words, std::ranges::greater_equal()) == words.end(),
          fmt::format("the words of '{}' are not in code point order, each once", part.label()));
  require(idf.size() == (part.text_options.idf ? words.size() + 1 : 0),
          fmt::format("'{}' has not one weight for each word, and one for all others", part.label()));
  require(std::ranges::all_of(idf, [](double x) { return x > 0 && std::isfinite(x); }),
          fmt::format("a weight of a word of '{}' is not above 0", part.label()));
}

void check_text(const PartPlan& part) {
  const TextOptions& text = part.text_options;
  const auto sound = [](const DocumentLimit& limit) {
    return limit.value >= 0 && std::isfinite(limit.value) && (!limit.share || limit.value <= 1);
  };
  require(sound(text.min_df) && sound(text.max_df), "a number of texts that cannot be");
  require(text.tokens.max_n <= kLongestGram, fmt::format("n-grams longer than {}", kLongestGram));
  check_words(part);
}

// Parts of a network share columns; of others each column has one.
void check_columns(const Plan& plan) {
  std::set<std::string> seen;
  for (const std::string& name : {plan.target, plan.weight}) {
    if (!name.empty()) require(seen.insert(name).second, fmt::format("'{}' is target and weight", name));
  }
  for (const std::string& name : plan.ignored)
    require(seen.insert(name).second, fmt::format("the column '{}' is left out and is not", name));
  const std::set<std::string> taken = seen;
  for (const PartPlan& part : plan.parts) {
    for (const std::string& name : part.columns) {
      require(!taken.contains(name),
              fmt::format("the column '{}' is in a part, and is the target, the weight or left out", name));
      require(seen.insert(name).second || !plan.structure.empty(),
              fmt::format("the column '{}' is in two parts", name));
    }
  }
}

void check_plan(const Plan& plan) {
  require(!plan.parts.empty() && plan.parts.size() <= kMostParts, "a plan of no parts, or of too many");
  require(!plan.expected && !plan.faded, "'em' and 'faded' are of models, not of plans");
  check_columns(plan);
  std::ranges::for_each(plan.parts, check_text);
}

// An object's members stand on lines of their own, lists of words and numbers on one.
void write_lines(const ordered_json& json, const std::string& indent, std::string& out) {
  const auto is_leaf = [](const ordered_json& each) { return !each.is_structured(); };
  if (!json.is_structured() || json.empty() || (json.is_array() && std::ranges::all_of(json, is_leaf))) {
    out += json.dump();
    return;
  }
  const std::string deeper = indent + "  ";
  const char* separator = "\n";
  out += json.is_object() ? '{' : '[';
  for (const auto& [key, value] : json.items()) {
    out += separator + deeper;
    if (json.is_object()) out += ordered_json(key).dump() + ": ";
    write_lines(value, deeper, out);
    separator = ",\n";
  }
  out += "\n" + indent + (json.is_object() ? '}' : ']');
}

ordered_json as_object(const ordered_json& pairs) {
  ordered_json out = ordered_json::object();
  for (const ordered_json& pair : pairs) out[pair.at(0).get<std::string>()] = pair.at(1);
  return out;
}

constexpr const char* kUndecided =
    "the plan leaves something to the rows: its tree, a setting, bins or words";

void refuse_undecided(const Plan& plan) {
  if (!is_decided(plan)) throw Error(ErrorKind::usage, kUndecided, {}, "decide() finds it in rows");
}

ordered_json file_of(const Plan& plan) {
  ordered_json out = {{"schema", kPlanSchema}};
  out.update(json_of(plan));
  out["prior"]["given"] = as_object(out["prior"]["given"]);
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    ordered_json& part = out["parts"][k];
    part["settings"] = as_object(part["settings"]);
    if (!plan.parts[k].fixed_words) continue;
    part["words"] = plan.parts[k].fixed_words->words;
    if (!plan.parts[k].fixed_words->idf.empty()) part["idf_of_words"] = plan.parts[k].fixed_words->idf;
  }
  return out;
}

[[noreturn]] void fail(const std::string& name, std::string_view why) {
  throw Error(ErrorKind::model, fmt::format("{} cannot be read as a plan: {}", name, why), {},
              "a plan is a file that `priory plan` has written, or a model");
}

}  // namespace

std::string plan_to_json(const Plan& plan) {
  refuse_undecided(plan);
  std::string out;
  write_lines(file_of(plan), "", out);
  return out + "\n";
}

Plan plan_from_json(std::string_view json, const std::string& name) {
  if (json.size() > kMostBytes) fail(name, fmt::format("it is larger than {} bytes", kMostBytes));
  try {
    Plan out = plan_of_json(parse_json(json), true);
    check_plan(out);
    if (!is_decided(out)) throw std::out_of_range(kUndecided);
    return out;
  } catch (const ordered_json::exception& error) {
    fail(name, error.what());
  } catch (const std::out_of_range& error) {
    fail(name, error.what());
  }
}

Plan load_plan(const std::string& path) {
  if (looks_like_model(path)) return plan_of(load(path));
  const MappedFile file(path);
  return plan_from_json(file.bytes(), path);
}

void save_plan(const Plan& plan, const std::string& path) {
  write_file(path, plan_to_json(plan));
}

}  // namespace priory
