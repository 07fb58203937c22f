// SPDX-License-Identifier: Apache-2.0
#include "tokens.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model_host.h"

namespace priory::server {
namespace {

constexpr std::size_t kBytes = 32;
constexpr std::string_view kBearer = "Bearer ", kReader = "reader ", kTeacher = "teacher ";

std::string random_token() {
  std::array<unsigned char, kBytes> bytes{};
  for (std::size_t n = 0; n < bytes.size();) {
    const ssize_t some = ::getrandom(bytes.data() + n, bytes.size() - n, 0);
    if (some < 0 && errno != EINTR) throw Error(ErrorKind::io, "the system gives no random numbers");
    if (some > 0) n += static_cast<std::size_t>(some);
  }
  std::string out;
  for (const unsigned char each : bytes) out += fmt::format("{:02x}", each);
  return out;
}

[[noreturn]] void bad_file(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::io, why, {path, 0, 0}, "remove it: the server makes a new one");
}

Tokens read_tokens(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0 && (facts.st_mode & 077) != 0)
    throw Error(ErrorKind::io, "others can read the tokens", {path, 0, 0}, "chmod 600 " + path);
  Tokens out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kReader)) out.reader = line.substr(kReader.size());
    if (line.starts_with(kTeacher)) out.teacher = line.substr(kTeacher.size());
  }
  if (out.reader.size() < kBytes || out.teacher.size() < kBytes || out.reader == out.teacher)
    bad_file(path,
             "a file of tokens has a line 'reader TOKEN' and a line 'teacher TOKEN', of 32 bytes or more");
  return out;
}

void write_tokens(const Tokens& tokens, const std::string& path) {
  const std::string text = fmt::format("reader {}\nteacher {}\n", tokens.reader, tokens.teacher);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    throw Error(ErrorKind::io, fmt::format("cannot be made: {}", std::strerror(errno)), {path, 0, 0});
  const bool whole = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (::close(fd) != 0 || !whole) bad_file(path, "could not be written");
}

}  // namespace

// A text of another length is compared with itself, so that the time tells no more than the length.
bool equal_in_constant_time(std::string_view a, std::string_view b) {
  const std::string_view other = a.size() == b.size() ? b : a;
  unsigned char differ = a.size() == b.size() ? 0 : 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto bits =
        static_cast<unsigned char>(static_cast<unsigned char>(a[k]) ^ static_cast<unsigned char>(other[k]));
    differ = static_cast<unsigned char>(differ | bits);
  }
  return differ == 0;
}

void Tokens::check(std::string_view authorization, Right right) const {
  if (!needed() || right == Right::open) return;
  const bool bearer = authorization.starts_with(kBearer);
  const std::string_view given = bearer ? authorization.substr(kBearer.size()) : std::string_view();
  const bool teaches = equal_in_constant_time(given, teacher), reads = equal_in_constant_time(given, reader);
  if (!teaches && !reads)
    throw Refusal(401, bearer ? "the token is wrong" : "a token is needed",
                  "send the header 'Authorization: Bearer TOKEN'; the server said the tokens at its start");
  if (!teaches && right == Right::teach)
    throw Refusal(403, "this token reads only", "teaching the model needs the teacher's token");
}

Tokens make_tokens() {
  Tokens out;
  out.reader = random_token(), out.teacher = random_token();
  return out;
}

Tokens tokens_of_file(const std::string& path, bool& made) {
  made = ::access(path.c_str(), F_OK) != 0;
  if (!made) return read_tokens(path);
  Tokens out = make_tokens();
  write_tokens(out, path);
  return out;
}

}  // namespace priory::server
