// SPDX-License-Identifier: Apache-2.0
#include "em/shrunk_class.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

#include "family/gaussian.h"

namespace priory {
namespace {

constexpr double kRounding = 1 + 1e-6;

bool has_shrunk(const PartModel& part, const Context& context, std::size_t cell) {
  const Settings& s = part.settings;
  const double least = s["min-variance"] + s["var-smoothing"] * context.largest_variance + s["ridge"];
  return part.parameters()[1].at(0, cell) <= least * kRounding;
}

std::string shrunk_text(const Classifier::State& model, const PartModel& part,
                        const std::vector<std::uint32_t>& cells) {
  constexpr std::string_view kRemedy =
      "name its values as categories (‹types› '{0}=categorical'), smooth (‹ridge›), or ask for fewer classes";
  const auto class_of = [&](std::uint32_t cell) { return model.classes[cell / model.components]; };
  const std::string label = part.plan->label();
  std::string what;
  if (cells.size() == 1) {
    what = fmt::format("class {} has shrunk onto one value of '{}', {:.6g}", class_of(cells[0]), label,
                       part.parameters()[0].at(0, cells[0]));
  } else {
    std::vector<std::string> names;
    names.reserve(cells.size());
    for (const std::uint32_t cell : cells) names.push_back(class_of(cell));
    what = fmt::format("classes {} have each shrunk onto one value of '{}'", fmt::join(names, ", "), label);
  }
  return fmt::format("{}: {}", what, fmt::format(kRemedy, label));
}

}  // namespace

const PartModel* shrunk_column(const Classifier::State& model, std::uint32_t cell) {
  for (const PartModel& part : model.parts) {
    if (part.plan->family != Gaussian::info().name || !has_shrunk(part, model.context, cell)) continue;
    const Matrix& mean = part.parameters()[0];
    for (std::size_t other = 0; other < model.n_cells(); ++other) {
      if (mean.at(0, other) != mean.at(0, cell) || !has_shrunk(part, model.context, other)) return &part;
    }
  }
  return nullptr;
}

std::vector<std::string> shrunk_texts(const Classifier::State& model) {
  std::map<const PartModel*, std::vector<std::uint32_t>> cells;
  for (std::uint32_t cell = 0; cell < model.n_cells(); ++cell) {
    if (const PartModel* part = shrunk_column(model, cell)) cells[part].push_back(cell);
  }
  std::vector<std::string> out;
  for (const PartModel& part : model.parts) {
    if (cells.contains(&part)) out.push_back(shrunk_text(model, part, cells[&part]));
  }
  return out;
}

}  // namespace priory
