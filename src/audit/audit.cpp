// SPDX-License-Identifier: Apache-2.0
#include "priory/audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "audit/alike.h"
#include "fold/fold.h"

namespace priory {
namespace {

// What the rows look like: read in order, by one thread.
struct SeenRows {
  std::set<std::size_t> wanted;  // rows whose cells are kept, from 1
  std::map<std::size_t, SuspectLabel> kept;
  std::vector<std::string> columns;  // of cells
  std::string left_out;              // of them, for sketches: the class
  bool sketching = false;
  bool whole = false;  // rows are alike if all their cells are equal
  AlikeSketches sketches;
  std::size_t n_rows = 0;

  void accumulate(const Chunk& chunk) {
    columns = chunk.kept_names;
    const std::size_t n = columns.size();
    for (std::size_t r = 0; r < chunk.n_rows; ++r) {
      const std::span<const std::string> cells(chunk.kept.data() + r * n, n);
      if (sketching) whole ? sketches.add_whole(text_of(cells)) : sketches.add(text_of(cells));
      if (!wanted.contains(++n_rows)) continue;
      kept[n_rows] = {n_rows,
                      chunk.places.empty() ? Place() : chunk.places[r],
                      "",
                      "",
                      0,
                      0,
                      {cells.begin(), cells.end()}};
    }
  }
  void merge(const SeenRows&) {}  // there is one

  std::string text_of(std::span<const std::string> cells) const {
    std::string out;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (columns[k] == left_out) continue;
      if (!out.empty()) out += ' ';
      out += cells[k];
      if (whole) out += '\x1f';
    }
    return out;
  }
};

SeenRows read_again(const Classifier& model, const Table& table, const ReadingOptions& reading,
                    const SeenRows& seen) {
  return fold(*rows_of(model, table, reading)(), seen, 1);
}

// Own label against the most probable one, by the model that has not seen the row. Where both are impossible,
// nothing is known.
SuspectLabel judged(const Evaluation& evaluation, std::size_t r) {
  const ScoredRows& rows = evaluation.rows();
  const std::span<const double> scores = rows.scores(r);
  const std::size_t own = rows.actual[r], best = best_class(scores);
  const double difference = scores[best] == scores[own] ? 0 : scores[best] - scores[own];
  return {r + 1,
          {},
          std::string(evaluation.labels()[own]),
          std::string(evaluation.labels()[best]),
          difference,
          std::exp(scores[own])};
}

}  // namespace

Audit audit(const TrainingRows& rows, const Table& table, const AuditOptions& options) {
  const auto tick = [&](const char* what) { return options.progress ? options.progress(what) : Tick(); };
  const Plan& plan = rows.plan();
  const LabelledRows labelled(rows.fitted(plan), rows.opener(plan, true), rows.room_for_rows(),
                              options.threads, tick("reading"));
  const Evaluation judgement =
      judge_unseen(labelled, plan, {}, labelled.n_rows(), options.threads, tick("leaving out"));
  Audit out;
  out.target = plan.target;
  out.n_rows = judgement.rows().size();
  for (std::size_t r = 0; r < out.n_rows; ++r) {
    SuspectLabel each = judged(judgement, r);
    if (each.label != each.likelier) out.suspects.push_back(std::move(each));
  }
  out.n_suspects = out.suspects.size();
  std::ranges::stable_sort(
      out.suspects, [](const SuspectLabel& a, const SuspectLabel& b) { return a.log_odds > b.log_odds; });
  if (out.suspects.size() > options.most) out.suspects.resize(options.most);

  const Classifier model = Classifier::train(plan, rows.opener(plan, true), options.threads);
  ReadingOptions reading;
  reading.keep_all = reading.places = true;
  reading.target = ReadingOptions::Target::needed;
  reading.skip_bad_rows = rows.options().skip_bad_rows;
  SeenRows seen;
  for (const SuspectLabel& each : out.suspects) seen.wanted.insert(each.row);
  seen.left_out = plan.target, seen.sketching = true;
  const bool texts = std::ranges::any_of(plan.parts, [](const PartPlan& part) { return part.text; });
  seen.whole = !texts;
  seen = read_again(model, table, reading, seen);
  out.columns = seen.columns;
  for (SuspectLabel& each : out.suspects) {
    each.place = seen.kept[each.row].place;
    each.cells = std::move(seen.kept[each.row].cells);
  }

  const auto label = [&](std::uint32_t row) {
    return std::string(judgement.labels()[judgement.rows().actual[row]]);
  };
  for (const std::vector<std::uint32_t>& group : seen.sketches.groups(texts ? options.similar : 1)) {
    AlikeRows each;
    for (const std::uint32_t row : group) {
      each.rows.push_back(row + 1);
      each.labels.push_back(label(row));
      each.equal = each.equal && seen.sketches.equal(group[0], row);
    }
    if (std::ranges::all_of(each.labels, [&](const std::string& one) { return one == each.labels[0]; }))
      continue;
    out.alike.push_back(std::move(each));
  }
  out.n_alike = out.alike.size();
  std::ranges::stable_sort(
      out.alike, [](const AlikeRows& a, const AlikeRows& b) { return a.rows.size() > b.rows.size(); });
  if (out.alike.size() > options.most) out.alike.resize(options.most);
  SeenRows again;
  for (const AlikeRows& each : out.alike) again.wanted.insert(each.rows[0]);
  if (!again.wanted.empty()) again = read_again(model, table, reading, again);
  for (AlikeRows& each : out.alike) each.cells = std::move(again.kept[each.rows[0]].cells);
  return out;
}

}  // namespace priory
