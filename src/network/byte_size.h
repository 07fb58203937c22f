// SPDX-License-Identifier: Apache-2.0
// Tables that would not fit: how large they are, for people.
#pragma once

#include <cstddef>
#include <string>

#include "priory/error.h"

namespace priory {

std::string byte_size(double bytes);  // "1.5 GB"

// "WHAT needs tables of 3 GB at once, the largest of 2 GB; the limit is 1 GB"
Error too_large(const std::string& what, double largest, double total, std::size_t limit, std::string remedy);

}  // namespace priory
