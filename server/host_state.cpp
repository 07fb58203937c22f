// SPDX-License-Identifier: Apache-2.0
#include "host_state.h"

#include <sstream>

#include "priory/report.h"

namespace priory::server {
namespace {

std::vector<std::string> quoted(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const std::string& each : texts) {
    std::ostringstream json;
    JsonWriter(json).value(each);
    out.push_back(json.str());
  }
  return out;
}

}  // namespace

Labels::Labels(std::vector<std::string> of) : classes(std::move(of)), json(quoted(classes)) {}

ModelHost::State::State(Classifier model, std::int64_t of_base, std::int64_t last)
    : shape(model.plan(), Predictor(model).columns()), base(of_base), event(last) {
  labels = std::make_shared<Labels>(model.classes());
  snapshot = std::make_shared<Snapshot>(Snapshot{std::move(model), labels, last, 0});
}

ModelHost::State::State(Learner with, std::int64_t of_base, std::int64_t last)
    : shape(with.plan(), with.columns()), base(of_base), event(last) {
  labels = std::make_shared<Labels>(with.classes());
  go_on(std::move(with));
}

void ModelHost::State::require_rows() const {
  if (learner->n_rows() > 0) return;
  throw Refusal(409, "nothing was learnt yet", "POST rows with their class to /learn");
}

double ModelHost::State::n_rows() {
  if (const auto now = fresh()) return now->model.n_rows();
  const std::lock_guard lock(learning);
  return learner->n_rows();
}

void ModelHost::State::go_on(Learner with) {
  learner.emplace(std::move(with));
  has_learner = true;
}

std::shared_ptr<const Snapshot> ModelHost::State::fresh() const {
  const std::lock_guard lock(publishing);
  return snapshot && snapshot->revision == revision ? snapshot : nullptr;
}

std::shared_ptr<const Snapshot> ModelHost::State::current() {
  if (auto out = fresh()) return out;
  const std::lock_guard one(snapping);
  if (auto out = fresh()) return out;
  std::shared_ptr<const Snapshot> out;
  {
    const std::lock_guard lock(learning);
    require_rows();
    out = std::make_shared<Snapshot>(Snapshot{learner->snapshot(), labels, event, revision});
  }
  const std::lock_guard lock(publishing);
  return snapshot = out;
}

// Made outside the lock: readers have the snapshot meanwhile.
void ModelHost::State::require_learner() {
  const std::lock_guard one(making);
  if (has_learner) return;
  Learner made(current()->model);
  const std::lock_guard lock(learning);
  learner.emplace(std::move(made));
  has_learner = true;
}

void ModelHost::State::learn_or_forget(const RowCells& row, bool learns) {
  const std::lock_guard lock(learning);
  learns ? learner->learn(row.cells, row.label, row.weight)
         : learner->forget(row.cells, row.label, row.weight);
  ++revision;
  std::vector<std::string> classes = learner->classes();
  if (classes != labels->classes) labels = std::make_shared<Labels>(std::move(classes));
}

}  // namespace priory::server
