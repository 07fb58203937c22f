// SPDX-License-Identifier: Apache-2.0
// A scorecard as a program in C or JavaScript: arrays, then one function that adds up the scores of a row.
#include <algorithm>

#include "priory/convert.h"

#include "export/program/c_names.h"
#include "export/program/program_steps.h"

namespace priory {
namespace {

class Head : ProgramSection {
 public:
  using ProgramSection::ProgramSection;

  // What a row is made of, and what the function answers.
  void write() {
    const std::string what = fmt::format("{} classes, {} columns", card_.classes.size(), card_.inputs.size());
    if (!c_) {
      line("// {}. Made by priory convert.", what);
      line(
          "// predict({{column: value, ...}}) is {{predicted, probability: [...]}}, the probabilities in the "
          "order of `classes`; null");
      line(
          "// where a row has no answer. A cell that is missing is null, undefined or NaN; numbers are "
          "numbers.");
      out_.line("export const classes = [" + joined(card_.classes) + "];");
      return;
    }
    line("/* {}. Made by priory convert.", what);
    line(
        "   {0}_predict fills probability[{0}_n_classes] and returns the most probable class, or -1 where a "
        "row has no",
        out_.name());
    line(
        "   answer: a number that the model cannot have, or a missing cell where one is needed. Link with "
        "-lm. */");
    out_.line("#include <math.h>\n#include <string.h>\n");
    out_.line("typedef struct {");
    for (std::size_t k = 0; k < card_.inputs.size(); ++k) {
      const bool number = card_.inputs[k].number;
      line("  {}{}; /* {}{} missing */", number ? "double " : "const char *", names_.members[k],
           names_.members[k] == card_.inputs[k].name ? "" : comment(card_.inputs[k].name) + "; ",
           number ? "NAN is" : "NULL is");
    }
    out_.line("} $NAME_row;\n");
    line("enum {{ {}_n_classes = {} }};", out_.name(), card_.classes.size());
    line("const char *const {}_classes[{}] = {{{}}};", out_.name(), card_.classes.size(),
         joined(card_.classes));
  }

  std::string joined(const std::vector<std::string>& strings) const {
    std::string out;
    for (const std::string& each : strings) out += (out.empty() ? "" : ", ") + out_.quoted(each);
    return out;
  }

  std::string comment(const std::string& text) const {
    std::string out = out_.quoted(text);
    for (std::size_t at = out.find("*/"); at != std::string::npos; at = out.find("*/"))
      out.insert(at + 1, " ");
    return out;
  }
};

std::string program(const Scorecard& card, Language language, std::string_view name) {
  ProgramText text(language, name);
  const ProgramNames names = {member_names(card.inputs)};
  Head(card, text, names).write();
  ProgramArrays(card, text, names).write();
  ProgramFunctions(card, text, names).write();
  ProgramSteps steps(card, text, names);
  take_steps(card, steps);
  steps.answer();
  return text.text();
}

}  // namespace

std::string to_c(const Classifier& model, std::string_view name) {
  const Scorecard card = scorecard(model);
  const auto has_zero = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  for (const ScorePart& part : card.parts) {
    const auto* table = std::get_if<ScoreTable>(&part);
    for (std::size_t j = 0; table != nullptr && j < table->levels.size(); ++j) {
      if (std::ranges::any_of(table->levels[j].values, has_zero))
        throw Error(ErrorKind::usage, "a value with the character 0 in it is no string of C");
    }
  }
  return program(card, Language::c, name);
}

std::string to_javascript(const Classifier& model) {
  return program(scorecard(model), Language::javascript, "");
}

}  // namespace priory