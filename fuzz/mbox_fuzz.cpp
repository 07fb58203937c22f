// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as an mbox; fuzz/reading.h says what must hold.
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return priory::fuzzing::check(data, size, priory::Format::mbox);
}
