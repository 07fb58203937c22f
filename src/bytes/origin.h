// SPDX-License-Identifier: Apache-2.0
// Where the bytes of a table come from: something with a name that can be opened again and again. Files are
// opened anew each time, so that a table of a thousand files needs one descriptor; a pipe is opened once.
// Safe for several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bytes/bytes.h"

namespace priory {

class Origin {
 public:
  virtual ~Origin() = default;
  virtual const std::string& name() const = 0;  // for messages
  // The class of all its rows, where the input says it by names of directories; else empty.
  virtual std::string_view label() const { return {}; }
  // The decompressed bytes from the start. `again`: they will be asked for once more.
  virtual std::unique_ptr<Bytes> open(bool again) = 0;

  // For who reads a part of it. How many bytes there are, and whether one can begin among them: not in
  // compressed files. Of pipes nobody knows.
  struct Extent {
    std::uint64_t size = 0;
    bool seekable = false;
  };
  virtual std::optional<Extent> extent() { return std::nullopt; }
  // The bytes that a reading from the start takes, where that is known without opening it: no pipe is
  // touched.
  virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
  virtual std::unique_ptr<Bytes> open_at(std::uint64_t) { return open(true); }  // where it is seekable
};

std::unique_ptr<Origin> file_origin(std::string path);  // "-" is standard input
std::unique_ptr<Origin> labelled(std::shared_ptr<Origin> origin, std::string label);
std::unique_ptr<Origin> text_origin(std::string text, std::string name);

}  // namespace priory
