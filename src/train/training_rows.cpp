// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "priory/training.h"

#include "encode/chunks.h"
#include "input/records.h"
#include "learn/vocabulary/memory_plan.h"
#include "model/one_reading.h"
#include "plan/chunk_layout.h"
#include "plan/column_roles.h"

namespace priory {
namespace {

bool is_in(const std::vector<std::string>& list, const std::string& item) {
  return std::ranges::find(list, item) != list.end();
}

std::vector<std::string> names_of(const std::vector<ColumnProfile>& columns) {
  std::vector<std::string> out;
  out.reserve(columns.size());
  for (const ColumnProfile& each : columns) out.push_back(each.name);
  return out;
}

// By its name, else the last column with few values, each in several rows.
const ColumnProfile* likely_target(const std::vector<ColumnProfile>& columns) {
  constexpr std::size_t kMostValues = 30;
  const auto named =
      std::ranges::find_if(columns, [](const auto& each) { return is_target_name(each.name); });
  if (named != columns.end()) return &*named;
  const auto repeats = std::find_if(columns.rbegin(), columns.rend(), [](const ColumnProfile& each) {
    return each.n_distinct > 1 && each.n_distinct <= kMostValues && 2 * each.n_distinct <= each.n_present();
  });
  return repeats == columns.rend() ? nullptr : &*repeats;
}

[[noreturn]] void fail_without_target(const Data& data, const PlanOptions& options) {
  constexpr std::size_t kNamed = 30;
  const auto columns = profile(data, options.missing, true, 1, {}, nullptr, true);
  std::vector<std::string> names = names_of(columns);
  const bool all = names.size() <= kNamed;
  if (!all) names.resize(kNamed);
  std::string remedy = fmt::format("the columns are: {}{}", fmt::join(names, ", "), all ? "" : ", ...");
  if (const ColumnProfile* likely = likely_target(columns))
    remedy += fmt::format("\n  the likely one: ‹target› {}", likely->name);
  throw Error(ErrorKind::usage, "‹target› COL is needed: the column with the class", {}, remedy);
}

PlanOptions completed(PlanOptions options, const Data& data, const TrainingOptions& training) {
  if (!training.hidden) settle_target(options, data);
  const bool is_network =
      !options.structure.empty() && (options.structure == "chow-liu" || !options.graph.empty());
  const bool may_be_hidden = is_network || (!training.target_needed && options.structure.empty());
  if (options.target.empty() && !may_be_hidden) fail_without_target(data, options);
  if (!training.group.empty()) options.ignore.push_back(training.group);
  return options;
}

// Whether what each column is has been said, so that its cells decide nothing.
bool all_given(const Data& data, const PlanOptions& options) {
  const auto is_given = [&](const DeclaredColumn& column) {
    const auto is_type = [&](const ColumnType& each) {
      return each.column == column.name &&
             (each.type == "text" || each.type == "ignore" || each.type == "weight");
    };
    return !column.why.empty() || column.name == options.target || is_in(options.text, column.name) ||
           is_in(options.ignore, column.name) ||
           std::any_of(options.types.begin(), options.types.end(), is_type);
  };
  if (data.table() == nullptr) return false;
  const std::vector<DeclaredColumn>& columns = data.table()->columns();
  return !columns.empty() && std::all_of(columns.begin(), columns.end(), is_given);
}

// The plan for rows by one that is given: they may lack columns that rows before them lacked. A column that
// the plan does not know is left out, of which `notes` gets a line.
Plan plan_for_table(const Plan& plan, const Data& data, std::vector<std::string>& notes) {
  constexpr long kNamed = 5;
  const std::vector<std::string> columns = data.columns();
  if (columns.empty()) return plan;  // rows name their own
  const std::vector<std::string> unknown = new_columns(plan, columns);
  if (!unknown.empty())
    notes.push_back(
        fmt::format("left out, since the plan does not know {}: {}{}", unknown.size() == 1 ? "it" : "them",
                    fmt::join(unknown.begin(), unknown.begin() + std::min(kNamed, std::ssize(unknown)), ", "),
                    std::ssize(unknown) > kNamed ? ", ..." : ""));
  return plan_of_rows(plan, columns);
}

}  // namespace

void settle_target(PlanOptions& options, const Data& data) {
  if (data.target().empty()) return;
  if (options.target.empty()) options.target = data.target();
  if (options.target == data.target() || data.rows() != nullptr) return;
  throw Error(ErrorKind::usage,
              fmt::format("‹target› {}: the classes of {} are in the column '{}'", options.target,
                          data.name(), data.target()),
              {}, "leave ‹target› out");
}

// What is known of the rows. It is shared with what opens them, which so may outlive the TrainingRows.
struct TrainingRows::State : std::enable_shared_from_this<State> {
  Data data;
  TrainingOptions training;
  PlanOptions options;
  std::vector<ColumnProfile> columns;
  std::vector<std::string> notes;  // before the plan, whose making writes some
  Plan plan;
  bool guessed = false;
  ReadCounts counts, unlabelled_counts;
  std::vector<Data> unlabelled;
  MemoryOptions memory;
  bool target_needed = true;
  // By the tokens of the texts, which a plan that is tried may have others of.
  std::vector<std::pair<std::vector<TokenOptions>, MemoryPlan>> memory_plans;

  State(Data rows, TrainingOptions how) : data(std::move(rows)), training(std::move(how)) {}

  Tick tick(const std::string& work) const { return training.progress ? training.progress(work) : Tick(); }

  void profile_columns() {
    columns = profile(data, reading_rules(options), options.skip_bad_rows, training.threads, tick("looking"),
                      nullptr, all_given(data, options));
    if (options.family != kAutoFamily) return void(plan = make_plan(columns, options));
    const ChosenFamilies chosen =
        choose_families(data, columns, options, training.threads, tick("choosing families"));
    options = chosen.options;
    plan = make_plan(columns, options);
    chosen.explain(plan);
  }

  // By the first rows; not where the rows name their columns, or where these decide nothing.
  bool guess() {
    if (data.table() == nullptr || data.columns().empty() || all_given(data, options)) return false;
    if (options.family == kAutoFamily) return false;
    try {
      columns = profile(data, reading_rules(options), options.skip_bad_rows, 1, {}, nullptr, true);
      plan = make_plan(columns, options);
      return true;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) throw;
      return false;  // all rows may tell more
    }
  }

  OpenChunks opener(ChunkSpec spec, bool needs_target, ColumnProfiler* profiler = nullptr) {
    if (needs_target && !options.skip_bad_rows) require_classes(data);
    spec.target_needed = needs_target;
    spec.skip_bad_rows = options.skip_bad_rows;
    if (!training.group.empty()) spec.keep = {training.group};
    return [self = shared_from_this(), spec, profiler] {
      return open_chunks(self->data, spec, &self->counts, true, profiler);
    };
  }

  OpenChunks unlabelled_opener(const Data& rows, ChunkSpec spec) {
    spec.target.clear();
    spec.skip_bad_rows = options.skip_bad_rows;
    return [self = shared_from_this(), rows, spec] {
      return open_chunks(rows, spec, &self->unlabelled_counts, true);
    };
  }

  // The tokens of texts as they are, of all rows.
  std::vector<OpenChunks> listers(const Plan& of, bool needs_target) {
    std::vector<OpenChunks> out = {opener(token_list_spec(of), needs_target)};
    for (const Data& rows : unlabelled) out.push_back(unlabelled_opener(rows, token_list_spec(of)));
    return out;
  }

  // Null: there is no limit.
  const MemoryPlan* memory_of(const Plan& of) {
    if (memory.bytes == 0) return nullptr;
    std::vector<TokenOptions> tokens;
    for (const PartPlan& part : of.parts) tokens.push_back(part.text_options.tokens);
    for (const auto& [key, found] : memory_plans) {
      if (key == tokens) return &found;
    }
    memory_plans.emplace_back(std::move(tokens),
                              plan_memory(of, listers(of, target_needed), memory, tick("counting words")));
    return &memory_plans.back().second;
  }

  ChunkSpec limited(ChunkSpec spec, const Plan& of) {
    if (const MemoryPlan* room = memory_of(of)) room->limit(spec, of);
    return spec;
  }
};

TrainingRows::TrainingRows(Data data, PlanOptions options, TrainingOptions training)
    : state_(std::make_shared<State>(std::move(data), std::move(training))) {
  state_->options = completed(std::move(options), state_->data, state_->training);
  state_->guessed = state_->training.at_once && state_->guess();
  if (!state_->guessed) state_->profile_columns();
}

TrainingRows::TrainingRows(Data data, const Plan& plan, bool skip_bad_rows, TrainingOptions training)
    : state_(std::make_shared<State>(std::move(data), std::move(training))) {
  state_->plan = plan_for_table(plan, state_->data, state_->notes);
  state_->options.target = plan.target;
  state_->options.missing = plan.missing;
  state_->options.keep_spaces = !plan.trim;
  state_->options.skip_bad_rows = skip_bad_rows;
  if (!state_->training.hidden) settle_target(state_->options, state_->data);
}

std::optional<Classifier> TrainingRows::learn_at_once() {
  State& known = *state_;
  if (!std::exchange(known.guessed, false)) return std::nullopt;
  Readings readings;
  for (const ColumnProfile& column : known.columns) {
    if (!column.reading.plain()) readings.emplace(column.name, column.reading);
  }
  ColumnProfiler profiler(*known.data.table(), reading_rules(known.options), known.options.skip_bad_rows,
                          readings);
  bool profiled = false;
  const auto plan = [&]() -> std::optional<Plan> {
    if (!profiler.read_right()) return std::nullopt;
    known.columns = profiler.finish();
    profiled = true;
    return known.plan = make_plan(known.columns, known.options);
  };
  const Plan guess = known.plan;
  std::optional<Classifier> out = train_by_guess(guess, known.opener(counting_spec(guess), true, &profiler),
                                                 plan, known.training.threads, known.tick("learning"));
  if (known.counts.skipped > 0) out.reset();  // they may fit what the columns are
  if (!profiled) known.profile_columns();
  return out;
}

Classifier TrainingRows::learn() {
  if (const std::optional<Classifier> model = learn_at_once()) return named(*model);
  return named(Classifier::train(plan(), counter(), threads(), state_->tick("learning")));
}

// Rows that are kept and judged again: what it takes grows with the bytes that are read.
std::optional<Evaluation> TrainingRows::judge_quickly() const {
  const Plan& plan = state_->plan;
  const Table* const table = state_->data.table();
  const bool simple = !plan.target.empty() && plan.structure.empty() && !plan.undecided;
  constexpr std::size_t kMostParts = 1000, kRows = 1000, kMostBytes = std::size_t{4} << 20U;
  if (!simple || table == nullptr || plan.parts.size() > kMostParts || state_->memory.bytes > 0 ||
      records_of(*table)->ranks() != nullptr)
    return std::nullopt;
  const Progress extent = records_of(*table, true)->progress();
  if (!extent.total || *extent.total > kMostBytes) return std::nullopt;
  try {
    return judge_unseen(labelled(plan), plan, {}, kRows, state_->training.threads, state_->tick("judging"));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) throw;
    return std::nullopt;  // without a row nothing may be left of a class or a column
  }
}

Classifier TrainingRows::named(Classifier model, bool target_needed) const {
  for (const OpenChunks& open : state_->listers(model.plan(), target_needed))
    model = model.named(open, state_->training.threads, state_->tick("naming"));
  return model;
}

LabelledRows TrainingRows::labelled(const Plan& plan) const {
  return {plan, opener(plan, true), room_for_rows(), threads(), state_->tick("reading")};
}

std::size_t TrainingRows::room_for_rows() const {
  return state_->memory.bytes / kRowsShare;
}

void TrainingRows::add_unlabelled(const Data& rows) {
  state_->unlabelled.push_back(rows);
}

std::vector<OpenChunks> TrainingRows::unlabelled() const {
  std::vector<OpenChunks> out;
  for (const Data& rows : state_->unlabelled)
    out.push_back(state_->unlabelled_opener(rows, state_->limited(chunk_spec(plan()), plan())));
  return out;
}

const ReadCounts& TrainingRows::unlabelled_counts() const {
  return state_->unlabelled_counts;
}

void TrainingRows::fit_to(const MemoryOptions& memory, bool target_needed) {
  state_->memory = memory, state_->target_needed = target_needed;
  state_->plan = fitted(state_->plan);
}

Plan TrainingRows::fitted(Plan plan) const {
  if (const MemoryPlan* memory = state_->memory_of(plan)) memory->fix(plan);
  return plan;
}

unsigned TrainingRows::threads() const {
  const MemoryPlan* memory = state_->memory_of(plan());
  const unsigned threads = state_->training.threads;
  return memory == nullptr ? threads : std::min(threads, memory->threads);
}

std::vector<WordLimit> TrainingRows::limits(const Plan& plan) const {
  const MemoryPlan* memory = state_->memory_of(plan);
  return memory == nullptr ? std::vector<WordLimit>() : memory->parts;
}

const PlanOptions& TrainingRows::options() const {
  return state_->options;
}

const Plan& TrainingRows::plan() const {
  return state_->plan;
}

Plan TrainingRows::plan_of(PlanOptions options) const {
  const PlanOptions& ours = state_->options;
  options.target = ours.target, options.missing = ours.missing;
  options.keep_spaces = ours.keep_spaces, options.skip_bad_rows = ours.skip_bad_rows;
  if (!state_->training.group.empty()) options.ignore.push_back(state_->training.group);
  return make_plan(state_->columns, options);
}

bool TrainingRows::searched_unasked() const {
  constexpr std::size_t kMostSearched = 20'000'000, kOfText = 100;  // words count as cells
  std::size_t of_row = 0;
  for (const PartPlan& part : plan().parts) of_row += part.text ? kOfText : part.n_columns();
  return counts().rows * of_row <= kMostSearched;
}

const ReadCounts& TrainingRows::counts() const {
  return state_->counts;
}

const std::vector<std::string>& TrainingRows::notes() const {
  return state_->notes;
}

OpenChunks TrainingRows::opener(bool target_needed) const {
  return opener(plan(), target_needed);
}

OpenChunks TrainingRows::opener(const Plan& plan, bool target_needed) const {
  return state_->opener(state_->limited(chunk_spec(plan), plan), target_needed);
}

OpenChunks TrainingRows::counter() const {
  return state_->opener(state_->limited(counting_spec(plan()), plan()), true);
}

}  // namespace priory
