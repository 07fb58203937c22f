// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as fastText's lines and as lines that are texts; fuzz/reading.h says what must hold.
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  priory::fuzzing::check(data, size, priory::Format::lines);
  return priory::fuzzing::check(data, size, priory::Format::fasttext);
}
