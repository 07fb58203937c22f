// SPDX-License-Identifier: Apache-2.0
#include "export/program/c_names.h"

#include <cctype>
#include <fmt/format.h>
#include <set>

namespace priory {

std::vector<std::string> member_names(const std::vector<ScoreInput>& inputs) {
  static const std::set<std::string> kTaken = {
      "auto",   "break",    "case",     "char",     "const", "continue", "default", "do",       "double",
      "else",   "enum",     "extern",   "float",    "for",   "goto",     "if",      "inline",   "int",
      "long",   "register", "restrict", "return",   "short", "signed",   "sizeof",  "static",   "struct",
      "switch", "typedef",  "union",    "unsigned", "void",  "volatile", "while",   "INFINITY", "NAN",
      "NULL",   "isnan",    "exp",      "log",      "cos"};
  std::vector<std::string> out;
  std::set<std::string> used = kTaken;
  for (const ScoreInput& each : inputs) {
    std::string name;
    for (const char c : each.name)
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 && (c & 0x80) == 0 ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name.insert(0, "x");
    std::string unique = name;
    for (int k = 2; !used.insert(unique).second; ++k) unique = fmt::format("{}_{}", name, k);
    out.push_back(unique);
  }
  return out;
}

}  // namespace priory
