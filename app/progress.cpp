// SPDX-License-Identifier: Apache-2.0
// Progress on a terminal: one line that is written over and at the end taken away.
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

#include "command.h"
#include "ranks.h"

namespace priory::app {
namespace {

using Clock = std::chrono::steady_clock;

std::string duration(std::uint64_t seconds) {
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
}

// One decimal where whole megabytes would stand still.
std::string megabytes(std::uint64_t bytes, std::uint64_t largest) {
  constexpr double kMegabyte = 1e6;
  return fmt::format("{:.{}f}", static_cast<double>(bytes) / kMegabyte, largest < 100'000'000 ? 1 : 0);
}

std::string amount(const Progress& at) {
  const bool bytes = at.unit == Progress::Unit::bytes;
  const auto number = [&](std::uint64_t n) {
    return bytes ? megabytes(n, at.total.value_or(at.done)) : fmt::format("{}", n);
  };
  const char* const unit = bytes ? "MB" : "files";
  return at.total ? fmt::format("{} of {} {}", number(at.done), number(*at.total), unit)
                  : fmt::format("{} {}", number(at.done), unit);
}

// `seconds` since the reading began.
std::string describe(const Progress& at, double seconds) {
  if (at.unit == Progress::Unit::none) return duration(static_cast<std::uint64_t>(seconds));
  std::string out = amount(at);
  if (!at.total || *at.total == 0) return out;
  const double part = std::min(1.0, static_cast<double>(at.done) / static_cast<double>(*at.total));
  out += fmt::format(", {:.0f} %", 100 * part);
  if (part > 0)
    out += fmt::format(", {} left", duration(static_cast<std::uint64_t>(seconds / part * (1 - part) + 1)));
  return out;
}

class ProgressLine {
 public:
  explicit ProgressLine(std::string what) : what_(std::move(what)) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (wrote_) tell("\r\033[K");
  }

  void show(const Progress& at) {
    const auto now = Clock::now();
    if (at.done < done_) reading_ = now;  // another reading: its speed is another
    done_ = at.done;
    const std::chrono::duration<double> since = now - reading_;
    if (is_time(now)) write(describe(at, since.count()));
  }
  void show(const std::string& at) {
    if (is_time(Clock::now())) write(at);
  }

 private:
  bool is_time(Clock::time_point now) {
    using namespace std::chrono_literals;
    if (!terminal_ || now - begin_ < 500ms || now - shown_ < 100ms) return false;
    shown_ = now;
    return wrote_ = true;
  }
  void write(const std::string& at) { tell(fmt::format("\r\033[K{}: {}", what_, at)); }

  std::string what_;
  Clock::time_point begin_ = Clock::now(), shown_ = begin_, reading_ = begin_;
  std::uint64_t done_ = 0;
  bool terminal_ = isatty(STDERR_FILENO) != 0 && is_first_rank() && !is_quiet();
  bool wrote_ = false;
};

}  // namespace

Tick progress(const std::string& what) {
  return [line = std::make_shared<ProgressLine>(what)](const Progress& at) {
    if (was_interrupted()) throw Error(ErrorKind::interrupted, "interrupted; nothing was written");
    line->show(at);
  };
}

std::function<void(const std::string&)> progress_of(const std::string& what) {
  return [line = std::make_shared<ProgressLine>(what)](const std::string& at) { line->show(at); };
}

}  // namespace priory::app
