// SPDX-License-Identifier: Apache-2.0
// Which format a file has: by the ending of its name, else by its first bytes.
#pragma once

#include <string_view>

#include "priory/table.h"

namespace priory {

// By .csv .tsv .jsonl .ndjson .svm .libsvm .svmlight .arff, also before .gz .zst .xz; detect when it says
// nothing.
Format format_of_name(std::string_view name);

// By looking: an object is JSONL, a comment or declaration ARFF, `label index:value` svmlight, all else CSV.
Format format_of_bytes(std::string_view head);

// The name without the ending of a compressed file.
std::string_view unpacked_name(std::string_view name);

}  // namespace priory
