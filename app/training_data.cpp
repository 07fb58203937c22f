// SPDX-License-Identifier: Apache-2.0
#include "training_data.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "ranks.h"

namespace priory::app {
namespace {

PlanOptions completed(PlanOptions options, const Table& table, const ReadArguments& read,
                      const std::string& group, bool target_needed) {
  settle_target(options, table);
  const bool is_network =
      !options.structure.empty() && options.structure != "naive" && options.structure != "tan";
  const bool may_be_hidden = is_network || (!target_needed && options.structure.empty());
  if (options.target.empty() && !may_be_hidden)
    throw Error(ErrorKind::usage, "--target COL is needed: the column with the class");
  options.skip_bad_rows = read.skip_bad_rows();
  if (!group.empty()) options.ignore.push_back(group);
  return options;
}

// Whether what each column is has been said, so that its cells decide nothing.
bool all_given(const Table& table, const PlanOptions& options) {
  const auto is_given = [&](const DeclaredColumn& column) {
    const auto is_type = [&](const ColumnType& each) {
      return each.column == column.name &&
             (each.type == "text" || each.type == "ignore" || each.type == "weight");
    };
    return !column.why.empty() || column.name == options.target || contains(options.text, column.name) ||
           contains(options.ignore, column.name) ||
           std::any_of(options.types.begin(), options.types.end(), is_type);
  };
  return !table.columns().empty() && std::all_of(table.columns().begin(), table.columns().end(), is_given);
}

}  // namespace

void settle_target(PlanOptions& options, const Table& table) {
  if (table.target().empty()) return;
  if (options.target.empty()) options.target = table.target();
  if (options.target == table.target()) return;
  throw Error(ErrorKind::usage,
              fmt::format("--target {}: the classes of {} are in the column '{}'", options.target,
                          table.paths()[0], table.target()),
              {}, "leave --target out");
}

TrainingData::TrainingData(const ReadArguments& read, PlanOptions options,
                           const std::vector<std::string>& paths, const std::string& group,
                           Profiling profiling, bool target_needed)
    : read_(read),
      table_(read.open(paths)),
      options_(completed(std::move(options), table_, read, group, target_needed)),
      group_(group) {
  guessed_ = profiling == Profiling::while_training && guess();
  if (!guessed_) profile_columns();
}

TrainingData::TrainingData(const ReadArguments& read, const Plan& plan, const std::vector<std::string>& paths)
    : read_(read), table_(read.open(paths, plan)), plan_(plan_for_table(plan, table_)) {
  options_.target = plan.target;
  options_.missing = plan.missing;
  options_.skip_bad_rows = read.skip_bad_rows();
  settle_target(options_, table_);
}

Plan plan_for_table(const Plan& plan, const Table& table) {
  constexpr long kNamed = 5;
  std::vector<std::string> columns;
  for (const DeclaredColumn& column : table.columns()) columns.push_back(column.name);
  if (columns.empty()) return plan;  // rows name their own
  const std::vector<std::string> unknown = new_columns(plan, columns);
  if (!unknown.empty())
    note(
        fmt::format("left out, since the plan does not know {}: {}{}", unknown.size() == 1 ? "it" : "them",
                    fmt::join(unknown.begin(), unknown.begin() + std::min(kNamed, std::ssize(unknown)), ", "),
                    std::ssize(unknown) > kNamed ? ", ..." : ""));
  return plan_of_rows(plan, columns);
}

void TrainingData::profile_columns() {
  columns_ = profile(table_, options_.missing, options_.skip_bad_rows, read_.thread_count(),
                     progress("looking"), nullptr, all_given(table_, options_));
  plan_ = make_plan(columns_, options_);
}

// By the first rows; not where the rows name their columns, or where these decide nothing.
bool TrainingData::guess() {
  if (ranks() != nullptr || table_.columns().empty() || all_given(table_, options_)) return false;
  try {
    plan_ =
        make_plan(profile(table_, options_.missing, options_.skip_bad_rows, 1, {}, nullptr, true), options_);
    return true;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) throw;
    return false;  // all rows may tell more
  }
}

std::optional<Classifier> TrainingData::learn_at_once() {
  if (!std::exchange(guessed_, false)) return std::nullopt;
  ColumnProfiler profiler(table_, options_.missing, options_.skip_bad_rows);
  bool known = false;
  const auto plan = [&] {
    columns_ = profiler.finish();
    known = true;
    return plan_ = make_plan(columns_, options_);
  };
  const Plan guess = plan_;
  std::optional<Classifier> out = train_by_guess(guess, opener(counting_spec(guess), true, &profiler), plan,
                                                 read_.thread_count(), progress("learning"));
  if (counts_.skipped > 0) out.reset();  // they may fit what the columns are
  if (!known) profile_columns();
  return out;
}

Plan TrainingData::plan_of(PlanOptions options) const {
  options.target = options_.target, options.missing = options_.missing;
  options.skip_bad_rows = options_.skip_bad_rows;
  if (!group_.empty()) options.ignore.push_back(group_);
  return make_plan(columns_, options);
}

OpenChunks TrainingData::opener(bool target_needed) const {
  return opener(plan_, target_needed);
}

OpenChunks TrainingData::opener(const Plan& plan, bool target_needed) const {
  return opener(limited(chunk_spec(plan), plan), target_needed);
}

OpenChunks TrainingData::counter() const {
  return opener(limited(counting_spec(plan_), plan_), true);
}

OpenChunks TrainingData::lister(const Plan& plan, bool target_needed) const {
  return opener(token_list_spec(plan), target_needed);
}

void TrainingData::fit_to(const MemoryOptions& memory, bool target_needed, std::vector<OpenChunks> more) {
  memory_ = memory, target_needed_ = target_needed, more_ = std::move(more);
  plan_ = fitted(plan_);
}

const MemoryPlan* TrainingData::memory_of(const Plan& plan) const {
  if (memory_.bytes == 0) return nullptr;
  std::vector<TokenOptions> tokens;
  for (const PartPlan& part : plan.parts) tokens.push_back(part.text_options.tokens);
  for (const auto& [key, found] : memory_plans_) {
    if (key == tokens) return &found;
  }
  std::vector<OpenChunks> all = more_;
  all.push_back(lister(plan, target_needed_));
  memory_plans_.emplace_back(std::move(tokens), plan_memory(plan, all, memory_, progress("counting words")));
  return &memory_plans_.back().second;
}

ChunkSpec TrainingData::limited(ChunkSpec spec, const Plan& plan) const {
  if (const MemoryPlan* memory = memory_of(plan)) memory->limit(spec, plan);
  return spec;
}

Plan TrainingData::fitted(Plan plan) const {
  if (const MemoryPlan* memory = memory_of(plan)) memory->fix(plan);
  return plan;
}

unsigned TrainingData::threads(unsigned asked) const {
  const MemoryPlan* memory = memory_of(plan_);
  return memory == nullptr ? asked : std::min(asked, memory->threads);
}

std::vector<WordLimit> TrainingData::limits(const Plan& plan) const {
  const MemoryPlan* memory = memory_of(plan);
  return memory == nullptr ? std::vector<WordLimit>() : memory->parts;
}

OpenChunks TrainingData::opener(ChunkSpec spec, bool target_needed, ColumnProfiler* profiler) const {
  if (target_needed) read_.require_classes(table_);
  spec.target_needed = target_needed;
  spec.skip_bad_rows = options_.skip_bad_rows;
  if (!group_.empty()) spec.keep = {group_};
  return [this, spec, profiler] { return open_chunks(table_, spec, &counts_, true, profiler); };
}

void declare_calibrate(Arguments& arguments, std::string& to) {
  std::vector<std::string> words = words_of<CalibrationMethod>();
  words.emplace_back("auto");
  arguments.word("--calibrate", "HOW", to, std::move(words),
                 "fit probabilities to how often they are right: temperature, sigmoid, isotonic or auto");
}

std::vector<CalibrationMethod> calibration_methods(const std::string& name) {
  using enum CalibrationMethod;
  if (name == "none") return {};
  if (name == "auto") return {none, temperature, sigmoid, isotonic};
  return {value_of_word<CalibrationMethod>(name)};
}

}  // namespace priory::app
