// SPDX-License-Identifier: Apache-2.0
#include "guard.h"

#include <algorithm>
#include <cstring>
#include <gmp.h>

#include "priory/version.h"

namespace priory::postgres {
namespace {

bool (*interrupted)() = nullptr;

constexpr std::size_t kPutBy = std::size_t{1} << 20U;  // bytes, twice; untouched they take no room
std::unique_ptr<char[]> first_put_by, second_put_by;

void on_shortage() {
  if (first_put_by) return first_put_by.reset();
  second_put_by.reset();
  throw std::bad_alloc();
}

void put_by(std::unique_ptr<char[]>& memory) {
  if (!memory)
    memory.reset(new char[kPutBy]);  // NOLINT(modernize-make-unique): that would write to all of it
}

// As much of it as has room, without a torn character.
template <std::size_t kSize>
void copy(std::string_view from, char (&to)[kSize]) noexcept {
  std::size_t size = std::min(from.size(), kSize - 1);
  const auto goes_on = [&](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  while (size < from.size() && size > 0 && goes_on(from[size])) --size;
  std::memcpy(to, from.data(), size);
  to[size] = 0;
}

PrioryFailureKind kind_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return PRIORY_BAD_USAGE;
    case ErrorKind::data:
      return PRIORY_BAD_DATA;
    case ErrorKind::model:
      return PRIORY_BAD_MODEL;
    case ErrorKind::io:
      return PRIORY_BAD_IO;
    case ErrorKind::interrupted:
      break;
  }
  return PRIORY_INTERRUPTED;
}

// An option is a member of the options.
std::string as_option(std::string_view setting) {
  return "\"" + std::string(setting) + "\"";
}

// The place is a row of a batch, which nobody can look up.
void describe(const Error& error, PrioryFailure& failure) {
  failure.kind = kind_of(error.kind());
  copy(spelt(error.message(), as_option), failure.message);
  copy(spelt(error.remedy(), as_option), failure.hint);
}

void describe(PrioryFailureKind kind, const char* message, PrioryFailure& failure) noexcept {
  failure.kind = kind;
  copy(message, failure.message);
  failure.hint[0] = 0;
}

void* allocate(std::size_t size) {
  return ::operator new(size);
}
void give_back(void* at, std::size_t) {
  ::operator delete(at);
}
void* reallocate(void* at, std::size_t before, std::size_t size) {
  void* const out = ::operator new(size);
  std::memcpy(out, at, std::min(before, size));
  ::operator delete(at);
  return out;
}

}  // namespace

void describe_exception(PrioryFailure& failure) noexcept {
  try {
    try {
      throw;
    } catch (const Error& error) {
      describe(error, failure);
    } catch (const std::bad_alloc&) {
      describe(PRIORY_NO_MEMORY, "out of memory", failure);
    } catch (const std::length_error&) {
      describe(PRIORY_NO_MEMORY, "out of memory: a size beyond all bounds", failure);
    } catch (const std::exception& error) {
      describe(PRIORY_BUG, error.what(), failure);
    }
  } catch (...) {  // describing it failed, or it was nothing of ours
    describe(PRIORY_NO_MEMORY, "out of memory", failure);
  }
}

MemoryPutBy::MemoryPutBy() {
  put_by(first_put_by), put_by(second_put_by);
  before_ = std::set_new_handler(on_shortage);
  mp_get_memory_functions(&allocate_, &reallocate_, &free_);
  mp_set_memory_functions(allocate, reallocate, give_back);
}

MemoryPutBy::~MemoryPutBy() {
  std::set_new_handler(before_);
  mp_set_memory_functions(allocate_, reallocate_, free_);
}

const Tick& tick() {
  static const Tick out = [](const Progress&) {
    if (interrupted != nullptr && interrupted()) throw Error(ErrorKind::interrupted, "cancelled");
  };
  return out;
}

}  // namespace priory::postgres

void priory_free(PrioryObject* object) {
  PrioryFailure failure;
  if (!priory::postgres::guarded(&failure, [&] { delete object; })) delete object;
}
void priory_set_interrupted(bool (*interrupted)()) {
  priory::postgres::interrupted = interrupted;
}
const char* priory_extension_version() {
  return PRIORY_VERSION;
}
