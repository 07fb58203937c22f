// SPDX-License-Identifier: Apache-2.0
// Rows in an order of chance whose every beginning has each class in its share, and two rows of each as soon
// as it can.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"

namespace priory {

// The order of the rows whose numbers are given; `labels` are those of all rows.
std::vector<std::size_t> stratified_order(std::span<const std::uint32_t> labels,
                                          std::vector<std::size_t> rows, Random& random);

}  // namespace priory
