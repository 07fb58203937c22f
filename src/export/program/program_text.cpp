// SPDX-License-Identifier: Apache-2.0
#include "export/program/program_text.h"

#include <fmt/format.h>
#include <utility>

#include "priory/error.h"

namespace priory {
namespace {

using Word = std::pair<std::string_view, std::string_view>;
constexpr Word kC[] = {{"$int", "int"}, {"$double", "double"},     {"$exp", "exp"}, {"$log", "log"},
                       {"$cos", "cos"}, {"$infinity", "INFINITY"}, {"$none", "-1"}};
constexpr Word kJavaScript[] = {{"$int", "let"},      {"$double", "let"},   {"$exp", "Math.exp"},
                                {"$log", "Math.log"}, {"$cos", "Math.cos"}, {"$infinity", "Infinity"},
                                {"$none", "null"}};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

ProgramText& ProgramText::line(std::string_view text) {
  std::string out = replaced(std::string(text), "$NAME", name_);
  for (const auto& [from, to] : language_ == Language::c ? std::span(kC) : std::span(kJavaScript))
    out = replaced(out, from, to);
  text_ += out + "\n";
  return *this;
}

std::string ProgramText::number(double value) {
  const std::string out = number_text(value);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

// A $ is escaped: none of a name or a value is a word of `line`. What is no plain ASCII stands as bytes in C,
// whatever the source's character set is, and as code units in JavaScript. An octal escape ends after three
// digits; a hexadecimal one would go on.
std::string ProgramText::quoted(std::string_view text) const {
  std::string out = "\"";
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (each == '"' || each == '\\' || each == '?')
      out +=
          language_ == Language::javascript && each == '?' ? std::string(1, each) : std::string{'\\', each};
    else if (byte >= 0x20 && byte < 0x7F && each != '$')
      out += each;
    else if (language_ == Language::c)
      out += fmt::format("\\{:03o}", byte);
    else
      out += byte < 0x80 ? fmt::format("\\u{:04x}", byte) : std::string(1, each);
  }
  return out + '"';
}

void ProgramText::values(std::string_view type, std::string_view name,
                         const std::vector<std::string>& values) {
  const bool c = language_ == Language::c;
  std::string out = c ? fmt::format("static const {}{}[{}] = {{", type, name, values.size())
                      : fmt::format("const {} = [", name);
  std::string line = std::exchange(out, {});
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string next = values[k] + (k + 1 < values.size() ? "," : "");
    if (line.size() + next.size() > 118) text_ += line + "\n", line = "   ";
    line += (k == 0 ? "" : " ") + next;
  }
  text_ += line + (c ? "};\n" : "];\n");
}

void ProgramText::numbers(std::string_view name, std::span<const double> numbers) {
  std::vector<std::string> out;
  for (const double each : numbers) out.push_back(number(each));
  values("double ", name, out);
}

void ProgramText::strings(std::string_view name, std::span<const std::string> strings) {
  std::vector<std::string> out;
  for (const std::string& each : strings) out.push_back(quoted(each));
  values("char *const ", name, out);
}

void ProgramText::variable(std::string_view name, std::size_t size) {
  text_ += language_ == Language::c ? fmt::format("  double {}[{}] = {{0}};\n", name, size)
                                    : fmt::format("  const {} = new Float64Array({});\n", name, size);
}

}  // namespace priory
