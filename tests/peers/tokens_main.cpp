// SPDX-License-Identifier: Apache-2.0
// The tokeniser as a filter, for tokens.py. Each line of input is a JSON object
//   {"tokens": "unicode", "min_n": 1, "max_n": 2, "text": "..."}
// with "hex" in place of "text" for bytes that are not UTF-8, and if wanted "case", "fold_numbers",
// "pattern", "stem" and "stop_words"; each line of output is its list of tokens.
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "text/tokeniser.h"

namespace {

using nlohmann::json;

priory::Tokens kind_of(const std::string& name) {
  if (name == "unicode") return priory::Tokens::unicode;
  if (name == "ascii") return priory::Tokens::ascii;
  if (name == "space") return priory::Tokens::space;
  if (name == "characters") return priory::Tokens::characters;
  if (name == "inside_words") return priory::Tokens::inside_words;
  if (name == "pairs") return priory::Tokens::pairs;
  if (name == "pattern") return priory::Tokens::pattern;
  throw std::invalid_argument("no such tokens: " + name);
}

std::string bytes_of(const json& request) {
  if (request.contains("text")) return request.at("text");
  const std::string hex = request.at("hex");
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

priory::TokenOptions options_of(const json& request) {
  priory::TokenOptions out = {kind_of(request.at("tokens")), request.at("min_n"), request.at("max_n")};
  const std::string letters = request.value("case", "");
  if (!letters.empty())
    out.letter_case = letters == "lower" ? priory::LetterCase::lower : priory::LetterCase::keep;
  out.fold_numbers = request.value("fold_numbers", false);
  out.pattern = request.value("pattern", "");
  out.stem = request.value("stem", "");
  out.stop_words = request.value("stop_words", std::vector<std::string>());
  return out;
}

// Tokenisers are kept, one for each set of options.
json answer(json request) {
  static std::map<std::string, priory::Tokeniser> known;
  const std::string bytes = bytes_of(request);
  request.erase("text"), request.erase("hex");
  const std::string key = request.dump();
  auto at = known.find(key);
  if (at == known.end()) at = known.emplace(key, priory::Tokeniser(options_of(request))).first;
  json tokens = json::array();
  for (const auto token : at->second(bytes)) tokens.push_back(std::string(token));
  return tokens;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(json::parse(line)).dump() << '\n';
}
