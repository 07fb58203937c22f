// SPDX-License-Identifier: Apache-2.0
// Rows to learn from, as the options say.
#pragma once

#include "command.h"

namespace priory::app {

TrainingOptions training_options(const ReadArguments& read);  // threads and progress
TrainingRows training_rows(const ReadArguments& read, PlanOptions options,
                           const std::vector<std::string>& paths, TrainingOptions training);
TrainingRows training_rows(const ReadArguments& read, const Plan& plan,
                           const std::vector<std::string>& paths);

// --calibrate, and the methods that its value stands for: none of them for none.
void declare_calibrate(Arguments& arguments, std::string& to);
std::vector<CalibrationMethod> calibration_methods(const std::string& name);

}  // namespace priory::app
