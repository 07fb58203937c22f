// SPDX-License-Identifier: Apache-2.0
#include "bytes/pipe.h"

#include <algorithm>
#include <utility>

#include "priory/error.h"

namespace priory {
namespace {

constexpr std::size_t kInMemory = 1 << 20;

class PipeReader : public Bytes {
 public:
  PipeReader(std::shared_ptr<Pipe> pipe, bool keep) : pipe_(std::move(pipe)), keep_(keep) {}

  std::size_t read(char* into, std::size_t size) override {
    const std::size_t n = pipe_->read_at(at_, into, size, keep_);
    at_ += n;
    return n;
  }
  bool wait(int milliseconds) override { return pipe_->wait_at(at_, milliseconds); }
  std::uint64_t taken() const override { return at_; }

 private:
  std::shared_ptr<Pipe> pipe_;
  bool keep_;
  std::size_t at_ = 0;
};

}  // namespace

Pipe::Pipe(std::unique_ptr<Bytes> live, std::string name) : live_(std::move(live)), name_(std::move(name)) {}

std::unique_ptr<Bytes> Pipe::reader(bool again) {
  const std::lock_guard lock(mutex_);
  if (live_at_ > kept_) gone();
  return std::make_unique<PipeReader>(shared_from_this(), again);
}

std::size_t Pipe::read_at(std::size_t at, char* into, std::size_t size, bool keep) {
  const std::lock_guard lock(mutex_);
  if (at < kept_) return read_kept(at, into, std::min(size, kept_ - at));
  if (at != live_at_) gone();
  const std::size_t n = live_->read(into, size);
  if (keep && live_at_ == kept_) keep_more(into, n);
  live_at_ += n;
  return n;
}

bool Pipe::wait_at(std::size_t at, int milliseconds) {
  const std::lock_guard lock(mutex_);
  return at < kept_ || live_->wait(milliseconds);
}

std::size_t Pipe::read_kept(std::size_t at, char* into, std::size_t size) {
  if (at < memory_.size()) return memory_.copy(into, size, at);
  return spool_->read(at - memory_.size(), into, size);
}

void Pipe::keep_more(const char* bytes, std::size_t size) {
  std::size_t in_memory = 0;
  if (!spool_) {
    in_memory = std::min(size, kInMemory - memory_.size());
    memory_.append(bytes, in_memory);
  }
  if (in_memory < size) {
    if (!spool_) spool_ = std::make_unique<TemporaryFile>(name_);
    spool_->append(bytes + in_memory, size - in_memory);
  }
  kept_ += size;
}

void Pipe::gone() const {
  throw Error(ErrorKind::usage, "cannot read " + name_ + " a second time: it is a pipe and was not kept", {},
              "write the data to a file and read that");
}

}  // namespace priory
