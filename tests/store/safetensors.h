// SPDX-License-Identifier: Apache-2.0
// A second, independent reader and writer of safetensors, and small models to store.
#pragma once

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <xxhash.h>

#include "input/reading.h"
#include "training.h"

namespace priory::testing {

using nlohmann::ordered_json;

struct Safetensors {
  ordered_json header;
  std::string data;

  static Safetensors parse(const std::string& bytes) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), 8);
    return {ordered_json::parse(bytes.substr(8, length)), bytes.substr(8 + length)};
  }

  // The bytes, with the checksums that docs/formats.md asks for.
  std::string sealed() const {
    ordered_json out = header, directory = header;
    directory.erase("__metadata__");
    const std::string blocks = checksums_of_blocks();
    const std::string text = out["__metadata__"]["priory"].get<std::string>() + directory.dump() + blocks;
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    out["__metadata__"]["checksum"] = fmt::format("xxh3-128:{:016x}{:016x}", hash.high64, hash.low64);
    return framed(out.dump(), blocks + data.substr(blocks.size()));
  }

  // Of the bytes behind the tensor of that name; as many as it has room for.
  std::string checksums_of_blocks() const {
    constexpr std::size_t kBlock = 4096;
    if (!header.contains("checksums")) return "";
    const std::size_t size = header["checksums"]["data_offsets"][1].get<std::size_t>();
    std::string out;
    for (std::size_t at = size; at < data.size(); at += kBlock) {
      const std::string block = data.substr(at, kBlock);
      const std::uint64_t hash = XXH3_64bits(block.data(), block.size());
      out.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    }
    out.resize(size);
    return out;
  }

  // Padded, so that the tensors lie at a multiple of eight bytes.
  static std::string framed(std::string header_text, const std::string& tensors) {
    header_text.resize((header_text.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header_text.size();
    std::string out(8, '\0');
    std::memcpy(out.data(), &length, 8);
    return out + header_text + tensors;
  }

  ordered_json metadata() const {
    return ordered_json::parse(header["__metadata__"]["priory"].get<std::string>());
  }
  void set_metadata(const ordered_json& meta) { header["__metadata__"]["priory"] = meta.dump(); }
};

// Two classes, a column of codes, one of reals and a text.
inline Classifier small_model(bool idf = false) {
  PlanOptions options = with_types("y", "c=categorical,x=gaussian,t=text");
  options.text_options.idf = idf;
  return trained("y,c,x,t\na,red,1.5,good film\nb,blue,2,bad\na,red,0.25,good\nb,green,-3,film\n", options);
}

}  // namespace priory::testing
