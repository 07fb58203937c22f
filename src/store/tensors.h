// SPDX-License-Identifier: Apache-2.0
// Named little-endian tensors in one file, the layout of safetensors:
//
//   8 bytes    n, the length of the header, little-endian
//   n bytes    JSON: "__metadata__" (strings only) and for each tensor dtype, shape, data_offsets
//   the rest   the bytes of the tensors, one after the other without holes, those of wide elements first, so
//   that
//              all lie at multiples of their element's size
//
// The first tensor, "checksums", has the XXH3-64 of every block of 4096 bytes of those after it. The metadata
// holds our own JSON as a string, and a checksum of it, of the tensors' entries and of "checksums". So the
// file is opened without being read: a block is checked when something in it is used.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/error.h"

#include "core/backing.h"

namespace priory {

static_assert(std::endian::native == std::endian::little, "tensors are written as they are in memory");

class TensorWriter {
 public:
  // The elements stay where they are and must outlive the writer.
  template <class T>
  void add(const std::string& name, std::string_view dtype, const std::vector<std::size_t>& shape,
           std::span<const T> data) {
    append(name, dtype, shape, {reinterpret_cast<const char*>(data.data()), data.size_bytes()});
  }
  // The writer keeps them.
  template <class T>
  void keep(const std::string& name, std::string_view dtype, const std::vector<std::size_t>& shape,
            std::vector<T> data) {
    const auto owner = std::make_shared<const std::vector<T>>(std::move(data));
    kept_.push_back(owner);
    add<T>(name, dtype, shape, *owner);
  }

  // The file in pieces, which are to be written one after the other before the writer is gone.
  std::vector<std::string_view> pieces(const std::string& metadata);
  std::string finish(const std::string& metadata);  // joined

 private:
  struct Entry {
    std::string name, dtype;
    std::vector<std::size_t> shape;
    std::string_view bytes;
  };
  static std::string directory_of(const std::vector<Entry>& entries);
  void append(const std::string& name, std::string_view dtype, std::vector<std::size_t> shape,
              std::string_view bytes);

  std::vector<Entry> entries_;
  std::vector<std::shared_ptr<const void>> kept_;
  std::vector<std::uint64_t> checksums_;
  std::string header_;
};

// What is wrong with a model file, with its name.
class BadModelFile : public Error {
 public:
  using Error::Error;
};

// Looks into bytes that `owner` keeps alive; null: the caller does. Everything is checked before it is used;
// an Error of kind model tells what is wrong. Any number of threads may use one.
class TensorReader final : public Backing {
 public:
  TensorReader(std::string_view bytes, std::string name, std::shared_ptr<const void> owner = nullptr);

  const std::string& metadata() const { return metadata_; }
  const std::string& format() const { return format_; }
  const std::string& checksum() const { return checksum_; }
  bool has(const std::string& name) const { return entries_.contains(name); }

  // The elements of a tensor of that dtype where they lie, not yet checked; `shape` gets its shape.
  template <class T>
  std::span<const T> view(const std::string& name, std::string_view dtype,
                          std::vector<std::size_t>& shape) const {
    const std::string_view bytes = find(name, dtype, sizeof(T), shape);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  template <class T>
  std::span<const T> view(const std::string& name, std::string_view dtype) const {
    std::vector<std::size_t> shape;
    return view<T>(name, dtype, shape);
  }
  // The same, checked.
  template <class T>
  std::span<const T> get(const std::string& name, std::string_view dtype) const {
    const std::span<const T> out = view<T>(name, dtype);
    check(out.data(), out.size_bytes());
    return out;
  }

  void check(const void* begin, std::size_t n_bytes) const override;
  void check_all() const;
  [[noreturn]] void fail(const std::string& why) const override;

 private:
  struct Entry {
    std::string dtype;
    std::vector<std::size_t> shape;
    std::string_view bytes;
  };
  std::string_view find(const std::string& name, std::string_view dtype, std::size_t size,
                        std::vector<std::size_t>& shape) const;
  void read_header(std::string_view header, std::string_view data);
  void read_checksums(std::string_view data);
  void check_block(std::size_t block) const;

  std::string name_;
  std::shared_ptr<const void> owner_;
  std::string format_, checksum_, metadata_;
  std::map<std::string, Entry> entries_;
  std::string_view blocks_;  // what the checksums are of
  std::span<const std::uint64_t> checksums_;
  mutable std::unique_ptr<std::atomic<bool>[]> checked_;  // of each block
};

}  // namespace priory
