// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as statistics, as they are and under a checksum that fits. Either an Error of kind model is
// thrown, or they are written to bytes that give the same back, can be merged with themselves and taken away
// again, and estimated without NaN or refused.
#include <string>

#include "priory/priory.h"

#include "sealed.h"

namespace {

void check(std::string_view bytes) {
  try {
    const priory::Statistics statistics = priory::Statistics::from_bytes(bytes, "fuzz");
    const std::string written = statistics.bytes();
    require(priory::Statistics::from_bytes(written, "again").bytes() == written);
    priory::Statistics twice = statistics;
    twice.merge(statistics);
    twice.subtract(statistics);
    require(twice.bytes() == written);
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::model || error.kind() == priory::ErrorKind::usage);
    return;
  }
  try {
    priory::Statistics::from_bytes(bytes, "fuzz").estimate();
  } catch (const priory::Error&) {  // their rows may make no model
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  each_sealing(data, size, check);
  return 0;
}
