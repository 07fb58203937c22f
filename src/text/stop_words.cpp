// SPDX-License-Identifier: Apache-2.0
// Where stop words come from: the lists of stop_lists.cpp, or a file of the user.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "priory/error.h"

#include "bytes/bytes.h"
#include "core/utf8.h"
#include "text/stop_lists.h"
#include "text/tokeniser.h"

namespace priory {
namespace {

constexpr std::size_t kLargestFile = 16 << 20;  // bytes: a list of words, not a corpus
constexpr std::string_view kWhite = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(kWhite);
  return begin == std::string_view::npos ? "" : line.substr(begin, line.find_last_not_of(kWhite) + 1 - begin);
}

// Calls `take` with each part of `text` between separators that holds something.
template <class Take>
void for_each_part(std::string_view text, std::string_view separators, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (const std::string_view part = trimmed(text.substr(0, end)); !part.empty()) take(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<std::string> in_order(std::vector<std::string> words) {
  std::ranges::sort(words);
  // Not std::ranges::unique: the subrange it gives back does not compile with clang 14 and libstdc++ 12.
  const auto repeated = std::unique(words.begin(), words.end());
  words.erase(repeated, words.end());
  return words;
}

std::string content(const std::string& path) {
  const auto file = open_descriptor(path);
  file->is_regular(path);  // a directory is refused
  std::string out(kLargestFile + 1, '\0');
  out.resize(read_fully(*file_bytes(file, path, -1), out.data(), out.size()));
  if (out.size() > kLargestFile)
    throw Error(ErrorKind::usage,
                fmt::format("{} is larger than {} MB, and no list of stop words", path, kLargestFile >> 20));
  if (!is_utf8(out))
    throw Error(ErrorKind::data, fmt::format("{}: the stop words are not UTF-8", path), {},
                "write the file in UTF-8, one word a line");
  return out;
}

std::vector<std::string> words_of_file(const std::string& path) {
  const std::string text = content(path);
  std::string_view rest = text;
  if (rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> out;
  for_each_part(rest, "\n", [&](std::string_view line) {
    if (!line.starts_with('#')) out.emplace_back(line);
  });
  if (out.empty()) throw Error(ErrorKind::data, fmt::format("{}: there are no stop words in it", path));
  return out;
}

}  // namespace

std::vector<std::string> stop_word_languages() {
  std::vector<std::string> out;
  for (const StopList& list : stop_lists()) out.emplace_back(list.language);
  return out;
}

std::vector<std::string> stop_words(const std::string& language_or_file) {
  std::vector<std::string> out;
  for (const StopList& list : stop_lists()) {
    if (list.language != language_or_file) continue;
    for_each_part(list.words, kWhite, [&](std::string_view word) { out.emplace_back(word); });
    return in_order(std::move(out));
  }
  std::error_code ignored;
  if (language_or_file != "-" && !std::filesystem::exists(language_or_file, ignored)) {
    const std::vector<std::string> known = stop_word_languages();
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is no language with stop words here, and no file{}", language_or_file,
                            did_you_mean(language_or_file, known)),
                {}, fmt::format("the languages are: {}; a file has one word a line", fmt::join(known, ", ")));
  }
  return in_order(words_of_file(language_or_file));
}

}  // namespace priory
