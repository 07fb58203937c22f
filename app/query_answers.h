// SPDX-License-Identifier: Apache-2.0
// Answers to queries as they are written: a number, a table, a verdict; or JSON.
#pragma once

#include <string>

#include "output_arguments.h"

namespace priory::app {

std::string shown(const Query& query, const QueryAnswer& answer, const OutputArguments& output);

}  // namespace priory::app
