// SPDX-License-Identifier: Apache-2.0
#include "event_feed.h"

#include <fmt/format.h>

namespace priory::server {

class EventFeed::Listener : public Outflow {
 public:
  static constexpr std::size_t kMostBytes = 1 << 20;  // that wait to be taken

  explicit Listener(std::string greeting) : waiting_(std::move(greeting)) {}

  void begin(std::function<void()> wake) override {
    const std::lock_guard guard(mutex_);
    wake_ = std::move(wake);
  }
  std::string take() override {
    const std::lock_guard guard(mutex_);
    return std::exchange(waiting_, {});
  }
  bool ended() const override {
    const std::lock_guard guard(mutex_);
    return ended_;
  }
  bool endless() const override { return true; }
  std::string_view pulse() const override { return ":\n\n"; }

  void tell(std::string_view text) {
    change([&] {
      if (waiting_.size() + text.size() > kMostBytes)
        ended_ = true, waiting_.clear();
      else if (!ended_)
        waiting_ += text;
    });
  }
  void end() {
    change([&] { ended_ = true; });
  }

 private:
  template <class Work>
  void change(const Work& work) {
    std::function<void()> wake;
    {
      const std::lock_guard guard(mutex_);
      work();
      wake = wake_;
    }
    if (wake) wake();
  }

  mutable std::mutex mutex_;  // guards what follows
  std::string waiting_;
  bool ended_ = false;
  std::function<void()> wake_;
};

EventFeed::EventFeed() = default;

EventFeed::~EventFeed() {
  for (const auto& each : listeners_) {
    if (const auto listener = each.lock()) listener->end();
  }
}

std::string EventFeed::text_of(std::string_view name, std::int64_t id, std::string_view data) {
  return fmt::format("{}event: {}\ndata: {}\n\n", id == 0 ? "" : fmt::format("id: {}\n", id), name, data);
}

void EventFeed::publish(std::string_view name, std::int64_t id, std::string_view data) {
  std::vector<std::shared_ptr<Listener>> now;
  {
    const std::lock_guard guard(mutex_);
    for (const auto& each : listeners_) {
      if (auto listener = each.lock()) now.push_back(std::move(listener));
    }
  }
  if (now.empty()) return;
  const std::string text = text_of(name, id, data);
  for (const auto& each : now) each->tell(text);
}

bool EventFeed::is_heard() const {
  const std::lock_guard guard(mutex_);
  std::erase_if(listeners_, [](const auto& each) { return each.expired(); });
  return !listeners_.empty();
}

std::shared_ptr<Outflow> EventFeed::listen(std::string greeting) {
  auto out = std::make_shared<Listener>(std::move(greeting));
  static_cast<void>(is_heard());  // those that have gone make room
  const std::lock_guard guard(mutex_);
  listeners_.push_back(out);
  return out;
}

}  // namespace priory::server
