// SPDX-License-Identifier: Apache-2.0
// What may come from a model file of strangers is held in bounds: the length of the pattern, how deep it
// nests, and the steps and memory of a search from one place. That alone would leave patterns that look at
// the whole rest of the text from every place in it, so a long text is searched in pieces: time stays
// proportional to its length. \C, which would cut characters apart, is refused. The code is compiled to the
// machine's own where the system lets it be; otherwise it is interpreted, with the same matches.
#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/token_pattern.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <new>
#include <pcre2.h>

#include "priory/error.h"
#include "priory/table.h"

namespace priory {
namespace {

constexpr std::uint32_t kMostSteps = 50'000;     // of a search from one place
constexpr std::size_t kPiece = 16 << 10;         // bytes that are searched together
constexpr std::uint32_t kMostMemory = 64 << 10;  // KiB
constexpr std::uint32_t kDeepest = 100;
constexpr std::size_t kStackStart = 32 << 10, kStackMost = 1 << 20;  // bytes
constexpr std::string_view kPythonFlag = "(?u)";  // begins scikit-learn's own pattern; here it always holds

template <class T>
T* there(T* pointer) {
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}

std::string message_of(int error) {
  std::array<PCRE2_UCHAR, 256> text{};
  pcre2_get_error_message(error, text.data(), text.size());
  return reinterpret_cast<const char*>(text.data());
}

[[noreturn]] void refuse(const std::string& pattern, const std::string& why, const std::string& remedy = {}) {
  throw Error(ErrorKind::usage, fmt::format("the token pattern '{}': {}", pattern, why), {}, remedy);
}

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
}

// Characters up to a byte, from 1.
std::size_t character_at(std::string_view text, std::size_t byte) {
  return 1 + byte - static_cast<std::size_t>(std::ranges::count_if(text.substr(0, byte), continues));
}

// Where the piece from `from` on ends: behind its last white space, or else between two characters.
std::size_t piece_end(std::string_view text, std::size_t from) {
  if (text.size() - from <= kPiece) return text.size();
  const std::size_t white = text.substr(from, kPiece).find_last_of(" \t\n\r");
  if (white != std::string_view::npos) return from + white + 1;
  std::size_t end = from + kPiece;
  while (continues(text[end])) --end;
  return end;
}

struct Free {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_compile_context* context) const { pcre2_compile_context_free(context); }
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
  void operator()(pcre2_jit_stack* stack) const { pcre2_jit_stack_free(stack); }
};

template <class T>
using Owned = std::unique_ptr<T, Free>;

Owned<pcre2_code> compile(const std::string& pattern) {
  if (pattern.empty()) refuse(pattern, "it is empty");
  if (pattern.size() > TokenOptions::kLongestPattern)
    refuse(pattern.substr(0, 40) + "...",
           fmt::format("it has {} bytes, and may have {}", pattern.size(), TokenOptions::kLongestPattern));
  const std::size_t skipped = pattern.starts_with(kPythonFlag) ? kPythonFlag.size() : 0;
  const std::string_view rest = std::string_view(pattern).substr(skipped);
  const Owned<pcre2_compile_context> context(there(pcre2_compile_context_create(nullptr)));
  pcre2_set_parens_nest_limit(context.get(), kDeepest);
  int error = 0;
  std::size_t place = 0;
  Owned<pcre2_code> out(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(rest.data()), rest.size(),
                                      PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &error, &place,
                                      context.get()));
  if (!out)
    refuse(pattern,
           fmt::format("{}, at character {}", message_of(error), character_at(pattern, skipped + place)),
           "it is a Perl-compatible regular expression, such as '[a-z]+' or '\\w\\w+'");
  return out;
}

std::uint32_t n_groups(const pcre2_code* code) {
  std::uint32_t out = 0;
  pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &out);
  return out;
}

}  // namespace

struct TokenPattern::Compiled {
  std::string text;
  Owned<pcre2_code> code;
  Owned<pcre2_match_data> found;
  Owned<pcre2_match_context> context;
  Owned<pcre2_jit_stack> stack;
  std::size_t group = 0;  // which is the token: 0 is the whole match

  void cut(std::string_view text_so_far, std::size_t from, std::uint32_t always, Units& out) const;
  bool search(std::string_view subject, std::size_t from, std::uint32_t options) const;
  [[noreturn]] void refuse_text(int error, std::string_view subject) const;
};

TokenPattern::TokenPattern(const std::string& pattern) : compiled_(std::make_unique<Compiled>()) {
  Compiled& c = *compiled_;
  c.text = pattern;
  c.code = compile(pattern);
  c.group = n_groups(c.code.get());
  if (c.group > 1)
    refuse(pattern, fmt::format("it has {} groups, and the token can be one", c.group),
           "write (?:...) for the groups that are not the token");
  c.found.reset(there(pcre2_match_data_create_from_pattern(c.code.get(), nullptr)));
  c.context.reset(there(pcre2_match_context_create(nullptr)));
  pcre2_set_match_limit(c.context.get(), kMostSteps);
  pcre2_set_heap_limit(c.context.get(), kMostMemory);
  if (pcre2_jit_compile(c.code.get(), PCRE2_JIT_COMPLETE) != 0) return;
  c.stack.reset(there(pcre2_jit_stack_create(kStackStart, kStackMost, nullptr)));
  pcre2_jit_stack_assign(c.context.get(), nullptr, c.stack.get());
}

TokenPattern::~TokenPattern() = default;
TokenPattern::TokenPattern(TokenPattern&&) noexcept = default;
TokenPattern& TokenPattern::operator=(TokenPattern&&) noexcept = default;

void TokenPattern::Compiled::refuse_text(int error, std::string_view subject) const {
  const bool limit = error == PCRE2_ERROR_MATCHLIMIT || error == PCRE2_ERROR_HEAPLIMIT ||
                     error == PCRE2_ERROR_DEPTHLIMIT || error == PCRE2_ERROR_JIT_STACKLIMIT;
  constexpr std::size_t kShown = 40;
  std::size_t shown = std::min(subject.size(), kShown);
  while (shown < subject.size() && continues(subject[shown])) --shown;
  throw Error(ErrorKind::data,
              fmt::format("the token pattern '{}' {} on the text '{}{}'", text,
                          limit ? "takes too many steps" : "fails (" + message_of(error) + ")",
                          subject.substr(0, shown), shown < subject.size() ? "..." : ""),
              {},
              "repetitions inside repetitions, as in (a+)+, try every way to share out the same characters");
}

bool TokenPattern::Compiled::search(std::string_view subject, std::size_t from, std::uint32_t options) const {
  const int result = pcre2_match(code.get(), reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(),
                                 from, options | PCRE2_NO_UTF_CHECK, found.get(), context.get());
  if (result < 0 && result != PCRE2_ERROR_NOMATCH) refuse_text(result, subject);
  return result > 0;
}

// The tokens of `text` that begin at `from` or later; what stands before is there to look back at.
void TokenPattern::Compiled::cut(std::string_view text_so_far, std::size_t from, std::uint32_t always,
                                 Units& out) const {
  const std::size_t* place = pcre2_get_ovector_pointer(found.get());
  std::uint32_t once = 0;
  while (from <= text_so_far.size() && search(text_so_far, from, always | once)) {
    const std::size_t begin = place[2 * group], end = place[2 * group + 1];
    if (begin != PCRE2_UNSET && begin < end) out.add_word(text_so_far.substr(begin, end - begin));
    if (once != 0 && place[1] <= from) return;  // cannot be; would not end
    // After a match of nothing there may be one of something in the same place, as in Python.
    once = place[1] <= std::max(from, place[0]) ? PCRE2_NOTEMPTY_ATSTART : 0;
    from = std::max(from, place[1]);
  }
}

void TokenPattern::cut(std::string_view text, Units& out) const {
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = piece_end(text, from);
    compiled_->cut(text.substr(0, end), from, end < text.size() ? PCRE2_NOTEOL : 0, out);
    from = end;
  }
}

}  // namespace priory
