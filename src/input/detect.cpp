// SPDX-License-Identifier: Apache-2.0
#include "input/detect.h"

#include <algorithm>
#include <array>
#include <utility>

#include "input/lines.h"

namespace priory {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 8> kEndings = {{
    {".csv", Format::csv},
    {".tsv", Format::csv},
    {".jsonl", Format::jsonl},
    {".ndjson", Format::jsonl},
    {".svm", Format::svmlight},
    {".libsvm", Format::svmlight},
    {".svmlight", Format::svmlight},
    {".arff", Format::arff},
}};

bool ends_with_any_case(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

// Takes the next word off the front of a line.
std::string_view take_word(std::string_view& line) {
  line = trim(line);
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(word.size());
  return word;
}

bool is_feature(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == word.size()) return false;
  const std::string_view index = word.substr(0, colon);
  return index == "qid" || index.find_first_not_of("0123456789") == std::string_view::npos;
}

// A label that is a number, and at least one feature.
bool is_svmlight_row(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::string_view label = take_word(line);
  if (label.empty() || label.find_first_not_of("+-0123456789.eE") != std::string_view::npos) return false;
  std::size_t n_features = 0;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line), ++n_features) {
    if (!is_feature(word)) return false;
  }
  return n_features > 0;
}

}  // namespace

std::string_view unpacked_name(std::string_view name) {
  for (const std::string_view ending : {".gz", ".zst", ".xz"}) {
    if (ends_with_any_case(name, ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

Format format_of_name(std::string_view name) {
  name = unpacked_name(name);
  for (const auto& [ending, format] : kEndings) {
    if (ends_with_any_case(name, ending)) return format;
  }
  return Format::detect;
}

Format format_of_bytes(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  LineCutter lines(head);
  while (lines.next()) {
    const std::string_view text = trim(lines.text());
    if (text.empty() || text[0] == '#') continue;  // blank, or a comment of svmlight
    if (text[0] == '{') return Format::jsonl;
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    if (text[0] == '%' || equal_ignoring_case(word, "@relation")) return Format::arff;
    return is_svmlight_row(text) ? Format::svmlight : Format::csv;
  }
  return Format::csv;
}

}  // namespace priory
