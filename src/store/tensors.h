// SPDX-License-Identifier: Apache-2.0
// Named little-endian tensors in one file, the layout of safetensors:
//
//   8 bytes    n, the length of the header, little-endian
//   n bytes    JSON: "__metadata__" (strings only) and for each tensor dtype, shape, data_offsets
//   the rest   the bytes of the tensors, one after the other without holes
//
// The metadata holds our own JSON as a string, and a checksum of it and of the tensors.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace priory {

static_assert(std::endian::native == std::endian::little, "tensors are written as they are in memory");

class TensorWriter {
 public:
  template <class T>
  void add(const std::string& name, std::string_view dtype, const std::vector<std::size_t>& shape,
           std::span<const T> data) {
    append(name, dtype, shape, {reinterpret_cast<const char*>(data.data()), data.size_bytes()});
  }
  std::string finish(const std::string& metadata) const;

 private:
  struct Entry {
    std::string name, dtype;
    std::vector<std::size_t> shape;
    std::size_t begin, end;
  };
  void append(const std::string& name, std::string_view dtype, std::vector<std::size_t> shape,
              std::string_view bytes);

  std::vector<Entry> entries_;
  std::string data_;
};

// Looks into bytes that must outlive it. Everything is checked before it is used; an Error of kind model
// tells what is wrong.
class TensorReader {
 public:
  TensorReader(std::string_view bytes, const std::string& name);

  const std::string& metadata() const { return metadata_; }
  const std::string& format() const { return format_; }
  const std::string& checksum() const { return checksum_; }
  bool has(const std::string& name) const { return entries_.contains(name); }

  // The elements of a tensor of that dtype; `shape` gets its shape.
  template <class T>
  std::vector<T> get(const std::string& name, std::string_view dtype, std::vector<std::size_t>& shape) const {
    const std::string_view bytes = find(name, dtype, sizeof(T), shape);
    std::vector<T> out(bytes.size() / sizeof(T));
    if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
  }
  template <class T>
  std::vector<T> get(const std::string& name, std::string_view dtype) const {
    std::vector<std::size_t> shape;
    return get<T>(name, dtype, shape);
  }

  [[noreturn]] void fail(const std::string& why) const;

 private:
  struct Entry {
    std::string dtype;
    std::vector<std::size_t> shape;
    std::string_view bytes;
  };
  std::string_view find(const std::string& name, std::string_view dtype, std::size_t size,
                        std::vector<std::size_t>& shape) const;
  void read_header(std::string_view header, std::string_view data);

  std::string name_;
  std::string format_, checksum_, metadata_;
  std::map<std::string, Entry> entries_;
};

}  // namespace priory
