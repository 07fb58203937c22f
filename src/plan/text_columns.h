// SPDX-License-Identifier: Apache-2.0
// How the words of a column of texts are told and counted: as the user says, and where the texts or their
// family call for it, otherwise.
#pragma once

#include <string_view>

#include "plan/draft.h"

namespace priory {

// Words cannot be told by spaces, and the user has not said how else.
bool takes_pairs(const ColumnProfile& column, const PlanOptions& options);

TextOptions text_options_of(const ColumnProfile& column, std::string_view family, const PlanOptions& options);

}  // namespace priory
