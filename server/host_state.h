// SPDX-License-Identifier: Apache-2.0
// What a host serves from one model file. Another file makes another state; requests go on with theirs.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "model_host.h"

namespace priory::server {

struct ModelHost::State {
  State(Classifier model, std::int64_t of_base, std::int64_t event);
  State(Learner with, std::int64_t of_base, std::int64_t event);  // that may have no rows yet

  // The scratch of a reader that finds the snapshot as the model is; null: the Learner has to be asked.
  std::shared_ptr<const Snapshot> fresh() const;
  std::shared_ptr<const Snapshot> current();
  void learn_or_forget(const RowCells& row, bool learns);
  void go_on(Learner with);   // that has all of it; before anybody reads
  void require_learner();     // makes it, if there is none yet
  void require_rows() const;  // a Refusal if the Learner has none; under its lock
  double n_rows();

  const RowShape shape;
  std::atomic<std::int64_t> base;          // of its events
  std::string checksum;                    // of the file that it was made from
  std::int64_t in_file = 0;                // the last event in that file
  std::atomic<std::int64_t> event;         // the last one applied
  std::atomic<std::uint64_t> revision{0};  // how often the Learner has changed

  std::mutex learning;  // guards what follows
  std::optional<Learner> learner;
  std::shared_ptr<const Labels> labels;  // of the Learner

  mutable std::mutex publishing;             // guards
  std::shared_ptr<const Snapshot> snapshot;  // null: there was none yet
  std::mutex snapping;                       // one snapshot is made at a time
  std::mutex making;                         // guards
  bool has_learner = false;
};

}  // namespace priory::server
