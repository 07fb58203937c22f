// SPDX-License-Identifier: Apache-2.0
// Where rows come from. A source hands out batches one after the other (cheap: bytes up to the border of a
// record, or a range of rows in memory); a decoder turns a batch into items (chunks of rows). The reading is
// serial and in order, the decoding is done by many threads, each with a decoder of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace priory {

class Ranks;

// A run of consecutive records as the source found them; what is in it, only the source's decoder knows.
struct Batch {
  virtual ~Batch() = default;
};

template <class Item>
class Decoder {
 public:
  virtual ~Decoder() = default;
  // Calls `take` with one item after the other; an item is valid during the call only.
  // A batch may give none, one or several.
  virtual void decode(const Batch& batch, const std::function<void(const Item&)>& take) = 0;
};

// How far a reading is. Bytes are those of the file, compressed or not.
struct Progress {
  enum class Unit { none, bytes, files } unit = Unit::none;  // none: the source can't tell
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total = {};  // of a pipe nobody knows
};

template <class Item>
class Source {
 public:
  virtual ~Source() = default;
  virtual std::unique_ptr<Batch> next() = 0;  // null at the end
  virtual std::unique_ptr<Decoder<Item>> decoder() const = 0;
  // Who has the other items when these are a share of them; null: these are all there are.
  virtual Ranks* ranks() const { return nullptr; }
  virtual Progress progress() const { return {}; }  // of what next() has read
};

struct Chunk;

// Opens the rows from the start; called once for every reading.
using OpenChunks = std::function<std::unique_ptr<Source<Chunk>>()>;

// Called between batches by one thread at a time: shows progress, or throws to stop the work.
using Tick = std::function<void(const Progress&)>;

}  // namespace priory
