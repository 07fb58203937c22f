// SPDX-License-Identifier: Apache-2.0
// Which rows of a table are whose, where several ranks read it: as many bytes each as can be, in order, so
// that the rows of rank 0 come before those of rank 1. A file is divided where records begin, which CSV only
// tells who has seen all quotes before: each rank looks over its own bytes, for what they make of any state
// they may begin in, and with the answers of the others knows where its first record begins and in which
// line.
#pragma once

#include <memory>
#include <vector>

#include "priory/table.h"

#include "input/documents.h"
#include "input/row_source.h"

namespace priory {

struct SharedFormat {
  const Head* first = nullptr;
  Format format = Format::csv;
  const ReadOptions& options;
};

// This rank's pieces, in order. An Error if not all ranks see the same files, or if one can be read only
// once.
std::vector<OriginRange> share_of(Ranks& ranks, const std::vector<std::unique_ptr<Origin>>& origins,
                                  const SharedFormat& format);
// The same of all ranks, where one process looks for them: as many as leave so many bytes at most to each.
std::vector<std::vector<OriginRange>> shares_of(const std::vector<std::unique_ptr<Origin>>& origins,
                                                const SharedFormat& format, std::uint64_t bytes);
// The one piece of the documents.
std::vector<OriginRange> share_of(Ranks& ranks, const Documents& documents);

}  // namespace priory
