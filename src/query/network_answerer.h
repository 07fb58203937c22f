// SPDX-License-Identifier: Apache-2.0
// Answers queries from a network: tests of single variables become evidence, other formulas are summed over a
// joint table.
#pragma once

#include <memory>
#include <string>

#include "query/answerer.h"

namespace priory::query {

// `target`: the variable that `class` stands for; empty: none.
std::shared_ptr<const Answerer> network_answerer(const Network& network, const std::string& target = {});

}  // namespace priory::query
