// SPDX-License-Identifier: Apache-2.0
// What learning by EM takes and tells, of hidden classes and of rows some of which have no class.
#pragma once

#include "priory/mixture.h"
#include "priory/training.h"
#include "settings.h"

namespace priory::python {

EmOptions em_options(const Settings& from);
// What users should know of the rows that were learnt from.
void add_notes(const TrainingRows& rows, std::vector<std::string>& to);
// And of how EM went: an Error of kind interrupted where it was.
void add_notes(const EmReport& report, const EmOptions& options, std::vector<std::string>& to);

}  // namespace priory::python
