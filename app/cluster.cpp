// SPDX-License-Identifier: Apache-2.0
// priory cluster DATA... -k K -o MODEL: classes nobody has named, learnt by EM.
#include <fmt/format.h>
#include <optional>

#include "ranks.h"
#include "training_data.h"

namespace priory::app {
namespace {

constexpr std::size_t kMostClasses = 100000;
constexpr double kHeldOutShare = 0.2;

struct Cluster {
  std::vector<std::string> data;
  std::string output, k, init, criterion = "bic";
  ReadArguments read;
  PlanArguments shape;
  MemoryArguments memory;
  EmArguments em;

  int run() {
    const auto [least, most] = parse_range("-k", k, kMostClasses);
    if (!init.empty() && least != most)
      throw Error(ErrorKind::usage, "--init is a start for one number of classes: give -k one number");
    PlanOptions plan_options = shape.finish();
    plan_options.skip_bad_rows = read.skip_bad_rows();
    if (!init.empty() && em.options.restarts != EmOptions().restarts)
      note("--restarts has no effect: --init is the one start");
    if (least == most && criterion != "bic") note("--criterion has no effect: -k is one number");
    const std::optional<Plan> given = shape.has_plan() ? std::optional(plan_given()) : std::nullopt;
    const Table table = given ? read.open(data, *given) : read.open(data);
    std::vector<std::string> notes;
    Plan plan = given ? plan_for_table(*given, table, notes) : inferred_plan(table, plan_options);
    for (const std::string& each : notes) note(each);
    ReadCounts counts;
    const auto opener = [&](ChunkSpec spec) -> OpenChunks {
      spec.skip_bad_rows = plan_options.skip_bad_rows;
      return [&table, &counts, spec] { return open_chunks(table, spec, &counts, true); };
    };
    const OpenChunks listed = opener(token_list_spec(plan));
    ChunkSpec spec = chunk_spec(plan);
    unsigned threads = read.thread_count();
    if (memory.bytes() > 0) {
      const MemoryPlan limits = plan_memory(plan, {listed}, {memory.bytes(), most, kEmCopies, threads, true},
                                            progress("counting words"));
      limits.limit(spec, plan), limits.fix(plan);
      threads = limits.threads;
      memory.say(limits.parts);
    }
    const HiddenRows rows(plan, {}, {opener(spec)}, memory.bytes() / kRowsShare, threads,
                          progress("reading"));
    std::optional<Start> start;
    if (!init.empty()) start = load_start(init);
    EmResult best = least == most ? fit(rows, least, start) : choose(rows, least, most);
    best.model = best.model.named(listed, read.thread_count(), progress("naming"));
    save_model(best.model, output);
    em.write_trace(best);
    say(best, plan, counts);
    return best.interrupted ? 130 : 0;
  }

  Plan inferred_plan(const Table& table, const PlanOptions& options) const {
    return make_plan(
        profile(table, options.missing, options.skip_bad_rows, read.thread_count(), progress("looking")),
        options);
  }

  Plan plan_given() {
    if (memory.bytes() > 0)
      throw Error(ErrorKind::usage, "--max-memory chooses words, and --plan gives them");
    Plan out = shape.given_plan();
    if (out.target.empty() && out.structure.empty()) return out;
    throw Error(ErrorKind::usage,
                out.target.empty() ? fmt::format("the plan {} is of a network", shape.plan_file)
                                   : fmt::format("the plan {} has the target '{}', and cluster has none",
                                                 shape.plan_file, out.target),
                {}, "make one with priory plan without --target; train --plan takes this one");
  }

  EmResult fit(const HiddenRows& rows, std::size_t classes, const std::optional<Start>& start,
               std::optional<double> held_out = {}) const {
    EmOptions options = em.options;
    options.held_out = held_out;
    const bool single = start || options.restarts == 1;
    EmResult out = cluster(rows, classes, options, start ? &*start : nullptr, read.thread_count(),
                           em.watch(single), progress("learning"));
    em.say(out);
    return out;
  }

  // Fits every number of classes and keeps the best by the criterion; the held-out rows are learnt from in
  // the end.
  EmResult choose(const HiddenRows& rows, std::size_t least, std::size_t most) const {
    const bool held_out = criterion == "held-out";
    std::vector<std::string> header = {"k", "log_likelihood", "parameters", "bic", "aic"};
    if (held_out) header.emplace_back("held_out");
    header.emplace_back("chosen");
    std::vector<std::vector<std::string>> lines;
    std::optional<EmResult> best;
    double best_score = 0;
    for (std::size_t classes = least; classes <= most; ++classes) {
      note(fmt::format("{} {}:", classes, classes == 1 ? "class" : "classes"));
      EmResult each = fit(rows, classes, {});
      double score = criterion == "aic" ? each.aic() : each.bic();
      lines.push_back({fmt::format("{}", classes), fixed_text(each.log_likelihood, 4),
                       fmt::format("{}", each.model.free_parameters()), fixed_text(each.bic(), 4),
                       fixed_text(each.aic(), 4)});
      if (held_out && !each.interrupted) {
        const EmResult judged = fit(rows, classes, {}, kHeldOutShare);
        score = -judged.held_out_log_likelihood;
        lines.back().push_back(fmt::format("{:.4f}", judged.held_out_log_likelihood));
      } else if (held_out) {
        lines.back().emplace_back();
      }
      const bool stop = each.interrupted;
      if (!best || score < best_score) best.emplace(std::move(each)), best_score = score;
      if (stop) break;
    }
    TextTable table(header);
    for (std::vector<std::string>& line : lines) {
      line.emplace_back(line[0] == fmt::format("{}", best->model.classes().size()) ? "*" : "");
      table.add_row(line);
    }
    write_output(terminal_output() ? table.text(terminal_width()) : table.csv());
    best->interrupted = any_rank(was_interrupted());
    return std::move(*best);
  }

  void say(const EmResult& result, const Plan& plan, const ReadCounts& counts) const {
    report_roles(plan);
    report_counts(counts);
    std::string sizes;
    const std::vector<double> count = result.model.class_count();
    for (std::size_t c = 0; c < std::min<std::size_t>(count.size(), 10); ++c)
      sizes += fmt::format("{}{:.1f}", c == 0 ? "" : ", ", count[c]);
    if (count.size() > 10) sizes += ", ...";
    note(fmt::format("{} rows, {} hidden {} of {} rows, log-likelihood {:.6f}: {}", result.model.n_rows(),
                     count.size(), count.size() == 1 ? "class" : "classes", sizes, result.log_likelihood,
                     output));
  }
};

}  // namespace

Verb make_cluster() {
  const auto self = std::make_shared<Cluster>();
  Verb verb{
      "cluster",
      "find hidden classes in rows without one",
      {"priory cluster votes.csv -k 2 -o votes.priory", "priory cluster answers.csv -k 2-6 -o answers.priory",
       "priory cluster iris.csv -k 3 --family gaussian --ignore species -o iris.priory"},
      {},
      [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.texts("DATA", "", self->data, "files of rows, or directories of texts or mails; - is a pipe")
      .reads()
      .required = true;
  arguments
      .text("-k,--classes", "K", self->k, "how many hidden classes, or a range to choose from, such as 2-6")
      .required = true;
  arguments.output_model(self->output, "the model file to write").required = true;
  arguments
      .text("--init", "FILE", self->init, "begin with the parameters of this JSON, as inspect --json writes")
      .reads();
  arguments.word(
      "--criterion", "NAME", self->criterion, {"bic", "aic", "held-out"},
      "what chooses among several K: bic, aic or held-out (the likelihood of a fifth of the rows)");
  self->em.declare(arguments);
  self->shape.declare_plan(arguments);
  self->shape.declare(arguments, false);
  self->memory.declare(arguments);
  self->read.declare(arguments);
  return verb;
}

}  // namespace priory::app
