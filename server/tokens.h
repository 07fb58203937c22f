// SPDX-License-Identifier: Apache-2.0
// Who may ask a server that others can reach: a token that reads, and one that teaches as well.
#pragma once

#include <string>
#include <string_view>

namespace priory::server {

enum class Right : std::uint8_t { open, read, teach };  // open: nothing is asked for

struct Tokens {
  std::string reader, teacher;  // empty: nobody is asked for one

  bool needed() const { return !teacher.empty(); }
  // By a header, "Bearer ...": an Error with status 401 or 403 says what is missing.
  void check(std::string_view authorization, Right right) const;
};

// 256 bits by chance each, as hexadecimal digits.
Tokens make_tokens();
// Those in a file, for this user only; it is made if there is none. `made` says which.
Tokens tokens_of_file(const std::string& path, bool& made);

// The time does not depend on where they differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace priory::server
