// SPDX-License-Identifier: Apache-2.0
// What the sections of a program in C or JavaScript have in common: the scorecard, the text that they add to,
// and the names that cells and arrays have in it.
#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/program/program_text.h"
#include "export/scorecard.h"

namespace priory {

// How the rows are called in a program.
struct ProgramNames {
  std::vector<std::string> members;  // of C's struct: one for each input
};

class ProgramSection {
 public:
  ProgramSection(const Scorecard& card, ProgramText& text, const ProgramNames& names)
      : card_(card), out_(text), names_(names), c_(text.language() == Language::c) {}

 protected:
  std::string at_top(std::string_view name) const {
    return c_ ? fmt::format("{}_{}", out_.name(), name) : std::string(name);
  }
  std::string array(std::string_view name, std::size_t k) const {
    return at_top(fmt::format("{}{}", name, k));
  }

  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_.line(fmt::format(format, std::forward<Args>(args)...));
  }

  std::string cell(std::size_t input) const {
    return c_ ? "row->" + names_.members[input]
              : fmt::format("row[{}]", out_.quoted(card_.inputs[input].name));
  }
  std::string missing(std::size_t input) const {
    if (!c_) return fmt::format("missing({})", cell(input));
    return card_.inputs[input].number ? fmt::format("isnan({})", cell(input)) : cell(input) + " == NULL";
  }

  const Scorecard& card_;
  ProgramText& out_;
  const ProgramNames& names_;
  bool c_;
};

// The numbers of a scorecard, as arrays that never change.
class ProgramArrays : ProgramSection {
 public:
  using ProgramSection::ProgramSection;
  void write();

 private:
  void arrays(const ScoreTable& table, std::size_t k);
  void arrays(const ScoreCurves& curves, std::size_t k);
  void arrays(const ScoreGroup& group, std::size_t k);
  void arrays(const ScoreCounts& counts, std::size_t k);
  void arrays(const ScoreText&, std::size_t) {}  // the steps refuse it
  void calibration_arrays();
};

// The functions that the steps call.
class ProgramFunctions : ProgramSection {
 public:
  using ProgramSection::ProgramSection;
  void write();

 private:
  bool has(bool (*test)(const Levels&)) const;
  bool has_curves() const { return card_.calibration && !card_.calibration->curves.empty(); }
  void function(std::string_view type, std::string_view name, const std::vector<std::string>& parameters);
  void find_function();
  void bin_function();
  void follow_function();
};

}  // namespace priory
