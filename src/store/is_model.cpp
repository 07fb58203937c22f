// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "priory/store.h"

namespace priory {

// A safetensors file begins with the length of its JSON. No text does: its letters would be a length that no
// file has.
bool looks_like_model(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::array<char, 9> head{};
  std::ifstream file(path, std::ios::binary);
  if (error || !file.read(head.data(), head.size()) || head[8] != '{') return false;
  std::uint64_t length = 0;
  for (std::size_t k = 8; k-- > 0;) length = length << 8 | static_cast<unsigned char>(head[k]);
  return length <= size - 8;
}

}  // namespace priory
