// SPDX-License-Identifier: Apache-2.0
// UTF-16 as UTF-8. A stream is known by its byte order mark, or by the zeros that text of mostly Latin
// letters has in every second byte.
#pragma once

#include <memory>
#include <string_view>

#include "bytes/bytes.h"

namespace priory {

enum class Utf16 { none, little_endian, big_endian };

constexpr std::size_t kUtf16Head = 64;  // bytes that tell
Utf16 utf16_of(std::string_view head);

// `from` itself where it is no UTF-16. What is ill-formed becomes U+FFFD.
std::unique_ptr<Bytes> as_utf8(std::unique_ptr<Bytes> from);

}  // namespace priory
