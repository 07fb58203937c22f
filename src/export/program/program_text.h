// SPDX-License-Identifier: Apache-2.0
// The text of a program in C or JavaScript. Both have the same loops over the same flat arrays, so that a
// scorecard is written once, in C; the words that differ are marked by a $ and replaced when a line is added.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace priory {

enum class Language { c, javascript };

class ProgramText {
 public:
  // `name` begins all names of a C program.
  ProgramText(Language language, std::string_view name) : language_(language), name_(name) {}

  Language language() const { return language_; }
  const std::string& name() const { return name_; }

  // $int and $double declare a variable, $exp, $log, $cos, $infinity and $none (no answer) are what they say,
  // and $NAME is the prefix of names at the outer level.
  ProgramText& line(std::string_view text);
  // Arrays that never change.
  void numbers(std::string_view name, std::span<const double> values);
  void strings(std::string_view name, std::span<const std::string> values);
  // An array that is filled: of zeros, or a copy of others.
  void variable(std::string_view name, std::size_t size);

  std::string quoted(std::string_view text) const;
  static std::string number(double value);

  const std::string& text() const { return text_; }

 private:
  void values(std::string_view type, std::string_view name, const std::vector<std::string>& values);

  Language language_;
  std::string name_, text_;
};

}  // namespace priory
