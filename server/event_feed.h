// SPDX-License-Identifier: Apache-2.0
// What happens to a model, told to everybody who listens: server-sent events. Any thread may publish and
// subscribe. A listener that does not take what it is told is cut off: its next event would be a hole.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http.h"

namespace priory::server {

class EventFeed {
 public:
  EventFeed();
  ~EventFeed();  // which ends what is listening
  EventFeed(const EventFeed&) = delete;
  EventFeed& operator=(const EventFeed&) = delete;

  // `id` 0: none. `data` is a line.
  static std::string text_of(std::string_view name, std::int64_t id, std::string_view data);
  void publish(std::string_view name, std::int64_t id, std::string_view data);
  bool is_heard() const;

  // A listener that is told `greeting` first.
  std::shared_ptr<Outflow> listen(std::string greeting);

 private:
  class Listener;
  mutable std::mutex mutex_;  // guards
  mutable std::vector<std::weak_ptr<Listener>> listeners_;
};

}  // namespace priory::server
