// SPDX-License-Identifier: Apache-2.0
#include "help/man_page.h"

#include <algorithm>
#include <fmt/format.h>

#include "help/exit_codes.h"
#include "help/installation.h"

namespace priory::app {
namespace {

// Text as mdoc takes it: a backslash begins an escape anywhere, a point or an apostrophe a macro at the
// beginning of a line, and a minus sign that is not escaped becomes a hyphen, which nobody can copy into a
// shell.
std::string mdoc(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool begins_line = out.empty() || out.back() == '\n';
    if (begins_line && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

// The same in lines that are short enough for mandoc.
std::string prose(std::string_view text) {
  constexpr std::size_t kLongest = 78;
  std::string out, line;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!line.empty() && mdoc(line).size() + mdoc(word).size() + 1 > kLongest)
      out += mdoc(line) + "\n", line.clear();
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return out + mdoc(line);
}

// Another page. Not as .Xr: until the pages are installed, mandoc would complain of it.
std::string page(const std::string& name) {
  return fmt::format(".Sy {} Ns (1)", name);
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
  return text;
}

std::string head(const std::string& name, const std::string& summary) {
  return fmt::format(".Dd {}\n.Dt {} 1\n.Os\n.Sh NAME\n.Nm {}\n.Nd {}\n", release_date(), upper(name), name,
                     mdoc(summary));
}

// "-o,--output" as `Fl o , Fl -output`.
std::string flags_of(const Argument& argument) {
  const std::string& flags = argument.flags;
  if (argument.positional()) return "Ar " + flags;
  std::string out;
  for (std::size_t at = 0; at < flags.size();) {
    const std::size_t end = std::min(flags.find(',', at), flags.size());
    out += fmt::format("{}Fl {}", out.empty() ? "" : " , ", flags.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return argument.value.empty() ? out : fmt::format("{} Ar {}", out, argument.value);
}

std::string synopsis_of(const Argument& argument) {
  const std::string dots = argument.many ? " ..." : "";
  if (argument.positional())
    return fmt::format(".{} {}{}\n", argument.required ? "Ar" : "Op Ar", argument.flags, dots);
  return fmt::format(".Fl {} Ar {}\n", argument.long_flag().substr(1), argument.value);
}

std::string synopsis(const Verb& verb) {
  std::string out = fmt::format(".Sh SYNOPSIS\n.Nm priory {}\n", verb.name);
  for (const Argument& each : verb.arguments.all()) {
    if (each.positional() || each.required) out += synopsis_of(each);
  }
  return out + ".Op Ar options\n";
}

std::string option_list(const Verb& verb) {
  std::string out, group;
  for (const Argument& each : verb.arguments.all()) {
    if (each.group != group) {
      if (!group.empty()) out += ".El\n";
      group = each.group;
      out += fmt::format(".Ss {}\n.Bl -tag -width Ds\n", mdoc(group));
    }
    out += fmt::format(".It {}\n{}.\n", flags_of(each), prose(each.help));
  }
  return out + ".El\n";
}

std::string examples(const std::vector<std::string>& lines) {
  std::string out = ".Sh EXAMPLES\n.Bd -literal\n";
  for (const std::string& line : lines) out += mdoc(line) + "\n";
  return out + ".Ed\n";
}

std::string exit_status() {
  std::string out = ".Sh EXIT STATUS\n.Bl -tag -width Ds\n";
  for (const ExitCode& each : kExitCodes) out += fmt::format(".It {}\n{}.\n", each.code, prose(each.meaning));
  return out + ".El\n";
}

}  // namespace

std::string man_page(const Verb& verb) {
  return head("priory-" + verb.name, verb.summary) + synopsis(verb) +
         fmt::format(".Sh DESCRIPTION\n.Nm priory {}\nis a verb of\n{} .\n", verb.name, page("priory")) +
         option_list(verb) + exit_status() + examples(verb.examples) +
         fmt::format(".Sh SEE ALSO\n{}\n", page("priory"));
}

std::string man_page(const std::vector<Verb>& verbs) {
  std::string out = head("priory", "generative classification of text and tables");
  out += ".Sh SYNOPSIS\n.Nm\n.Ar verb\n.Op Ar input ...\n.Op Ar options\n.Nm\n.Fl -help\n.Nm\n.Fl -version\n";
  out +=
      ".Sh DESCRIPTION\n.Nm\nlearns a model from rows whose class is known, predicts the class\n"
      "of new rows, and says why.\n"
      "Data go to standard output, messages to standard error: a table on a\n"
      "terminal, CSV in a pipe, JSON with\n"
      ".Fl -json .\n"
      "As a file,\n.Sq \\-\nis a pipe.\n.Pp\nThe verbs:\n.Bl -tag -width completion\n";
  std::vector<std::string> first, names;
  for (const Verb& verb : verbs) {
    out += fmt::format(".It Cm {}\n{}.\n", verb.name, prose(verb.summary));
    first.push_back(verb.examples[0]);
    names.push_back("priory-" + verb.name);
  }
  out += ".El\n" + exit_status() + examples(first) + ".Sh SEE ALSO\n";
  std::ranges::sort(names);
  for (const std::string& name : names)
    out += fmt::format("{}{}\n", page(name), name == names.back() ? "" : " ,");
  return out;
}

}  // namespace priory::app
