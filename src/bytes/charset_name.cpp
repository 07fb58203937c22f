// SPDX-License-Identifier: Apache-2.0
#include "bytes/charset_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace priory {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kOthers = {{
    {"euc-kr", "cp949"},
    {"gb-2312-80", "gb18030"},
    {"gb2312", "gb18030"},
    {"gbk", "gb18030"},
    {"iso-8859-6-e", "iso-8859-6"},
    {"iso-8859-6-i", "iso-8859-6"},
    {"iso-8859-8-e", "iso-8859-8"},
    {"iso-8859-8-i", "iso-8859-8"},
    {"ks-c-5601", "cp949"},
    {"ks-c-5601-1987", "cp949"},
    {"ks-c-5601-1989", "cp949"},
    {"ksc5601", "cp949"},
    {"mac-roman", "macintosh"},
    {"ms-kanji", "cp932"},
    {"shift-jis", "cp932"},
    {"sjis", "cp932"},
    {"unicode-1-1-utf-7", "utf-7"},
    {"unicode-1-1-utf-8", "utf-8"},
    {"utf8", "utf-8"},
    {"windows-949", "cp949"},
}};

}  // namespace

std::string common_spelling(std::string_view name) {
  while (name.starts_with("x-")) name.remove_prefix(2);
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

std::string charset_name(std::string_view named) {
  constexpr std::string_view kAround = "'\" \t\r\n";
  named.remove_prefix(std::min(named.find_first_not_of(kAround), named.size()));
  named = named.substr(0, named.find_last_not_of(kAround) + 1);
  std::string name(named);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const std::string key = common_spelling(name);
  const auto found =
      std::find_if(kOthers.begin(), kOthers.end(), [&](const auto& each) { return each.first == key; });
  return found == kOthers.end() ? name : std::string(found->second);
}

}  // namespace priory
