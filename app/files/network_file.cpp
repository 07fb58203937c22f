// SPDX-License-Identifier: Apache-2.0
#include "files/network_file.h"

#include <fmt/format.h>
#include <fstream>

namespace priory::app {
namespace {

std::vector<std::string> parent_names(const Network& network, std::size_t variable) {
  std::vector<std::string> out;
  for (const std::size_t parent : network.parents(variable)) out.push_back(network.variables()[parent].name);
  return out;
}

std::size_t n_arcs(const Network& network) {
  std::size_t out = 0;
  for (std::size_t each = 0; each < network.variables().size(); ++each) out += network.parents(each).size();
  return out;
}

std::string counted(std::size_t n, const std::string& what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

bool is_network_file(const std::string& path) {
  if (path == "-" || path.ends_with(".bif")) return true;
  std::ifstream file(path, std::ios::binary);
  std::string head(4096, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return looks_like_bif(head);
}

Network load_network(const std::string& path) {
  std::vector<std::string> notes;
  Network out = load_bif(path, &notes);
  for (const std::string& text : notes) note(text);
  return out;
}

std::string network_text(const Network& network, const std::string& path, std::size_t top,
                         std::size_t width) {
  const std::vector<Variable>& variables = network.variables();
  std::string out = fmt::format("{}: network '{}' of {}, {}, {}\n\n", path, printable(network.name()),
                                counted(variables.size(), "variable"), counted(n_arcs(network), "arc"),
                                counted(network.free_parameters(), "free parameter"));
  TextTable table({"variable", "states", "parents", "parameters"});
  for (std::size_t each = 0; each < std::min(top, variables.size()); ++each) {
    const std::size_t cells = network.table(each).log_prob.size();
    table.add_row({variables[each].name, fmt::format("{}", fmt::join(variables[each].states, ", ")),
                   fmt::format("{}", fmt::join(parent_names(network, each), ", ")),
                   std::to_string(cells - cells / variables[each].states.size())});
  }
  out += table.text(width);
  if (variables.size() > top)
    out += fmt::format("and {} (--top {} shows them, --json all)\n",
                       counted(variables.size() - top, "more variable"), variables.size());
  return out;
}

}  // namespace priory::app
