// SPDX-License-Identifier: Apache-2.0
// The boundary: what is behind it may throw, what is before it must not see an exception.
#pragma once

#include <exception>
#include <memory>
#include <new>
#include <string>

#include "priory/error.h"
#include "priory/plan.h"

#include "engine.h"

struct PrioryObject {
  PrioryObject() = default;
  PrioryObject(const PrioryObject&) = delete;
  PrioryObject& operator=(const PrioryObject&) = delete;
  virtual ~PrioryObject() = default;

  std::string out;  // the text that came back last
};

namespace priory::postgres {

// Says what is being thrown. Allocates at most what it can do without.
void describe_exception(PrioryFailure& failure) noexcept;

// Destructors may need memory too (those of a JSON document do), and end the process where there is none. So
// while work is done, some is put by: the first allocation that fails gets it, the next one throws and leaves
// the rest of it to the destructors. A std::bad_alloc where nothing can be put by.
class MemoryPutBy {
 public:
  MemoryPutBy();
  ~MemoryPutBy();
  MemoryPutBy(const MemoryPutBy&) = delete;
  MemoryPutBy& operator=(const MemoryPutBy&) = delete;

 private:
  std::new_handler before_;
  void* (*allocate_)(std::size_t);
  void* (*reallocate_)(void*, std::size_t, std::size_t);
  void (*free_)(void*, std::size_t);
};

template <class Work>
bool guarded(PrioryFailure* failure, const Work& work) noexcept {
  try {
    const MemoryPutBy memory;
    work();
    return true;
  } catch (...) {
    describe_exception(*failure);
    return false;
  }
}

template <class Object, class... Arguments>
PrioryObject* made(PrioryFailure* failure, const Arguments&... arguments) noexcept {
  PrioryObject* out = nullptr;
  guarded(failure, [&] { out = std::make_unique<Object>(arguments...).release(); });
  return out;
}

// The server says which kind of object it has; another kind is a bug of ours.
template <class Object>
Object& as(PrioryObject* object) {
  return dynamic_cast<Object&>(*object);
}

inline std::string_view view(PrioryText text) {
  return {text.data, text.size};
}
inline PrioryText text(std::string_view view) {
  return {view.data(), view.size()};
}

// Progress that stops when the statement is cancelled.
const Tick& tick();

}  // namespace priory::postgres
