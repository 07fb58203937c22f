// SPDX-License-Identifier: Apache-2.0
#include "priory/plan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>

#include "family/family.h"
#include "model/combining.h"
#include "model/idle_options.h"
#include "model/infer.h"

namespace priory {
namespace {

template <class T>
bool contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::vector<std::string> family_names() {
  std::vector<std::string> out;
  for (const FamilyInfo& info : families()) {
    if (out.empty() || out.back() != info.name) out.emplace_back(info.name);
  }
  return out;
}

// What a column shall be, and by whose word.
struct Choice {
  std::string family;
  std::string reason;
  bool text = false;
  std::vector<std::string> declared = {};
  const ColumnGroup* group = nullptr;
};

[[noreturn]] void fail_unknown(const std::string& family) {
  throw Error(ErrorKind::usage,
              fmt::format("there is no family '{}'{}", family, did_you_mean(family, family_names())), {},
              fmt::format("the families are: {}", fmt::join(family_names(), ", ")));
}

void check_value(const Option& option, const OptionValue& given) {
  if (given.value >= option.least && given.value <= option.most) return;
  if (std::isnan(given.value) && option.automatic) return;
  if (std::isnan(given.value))
    throw Error(ErrorKind::usage, fmt::format("--{} is a number; there is no 'auto' for it", option.name));
  const bool low = !(given.value >= option.least);
  throw Error(ErrorKind::usage,
              fmt::format("--{} must be at {} {}, not {}", option.name, low ? "least" : "most",
                          low ? option.least : option.most, given.value));
}

// What is given for an option of a part: for all columns first, then for its own, so that the last one holds.
std::vector<const OptionValue*> settings_of(const PartPlan& part, const Option& option,
                                            std::span<const OptionValue> settings) {
  std::vector<const OptionValue*> out;
  for (const bool own : {false, true}) {
    for (const OptionValue& given : settings) {
      if (given.name != option.name || given.column.empty() == own) continue;
      if (own && !contains(part.columns, given.column)) continue;
      check_value(option, given);
      out.push_back(&given);
    }
  }
  return out;
}

[[noreturn]] void fail_without_effect(const OptionValue& given) {
  throw Error(ErrorKind::usage,
              fmt::format("--{0} for the column '{1}' has no effect: its family takes no {0}", given.name,
                          given.column));
}

// Types that are families by another name.
const std::map<std::string, std::string>& other_names() {
  static const std::map<std::string, std::string> names = {
      {"numeric", "gaussian"}, {"count", "poisson"}, {"binary", "bernoulli"}};
  return names;
}

// Makes a plan column by column. Everything the user named must exist.
class Planner {
 public:
  Planner(std::span<const ColumnProfile> profile, const PlanOptions& options)
      : profile_(profile), options_(options) {
    for (const ColumnProfile& column : profile) names_.push_back(column.name);
  }

  Plan make() {
    check_names();
    check_rows();
    plan_.target = options_.target;
    plan_.prior = options_.prior;
    plan_.unseen = options_.unseen;
    plan_.missing = options_.missing;
    plan_.structure = options_.structure;
    plan_.undecided = options_.structure == "tan" || options_.structure == "chow-liu";
    plan_.open = std::ranges::any_of(
        profile_, [&](const ColumnProfile& each) { return each.optional && each.name != options_.target; });
    for (const ColumnProfile& column : profile_) place(column);
    if (!options_.graph.empty()) place_graph();
    check_structure();
    if (plan_.parts.empty() && !options_.tolerant && !options_.later) fail_without_parts();
    for (PartPlan& part : plan_.parts) settle(part);
    std::ranges::sort(plan_.ignored);
    for (const PartPlan& part : plan_.parts) note_size(part);
    check_settings_used();
    std::ranges::copy(idle_options(plan_, options_), std::back_inserter(plan_.notes));
    return std::move(plan_);
  }

 private:
  void check_name(const std::string& name, std::string_view where) const {
    if (contains(names_, name)) return;
    throw Error(ErrorKind::usage,
                fmt::format("{} names the column '{}', which is not there{}", where, name,
                            did_you_mean(name, names_)),
                {},
                fmt::format("the columns are: {}",
                            fmt::join(names_.begin(), names_.begin() + std::min<long>(20, std::ssize(names_)),
                                      ", ")));
  }

  void check_names() const {
    if (!options_.target.empty()) check_name(options_.target, "--target");
    for (const std::string& name : options_.text) check_text(name);
    for (const std::string& name : options_.ignore) check_name(name, "--ignore");
    for (const ColumnType& type : options_.types) {
      check_name(type.column, "--types");
      if (type.column == options_.target)
        throw Error(ErrorKind::usage,
                    fmt::format("--types names the target '{}'; its values are the classes", type.column));
    }
    for (const OptionValue& value : options_.settings) {
      if (!value.column.empty()) check_name(value.column, "--" + value.name);
    }
    for (const ColumnGroup& group : options_.parts) {
      for (const std::string& name : group.columns) check_name(name, "--parts");
    }
  }

  // What is a text cannot be something else too.
  void check_text(const std::string& name) const {
    check_name(name, "--text");
    if (name == options_.target)
      throw Error(ErrorKind::usage,
                  fmt::format("--text names the target '{}'; its values are the classes", name));
    if (contains(options_.ignore, name)) fail_no_text(name, "--ignore", "leaves it out");
    const auto type = std::ranges::find(options_.types, name, &ColumnType::column);
    if (type != options_.types.end() && type->type != "text" && !models_texts(type->type))
      fail_no_text(name, "--types", fmt::format("says {}", type->type));
    const ColumnGroup* group = group_of(name);
    if (group != nullptr && (group->columns.size() > 1 || !models_texts(group->family)))
      fail_no_text(name, "--parts", fmt::format("says {}={}", fmt::join(group->columns, "+"), group->family));
  }

  // An unknown family is refused where families are looked for.
  static bool models_texts(const std::string& family) {
    const bool other = family == "ignore" || family == "weight" || other_names().contains(family);
    return !other && (find_families(family).empty() || find_family(family, CellKind::bag) != nullptr);
  }

  [[noreturn]] static void fail_no_text(const std::string& name, const std::string& option,
                                        const std::string& what) {
    throw Error(
        ErrorKind::usage,
        fmt::format("--text makes '{}' a text, and {} {}: only one of them can be", name, option, what), {},
        "families of texts are multinomial, complement and bernoulli");
  }

  void check_rows() const {
    if (options_.tolerant || options_.later || profile_.empty() || profile_[0].n_rows > 0) return;
    throw Error(ErrorKind::data, "there are no rows to learn from", {},
                "the file has a header only, or every row was skipped");
  }

  void place(const ColumnProfile& column) {
    if (column.name == options_.target)
      return role(column, "target", column.declared_target ? column.declared_why : "by --target");
    if (guesses_target(column)) return role(column, "target", "its name says so; train wants --target");
    if (contains(options_.ignore, column.name)) return role(column, "ignored", "by --ignore");
    if (is_weight(column)) return place_typed(column, *type_of(column));
    if (!options_.graph.empty()) return place_in_graph(column);
    if (const ColumnType* type = type_of(column)) return place_typed(column, *type);
    if (const ColumnGroup* group = group_of(column.name))
      return add(column, {.family = group->family,
                          .reason = "by --parts",
                          .text = contains(options_.text, column.name),
                          .group = group});
    if (contains(options_.text, column.name)) return add_text(column, "by --text");
    if (column.declared_why.empty()) return place_inferred(column);
    place_declared(column);
  }

  const ColumnType* type_of(const ColumnProfile& column) const {
    const auto at = std::ranges::find(options_.types, column.name, &ColumnType::column);
    return at == options_.types.end() ? nullptr : &*at;
  }

  bool is_weight(const ColumnProfile& column) const {
    const ColumnType* type = type_of(column);
    return type != nullptr && type->type == "weight";
  }

  // What the input is sure of. A class that nobody asked for must not become a feature.
  void place_declared(const ColumnProfile& column) {
    if (column.declared_text) return add_text(column, column.declared_why);
    if (column.declared_target) return role(column, "ignored", "it is the class: " + column.declared_why);
    role(column, "ignored", column.declared_why);
  }

  // For looking only: which column is meant to be the class, when the user has not said.
  bool guesses_target(const ColumnProfile& column) const {
    static const std::vector<std::string> kNames = {"class",  "Class",  "label", "Label",
                                                    "target", "Target", "y",     "category"};
    const auto is_target = [](const ColumnRole& each) { return each.role == "target"; };
    return options_.tolerant && options_.target.empty() && contains(kNames, column.name) &&
           std::none_of(plan_.roles.begin(), plan_.roles.end(), is_target);
  }

  void place_typed(const ColumnProfile& column, const ColumnType& type) {
    const auto other = other_names().find(type.type);
    const std::string& name = other == other_names().end() ? type.type : other->second;
    if (name == "ignore") return role(column, "ignored", "by --types");
    if (name == "weight") {
      if (!plan_.weight.empty())
        throw Error(ErrorKind::usage,
                    fmt::format("two columns are the weight: '{}' and '{}'", plan_.weight, column.name));
      plan_.weight = column.name;
      return role(column, "weight", "by --types");
    }
    if (name == "text") return add_text(column, "by --types");
    if (find_families(name).empty()) refuse_type(name);
    add(column, {.family = name,
                 .reason = "by --types",
                 .text = contains(options_.text, column.name),
                 .declared = type.values});
  }

  [[noreturn]] static void refuse_type(const std::string& name) {
    std::vector<std::string> types = family_names();
    for (const char* other : {"numeric", "count", "binary", "text", "weight", "ignore"})
      types.emplace_back(other);
    throw Error(ErrorKind::usage, fmt::format("there is no type '{}'{}", name, did_you_mean(name, types)), {},
                fmt::format("the types are: {}", fmt::join(types, ", ")));
  }

  void place_inferred(const ColumnProfile& column) {
    const Guess guess = infer_type(column);
    const bool id = guess.type == "ignore" && guess.reason.starts_with("an id");
    if (!options_.family.empty() && !id) {
      if (guess.type == "text" && find_family(options_.family, CellKind::bag) != nullptr)
        return add_text(column, "by --family; " + guess.reason);
      return add(column, {.family = options_.family, .reason = "by --family"});
    }
    if (guess.doubtful && !options_.tolerant) {
      throw Error(ErrorKind::data, fmt::format("column '{}': {}", column.name, guess.reason),
                  column.odd_place,
                  fmt::format("say what it is (--types {0}=categorical), what is missing (--na), or leave it "
                              "out (--ignore {0})",
                              column.name));
    }
    if (guess.type == "ignore") return role(column, "ignored", guess.reason);
    if (guess.type == "text") return add_text(column, guess.reason);
    add(column, {.family = guess.type, .reason = guess.reason});
  }

  // The family that --family names if it takes texts, else multinomial.
  void add_text(const ColumnProfile& column, const std::string& reason) {
    const bool given = find_family(options_.family, CellKind::bag) != nullptr;
    if (!given && !options_.family.empty() && !find_families(options_.family).empty())
      plan_.notes.push_back(fmt::format("--family {} does not model texts: column '{}' is multinomial",
                                        options_.family, column.name));
    add(column, {.family = given ? options_.family : "multinomial", .reason = reason, .text = true});
  }

  void add(const ColumnProfile& column, const Choice& choice) {
    const std::vector<const Family*> found = find_families(choice.family);
    if (found.empty()) fail_unknown(choice.family);
    const bool numeric = column.n_numbers == column.n_present();
    const bool takes_text = !numeric && find_family(choice.family, CellKind::bag) != nullptr;
    const bool text = choice.text || (takes_text && (found.size() == 1 || infer_type(column).type == "text"));
    const Family* family = text ? find_family(choice.family, CellKind::bag) : found[0];
    if (family == nullptr)
      throw Error(ErrorKind::usage, fmt::format("the family '{}' does not model texts (column '{}')",
                                                choice.family, column.name));
    const FamilyInfo info = family->info();
    const bool pairs = text && takes_pairs(column);
    role(column, text ? fmt::format("text, {}", info.name) : std::string(info.name),
         choice.reason + (pairs ? "; no spaces: character pairs" : ""));
    if (!text && (info.kind == CellKind::bag || family->groups())) return add_together(column, info, choice);
    if (choice.group != nullptr && choice.group->columns.size() > 1) {
      throw Error(ErrorKind::usage, fmt::format("the family '{}' models one column at a time, not {}",
                                                info.name, fmt::join(choice.group->columns, "+")));
    }
    add_part(column, info, text, choice.declared);
  }

  void add_part(const ColumnProfile& column, const FamilyInfo& info, bool text,
                const std::vector<std::string>& declared) {
    PartPlan part;
    part.family = info.name;
    part.kind = info.kind;
    part.columns = {column.name};
    part.text = text;
    if (text) part.text_options = text_options_for(info.name);
    if (text && is_mail_headers(column)) keep_headers(part.text_options.tokens);
    if (text && takes_pairs(column)) {
      part.text_options.tokens.tokens = Tokens::pairs;
      plan_.notes.push_back(
          fmt::format("column '{}' has no spaces between words: its tokens are pairs of characters; --tokens "
                      "unicode takes whole runs",
                      column.name));
    }
    if (info.kind == CellKind::codes) part.declared = declared.empty() ? column.declared_values : declared;
    if (info.kind != CellKind::codes && !declared.empty()) refuse_values(column, info);
    if (info.kind == CellKind::reals) check_number(column, info.name);
    if (info.name == "bernoulli" && !text) check_two_values(column, part);
    if (!options_.structure.empty() && info.kind == CellKind::codes) make_table(part);
    plan_.parts.push_back(std::move(part));
  }

  // Weights of words that a family does not look at are none: they would fix the vocabulary for nothing.
  TextOptions text_options_for(std::string_view family) const {
    TextOptions out = options_.text_options;
    if (family == "bernoulli") out.tf = Tf::count, out.idf = false, out.length_norm = LengthNorm::none;
    return out;
  }

  // A node of a network: for now given nothing but the class.
  static void make_table(PartPlan& part) {
    part.family = "table";
    part.declared_of = {std::exchange(part.declared, {})};
  }

  // The columns of a graph that was given; all others are left out.
  void place_in_graph(const ColumnProfile& column) {
    const bool inside =
        std::ranges::find(options_.graph, column.name, &GraphVariable::name) != options_.graph.end();
    if (type_of(column) != nullptr && inside)
      throw Error(ErrorKind::usage,
                  fmt::format("--types names '{}', whose values are those of the network {}", column.name,
                              options_.structure));
    inside ? role(column, "table", "a variable of " + options_.structure)
           : role(column, "ignored", "no variable of " + options_.structure);
  }

  void place_graph() {
    const auto is_target = [&](const std::string& name) { return name == options_.target; };
    if (!options_.target.empty() && std::ranges::none_of(options_.graph, is_target, &GraphVariable::name))
      throw Error(ErrorKind::usage, fmt::format("the target '{}' is no variable of the network {}",
                                                options_.target, options_.structure));
    for (const GraphVariable& variable : options_.graph) {
      check_variable(variable);
      PartPlan part;
      part.kind = CellKind::codes, part.in_order = true;
      part.family = is_target(variable.name) ? "table-class" : "table";
      for (const std::string& parent : variable.parents) {
        if (!is_target(parent)) add_node(parent, part);
      }
      part.pooled = !options_.target.empty() && !is_target(variable.name) &&
                    std::ranges::none_of(variable.parents, is_target);
      if (!is_target(variable.name)) add_node(variable.name, part);
      if (!part.columns.empty()) plan_.parts.push_back(std::move(part));
    }
  }

  void add_node(const std::string& name, PartPlan& part) const {
    part.columns.push_back(name);
    part.declared_of.push_back(std::ranges::find(options_.graph, name, &GraphVariable::name)->states);
  }

  void check_variable(const GraphVariable& variable) const {
    if (contains(options_.ignore, variable.name))
      throw Error(ErrorKind::usage, fmt::format("--ignore names '{}', a variable of the network {}",
                                                variable.name, options_.structure));
    if (contains(names_, variable.name)) return;
    throw Error(ErrorKind::data,
                fmt::format("the network {} has the variable '{}', and the rows have no such column{}",
                            options_.structure, variable.name, did_you_mean(variable.name, names_)),
                {}, "every variable needs a column; its cells may be missing");
  }

  // Numbers and texts have a place in a network as children of the class only.
  void check_structure() {
    if (options_.structure.empty()) return;
    if (!options_.family.empty() || !options_.parts.empty())
      throw Error(ErrorKind::usage,
                  "--structure says how columns belong together: --family and --parts do not go with it", {},
                  "--types 'x=categorical' says what a column is");
    for (const PartPlan& part : plan_.parts) {
      if (is_node(part)) continue;
      if (!options_.target.empty()) {
        plan_.notes.push_back(
            fmt::format("column '{0}' ({1}) stands beside the network, given the class alone; "
                        "--types {0}=categorical makes it a variable of it",
                        part.label(), part.family));
        continue;
      }
      throw Error(
          ErrorKind::data,
          fmt::format("column '{}' is no column of values but '{}', which a network without a target has no "
                      "place for",
                      part.label(), part.family),
          {},
          fmt::format("numbers are not cut into ranges: say --types {0}=categorical if they are codes, "
                      "name a --target, or leave the column out (--ignore {0})",
                      part.columns[0]));
    }
  }

  // Words cannot be told by spaces, and the user has not said how else.
  bool takes_pairs(const ColumnProfile& column) const {
    return !options_.tokens_given && options_.text_options.tokens.tokens == Tokens::unicode &&
           is_unspaced(column);
  }

  // Words as the reader of mails makes them, from_example_com: what tells the header is part of them, and
  // tokens that end at a _ would lose it.
  static bool is_mail_headers(const ColumnProfile& column) {
    return column.declared_text && column.name == "headers";
  }

  static void keep_headers(TokenOptions& tokens) {
    if (tokens.tokens != Tokens::ascii && tokens.tokens != Tokens::pattern) return;
    const bool lowers = tokens.lowers();
    tokens.tokens = Tokens::space, tokens.pattern.clear();
    tokens.letter_case = lowers ? LetterCase::lower : LetterCase::usual;
  }

  // Columns of counts under one family are one part, and so are those of a family over groups of columns.
  void add_together(const ColumnProfile& column, const FamilyInfo& info, const Choice& choice) {
    const bool codes = info.kind == CellKind::codes;
    if (!codes) check_number(column, info.name);
    if (!codes && !choice.declared.empty()) refuse_values(column, info);
    const auto together = [&](const PartPlan& part) {
      return part.family == info.name && part.kind == info.kind && !part.text &&
             group_of(part.columns[0]) == choice.group;
    };
    auto part = std::ranges::find_if(plan_.parts, together);
    if (part == plan_.parts.end()) {
      plan_.parts.emplace_back();
      part = std::prev(plan_.parts.end());
      part->family = info.name;
      part->kind = info.kind;
    }
    part->columns.push_back(column.name);
    if (codes)
      part->declared_of.push_back(choice.declared.empty() ? column.declared_values : choice.declared);
  }

  [[noreturn]] static void refuse_values(const ColumnProfile& column, const FamilyInfo& info) {
    throw Error(ErrorKind::usage,
                fmt::format("the family '{}' takes no list of values (column '{}')", info.name, column.name));
  }

  const ColumnGroup* group_of(const std::string& column) const {
    for (const ColumnGroup& group : options_.parts) {
      if (contains(group.columns, column)) return &group;
    }
    return nullptr;
  }

  void check_number(const ColumnProfile& column, std::string_view family) const {
    if (column.n_numbers == column.n_present() || options_.skip_bad_rows) return;
    throw Error(ErrorKind::data,
                fmt::format("column '{}': '{}' is not a number, which the family '{}' needs", column.name,
                            column.odd, family),
                column.odd_place,
                fmt::format("give the column another family (--types {0}=categorical), say what is missing "
                            "(--na), or leave it out (--ignore {0})",
                            column.name));
  }

  void check_two_values(const ColumnProfile& column, PartPlan& part) const {
    const auto zero_or_one = [](const std::string& value) { return value == "0" || value == "1"; };
    if (part.declared.empty() && std::all_of(column.examples.begin(), column.examples.end(), zero_or_one))
      part.declared = {"0", "1"};
    // Of up to three values the examples are all there are; those declared need not be among them.
    const auto undeclared = std::count_if(column.examples.begin(), column.examples.end(),
                                          [&](const auto& value) { return !contains(part.declared, value); });
    const std::size_t values =
        std::max(column.n_distinct, part.declared.size() + static_cast<std::size_t>(undeclared));
    if (values <= 2) return;
    throw Error(ErrorKind::data,
                fmt::format("column '{}' has {} values ({}, ...); the family 'bernoulli' takes two",
                            column.name, values, fmt::join(column.examples, ", ")),
                {},
                fmt::format("use --types '{0}=categorical', or leave it out (--ignore {0})", column.name));
  }

  // Every option of the part's family gets its value: the column's own, or that for all, or the initial one.
  void settle(PartPlan& part) {
    for (const Option& option : find_family(part.family, part.kind)->info().options) {
      double value = option.initial;
      for (const OptionValue* given : settings_of(part, option, options_.settings)) {
        value = given->value;
        used_.push_back(given);
      }
      if (option.name == "trials" && value == 0) value = largest(part.columns[0]);
      part.settings.emplace_back(option.name, value);
    }
  }

  // How large a table of combinations can get, before it is made.
  void note_size(const PartPlan& part) {
    if (!is_combined(part) || part.columns.size() < 2 || !plan_.structure.empty()) return;
    double cells = 1;
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      const auto at = std::ranges::find(profile_, part.columns[j], &ColumnProfile::name);
      cells *= static_cast<double>(std::max(at->n_distinct, part.declared_of[j].size()));
    }
    plan_.notes.push_back(
        fmt::format("the table of {} has {} cells in each class; those met are kept", part.label(), cells));
  }

  double largest(const std::string& column) const {
    for (const ColumnProfile& each : profile_) {
      if (each.name == column && each.n_numbers > 0) return each.most;
    }
    throw Error(ErrorKind::data, fmt::format("column '{}' has no number to take the trials from", column), {},
                "give them: --trials N");
  }

  void check_settings_used() {
    for (const OptionValue& given : options_.settings) {
      if (std::find(used_.begin(), used_.end(), &given) != used_.end()) continue;
      if (!given.column.empty()) fail_without_effect(given);
      plan_.notes.push_back(fmt::format("--{} has no effect: no column's family takes it", given.name));
    }
  }

  // Where every cell is missing nothing was left out: rows with the column may come yet.
  void role(const ColumnProfile& column, std::string text, std::string reason) {
    if (text == "ignored" && column.n_present() > 0) plan_.ignored.push_back(column.name);
    plan_.roles.push_back({column.name, std::move(text), std::move(reason)});
  }

  [[noreturn]] void fail_without_parts() const {
    std::string why;
    for (const ColumnRole& each : plan_.roles)
      why += fmt::format("\n  {}: {}, {}", each.name, each.role, each.reason);
    throw Error(ErrorKind::data, "no column is left to learn from" + why, {},
                "name what a column is with --types, for example --types 'x=categorical'");
  }

  std::span<const ColumnProfile> profile_;
  const PlanOptions& options_;
  std::vector<std::string> names_;
  Plan plan_;
  std::vector<const OptionValue*> used_;
};

}  // namespace

std::string_view kind_of(const Plan& plan) {
  if (!plan.structure.empty()) return "network";
  return plan.target.empty() ? "mixture" : "classifier";
}

Plan make_plan(std::span<const ColumnProfile> profile, const PlanOptions& options) {
  return Planner(profile, options).make();
}

namespace {

// Trials bound what is read; there may be more of them than the rows have, not fewer.
void check_change(const PartPlan& part, const OptionValue& given, double before) {
  if (std::isnan(given.value))
    throw Error(ErrorKind::usage, fmt::format("--{} auto is found from the rows: train again", given.name),
                {}, fmt::format("give a number: --{} 0.1", given.name));
  if (given.name == "trials" && given.value < before)
    throw Error(ErrorKind::usage,
                fmt::format("--trials {} for '{}': the rows learnt may have up to {}", given.value,
                            part.label(), before),
                {}, "train again with fewer trials");
}

}  // namespace

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
  const std::vector<std::string> columns = feature_columns(plan);
  for (const OptionValue& given : settings) {
    if (contains(used, &given)) continue;
    if (!given.column.empty() && contains(columns, given.column)) fail_without_effect(given);
    throw Error(ErrorKind::usage,
                given.column.empty()
                    ? fmt::format("--{} has no effect: no column's family takes it", given.name)
                    : fmt::format("--{} names the column '{}', which the model does not have{}", given.name,
                                  given.column, did_you_mean(given.column, columns)));
  }
  return plan;
}

bool uses_prior(const Plan& plan) {
  return plan.parts.empty() || !plan.structure.empty() ||
         std::ranges::any_of(plan.parts, [](const PartPlan& part) {
           return find_family(part.family, part.kind)->generative();
         });
}

std::string PartPlan::label() const {
  constexpr long kNamed = 3;
  if (std::ssize(columns) <= kNamed) return fmt::format("{}", fmt::join(columns, "+"));
  return fmt::format("{}+...", fmt::join(columns.begin(), columns.begin() + kNamed - 1, "+"));
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

namespace {

ColumnSpec column_spec(const PartPlan& part) {
  const Domain domain = find_family(part.family, part.kind)->domain();
  ColumnSpec out{part.kind,
                 part.columns,
                 part.text,
                 part.text_options.tokens,
                 domain.whole,
                 domain.non_negative,
                 std::numeric_limits<double>::infinity()};
  for (const auto& [name, value] : part.settings) {
    if (name == "trials") out.most = value;
  }
  return out;
}

// The columns of a chunk: those that each part models, in their order, then those that parts are conditioned
// on and no part models. A column of values stands once however many parts it is in.
struct ChunkLayout {
  std::vector<ColumnSpec> columns;
  std::vector<std::vector<std::size_t>> places;  // of each part's columns

  explicit ChunkLayout(const Plan& plan) : places(plan.parts.size()) {
    for (const bool given : {false, true}) {
      for (std::size_t k = 0; k < places.size(); ++k) add(plan.parts[k], given, places[k]);
    }
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (plan.parts[k].kind != CellKind::codes) continue;
      for (const std::string& column : plan.parts[k].columns) places[k].push_back(of_values_.at(column));
    }
  }

 private:
  void add(const PartPlan& part, bool given, std::vector<std::size_t>& place) {
    ColumnSpec spec = column_spec(part);
    if (part.kind == CellKind::bag) {
      if (!given) place.push_back(columns.size()), columns.push_back(std::move(spec));
      return;
    }
    const std::size_t n_given = find_family(part.family, part.kind)->n_given(part.columns.size());
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      if ((j < n_given) != given) continue;
      spec.names = {part.columns[j]};
      const bool codes = part.kind == CellKind::codes;
      if (codes && !of_values_.emplace(part.columns[j], columns.size()).second) continue;
      if (!codes) place.push_back(columns.size());
      columns.push_back(spec);
    }
  }

  std::map<std::string, std::size_t> of_values_;
};

}  // namespace

ChunkSpec chunk_spec(const Plan& plan) {
  ChunkSpec out;
  out.target = plan.target;
  out.weight = plan.weight;
  out.missing = plan.missing;
  out.optional = optional_columns(plan);
  out.columns = ChunkLayout(plan).columns;
  return out;
}

ChunkSpec counting_spec(const Plan& plan) {
  ChunkSpec out = chunk_spec(plan);
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PartPlan& part = plan.parts[k];
    const bool plain = part.text && part.text_options.tf == Tf::count && !part.text_options.fractions();
    if (plain && plan.weight.empty() && find_family(part.family, part.kind)->sums_tokens())
      out.columns[places[k][0]].in_sequence = true;
  }
  return out;
}

std::vector<std::vector<std::size_t>> chunk_places(const Plan& plan) {
  return ChunkLayout(plan).places;
}

ChunkSpec listed_spec(const Plan& plan) {
  ChunkSpec out = chunk_spec(plan);
  for (ColumnSpec& column : out.columns) column.listed = column.text, column.counted = !column.text;
  return out;
}

ChunkSpec spelt_spec(const Plan& plan) {
  ChunkSpec out = chunk_spec(plan);
  for (ColumnSpec& column : out.columns) column.listed = column.text && column.tokens.hash_bits > 0;
  return out;
}

}  // namespace priory
