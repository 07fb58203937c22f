// SPDX-License-Identifier: Apache-2.0
#include "input/detect.h"

#include <algorithm>
#include <array>
#include <utility>

#include "input/lines.h"

namespace priory {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 12> kEndings = {{
    {".csv", Format::csv},
    {".tsv", Format::csv},
    {".jsonl", Format::jsonl},
    {".ndjson", Format::jsonl},
    {".svm", Format::svmlight},
    {".libsvm", Format::svmlight},
    {".svmlight", Format::svmlight},
    {".arff", Format::arff},
    {".ft", Format::fasttext},
    {".fasttext", Format::fasttext},
    {".eml", Format::mail},
    {".mbox", Format::mbox},
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

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The name of a header: printable ASCII up to a colon; empty when the line is none.
std::string_view header_name(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  const auto fits = [](char c) { return c > ' ' && c < 0x7F; };
  const std::string_view name = line.substr(0, colon);
  return std::all_of(name.begin(), name.end(), fits) ? name : std::string_view();
}

bool is_usual_header(std::string_view name) {
  static constexpr std::string_view kUsual[] = {"from",         "to",         "subject",  "date",
                                                "received",     "message-id", "reply-to", "return-path",
                                                "delivered-to", "newsgroups"};
  return std::any_of(std::begin(kUsual), std::end(kUsual),
                     [&](std::string_view usual) { return equal_ignoring_case(name, usual); });
}

}  // namespace

bool is_document(Format format) {
  return format == Format::text || format == Format::mail || format == Format::mbox;
}

bool is_mbox_line(std::string_view line) {
  if (!line.starts_with("From ")) return false;
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    if (colon + 2 < line.size() && is_digit(line[colon - 1]) && is_digit(line[colon + 1]) &&
        is_digit(line[colon + 2]))
      return true;
  }
  return false;
}

bool looks_like_mail(std::string_view head) {
  LineCutter lines(head);
  std::size_t n_headers = 0, n_usual = 0;
  bool first = true;
  while (lines.next()) {
    const std::string_view line = lines.text();
    if (first && is_mbox_line(line)) continue;
    if (line.empty() || (lines.rest().empty() && !head.ends_with('\n'))) break;  // the last may be cut
    const bool folded = !first && (line[0] == ' ' || line[0] == '\t');
    const std::string_view name = header_name(line);
    first = false;
    if (folded) continue;
    if (name.empty()) return false;
    ++n_headers, n_usual += is_usual_header(name);
  }
  return n_headers >= 2 && n_usual > 0;
}

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
  if (looks_like_mail(head)) return head.starts_with("From ") ? Format::mbox : Format::mail;
  LineCutter lines(head);
  while (lines.next()) {
    const std::string_view text = trim(lines.text());
    if (text.empty() || text[0] == '#') continue;  // blank, or a comment of svmlight
    if (text[0] == '{') return Format::jsonl;
    if (text.starts_with("__label__")) return Format::fasttext;
    if (is_mbox_line(lines.text())) return Format::mbox;
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    if (text[0] == '%' || equal_ignoring_case(word, "@relation")) return Format::arff;
    return is_svmlight_row(text) ? Format::svmlight : Format::csv;
  }
  return Format::csv;
}

}  // namespace priory
