// SPDX-License-Identifier: Apache-2.0
// The yardstick for training on texts: parses a CSV `label,text`, splits the texts into words of letters and
// digits, lower-cases ASCII, hashes and counts words by class; nothing else. Bytes that are not ASCII belong
// to words as they are, without a look at Unicode. A word has two bytes or more.
//
//   bare_text FILE.csv threads
//
// Threads take turns in reading a block that ends with a record. Prints JSON: seconds, rows, tokens, distinct
// words, a checksum of all counts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
// Only for the processor that the compiler is told of: Highway 1.0.3 contradicts itself where that one has
// all of AVX-512 and it is to find out at run time.
#define HWY_COMPILE_ONLY_STATIC
#include <hwy/highway.h>
#include <mutex>
#include <thread>
#include <unistd.h>

#include "bare_words.h"

namespace hn = hwy::HWY_NAMESPACE;

namespace {

constexpr std::size_t kBlock = 64;  // bytes that are looked at together: a bit each in an integer

struct Marks {
  std::uint64_t words, quotes, line_ends;
};

template <bool kWithWords>
Marks marks(char* block) {
  const hn::CappedTag<std::uint8_t, kBlock> d;
  auto* bytes = reinterpret_cast<std::uint8_t*>(block);
  Marks out{};
  const auto bits = [&](auto mask, std::size_t at) {
    std::uint8_t raw[8] = {};
    hn::StoreMaskBits(d, mask, raw);
    std::uint64_t value;
    std::memcpy(&value, raw, 8);
    return value << at;
  };
  for (std::size_t at = 0; at < kBlock; at += hn::Lanes(d)) {
    auto v = hn::LoadU(d, bytes + at);
    out.quotes |= bits(hn::Eq(v, hn::Set(d, '"')), at);
    out.line_ends |= bits(hn::Eq(v, hn::Set(d, '\n')), at);
    if constexpr (kWithWords) {
      const auto in_range = [&](char first, std::uint8_t n) {
        return hn::Lt(hn::Sub(v, hn::Set(d, first)), hn::Set(d, n));
      };
      v = hn::Or(v, hn::IfThenElseZero(in_range('A', 26), hn::Set(d, 0x20)));
      hn::StoreU(v, d, bytes + at);
      const auto word = hn::Or(hn::Or(in_range('a', 26), in_range('0', 10)),
                               hn::Or(hn::Eq(v, hn::Set(d, '_')), hn::Gt(v, hn::Set(d, 0x7f))));
      out.words |= bits(word, at);
    }
  }
  return out;
}

// The bits from `at` on.
std::uint64_t from(std::ptrdiff_t at) {
  return at >= 64 ? 0 : at <= 0 ? ~0ull : ~0ull << at;
}

// A buffer of whole records; zeros follow its end.
class Records {
 public:
  Records(char* begin, char* end, WordCounts& counts) : end_(end), counts_(counts) { start_record(begin); }

  void count() {
    for (block_ = begin_of_text_; block_ < end_; block_ += kBlock) {
      Marks found = marks<true>(block_);
      const std::uint64_t valid = from(begin_of_text_ - block_) & ~from(end_ - block_);
      found.words &= valid;
      std::uint64_t special = (found.quotes | found.line_ends) & valid;
      while (special != 0) {
        const auto at = __builtin_ctzll(special);
        special &= special - 1;
        if ((found.quotes >> at & 1) != 0) {
          quoted_ = !quoted_;
        } else if (!quoted_) {
          count_words(found.words & ~from(at));
          start_record(block_ + at + 1);
          found.words &= from(begin_of_text_ - block_);
          special &= from(begin_of_text_ - block_);
        }
      }
      count_words(found.words);
      in_word_ = found.words >> 63 != 0;
    }
    if (in_word_) count_word(begin_of_word_, end_);
  }

 private:
  void start_record(char* begin) {
    if (begin >= end_) {
      begin_of_text_ = end_;
      return;
    }
    char* end = begin;
    if (*begin == '"') {
      ++begin;
      for (end = begin; end < end_ && (*end != '"' || end[1] == '"'); ++end) end += *end == '"';
      begin_of_text_ = end + 2;
    } else {
      while (end < end_ && *end != ',') ++end;
      begin_of_text_ = end + 1;
    }
    label_ = counts_.start_row(word_of(begin, static_cast<std::size_t>(end - begin)));
  }
  void count_words(std::uint64_t words) {
    const std::uint64_t before = words << 1 | static_cast<std::uint64_t>(in_word_);
    std::uint64_t begins = words & ~before, ends = ~words & before;
    if (in_word_ && ends != 0) {
      count_word(begin_of_word_, block_ + __builtin_ctzll(ends));
      ends &= ends - 1;
    }
    for (; ends != 0; ends &= ends - 1, begins &= begins - 1)
      count_word(block_ + __builtin_ctzll(begins), block_ + __builtin_ctzll(ends));
    if (begins != 0) begin_of_word_ = block_ + __builtin_ctzll(begins);
    in_word_ = false;
  }
  void count_word(const char* begin, const char* end) {
    const auto length = static_cast<std::size_t>(end - begin);
    if (length > 1) counts_.count(word_of(begin, length), label_);
  }

  char* end_;
  WordCounts& counts_;
  char *block_ = nullptr, *begin_of_text_ = nullptr, *begin_of_word_ = nullptr;
  std::uint32_t label_ = 0;
  bool quoted_ = false, in_word_ = false;
};

// Blocks of whole records, to any thread that asks.
class File {
 public:
  explicit File(const char* path) : descriptor_(open(path, O_RDONLY)) {
    if (descriptor_ < 0) throw std::runtime_error(std::string("cannot open ") + path);
    std::vector<char> head(1 << 16);
    const auto n = pread(descriptor_, head.data(), head.size(), 0);
    at_ = std::find(head.begin(), head.begin() + n, '\n') - head.begin() + 1;
  }
  ~File() { close(descriptor_); }

  // The number of bytes of the next block, which the buffer begins with; 0 at the end.
  std::size_t next(std::vector<char>& buffer) {
    const std::lock_guard lock(mutex_);
    for (;; buffer.resize(2 * buffer.size())) {
      const auto n = pread(descriptor_, buffer.data(), buffer.size() - 2 * kBlock, at_);
      if (n <= 0) return 0;
      std::memset(buffer.data() + n, 0, 2 * kBlock);
      const std::size_t whole = records(buffer.data(), static_cast<std::size_t>(n));
      const bool last = static_cast<std::size_t>(n) < buffer.size() - 2 * kBlock;
      if (whole == 0 && !last) continue;
      at_ += last ? n : static_cast<off_t>(whole);
      return last ? static_cast<std::size_t>(n) : whole;
    }
  }

 private:
  // Bytes up to the last line end outside quotes.
  static std::size_t records(char* data, std::size_t size) {
    bool quoted = false;
    std::size_t whole = 0;
    for (std::size_t at = 0; at < size; at += kBlock) {
      const Marks found = marks<false>(data + at);
      if (found.quotes == 0) {
        if (!quoted && found.line_ends != 0)
          whole = at + 64 - static_cast<std::size_t>(__builtin_clzll(found.line_ends));
        continue;
      }
      for (std::uint64_t rest = found.quotes | found.line_ends; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::size_t>(__builtin_ctzll(rest));
        if ((found.quotes >> bit & 1) != 0)
          quoted = !quoted;
        else if (!quoted)
          whole = at + bit + 1;
      }
    }
    return whole;
  }

  std::mutex mutex_;
  int descriptor_;
  off_t at_ = 0;
};

void count(File& file, WordCounts& counts) {
  std::vector<char> buffer(std::size_t{1} << 19);
  while (const std::size_t size = file.next(buffer))
    Records(buffer.data(), buffer.data() + size, counts).count();
  counts.flush();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: bare_text FILE.csv threads\n"), 2;
  const auto begin = std::chrono::steady_clock::now();
  File file(argv[1]);
  std::vector<WordCounts> counts(static_cast<std::size_t>(std::atoi(argv[2])));
  std::vector<std::thread> threads;
  for (std::size_t k = 1; k < counts.size(); ++k) threads.emplace_back([&, k] { count(file, counts[k]); });
  count(file, counts[0]);
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 1; k < counts.size(); ++k) counts[0].merge(counts[k]);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf(
      "{\"seconds\": {\"count\": %.6f}, \"rows\": %llu, \"tokens\": %llu, \"words\": %zu, \"checksum\": "
      "%llu}\n",
      seconds.count(), static_cast<unsigned long long>(counts[0].n_rows),
      static_cast<unsigned long long>(counts[0].n_tokens), counts[0].n_words(),
      static_cast<unsigned long long>(counts[0].checksum()));
}
