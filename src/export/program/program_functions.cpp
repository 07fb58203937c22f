// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "export/program/program_section.h"

namespace priory {

bool ProgramFunctions::has(bool (*test)(const Levels&)) const {
  return std::ranges::any_of(card_.parts, [&](const ScorePart& part) {
    const auto* table = std::get_if<ScoreTable>(&part);
    return table != nullptr && std::ranges::any_of(table->levels, test);
  });
}

void ProgramFunctions::write() {
  if (!c_) out_.line("const missing = (cell) => cell === undefined || cell === null || Number.isNaN(cell);");
  if (has([](const Levels& each) { return !each.binned; })) find_function();
  if (has([](const Levels& each) { return each.binned; })) bin_function();
  function("double", "log_sum", {"const double *x", "int n"});
  out_.line("  $double largest = x[0], sum = 0;");
  out_.line("  for ($int i = 1; i < n; ++i) if (x[i] > largest) largest = x[i];");
  out_.line("  if (largest == -$infinity) return largest;");
  out_.line("  for ($int i = 0; i < n; ++i) sum += $exp(x[i] - largest);");
  out_.line("  return largest + $log(sum);\n}");
  if (has_curves()) follow_function();
}

void ProgramFunctions::function(std::string_view type, std::string_view name,
                                const std::vector<std::string>& parameters) {
  std::string list;
  for (const std::string& each : parameters) {
    const std::size_t last = each.find_last_of(" *");
    list += (list.empty() ? "" : ", ") + (c_ ? each : each.substr(last + 1));
  }
  line("{} {}({}) {{", c_ ? fmt::format("static {}", type) : "function", at_top(name), list);
}

void ProgramFunctions::find_function() {
  if (!c_) return out_.line("const find = (values, n, value) => values.indexOf(String(value));"), void();
  function("int", "find", {"const char *const *values", "int n", "const char *value"});
  out_.line("  int low = 0, high = n - 1;");
  out_.line("  while (low <= high) {");
  out_.line("    const int middle = low + (high - low) / 2, order = strcmp(values[middle], value);");
  out_.line("    if (order == 0) return middle;");
  out_.line("    if (order < 0) low = middle + 1; else high = middle - 1;");
  out_.line("  }\n  return -1;\n}");
}

void ProgramFunctions::bin_function() {
  function("int", "bin", {"const double *borders", "int n", "double x"});
  out_.line("  $int at = 0;\n  while (at < n && borders[at] <= x) ++at;\n  return at;\n}");
}

void ProgramFunctions::follow_function() {
  function("double", "follow", {"const double *from", "const double *to", "int n", "double x"});
  out_.line("  $int k = 0;\n  while (k < n && from[k] <= x) ++k;");
  out_.line("  if (k == 0) return to[0];\n  if (k == n) return to[n - 1];");
  out_.line("  return to[k - 1] + (x - from[k - 1]) / (from[k] - from[k - 1]) * (to[k] - to[k - 1]);\n}");
  function("double", "log_sigmoid", {"double x"});
  out_.line("  return x > 0 ? -$log(1 + $exp(-x)) : x - $log(1 + $exp(x));\n}");
}

}  // namespace priory
