// SPDX-License-Identifier: Apache-2.0
// The names a user may give for what a column is: families, families by another name, and text, weight,
// ignore.
#pragma once

#include <string>

namespace priory {

// "numeric" is "gaussian": types that are families by another name. Any other name is returned as it is.
const std::string& family_meant(const std::string& type);

// An Error of kind usage, with the names there are.
[[noreturn]] void fail_unknown_family(const std::string& family);
[[noreturn]] void fail_unknown_type(const std::string& type);

}  // namespace priory
