// SPDX-License-Identifier: Apache-2.0
// Decompression. A stream is looked at, not its name: gz, zst and xz begin with bytes of their own. What is
// damaged or cut short is an Error of kind data; the bytes before the damage may have been handed out by
// then.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bytes/bytes.h"

namespace priory {

// `from` itself when it is not compressed. `name` is for messages.
std::unique_ptr<Bytes> decompressed(std::unique_ptr<Bytes> from, const std::string& name);

// What was read of a stream, and the rest of it.
std::unique_ptr<Bytes> rejoined(std::string head, std::unique_ptr<Bytes> rest);

bool is_compressed(std::string_view first_bytes);  // six tell

// The two ways, for decompressed() to choose from.
std::unique_ptr<Bytes> gunzipped(std::unique_ptr<Bytes> from, const std::string& name);
std::unique_ptr<Bytes> unarchived(std::unique_ptr<Bytes> from, const std::string& name);  // zst, xz

}  // namespace priory
