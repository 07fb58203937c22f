// SPDX-License-Identifier: Apache-2.0
// Where rows come from. A source hands out batches one after the other (cheap: bytes up to the border of a
// record, or a range of rows in memory); a decoder turns a batch into items (chunks of rows). The reading is
// serial and in order, the decoding is done by many threads, each with a decoder of its own.
#pragma once

#include <functional>
#include <memory>

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

template <class Item>
class Source {
 public:
  virtual ~Source() = default;
  virtual std::unique_ptr<Batch> next() = 0;  // null at the end
  virtual std::unique_ptr<Decoder<Item>> decoder() const = 0;
  // Who has the other items when these are a share of them; null: these are all there are.
  virtual Ranks* ranks() const { return nullptr; }
};

struct Chunk;

// Opens the rows from the start; called once for every reading.
using OpenChunks = std::function<std::unique_ptr<Source<Chunk>>()>;

// Called between batches by one thread at a time: shows progress, or throws to stop the work.
using Tick = std::function<void()>;

}  // namespace priory
