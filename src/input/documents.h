// SPDX-License-Identifier: Apache-2.0
// Documents: files that are a text or a mail each, found in directories or named one by one, and mboxes. They
// come in runs: files of one class, which the decoders open and read themselves (many threads), or an mbox,
// which is read as one stream. Immutable, but for a pipe among them; safe for several threads.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "priory/chunk.h"
#include "priory/table.h"

#include "bytes/origin.h"
#include "input/record_format.h"

namespace priory {

struct DocumentRun {
  std::vector<std::string> files;               // a document each, or
  std::vector<std::unique_ptr<Origin>> origin;  // one: an mbox
  Head head;

  std::size_t size() const { return files.size() + origin.size(); }
};

struct Documents {
  Format format = Format::text;  // of the first
  std::vector<DeclaredColumn> columns;
  std::vector<std::string> notes;
  std::vector<DocumentRun> runs;
  std::map<std::string, std::shared_ptr<Origin>> pipes;  // of files that can be opened once only
  std::set<std::string> special;  // found in directories: FIFOs and the like, which nobody asked to wait for
  std::string unlabelled;         // the first file whose rows have no class; empty: all have one

  std::unique_ptr<Bytes> open(const std::string& file, bool again) const;
};

// Whether these are documents by what they are called, by the format that was asked for, or because there is
// a directory among them.
bool are_documents(const std::vector<std::string>& paths, const ReadOptions& options);

Documents open_documents(const std::vector<std::string>& paths, const ReadOptions& options);

// `documents` must outlive the source. A piece is those from `begin` to `end`, all runs counted through, an
// mbox as one; null: all.
struct OriginRange;
std::unique_ptr<Source<Records>> document_source(const Documents& documents, const ReadOptions& options,
                                                 bool again, const OriginRange* piece = nullptr);

}  // namespace priory
