// SPDX-License-Identifier: Apache-2.0
// What a code point is, in the words of Python's str and re, on utf8proc's tables. Tried on every code
// point: Python 3.11 has Unicode 14, utf8proc 2.8 has Unicode 15, and the answers are the same but for the
// 4489 code points that Unicode 15 added (4388 of them word characters, most of them CJK extension H).
// docs/tokens.md has the list.
#pragma once

namespace priory {

// re's \w: str.isalnum() or '_'. Letters and numbers of every kind; no marks.
bool is_word(char32_t point);

// re's \s, str.isspace(), and what str.split() splits at.
bool is_space(char32_t point);

// A decimal digit of any script: re's \d.
bool is_digit(char32_t point);

// What is written onto the character before it: category M.
bool is_mark(char32_t point);

// Whether a letter has case, as the rule of the final sigma asks it. Only meaningful where
// is_case_ignorable() is false: of the code points that are both, that rule never asks.
bool is_cased(char32_t point);

// What the rule of the final sigma looks past: marks, modifiers, format characters, points in words.
bool is_case_ignorable(char32_t point);

// The lower case that is one code point; lower.h has the exceptions.
char32_t simple_lower(char32_t point);

}  // namespace priory
