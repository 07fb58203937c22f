// SPDX-License-Identifier: Apache-2.0
#include "input/mail/html_text.h"

#include <algorithm>
#include <iterator>

#include "bytes/charset.h"
#include "input/lines.h"
#include "input/mail/html_entities.h"

namespace priory {
namespace {

constexpr auto kNone = std::string_view::npos;

// Sorted. What stands on its own on the screen, images and fields too.
constexpr std::string_view kBlocks[] = {
    "address", "article",  "aside",   "blockquote", "body",   "br",       "button", "caption", "center",
    "col",     "colgroup", "dd",      "details",    "dir",    "div",      "dl",     "dt",      "fieldset",
    "figure",  "footer",   "form",    "frame",      "h1",     "h2",       "h3",     "h4",      "h5",
    "h6",      "head",     "header",  "hr",         "html",   "iframe",   "img",    "input",   "legend",
    "li",      "main",     "marquee", "menu",       "nav",    "noscript", "object", "ol",      "optgroup",
    "option",  "p",        "pre",     "section",    "select", "table",    "tbody",  "td",      "textarea",
    "tfoot",   "th",       "thead",   "title",      "tr",     "ul",
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_block(std::string_view name) {
  std::string lowered;
  std::transform(name.begin(), name.end(), std::back_inserter(lowered), lower);
  return std::binary_search(std::begin(kBlocks), std::end(kBlocks), std::string_view(lowered));
}

class HtmlReader {
 public:
  explicit HtmlReader(std::string_view html) : html_(html) { out_.reserve(html.size() / 2); }

  std::string read() {
    while (at_ < html_.size()) {
      const std::size_t next = std::min(html_.find_first_of("<&", at_), html_.size());
      out_ += html_.substr(at_, next - at_);
      at_ = next;
      if (at_ == html_.size()) break;
      html_[at_] == '&' ? read_entity() : read_markup();
    }
    return std::move(out_);
  }

 private:
  void read_entity() {
    const Entity entity = entity_at(html_.substr(at_));
    if (entity.size == 0)
      out_ += html_[at_++];
    else if (entity.code != kSoftHyphen)  // not on the screen: it only says where a word may be broken
      append_utf8(entity.code, out_);
    at_ += entity.size;
  }

  void read_markup() {
    const char next = at_ + 1 < html_.size() ? html_[at_ + 1] : ' ';
    if (html_.substr(at_).starts_with("<!--")) return skip_comment();
    if (next == '!' || next == '?') return skip_to('>');
    const bool closing = next == '/';
    const std::size_t name = at_ + (closing ? 2 : 1);
    if (name >= html_.size() || !is_letter(html_[name])) {
      out_ += html_[at_++];  // a < b
      return;
    }
    read_tag(name, closing);
  }

  // `name`: where the name of the tag begins.
  void read_tag(std::size_t name, bool closing) {
    std::size_t end = name;
    while (end < html_.size() && (is_letter(html_[end]) || (html_[end] >= '0' && html_[end] <= '9'))) ++end;
    const std::string_view tag = html_.substr(name, end - name);
    const std::size_t close = end_of_tag(end);
    if (close == kNone) {
      out_ += html_[at_++];
      return;
    }
    if (is_block(tag)) out_ += '\n';
    at_ = close + 1;
    if (!closing && equal_ignoring_case(tag, "script")) skip_content("</script", no_script_end_);
    if (!closing && equal_ignoring_case(tag, "style")) skip_content("</style", no_style_end_);
  }

  // The '>' that ends a tag: not one inside the quotes of an attribute, unless they are never closed.
  std::size_t end_of_tag(std::size_t at) {
    const std::size_t plain = find('>', at);
    if (plain == kNone || !trusts_quotes_) return plain;
    const std::string_view near = html_.substr(0, at + std::min(html_.size() - at, kLongestTag));
    for (std::size_t i = at; i < near.size(); ++i) {
      if (near[i] == '>') return i;
      if (near[i] != '=') continue;
      const std::size_t quote = near.find_first_not_of(" \t\r\n", i + 1);
      if (quote == kNone || (near[quote] != '"' && near[quote] != '\'')) continue;
      i = near.find(near[quote], quote + 1);
      if (i == kNone) break;
    }
    trusts_quotes_ = false;  // and no such search again: a page of them would take for ever
    return plain;
  }

  void skip_comment() {
    const std::size_t end = no_comment_end_ ? kNone : html_.find("-->", at_ + 2);  // <!--> is one too
    no_comment_end_ = end == kNone;
    if (end == kNone) return skip_to('>');
    at_ = end + 3;
  }

  void skip_to(char c) {
    const std::size_t end = find(c, at_);
    if (end == kNone) out_ += html_[at_];
    at_ = end == kNone ? at_ + 1 : end + 1;
  }

  // `none`: there is no such end in what follows, as an earlier search found.
  void skip_content(std::string_view closing, bool& none) {
    for (std::size_t at = none ? kNone : html_.find("</", at_); at != kNone; at = html_.find("</", at + 2)) {
      if (!equal_ignoring_case(html_.substr(at, closing.size()), closing)) continue;
      at_ = at;
      return;
    }
    none = true;
  }

  // Like html_.find, but what was not found once is not looked for again, however many tags ask for it.
  std::size_t find(char c, std::size_t at) {
    if (no_close_) return kNone;
    const std::size_t found = html_.find(c, at);
    no_close_ = found == kNone;
    return found;
  }

  static constexpr char32_t kSoftHyphen = 0xAD;
  static constexpr std::size_t kLongestTag = 1 << 16;

  std::string_view html_;
  std::size_t at_ = 0;
  bool trusts_quotes_ = true;
  bool no_close_ = false, no_comment_end_ = false, no_script_end_ = false, no_style_end_ = false;
  std::string out_;
};

}  // namespace

std::string html_text(std::string_view html) {
  return HtmlReader(html).read();
}

std::string_view html_charset(std::string_view html) {
  constexpr std::size_t kLook = 1024;
  constexpr std::string_view kKey = "charset";
  const std::string_view head = html.substr(0, kLook);
  const auto found = std::search(head.begin(), head.end(), kKey.begin(), kKey.end(),
                                 [](char a, char b) { return lower(a) == b; });
  std::string_view rest = head.substr(static_cast<std::size_t>(found - head.begin()));
  if (rest.empty()) return {};
  rest.remove_prefix(kKey.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  if (!rest.starts_with('=')) return {};
  rest.remove_prefix(1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n\"'"), rest.size()));
  return rest.substr(0, rest.find_first_of(" \t\r\n\"';/>"));
}

}  // namespace priory
