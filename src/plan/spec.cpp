// SPDX-License-Identifier: Apache-2.0
// The little languages of the command line:
//   list     NAME {, NAME}
//   types    COLUMN=TYPE[{VALUE {, VALUE}}] {, ...}
//   parts    COLUMN{+COLUMN}=FAMILY {, ...}
//   setting  NUMBER | [NUMBER,] COLUMN=NUMBER {, ...}
//   prior    empirical | uniform | CLASS=NUMBER {, ...}
// A name with , = + { } or spaces at its ends is quoted with ' or ", doubled inside to mean itself.
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "priory/family.h"
#include "priory/plan.h"

#include "family/family.h"

namespace priory {
namespace {

class Reader {
 public:
  Reader(std::string_view what, std::string_view text) : what_(what), text_(text) {}

  bool done() { return skip_space(), at_ == text_.size(); }

  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail(fmt::format("expected '{}'", c));
  }

  // A name up to one of `ends`, or a quoted one.
  std::string name(std::string_view ends) {
    skip_space();
    if (at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"')) return quoted(text_[at_]);
    const std::size_t begin = at_;
    while (at_ < text_.size() && ends.find(text_[at_]) == std::string_view::npos) ++at_;
    std::size_t end = at_;
    while (end > begin && text_[end - 1] == ' ') --end;
    if (end == begin) fail("expected a name");
    return std::string(text_.substr(begin, end - begin));
  }

  double number(std::string_view ends) {
    const std::size_t begin = (skip_space(), at_);
    const std::string word = name(ends);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
      at_ = begin;
      fail(fmt::format("'{}' is not a number", word));
    }
    return value;
  }

  // A number, `auto`, or one of the words that stand for 0, 1, ...
  double number_or_auto(std::string_view ends, const std::vector<std::string>& words = {}) {
    const std::size_t begin = (skip_space(), at_);
    const std::string word = name(ends);
    if (word == "auto") return kAuto;
    if (const auto at = std::ranges::find(words, word); at != words.end())
      return static_cast<double>(at - words.begin());
    at_ = begin;
    return number(ends);
  }

  std::size_t mark() const { return at_; }
  void back(std::size_t at) { at_ = at; }

  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ErrorKind::usage, fmt::format("{} '{}', character {}: {}", what_, text_, at_ + 1, why));
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  std::string quoted(char mark) {
    const std::size_t begin = at_++;
    std::string out;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] != mark)
        out += text_[at_];
      else if (at_ + 1 < text_.size() && text_[at_ + 1] == mark)
        out += text_[at_++];
      else
        return ++at_, out;
    }
    at_ = begin;
    fail("this quote is not closed");
  }

  std::string_view what_;
  std::string_view text_;
  std::size_t at_ = 0;
};

// Items separated by commas; at least one.
template <class Item>
void each_item(Reader& reader, Item&& item) {
  do item();
  while (reader.take(','));
  if (!reader.done()) reader.fail("expected ',' or the end");
}

}  // namespace

std::vector<std::string> parse_list(std::string_view text) {
  std::vector<std::string> out;
  Reader reader("list", text);
  if (reader.done()) return out;
  each_item(reader, [&] { out.push_back(reader.name(",")); });
  return out;
}

std::vector<ColumnType> parse_types(std::string_view text) {
  std::vector<ColumnType> out;
  Reader reader("‹types›", text);
  each_item(reader, [&] {
    ColumnType type;
    type.column = reader.name("=");
    reader.expect('=');
    type.type = reader.name(",{");
    if (reader.take('{')) {
      do type.values.push_back(reader.name(",}"));
      while (reader.take(','));
      reader.expect('}');
    }
    out.push_back(std::move(type));
  });
  return out;
}

std::vector<ColumnGroup> parse_parts(std::string_view text) {
  std::vector<ColumnGroup> out;
  Reader reader("‹parts›", text);
  each_item(reader, [&] {
    ColumnGroup group;
    do group.columns.push_back(reader.name("+="));
    while (reader.take('+'));
    reader.expect('=');
    group.family = reader.name(",");
    out.push_back(std::move(group));
  });
  return out;
}

namespace {

// The words that an option of some family takes in place of 0, 1, ...
std::vector<std::string> value_names(std::string_view option) {
  for (const Family* family : all_families()) {
    for (const Option& each : family->info().options) {
      if (each.name == option && !each.names.empty()) return parse_list(each.names);
    }
  }
  return {};
}

}  // namespace

std::vector<OptionValue> parse_setting(std::string_view name, std::string_view text) {
  std::vector<OptionValue> out;
  const std::string what = fmt::format("‹{}›", name);
  Reader reader(what, text);
  const std::vector<std::string> words = value_names(name);
  each_item(reader, [&] {
    const std::size_t begin = reader.mark();
    std::string column = reader.name("=,");
    if (reader.take('=')) {
      out.push_back({std::string(name), std::move(column), reader.number_or_auto(",", words)});
      return;
    }
    reader.back(begin);
    const double value = reader.number_or_auto(",", words);
    if (!out.empty()) reader.fail("the value for all columns stands first, and once");
    out.push_back({std::string(name), "", value});
  });
  return out;
}

ClassPrior parse_prior(std::string_view text, double alpha) {
  ClassPrior out;
  out.alpha = alpha;
  if (text == "empirical") return out;
  out.kind = text == "uniform" ? PriorKind::uniform : PriorKind::given;
  if (out.kind == PriorKind::uniform) return out;
  Reader reader("‹class-prior›", text);
  double total = 0;
  each_item(reader, [&] {
    std::string label = reader.name("=,");
    if (!reader.take('=')) reader.fail("expected empirical, uniform or CLASS=PROBABILITY");
    const double p = reader.number(",");
    if (p < 0) reader.fail("a probability is not negative");
    total += p;
    for (const auto& [other, unused] : out.given) {
      if (other == label) reader.fail(fmt::format("'{}' is named twice", label));
    }
    out.given.emplace_back(std::move(label), p);
  });
  if (std::abs(total - 1) > 1e-9) reader.fail(fmt::format("the probabilities sum to {}, not to 1", total));
  return out;
}

}  // namespace priory
