// SPDX-License-Identifier: Apache-2.0
// The model file: a safetensors file that holds the plan and the exact statistics (docs/formats.md). Equal
// knowledge is equal bytes; `difference` says what tells two models apart.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "priory/classifier.h"
#include "priory/mixture.h"
#include "priory/network.h"

#pragma GCC visibility push(default)

namespace priory {

// Writes to a temporary file beside `path`, syncs and renames: a crash leaves the old model or the new one.
void save(const Classifier& model, const std::string& path);

// The same for a network, as BIF, and for any text.
void save(const Network& network, const std::string& path);
void save_text(std::string_view text, const std::string& path);

// When the bytes of a model file are compared with its checksums: all of them before anything else, or each
// when it is first used. The latter opens a large model without reading it; damage is an Error when it is
// met.
enum class Check { all, used };

// Maps a model into memory and checks it; an Error of kind model if the bytes are no sound model, of kind io
// if they cannot be read. Runs nothing and opens nothing but `path`. Words and sums stay in the file while
// the model lives; writers replace the file, and must not write into it.
Classifier load(const std::string& path, Check check = Check::all);

// What tells one model file from another: equal models have equal checksums.
struct FileFacts {
  std::string format, checksum;
  std::size_t bytes = 0;
};
FileFacts file_facts(const std::string& path);
FileFacts facts_of(std::string_view bytes, const std::string& name);  // of a file that has these bytes

// Whether a file is a model and no file of rows, by its first bytes: it may still be damaged. Never throws.
bool looks_like_model(const std::string& path);

// Replaces the model in `path` by what `change` makes of it. Two processes that do so wait for each other,
// and a crash leaves the old model or the new one. With `backup`, the old one is kept as `path` with a ~
// behind it.
Classifier change_file(const std::string& path, const std::function<Classifier(const Classifier&)>& change,
                       bool backup = false);

// The same on bytes in memory.
std::string to_bytes(const Classifier& model);
Classifier from_bytes(std::string_view bytes, const std::string& name, Check check = Check::all);

// A plan as a file: JSON of schema priory.plan/1 (docs/formats.md). Reading refuses what it does not know and
// what cannot be; what is not there has its usual value. load_plan takes a model too, whose plan it is then.
// Only a plan that is_decided can be written: an Error of kind usage says what is left to decide.
Plan load_plan(const std::string& path);
void save_plan(const Plan& plan, const std::string& path);
std::string plan_to_json(const Plan& plan);
Plan plan_from_json(std::string_view json, const std::string& name);  // an Error of kind model

// A start for EM from the JSON of `inspect --json`; an Error of kind data says what is wrong with it.
Start load_start(const std::string& path);
Start start_from_json(std::string_view json, const std::string& name);

// What tells two models apart: options, classes, rows, and the sums of each part.

// One thing that differs. What is on one side only is empty on the other.
struct DifferenceItem {
  std::string what;   // "alpha", "target", "family"; of sums "count", "sum", "n", ...
  std::string value;  // of sums: the value, word or column
  std::string label;  // the class; empty: of all
  std::string first, second;
  double size = 0;  // of sums: how far they are apart
};

// What differs in one place: the model as a whole, its classes, or a part.
struct DifferenceGroup {
  std::string place;  // "options", "classes", "rows", "calibration"; of a part its columns
  bool part = false;
  std::vector<DifferenceItem> items;  // options first; then sums, the most different first
  std::size_t n_more = 0;             // items beyond those listed
};

struct ModelDifference {
  std::vector<DifferenceGroup> groups;  // only those with a difference
  bool same = true;                     // to the byte
  std::size_t n_items() const;
};

// At most `top` of the items of each group are listed.
ModelDifference difference(const Classifier& a, const Classifier& b, std::size_t top);

}  // namespace priory

#pragma GCC visibility pop
