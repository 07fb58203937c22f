// SPDX-License-Identifier: Apache-2.0
// Files that are something else than rows: workbooks, archives, databases, pictures, models. They are told by
// their first bytes, so that the message can say what the file is and what to do with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace priory {

struct ForeignFile {
  std::string_view what;    // "an Excel workbook"
  std::string_view remedy;  // "save the sheet as CSV"
};

// By the first bytes, of which a few hundred are enough; nothing for what can be rows.
std::optional<ForeignFile> foreign_file(std::string_view head);

// An Error of kind data if the file is such a one.
void refuse_foreign(const std::string& path, std::string_view head);

}  // namespace priory
