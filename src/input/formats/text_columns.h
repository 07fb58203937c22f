// SPDX-License-Identifier: Apache-2.0
// The columns of formats that have texts and no names for them: the class, the text, of mails what the
// headers say, and where the row stands. All are declared, so that nobody has to guess at cells what they
// are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "priory/table.h"

#include "input/records.h"

namespace priory {

// Which of them a format has, in this order.
struct TextColumns {
  bool label = false;
  bool headers = false;
  bool file = false;
  std::string why_label, why_text;

  std::vector<DeclaredColumn> declare(const ReadOptions& options) const;
};

// The columns of files that are texts or mails.
TextColumns document_columns(Format format, const ReadOptions& options);

// A row of them, cell by cell in the order of the columns.
class TextRow {
 public:
  TextRow(Records& rows, std::string_view record, std::size_t line);

  void add(std::string_view text);  // points into the record, or was kept
  void add_missing();
  void end();

 private:
  Records& rows_;
  std::string_view record_;
  std::size_t line_;
  std::size_t begin_;
};

}  // namespace priory
