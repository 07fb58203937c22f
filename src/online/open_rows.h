// SPDX-License-Identifier: Apache-2.0
// Rows in files or in memory, opened as a plan counts them.
#pragma once

#include "priory/plan.h"
#include "priory/table.h"

namespace priory {

OpenChunks counted(const Plan& plan, const Data& rows);

}  // namespace priory
