// SPDX-License-Identifier: Apache-2.0
#include "priory/table.h"

#include "fold/sum_over_ranks.h"

namespace priory {
namespace {

struct ErrorBytes {
  std::uint32_t kind = 0;
  std::string message, remedy, file;
  std::size_t line = 0, column = 0;

  template <class Wire>
  void carry(Wire& wire) {
    wire(kind, message, remedy, file, line, column);
  }
};

ErrorBytes bytes_of(const Error& error) {
  return {static_cast<std::uint32_t>(error.kind()),
          error.message(),
          error.remedy(),
          error.place().file,
          error.place().line,
          error.place().column};
}

[[noreturn]] void throw_error(std::string_view bytes) {
  ErrorBytes it;
  unpack(bytes, it);
  throw AgreedError(static_cast<ErrorKind>(it.kind), it.message, {it.file, it.line, it.column}, it.remedy);
}

}  // namespace

std::vector<std::string> Ranks::checked(std::span<const std::string_view> to, bool failed) {
  for (std::size_t k = 0; k < to.size(); ++k) {
    if (k != rank()) bytes_sent_ += to[k].size();
  }
  std::vector<Message> from = swap(to, failed);
  std::vector<std::string> out;
  out.reserve(from.size());
  for (Message& message : from) {
    if (message.failed) throw_error(message.bytes);
    out.push_back(std::move(message.bytes));
  }
  return out;
}

std::vector<std::string> Ranks::exchange(std::span<const std::string_view> to) {
  return checked(to, false);
}

std::vector<std::string> Ranks::gather(std::string_view bytes) {
  return exchange(std::vector<std::string_view>(size(), bytes));
}

// Who has the bytes hands them on, so that in every step twice as many have them.
std::string Ranks::broadcast(std::string_view bytes, std::size_t from) {
  const std::size_t n = size(), place = (rank() + n - from) % n;
  std::string out(place == 0 ? bytes : std::string_view());
  for (std::size_t step = 1; step < n; step *= 2) {
    std::vector<std::string_view> to(n);
    if (place < step && place + step < n) to[(rank() + step) % n] = out;
    std::vector<std::string> got = exchange(to);
    if (place >= step && place < 2 * step) out = std::move(got[(rank() + n - step) % n]);
  }
  return out;
}

std::uint64_t Ranks::sum(std::uint64_t mine) {
  std::uint64_t out = 0;
  for (const std::string& bytes : gather(packed(mine))) {
    std::uint64_t each = 0;
    unpack(bytes, each);
    out += each;
  }
  return out;
}

void Ranks::fail(const Error& error) {
  const std::string bytes = packed(bytes_of(error));
  checked(std::vector<std::string_view>(size(), bytes), true);
  throw_error(bytes);  // not reached: our own failure came back
}

ReadCounts sum_over(Ranks& ranks, const ReadCounts& mine) {
  return sum_by_tree(ranks, ReadCounts(), mine);
}

}  // namespace priory
