// SPDX-License-Identifier: Apache-2.0
// The tokeniser as a filter, for tokens.py. Each line of input is a JSON object
//   {"tokens": "unicode", "min_n": 1, "max_n": 2, "text": "..."}
// with "hex" in place of "text" for bytes that are not UTF-8; each line of output is its list of tokens.
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "priory/text.h"

namespace {

using nlohmann::json;

priory::Tokens kind_of(const std::string& name) {
  if (name == "unicode") return priory::Tokens::unicode;
  if (name == "ascii") return priory::Tokens::ascii;
  if (name == "space") return priory::Tokens::space;
  if (name == "characters") return priory::Tokens::characters;
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

json answer(const json& request) {
  priory::Tokeniser tokenise({kind_of(request.at("tokens")), request.at("min_n"), request.at("max_n")});
  json tokens = json::array();
  for (const auto token : tokenise(bytes_of(request))) tokens.push_back(std::string(token));
  return tokens;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(json::parse(line)).dump() << '\n';
}
