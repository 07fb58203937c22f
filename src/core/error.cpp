// SPDX-License-Identifier: Apache-2.0
#include "priory/error.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace priory {
namespace {

std::string joined(const Place& place, const std::string& message, const std::string& remedy) {
  std::string text = place.text();
  if (!text.empty()) text += ": ";
  text += message;
  if (!remedy.empty()) text += "\n  " + remedy;
  return text;
}

constexpr std::string_view kBegin = "‹", kEnd = "›";  // around the name of a setting

// The first name in the text that is marked as a setting, and where its marks begin and end.
struct MarkedSetting {
  std::string_view name;
  std::size_t begin = 0, end = 0;
};

bool is_setting_name(std::string_view name) {
  const auto may_be = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !name.empty() && name[0] != '-' && std::all_of(name.begin(), name.end(), may_be);
}

MarkedSetting find_setting(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(kBegin, from); at != std::string_view::npos;
       at = text.find(kBegin, at + 1)) {
    const std::size_t begin = at + kBegin.size(), end = text.find(kEnd, begin);
    if (end == std::string_view::npos) break;
    if (is_setting_name(text.substr(begin, end - begin)))
      return {text.substr(begin, end - begin), at, end + kEnd.size()};
  }
  return {{}, text.size(), text.size()};
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

std::string Place::text() const {
  std::string text = file;
  if (line > 0) text += (text.empty() ? "line " : ":") + std::to_string(line);
  if (column > 0) text += ":" + std::to_string(column);
  return text;
}

bool earlier(const Place& a, const Place& b) {
  return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
}

Error::Error(ErrorKind kind, const std::string& message, Place place, std::string remedy)
    : std::runtime_error(spelt(joined(place, message, remedy))),
      kind_(kind),
      message_(message),
      place_(std::move(place)),
      remedy_(std::move(remedy)) {}

std::string Error::setting() const {
  const MarkedSetting found = find_setting(message_, 0);
  return std::string(found.name.empty() ? find_setting(remedy_, 0).name : found.name);
}

std::string Error::text(const Speller& speller) const {
  return spelt(joined(place_, message_, remedy_), speller);
}

std::string spelt(std::string_view text, const Speller& speller) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const MarkedSetting next = find_setting(text, at);
    out += text.substr(at, next.begin - at);
    if (!next.name.empty()) out += speller ? speller(next.name) : std::string(next.name);
    at = next.end;
  }
  return out;
}

namespace {

// Where alternatives end, outside parentheses and quotes.
std::vector<std::string_view> alternatives_of(std::string_view remedy) {
  std::vector<std::string_view> out;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < remedy.size(); ++at) {
    quoted ^= remedy[at] == '\'';
    depth += remedy[at] == '(' ? 1 : remedy[at] == ')' ? -1 : 0;
    if (depth > 0 || quoted || !remedy.substr(at).starts_with(", ")) continue;
    out.push_back(remedy.substr(begin, at - begin));
    begin = at + 2;
    if (remedy.substr(begin).starts_with("or ")) begin += 3;
  }
  out.push_back(remedy.substr(begin));
  return out;
}

bool names_only(std::string_view text, const std::function<bool(std::string_view)>& has) {
  for (std::size_t at = 0; at < text.size();) {
    const MarkedSetting next = find_setting(text, at);
    if (!next.name.empty() && !has(next.name)) return false;
    at = next.end;
  }
  return true;
}

}  // namespace

std::string remedy_with(std::string_view remedy, const std::function<bool(std::string_view)>& has) {
  if (names_only(remedy, has)) return std::string(remedy);
  std::vector<std::string_view> left = alternatives_of(remedy);
  std::erase_if(left, [&](std::string_view each) { return !names_only(each, has); });
  const auto names_some = [](std::string_view each) { return !find_setting(each, 0).name.empty(); };
  if (!std::ranges::any_of(left, names_some)) return std::string(remedy);
  std::string out;
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (k > 0) out += k + 1 < left.size() ? ", " : k > 1 ? ", or " : " or ";
    out += left[k];
  }
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replace, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string wanted = lower(word);
  std::size_t best = wanted.size() > 1 ? 2 + wanted.size() / 3 : 1;  // nearer than this
  const std::string* nearest = nullptr;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    if (distance < best) best = distance, nearest = &candidate;
  }
  for (const std::string& candidate : candidates) {  // a word not written to its end
    if (nearest == nullptr && word.size() > 2 && candidate.starts_with(word)) nearest = &candidate;
  }
  return nearest == nullptr ? std::string() : "; did you mean '" + *nearest + "'?";
}

}  // namespace priory
