// SPDX-License-Identifier: Apache-2.0
// What a server sends in place of a binary COPY: read whole, and in two parts at any place, it gives the same
// rows or the same refusal, and never more than the bytes hold.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "priory/error.h"

#include "input/databases/copy_binary.h"

namespace {

using namespace priory;

const std::vector<BufferType> kTypes = {{BufferType::Kind::numbers, NumberType::f64, {}},
                                        {BufferType::Kind::numbers, NumberType::i16, {}},
                                        {BufferType::Kind::codes, NumberType::i32, {"false", "true"}},
                                        {BufferType::Kind::texts, NumberType::f64, {}}};

// The rows of the buffers, as far as they can be told apart.
std::size_t sum_of(ColumnBuffers& buffers, std::size_t n_rows) {
  std::size_t sum = n_rows;
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (std::size_t c = 0; c < kTypes.size(); ++c) sum = 31 * sum + buffers.missing(c)[row];
    if (buffers.missing(3)[row] != 0) continue;
    for (const char byte : buffers.texts(3)[row]) sum = 31 * sum + static_cast<unsigned char>(byte);
  }
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    const std::size_t header = copy_header(bytes);
    if (header > size) std::abort();
    const std::string_view rest = std::string_view(bytes).substr(header);
    ColumnBuffers buffers(kTypes, {"a", "b", "c", "d"}, "fuzz", 64);
    const CopyTuples all = whole_tuples(rest, kTypes.size(), 64, size);
    if (all.size > rest.size()) std::abort();
    const std::string_view half = rest.substr(0, rest.size() / 2);
    const CopyTuples some = whole_tuples(half, kTypes.size(), 64, size);
    if (some.n_rows > all.n_rows || some.size > all.size) std::abort();
    const std::size_t n = read_tuples(rest.substr(0, all.size), {0, 1, 2, 3}, kTypes, buffers);
    if (n != all.n_rows) std::abort();
    const std::size_t sum = sum_of(buffers, n);
    const std::size_t again = read_tuples(rest.substr(0, all.size), {0, 1, 2, 3}, kTypes, buffers);
    if (sum_of(buffers, again) != sum) std::abort();
  } catch (const Error&) {
  }
  return 0;
}
