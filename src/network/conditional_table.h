// SPDX-License-Identifier: Apache-2.0
// What must hold of P(variable | parents) before a network takes it.
#pragma once

#include <span>
#include <string>

#include "priory/network.h"

namespace priory {

// Checks the table of a variable against all of the network and makes its rows sum to one; an Error of kind
// data says what is wrong. Rows that do already, but for rounding, keep their bits, and every log
// probability is the logarithm of a double: so that numbers in files mean the same network again.
void check_table(const std::vector<Variable>& variables, std::size_t variable, ConditionalTable& table);

// "P(a | b=yes, c=no)": row `row` of the table of a variable, for messages.
std::string name_of_row(const std::vector<Variable>& variables, std::size_t variable,
                        std::span<const std::size_t> parents, std::size_t row);

}  // namespace priory
