// SPDX-License-Identifier: Apache-2.0
#include "input/utf8.h"

#include <cstdint>
#include <simdjson.h>

namespace priory {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// What may follow a first byte: how many bytes, and the range of the second (Unicode table 3-7).
struct Lead {
  std::size_t n_more;
  std::uint8_t low, high;
};

Lead lead_of(std::uint8_t byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF};
  if (byte == 0xE0) return {2, 0xA0, 0xBF};
  if (byte == 0xED) return {2, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {2, 0x80, 0xBF};
  if (byte == 0xF0) return {3, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {3, 0x80, 0xBF};
  if (byte == 0xF4) return {3, 0x80, 0x8F};
  return {0, 0, 0};
}

// The length of the character at the front, or of the ill-formed subsequence there.
std::size_t front_length(std::string_view text, bool& well_formed) {
  const auto first = static_cast<std::uint8_t>(text[0]);
  const Lead lead = lead_of(first);
  well_formed = first < 0x80;
  std::size_t n = 1;
  for (; n <= lead.n_more && n < text.size(); ++n) {
    const auto byte = static_cast<std::uint8_t>(text[n]);
    if (n == 1 ? byte < lead.low || byte > lead.high : byte < 0x80 || byte > 0xBF) return n;
  }
  well_formed = well_formed || (lead.n_more > 0 && n == lead.n_more + 1);
  return n;
}

}  // namespace

bool is_utf8(std::string_view text) {
  return text.empty() || simdjson::validate_utf8(text.data(), text.size());
}

std::string repaired_utf8(std::string_view text) {
  std::string repaired;
  while (!text.empty()) {
    bool well_formed = false;
    const std::size_t n = front_length(text, well_formed);
    repaired += well_formed ? text.substr(0, n) : kReplacement;
    text.remove_prefix(n);
  }
  return repaired;
}

void repair_cells(Rows& rows, std::size_t first) {
  for (std::size_t i = first; i < rows.cells.size(); ++i) {
    Cell& cell = rows.cells[i];
    if (is_utf8(cell.text())) continue;
    const std::string_view text = rows.keep(repaired_utf8(cell.text()));
    cell.data = text.data();
    cell.size = static_cast<std::uint32_t>(text.size());  // at most three times 1 GiB
    ++rows.n_bad_utf8;
  }
}

}  // namespace priory
