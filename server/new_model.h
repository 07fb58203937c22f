// SPDX-License-Identifier: Apache-2.0
// Models that begin with no rows: their classes and columns are named, the rows come with the labels.
//
// Each has a journal in the folder that the operator has named, by a number; the name that somebody gave it
// is inside. So nothing that is sent becomes a path.
#pragma once

#include <string>
#include <vector>

#include "replay.h"

namespace priory::server {

// {"name": ..., "classes": [...], "text": "body"} or "columns": {"size": "gaussian", ...}; "target". An Error
// of kind usage says what is wrong with it.
Beginning beginning_of(const JsonValue& body);

// Where the next one goes.
std::string next_model_path(const std::string& folder);

struct BegunModel {
  std::string name, path;
};
std::vector<BegunModel> begun_models(const std::string& folder);

}  // namespace priory::server
