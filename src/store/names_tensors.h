// SPDX-License-Identifier: Apache-2.0
// The names of buckets in a model file, three tensors for each part that has them: line i says that the word
// `words`[i] was met `counts`[i] times in the bucket `buckets`[i].
#pragma once

#include <memory>
#include <string>

#include "learn/vocabulary/bucket_names.h"
#include "store/tensors.h"

namespace priory {

void write_names(TensorWriter& out, const std::string& name, const BucketNames& names);
// Null where there are none. An Error of kind model where they do not fit, when they are asked for.
std::shared_ptr<const BucketNames> read_names(const std::shared_ptr<const TensorReader>& in,
                                              const std::string& name);

}  // namespace priory
