// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as BIF: they are a network or an Error of kind data with a place, and a network that was
// read is the same after it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "priory/error.h"
#include "priory/network.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_again(const priory::Network& network) {
  const priory::Network again = priory::read_bif(priory::to_bif(network), "again");
  require(again.variables().size() == network.variables().size());
  for (std::size_t each = 0; each < network.variables().size(); ++each) {
    require(again.variables()[each].name == network.variables()[each].name);
    require(again.variables()[each].states == network.variables()[each].states);
    require(again.table(each).parents == network.table(each).parents);
    for (std::size_t k = 0; k < network.table(each).log_prob.size(); ++k) {
      const double log_prob = network.table(each).log_prob[k];
      require(log_prob <= 0);
      require(again.table(each).log_prob[k] == log_prob);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  priory::looks_like_bif(text);
  try {
    check_again(priory::read_bif(text, "bytes"));
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::data);
    require(error.place().file == "bytes");
  }
  return 0;
}
