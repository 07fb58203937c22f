// SPDX-License-Identifier: Apache-2.0
// Rows to judge by, kept for many readings.
#pragma once

#include "decisions.h"
#include "priory/folds.h"

namespace priory::python {

LabelledRows kept_rows(const Plan& plan, const Data& data, bool skip, unsigned threads, const std::string& group = "");

}  // namespace priory::python
