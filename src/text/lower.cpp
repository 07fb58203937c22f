// SPDX-License-Identifier: Apache-2.0
// Only a sigma asks about its neighbours, so the scans for them run only where there is one; a text without
// Greek capitals pays one comparison a code point.
#include "text/lower.h"

#include <cstddef>

#include "text/properties.h"

namespace priory {
namespace {

constexpr char32_t kCapitalIWithDot = 0x130;
constexpr char32_t kDotAbove = 0x307;
constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;

bool cased_before(std::u32string_view text, std::size_t i) {
  while (i > 0 && is_case_ignorable(text[i - 1])) --i;
  return i > 0 && is_cased(text[i - 1]);
}

bool cased_after(std::u32string_view text, std::size_t i) {
  do {
    ++i;
  } while (i < text.size() && is_case_ignorable(text[i]));
  return i < text.size() && is_cased(text[i]);
}

// Final_Sigma (Unicode 15, table 3-17): a cased letter before and none after, past what is case-ignorable.
// Both scans end at another sigma at the latest, so that all of them together read each code point twice.
char32_t lower_sigma(std::u32string_view text, std::size_t i) {
  return cased_before(text, i) && !cased_after(text, i) ? kFinalSigma : kSigma;
}

}  // namespace

void append_lower(std::u32string_view text, std::u32string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == kCapitalSigma) {
      out.push_back(lower_sigma(text, i));
    } else if (text[i] == kCapitalIWithDot) {
      out.append({U'i', kDotAbove});
    } else {
      out.push_back(simple_lower(text[i]));
    }
  }
}

}  // namespace priory
