// SPDX-License-Identifier: Apache-2.0
// Columns in each class, rows beside model: bars of what the rows have, under the curve or the marks of what
// the model has for them. Where they part, the family does not fit.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "priory/report.h"

#include "model/class_density.h"
#include "report/reach.h"

namespace priory {
namespace {

constexpr std::size_t kClassesDrawn = 6, kColumnsDrawn = 40, kValuesDrawn = 12, kMostBins = 30,
                      kCurvePlaces = 81;

using ShareTable = std::vector<std::vector<double>>;  // [class][value, bin or place]

std::vector<std::size_t> largest_classes(const Classifier& model) {
  const std::vector<double>& size = model.class_count();
  std::vector<std::size_t> out(model.classes().size());
  std::iota(out.begin(), out.end(), 0U);
  std::ranges::stable_sort(out, [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  if (out.size() > kClassesDrawn) out.resize(kClassesDrawn);
  std::ranges::sort(out);
  return out;
}

// Whole numbers stand in the middle of their bin.
std::vector<double> borders_of(const Reach& reach, std::size_t n_rows) {
  const double inset = reach.whole ? 0.5 : 0, width = reach.high - reach.low + 2 * inset;
  const double rice = std::ceil(2 * std::cbrt(static_cast<double>(n_rows)));
  const double bins = std::clamp(rice, 8.0, static_cast<double>(kMostBins));
  const double step = reach.whole ? std::max(1.0, std::ceil(width / bins)) : width / bins;
  std::vector<double> out;
  if (!(step > 0) || !std::isfinite(step)) return out;
  const auto count = static_cast<std::size_t>(std::ceil(width / step - 1e-9));
  for (std::size_t k = 0; k <= count; ++k) out.push_back(reach.low - inset + step * static_cast<double>(k));
  return out;
}

// Of each class shown, how many of its rows with a cell have each of `n` values, as `index_of` tells them.
template <class IndexOf>
void count_cells(const SampledColumn& column, const SampledRows& rows,
                 const std::vector<std::size_t>& classes, std::size_t n, const IndexOf& index_of,
                 PageSpread& out) {
  out.observed.assign(classes.size(), std::vector<double>(n));
  out.rows.assign(classes.size(), 0);
  double all = 0, outside = 0;
  for (std::size_t row = 0; row < rows.classes.size(); ++row) {
    const auto at = std::ranges::find(classes, rows.classes[row]);
    const double cell = column.cells[row];
    if (at == classes.end() || !std::isfinite(cell)) continue;
    const auto c = static_cast<std::size_t>(at - classes.begin());
    const std::size_t k = index_of(cell);
    ++out.rows[c], ++all;
    k < n ? ++out.observed[c][k] : ++outside;
  }
  for (std::size_t c = 0; c < classes.size(); ++c)
    for (double& share : out.observed[c]) share = out.rows[c] > 0 ? share / out.rows[c] : 0;
  out.outside = all > 0 ? outside / all : 0;
}

void count_numbers(const SampledColumn& column, const SampledRows& rows,
                   const std::vector<std::size_t>& classes, PageSpread& out) {
  const std::vector<double>& borders = out.borders;
  const auto bin_of = [&](double x) {
    const auto above = std::ranges::upper_bound(borders, x);
    if (x == borders.back()) return borders.size() - 2;  // the last bin has both its ends
    return above == borders.begin() ? borders.size() : static_cast<std::size_t>(above - borders.begin()) - 1;
  };
  count_cells(column, rows, classes, borders.size() - 1, bin_of, out);
}

ShareTable densities(const Classifier& model, std::size_t part, std::size_t column,
                     const std::vector<std::size_t>& classes, const std::vector<double>& places) {
  ShareTable out;
  for (const std::size_t c : classes) {
    std::vector<double>& of_class = out.emplace_back();
    for (const double x : places)
      of_class.push_back(std::exp(log_density_in_class(model, part, column, c, x)));
  }
  return out;
}

bool all_finite(const ShareTable& shares) {
  return std::ranges::all_of(shares, [](const std::vector<double>& each) {
    return std::ranges::all_of(each, [](double x) { return std::isfinite(x); });
  });
}

// What a picture of one column is made from.
struct Subject {
  const Classifier& model;
  std::size_t part = 0, column = 0;
  const std::vector<std::size_t>& classes;
  const SampledRows* rows = nullptr;
  const SampledColumn* cells = nullptr;  // null: there are no rows

  PageSpread of_numbers() const {
    PageSpread out;
    Reach reach = cells == nullptr ? Reach{} : reach_of(cells->cells);
    const bool seen = !reach.is_empty();
    if (!seen) reach = reach_of(model, part, column);
    if (reach.is_empty()) return out;
    reach.whole = reach.whole || model.marginal(part, 0, column).support.whole;
    if (seen) {
      out.borders = borders_of(reach, cells->cells.size());
      count_numbers(*cells, *rows, classes, out);
    }
    const bool counts = model.marginal(part, 0, column).support.whole;
    out.places = places_in({reach.low, reach.high, counts}, kCurvePlaces);
    out.fitted = densities(model, part, column, classes, out.places);
    if (!all_finite(out.fitted)) out.fitted.clear(), out.places.clear();
    return out;
  }

  // The probabilities of its values, where the part is of this column alone.
  ShareTable probabilities(const PartView& view) const {
    ShareTable out;
    if (view.plan->columns.size() != 1 || view.values.empty() || view.parameters.empty() ||
        model.components() > 1 || view.parameters[0].rows != view.values.size())
      return out;
    for (const std::size_t c : classes) {
      std::vector<double>& of_class = out.emplace_back();
      for (std::size_t v = 0; v < view.values.size(); ++v)
        of_class.push_back(std::exp(view.parameters[0].at(v, c)));
    }
    return out;
  }

  PageSpread of_values(const PartView& view) const {
    PageSpread out;
    out.fitted = probabilities(view);
    if (!out.fitted.empty()) out.values = view.values;
    if (cells != nullptr && out.values.empty()) out.values = cells->values;
    if (cells != nullptr) {
      std::vector<std::size_t> place;  // of each of the sample's values among those shown
      for (const std::string& value : cells->values)
        place.push_back(static_cast<std::size_t>(std::ranges::find(out.values, value) - out.values.begin()));
      const auto index_of = [&](double code) { return place[static_cast<std::size_t>(code)]; };
      count_cells(*cells, *rows, classes, out.values.size(), index_of, out);
    }
    keep_frequent(out);
    return out;
  }

  // The most frequent values, in the order they have.
  static void keep_frequent(PageSpread& out) {
    if (out.values.size() <= kValuesDrawn) return;
    const ShareTable& by = out.observed.empty() ? out.fitted : out.observed;
    std::vector<double> weight(out.values.size());
    for (const std::vector<double>& each : by)
      for (std::size_t v = 0; v < weight.size(); ++v) weight[v] += each[v];
    std::vector<std::size_t> order(weight.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return weight[a] > weight[b]; });
    out.n_more = order.size() - kValuesDrawn;
    order.resize(kValuesDrawn);
    std::ranges::sort(order);
    const auto only = [&](const auto& from) {
      std::remove_cvref_t<decltype(from)> kept;
      for (const std::size_t v : order) kept.push_back(from[v]);
      return kept;
    };
    out.values = only(out.values);
    for (std::vector<double>& each : out.observed) each = only(each);
    for (std::vector<double>& each : out.fitted) each = only(each);
  }
};

const SampledColumn* find_column(const SampledRows* rows, const std::string& name) {
  if (rows == nullptr) return nullptr;
  const auto found = std::ranges::find(rows->columns, name, &SampledColumn::name);
  return found == rows->columns.end() ? nullptr : &*found;
}

}  // namespace

PageSpreads spreads(const Classifier& given, const SampledRows* rows) {
  const Classifier model = given.generative();
  PageSpreads out{largest_classes(model),
                  rows == nullptr ? 0 : rows->classes.size(),
                  rows == nullptr ? 0 : rows->n_rows,
                  {}};
  const std::vector<PartView> parts = model.parts();
  std::set<std::string_view> seen;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PartPlan& plan = *parts[k].plan;
    for (std::size_t j = 0; plan.kind != CellKind::bag && j < plan.columns.size(); ++j) {
      if (out.columns.size() == kColumnsDrawn || !seen.insert(plan.columns[j]).second) continue;
      const Subject subject{model, k, j, out.classes, rows, find_column(rows, plan.columns[j])};
      const bool numbers = plan.kind == CellKind::reals && !plan.binned(j);
      PageSpread spread = numbers ? subject.of_numbers() : subject.of_values(parts[k]);
      spread.column = plan.columns[j];
      if (!spread.observed.empty() || !spread.fitted.empty()) out.columns.push_back(std::move(spread));
    }
  }
  return out;
}

}  // namespace priory
