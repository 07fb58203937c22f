// SPDX-License-Identifier: Apache-2.0
#include "evaluate/some_rows.h"

#include "learn/select_rows.h"

namespace priory {
namespace {

using Wanted = std::shared_ptr<const std::vector<bool>>;

class SomeDecoder final : public Decoder<Chunk> {
 public:
  SomeDecoder(std::unique_ptr<Decoder<Chunk>> all, Wanted wanted)
      : all_(std::move(all)), wanted_(std::move(wanted)) {}

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    all_->decode(batch, [&](const Chunk& chunk) {
      std::vector<std::uint32_t> rows;
      for (std::uint32_t row = 0; row < chunk.n_rows; ++row) {
        if ((*wanted_)[chunk.first_row + row]) rows.push_back(row);
      }
      if (!rows.empty()) take(select_rows(chunk, rows));
    });
  }

 private:
  std::unique_ptr<Decoder<Chunk>> all_;
  Wanted wanted_;
};

class SomeSource final : public Source<Chunk> {
 public:
  SomeSource(std::unique_ptr<Source<Chunk>> all, Wanted wanted)
      : all_(std::move(all)), wanted_(std::move(wanted)) {}

  std::unique_ptr<Batch> next() override { return all_->next(); }
  std::unique_ptr<Decoder<Chunk>> decoder() const override {
    return std::make_unique<SomeDecoder>(all_->decoder(), wanted_);
  }
  Progress progress() const override { return all_->progress(); }

 private:
  std::unique_ptr<Source<Chunk>> all_;
  Wanted wanted_;
};

}  // namespace

OpenChunks some_rows(const OpenChunks& open, std::vector<bool> wanted) {
  return [open, shared = std::make_shared<const std::vector<bool>>(std::move(wanted))] {
    return std::make_unique<SomeSource>(open(), shared);
  };
}

LabelledRows some_rows(const LabelledRows& rows, const Plan& plan, std::vector<bool> wanted,
                       unsigned threads) {
  return {plan, some_rows(rows.open(), std::move(wanted)), 0, threads};
}

}  // namespace priory
