// SPDX-License-Identifier: Apache-2.0
#include "store/tensors.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <new>
#include <xxhash.h>

#include "priory/error.h"

#include "store/json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kBlock = 4096;
constexpr std::string_view kFormat = "priory.model/1";
constexpr const char* kChecksums = "checksums";

std::uint64_t checksum_of_block(const char* bytes, std::size_t size) {
  return XXH3_64bits(bytes, size);
}

// The checksums of the blocks of some pieces that are written one after the other.
class BlockChecksums {
 public:
  void add(std::string_view piece) {
    if (!rest_.empty()) {
      const std::size_t n = std::min(kBlock - rest_.size(), piece.size());
      rest_ += piece.substr(0, n);
      piece.remove_prefix(n);
      if (rest_.size() == kBlock) finish_rest();
    }
    for (; piece.size() >= kBlock; piece.remove_prefix(kBlock))
      out_.push_back(checksum_of_block(piece.data(), kBlock));
    rest_ += piece;
  }

  std::vector<std::uint64_t> finish() {
    if (!rest_.empty()) finish_rest();
    return std::move(out_);
  }

 private:
  void finish_rest() {
    out_.push_back(checksum_of_block(rest_.data(), rest_.size()));
    rest_.clear();
  }

  std::string rest_;  // of a block that has begun
  std::vector<std::uint64_t> out_;
};

std::string checksum_of(std::string_view metadata, std::string_view entries,
                        std::span<const std::uint64_t> blocks) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  if (!state) throw std::bad_alloc();
  XXH3_128bits_reset(state.get());
  XXH3_128bits_update(state.get(), metadata.data(), metadata.size());
  XXH3_128bits_update(state.get(), entries.data(), entries.size());
  XXH3_128bits_update(state.get(), blocks.data(), blocks.size_bytes());
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("xxh3-128:{:016x}{:016x}", hash.high64, hash.low64);
}

// The length that a model begins with has zeros in it, and no text has.
bool is_text(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kLengthBytes);
  return !head.empty() && std::ranges::none_of(head, [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 && c != '\n' && c != '\t' && c != '\r';
  });
}

std::size_t size_of(std::string_view dtype) {
  return dtype.ends_with("64") ? 8 : dtype.ends_with("32") ? 4 : dtype.ends_with("16") ? 2 : 1;
}

}  // namespace

void TensorWriter::append(const std::string& name, std::string_view dtype, std::vector<std::size_t> shape,
                          std::string_view bytes) {
  entries_.push_back({name, std::string(dtype), std::move(shape), bytes});
}

// As a JSON document prints it, which would take as long to build and to end as all the rest of a small
// model.
std::string TensorWriter::directory_of(const std::vector<Entry>& entries) {
  std::string out;
  std::size_t at = 0;
  for (const Entry& entry : entries) {
    fmt::format_to(std::back_inserter(out), R"({}{}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                   out.empty() ? '{' : ',', ordered_json(entry.name).dump(), entry.dtype,
                   fmt::join(entry.shape, ","), at, at + entry.bytes.size());
    at += entry.bytes.size();
  }
  return out + '}';
}

std::vector<std::string_view> TensorWriter::pieces(const std::string& metadata) {
  std::erase_if(entries_, [](const Entry& entry) { return entry.name == kChecksums; });
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& a, const Entry& b) { return size_of(a.dtype) > size_of(b.dtype); });
  BlockChecksums blocks;
  for (const Entry& entry : entries_) blocks.add(entry.bytes);
  checksums_ = blocks.finish();
  entries_.insert(entries_.begin(),
                  {kChecksums,
                   "U64",
                   {checksums_.size()},
                   {reinterpret_cast<const char*>(checksums_.data()), 8 * checksums_.size()}});
  const std::string directory = directory_of(entries_);
  const ordered_json about = {
      {"format", kFormat}, {"checksum", checksum_of(metadata, directory, checksums_)}, {"priory", metadata}};
  std::string text = R"({"__metadata__":)" + about.dump() + ',' + directory.substr(1);
  text.resize((text.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');  // tensors are aligned
  const std::uint64_t length = text.size();
  header_ = std::string(reinterpret_cast<const char*>(&length), kLengthBytes) + text;
  std::vector<std::string_view> out = {header_};
  for (const Entry& entry : entries_) out.push_back(entry.bytes);
  return out;
}

std::string TensorWriter::finish(const std::string& metadata) {
  std::string out;
  for (const std::string_view piece : pieces(metadata)) out += piece;
  return out;
}

TensorReader::TensorReader(std::string_view bytes, std::string name, std::shared_ptr<const void> owner)
    : name_(std::move(name)), owner_(std::move(owner)) {
  std::uint64_t length = 0;
  if (is_text(bytes))
    throw BadModelFile(ErrorKind::model, fmt::format("{} is text and no model", name_), {},
                       "train and cluster write models; where rows are named too, the model comes first");
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
    Entry entry{value.at("dtype").get<std::string>(), wholes(value.at("shape")), {}};
    const auto offsets = wholes(value.at("data_offsets"));
    if (offsets.size() != 2 || offsets[0] != at || offsets[1] < at || offsets[1] > data.size())
      fail("its tensors do not lie one after the other");
    entry.bytes = data.substr(at, offsets[1] - at);
    at = offsets[1];
    entries_.emplace(key, std::move(entry));
  }
  if (at != data.size()) fail("it has bytes that belong to no tensor, or it is cut off");
  read_checksums(data);
  checksum_ = meta.at("checksum").get<std::string>();
  if (checksum_ != checksum_of(metadata_, json.dump(), checksums_))
    fail("it is damaged: the checksum does not match");
}

void TensorReader::read_checksums(std::string_view data) {
  checksums_ = view<std::uint64_t>(kChecksums, "U64");
  if (static_cast<const void*>(checksums_.data()) != data.data())
    fail("its checksums are not before its tensors");
  blocks_ = data.substr(checksums_.size_bytes());
  if (checksums_.size() != (blocks_.size() + kBlock - 1) / kBlock)
    fail("it has more or fewer blocks than checksums");
  checked_ = std::make_unique<std::atomic<bool>[]>(checksums_.size());
}

std::string_view TensorReader::find(const std::string& name, std::string_view dtype, std::size_t size,
                                    std::vector<std::size_t>& shape) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) fail(fmt::format("the tensor '{}' is not there", name));
  std::size_t left = found->second.bytes.size() / size;
  bool fits = found->second.dtype == dtype && found->second.bytes.size() % size == 0;
  const std::vector<std::size_t>& sizes = found->second.shape;
  std::size_t product = std::ranges::find(sizes, 0U) == sizes.end() ? 1 : 0;
  for (std::size_t k = 0; product > 0 && k < sizes.size(); ++k) {
    fits = fits && product <= left / sizes[k];
    product *= sizes[k];
  }
  if (!fits || product != left)
    fail(fmt::format("the tensor '{}' has another size or type than it says", name));
  if (reinterpret_cast<std::uintptr_t>(found->second.bytes.data()) % size != 0)
    fail(fmt::format("the tensor '{}' does not begin at a multiple of {} bytes", name, size));
  shape = found->second.shape;
  return found->second.bytes;
}

void TensorReader::check(const void* begin, std::size_t n_bytes) const {
  if (n_bytes == 0) return;
  const char* first = static_cast<const char*>(begin);
  if (std::less<>()(first, blocks_.data())) return;  // the checksums themselves
  const auto at = static_cast<std::size_t>(first - blocks_.data());
  const std::size_t last = (at + n_bytes - 1) / kBlock;
  for (std::size_t block = at / kBlock; block <= last; ++block) {
    if (!checked_[block].load(std::memory_order_relaxed)) check_block(block);
  }
}

void TensorReader::check_all() const {
  check(blocks_.data(), blocks_.size());
}

void TensorReader::check_block(std::size_t block) const {
  const std::string_view bytes = blocks_.substr(block * kBlock, kBlock);
  if (checksum_of_block(bytes.data(), bytes.size()) != checksums_[block])
    fail("it is damaged: a checksum does not match");
  checked_[block].store(true, std::memory_order_relaxed);
}

void TensorReader::fail(const std::string& why) const {
  throw BadModelFile(ErrorKind::model, fmt::format("{} cannot be read as a model: {}", name_, why));
}

}  // namespace priory
