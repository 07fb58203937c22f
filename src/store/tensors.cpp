// SPDX-License-Identifier: Apache-2.0
#include "store/tensors.h"

#include <algorithm>
#include <fmt/format.h>
#include <xxhash.h>

#include "priory/error.h"

#include "store/json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::string_view kFormat = "priory.model/1";

std::string checksum_of(std::string_view metadata, std::string_view data) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_128bits_reset(state);
  XXH3_128bits_update(state, metadata.data(), metadata.size());
  XXH3_128bits_update(state, data.data(), data.size());
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  return fmt::format("xxh3-128:{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

void TensorWriter::append(const std::string& name, std::string_view dtype, std::vector<std::size_t> shape,
                          std::string_view bytes) {
  entries_.push_back({name, std::string(dtype), std::move(shape), data_.size(), data_.size() + bytes.size()});
  data_ += bytes;
}

std::string TensorWriter::finish(const std::string& metadata) const {
  ordered_json directory;
  for (const Entry& entry : entries_) {
    directory[entry.name] = {
        {"dtype", entry.dtype}, {"shape", entry.shape}, {"data_offsets", {entry.begin, entry.end}}};
  }
  ordered_json header;
  header["__metadata__"] = {{"format", kFormat},
                            {"checksum", checksum_of(metadata + directory.dump(), data_)},
                            {"priory", metadata}};
  header.update(directory);
  std::string text = header.dump();
  text.resize((text.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');  // tensors are aligned
  const std::uint64_t length = text.size();
  std::string out(reinterpret_cast<const char*>(&length), kLengthBytes);
  return out + text + data_;
}

TensorReader::TensorReader(std::string_view bytes, const std::string& name) : name_(name) {
  std::uint64_t length = 0;
  if (bytes.size() < kLengthBytes) fail("it is too short");
  std::memcpy(&length, bytes.data(), kLengthBytes);
  if (length > bytes.size() - kLengthBytes) fail("it is no model, or it is cut off");
  try {
    read_header(bytes.substr(kLengthBytes, length), bytes.substr(kLengthBytes + length));
  } catch (const ordered_json::exception&) {
    fail("its header is no header of a model");
  } catch (const std::out_of_range& error) {
    fail(error.what());
  }
}

void TensorReader::read_header(std::string_view header, std::string_view data) {
  ordered_json json = parse_json(header);
  const ordered_json meta = json.at("__metadata__");
  format_ = meta.at("format").get<std::string>();
  if (format_ != kFormat) fail(fmt::format("its format is '{}', this program reads '{}'", format_, kFormat));
  metadata_ = meta.at("priory").get<std::string>();
  json.erase("__metadata__");
  std::size_t at = 0;
  for (const auto& [key, value] : json.items()) {
    Entry entry{value.at("dtype").get<std::string>(), value.at("shape").get<std::vector<std::size_t>>(), {}};
    const auto offsets = value.at("data_offsets").get<std::vector<std::size_t>>();
    if (offsets.size() != 2 || offsets[0] != at || offsets[1] < at || offsets[1] > data.size())
      fail("its tensors do not lie one after the other");
    entry.bytes = data.substr(at, offsets[1] - at);
    at = offsets[1];
    entries_.emplace(key, std::move(entry));
  }
  if (at != data.size()) fail("it has bytes that belong to no tensor, or it is cut off");
  checksum_ = meta.at("checksum").get<std::string>();
  if (checksum_ != checksum_of(metadata_ + json.dump(), data))
    fail("it is damaged: the checksum does not match");
}

std::string_view TensorReader::find(const std::string& name, std::string_view dtype, std::size_t size,
                                    std::vector<std::size_t>& shape) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) fail(fmt::format("the tensor '{}' is not there", name));
  std::size_t left = found->second.bytes.size() / size;
  bool fits = found->second.dtype == dtype && found->second.bytes.size() % size == 0;
  std::size_t product = 1;
  for (const std::size_t n : found->second.shape) {
    fits = fits && (n == 0 || product <= left / n);
    product *= n;
  }
  if (!fits || product != left)
    fail(fmt::format("the tensor '{}' has another size or type than it says", name));
  shape = found->second.shape;
  return found->second.bytes;
}

void TensorReader::fail(const std::string& why) const {
  throw Error(ErrorKind::model, fmt::format("{} cannot be read as a model: {}", name_, why));
}

}  // namespace priory
