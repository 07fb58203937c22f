// SPDX-License-Identifier: Apache-2.0
// Bytes of tensors made whole, so that what lies behind the checksums is reached.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "store/json.h"
#include "store/tensors.h"

// The same tensors and metadata under a checksum that fits; nothing if the bytes have no such header.
inline std::string sealed(std::string_view bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < 8) return {};
  std::memcpy(&length, bytes.data(), 8);
  if (length > bytes.size() - 8 || length > 100'000) return {};
  const std::string_view data = bytes.substr(8 + length);
  try {
    const nlohmann::ordered_json header = nlohmann::ordered_json::parse(bytes.substr(8, length));
    priory::TensorWriter out;
    for (const auto& [name, tensor] : header.items()) {
      if (name == "__metadata__") continue;
      const auto begin = priory::whole(tensor.at("data_offsets").at(0));
      const auto end = priory::whole(tensor.at("data_offsets").at(1));
      if (begin > end || end > data.size()) return {};
      out.add<char>(name, tensor.at("dtype").get<std::string>(), priory::wholes(tensor.at("shape")),
                    {data.data() + begin, end - begin});
    }
    return out.finish(header.at("__metadata__").at("priory").get<std::string>());
  } catch (const nlohmann::ordered_json::exception&) {
    return {};
  }
}

inline void require(bool holds) {
  if (!holds) std::abort();
}

// Checks the bytes as they are, and under checksums that fit.
template <class Check>
void each_sealing(const std::uint8_t* data, std::size_t size, const Check& check) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes);
  if (const std::string other = sealed(bytes); !other.empty()) check(other);
}
