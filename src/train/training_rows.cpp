// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "priory/one_reading.h"
#include "priory/reading.h"
#include "priory/training.h"

namespace priory {
namespace {

bool is_in(const std::vector<std::string>& list, const std::string& item) {
  return std::ranges::find(list, item) != list.end();
}

PlanOptions completed(PlanOptions options, const Table& table, const TrainingOptions& training) {
  settle_target(options, table);
  const bool is_network =
      !options.structure.empty() && options.structure != "naive" && options.structure != "tan";
  const bool may_be_hidden = is_network || (!training.target_needed && options.structure.empty());
  if (options.target.empty() && !may_be_hidden)
    throw Error(ErrorKind::usage, "‹target› COL is needed: the column with the class");
  if (!training.group.empty()) options.ignore.push_back(training.group);
  return options;
}

// Whether what each column is has been said, so that its cells decide nothing.
bool all_given(const Table& table, const PlanOptions& options) {
  const auto is_given = [&](const DeclaredColumn& column) {
    const auto is_type = [&](const ColumnType& each) {
      return each.column == column.name &&
             (each.type == "text" || each.type == "ignore" || each.type == "weight");
    };
    return !column.why.empty() || column.name == options.target || is_in(options.text, column.name) ||
           is_in(options.ignore, column.name) ||
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
              fmt::format("‹target› {}: the classes of {} are in the column '{}'", options.target,
                          table.paths()[0], table.target()),
              {}, "leave ‹target› out");
}

Plan plan_for_table(const Plan& plan, const Table& table, std::vector<std::string>& notes) {
  constexpr long kNamed = 5;
  std::vector<std::string> columns;
  for (const DeclaredColumn& column : table.columns()) columns.push_back(column.name);
  if (columns.empty()) return plan;  // rows name their own
  const std::vector<std::string> unknown = new_columns(plan, columns);
  if (!unknown.empty())
    notes.push_back(
        fmt::format("left out, since the plan does not know {}: {}{}", unknown.size() == 1 ? "it" : "them",
                    fmt::join(unknown.begin(), unknown.begin() + std::min(kNamed, std::ssize(unknown)), ", "),
                    std::ssize(unknown) > kNamed ? ", ..." : ""));
  return plan_of_rows(plan, columns);
}

TrainingRows::TrainingRows(Table table, PlanOptions options, TrainingOptions training)
    : table_(std::move(table)),
      training_(std::move(training)),
      options_(completed(std::move(options), table_, training_)) {
  guessed_ = training_.at_once && guess();
  if (!guessed_) profile_columns();
}

TrainingRows::TrainingRows(Table table, const Plan& plan, bool skip_bad_rows, TrainingOptions training)
    : table_(std::move(table)), training_(std::move(training)), plan_(plan_for_table(plan, table_, notes_)) {
  options_.target = plan.target;
  options_.missing = plan.missing;
  options_.skip_bad_rows = skip_bad_rows;
  settle_target(options_, table_);
}

void TrainingRows::profile_columns() {
  columns_ = profile(table_, options_.missing, options_.skip_bad_rows, training_.threads, tick("looking"),
                     nullptr, all_given(table_, options_));
  plan_ = make_plan(columns_, options_);
}

// By the first rows; not where the rows name their columns, or where these decide nothing.
bool TrainingRows::guess() {
  if (table_.columns().empty() || all_given(table_, options_)) return false;
  try {
    plan_ =
        make_plan(profile(table_, options_.missing, options_.skip_bad_rows, 1, {}, nullptr, true), options_);
    return true;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) throw;
    return false;  // all rows may tell more
  }
}

std::optional<Classifier> TrainingRows::learn_at_once() {
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
                                                 training_.threads, tick("learning"));
  if (counts_.skipped > 0) out.reset();  // they may fit what the columns are
  if (!known) profile_columns();
  return out;
}

Classifier TrainingRows::learn() {
  if (const std::optional<Classifier> model = learn_at_once()) return named(*model);
  return named(Classifier::train(plan_, counter(), threads(), tick("learning")));
}

Classifier TrainingRows::named(Classifier model, bool target_needed) const {
  const Plan& plan = model.plan();
  std::vector<OpenChunks> listed = {lister(plan, target_needed)};
  for (const Table& table : unlabelled_) listed.push_back(unlabelled_opener(table, token_list_spec(plan)));
  for (const OpenChunks& open : listed) model = model.named(open, training_.threads, tick("naming"));
  return model;
}

LabelledRows TrainingRows::labelled(const Plan& plan, std::size_t memory) const {
  return {plan, opener(plan, true), memory, threads(), tick("reading")};
}

void TrainingRows::add_unlabelled(const Table& table) {
  unlabelled_.push_back(table);
}

std::vector<OpenChunks> TrainingRows::unlabelled() const {
  std::vector<OpenChunks> out;
  for (const Table& table : unlabelled_)
    out.push_back(unlabelled_opener(table, limited(chunk_spec(plan_), plan_)));
  return out;
}

OpenChunks TrainingRows::unlabelled_opener(const Table& table, ChunkSpec spec) const {
  spec.target.clear();
  spec.skip_bad_rows = options_.skip_bad_rows;
  return [this, table, spec] { return open_chunks(table, spec, &unlabelled_counts_, true); };
}

Plan TrainingRows::plan_of(PlanOptions options) const {
  options.target = options_.target, options.missing = options_.missing;
  options.skip_bad_rows = options_.skip_bad_rows;
  if (!training_.group.empty()) options.ignore.push_back(training_.group);
  return make_plan(columns_, options);
}

OpenChunks TrainingRows::opener(bool target_needed) const {
  return opener(plan_, target_needed);
}

OpenChunks TrainingRows::opener(const Plan& plan, bool target_needed) const {
  return opener(limited(chunk_spec(plan), plan), target_needed);
}

OpenChunks TrainingRows::counter() const {
  return opener(limited(counting_spec(plan_), plan_), true);
}

OpenChunks TrainingRows::lister(const Plan& plan, bool target_needed) const {
  return opener(token_list_spec(plan), target_needed);
}

void TrainingRows::fit_to(const MemoryOptions& memory, bool target_needed) {
  memory_ = memory, target_needed_ = target_needed;
  plan_ = fitted(plan_);
}

const MemoryPlan* TrainingRows::memory_of(const Plan& plan) const {
  if (memory_.bytes == 0) return nullptr;
  std::vector<TokenOptions> tokens;
  for (const PartPlan& part : plan.parts) tokens.push_back(part.text_options.tokens);
  for (const auto& [key, found] : memory_plans_) {
    if (key == tokens) return &found;
  }
  std::vector<OpenChunks> all;
  for (const Table& table : unlabelled_) all.push_back(unlabelled_opener(table, token_list_spec(plan)));
  all.push_back(lister(plan, target_needed_));
  memory_plans_.emplace_back(std::move(tokens), plan_memory(plan, all, memory_, tick("counting words")));
  return &memory_plans_.back().second;
}

ChunkSpec TrainingRows::limited(ChunkSpec spec, const Plan& plan) const {
  if (const MemoryPlan* memory = memory_of(plan)) memory->limit(spec, plan);
  return spec;
}

Plan TrainingRows::fitted(Plan plan) const {
  if (const MemoryPlan* memory = memory_of(plan)) memory->fix(plan);
  return plan;
}

unsigned TrainingRows::threads() const {
  const MemoryPlan* memory = memory_of(plan_);
  return memory == nullptr ? training_.threads : std::min(training_.threads, memory->threads);
}

std::vector<WordLimit> TrainingRows::limits(const Plan& plan) const {
  const MemoryPlan* memory = memory_of(plan);
  return memory == nullptr ? std::vector<WordLimit>() : memory->parts;
}

OpenChunks TrainingRows::opener(ChunkSpec spec, bool target_needed, ColumnProfiler* profiler) const {
  if (target_needed && !options_.skip_bad_rows) require_classes(table_);
  spec.target_needed = target_needed;
  spec.skip_bad_rows = options_.skip_bad_rows;
  if (!training_.group.empty()) spec.keep = {training_.group};
  return [this, spec, profiler] { return open_chunks(table_, spec, &counts_, true, profiler); };
}

}  // namespace priory
