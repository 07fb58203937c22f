// SPDX-License-Identifier: Apache-2.0
// Numbers as outputs have them. A NaN, which no figure of ours is, is a std::logic_error in all of these:
// the library is at fault, not its caller.
#pragma once

#include <string>

namespace priory {

// The shortest text that reads back to the same bits.
std::string number_text(double number);
// With so many decimals, or digits that count; if asked for, with a sign before positive ones too. A number
// of 1e15 and more is never written out: it has an exponent.
std::string fixed_text(double number, int decimals, bool sign = false);
std::string rounded_text(double number, int digits, bool sign = false);

}  // namespace priory
