// SPDX-License-Identifier: Apache-2.0
#include "training_data.h"

namespace priory::app {
namespace {

PlanOptions completed(PlanOptions options, const ReadArguments& read, const std::string& group) {
  if (options.target.empty())
    throw Error(ErrorKind::usage, "--target COL is needed: the column with the class");
  options.skip_bad_rows = read.skip_bad_rows();
  if (!group.empty()) options.ignore.push_back(group);
  return options;
}

}  // namespace

TrainingData::TrainingData(const ReadArguments& read, PlanOptions options,
                           const std::vector<std::string>& paths, const std::string& group)
    : options_(completed(std::move(options), read, group)),
      table_(read.open(paths)),
      columns_(profile(table_, options_.missing, options_.skip_bad_rows, read.thread_count(),
                       progress("looking"))),
      plan_(make_plan(columns_, options_)),
      group_(group) {}

OpenChunks TrainingData::opener(bool target_needed) const {
  return opener(plan_, target_needed);
}

OpenChunks TrainingData::opener(const Plan& plan, bool target_needed) const {
  ChunkSpec spec = chunk_spec(plan);
  spec.target_needed = target_needed;
  spec.skip_bad_rows = options_.skip_bad_rows;
  if (!group_.empty()) spec.keep = {group_};
  return [this, spec] { return open_chunks(table_, spec, &counts_, true); };
}

}  // namespace priory::app
