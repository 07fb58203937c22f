// SPDX-License-Identifier: Apache-2.0
#include "labels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "priory/report.h"

namespace priory::server {
namespace {

std::string text_of(const CellValue& cell) {
  return cell.kind == CellValue::Kind::number ? number_text(cell.number) : std::string(cell.text);
}

// Sizes from two rows to all, closer together where there are few.
std::vector<std::size_t> sizes_up_to(std::size_t n, std::size_t n_points) {
  std::vector<std::size_t> out;
  const double ratio =
      std::pow(static_cast<double>(n) / 2, 1 / std::max(1.0, static_cast<double>(n_points) - 1));
  for (std::size_t k = 0; k < n_points; ++k) {
    const auto size = static_cast<std::size_t>(std::lround(2 * std::pow(ratio, static_cast<double>(k))));
    if (out.empty() || size > out.back()) out.push_back(std::min(size, n));
  }
  if (out.back() != n) out.push_back(n);
  return out;
}

}  // namespace

std::vector<LabelledRow> labelled_rows(Journal& journal, const RowShape& shape, std::int64_t base,
                                       std::int64_t until, std::size_t* n_erased) {
  std::vector<LabelledRow> out;
  journal.visit(0, until, [&](const Event& event) {
    if (!event.learns || event.base != base || (event.gone_by != 0 && event.gone_by <= until)) return true;
    if (event.erased) {
      if (n_erased != nullptr) ++*n_erased;
    } else {
      out.push_back({event.number, from_json_row(event.row, shape)});
    }
    return true;
  });
  return out;
}

std::string csv_header(const RowShape& shape) {
  std::vector<std::string> names = shape.columns();
  names.push_back(shape.target());
  if (!shape.weight().empty()) names.push_back(shape.weight());
  return csv_line(names);
}

std::string csv_line_of(const RowCells& row, const RowShape& shape) {
  std::vector<std::string> cells;
  for (const CellValue& cell : row.cells)
    cells.push_back(cell.kind == CellValue::Kind::missing ? "" : text_of(cell));
  cells.push_back(row.label);
  if (!shape.weight().empty()) cells.push_back(number_text(row.weight));
  return csv_line(cells);
}

Exported export_labels(Journal& journal, const RowShape& shape, const TakeLine& take) {
  Exported out;
  take(csv_header(shape));
  journal.visit(0, std::numeric_limits<std::int64_t>::max(), [&](const Event& event) {
    if (!event.learns || event.gone_by != 0) return true;
    if (event.erased) return ++out.erased, true;
    take(csv_line_of(from_json_row(event.row, shape), shape));
    return ++out.rows, true;
  });
  return out;
}

JudgedRow judge_without(Learner& learner, const RowCells& row) {
  JudgedRow out;
  learner.forget(row.cells, row.label, row.weight);
  if (learner.n_rows() > 0) {
    const std::vector<std::string> classes = learner.classes();
    const std::span<const double> scores = learner.log_posterior(row.cells);
    const std::size_t best = best_class(scores);
    const auto own = std::ranges::find(classes, row.label);
    out.likelier = classes[best];
    out.class_known = own != classes.end();
    if (out.class_known) {
      const double score = scores[static_cast<std::size_t>(own - classes.begin())];
      out.probability = std::exp(score);
      out.log_odds = scores[best] == score ? 0 : scores[best] - score;
    }
  }
  learner.learn(row.cells, row.label, row.weight);
  return out;
}

std::vector<AccuracyPoint> accuracy_curve(Learner& learner, const std::vector<LabelledRow>& rows,
                                          std::size_t n_points) {
  std::vector<AccuracyPoint> out;
  if (rows.size() < 2) return out;
  const std::vector<std::size_t> sizes = sizes_up_to(rows.size(), n_points);
  std::size_t n = rows.size();
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    for (; n > *size; --n)
      learner.forget(rows[n - 1].cells.cells, rows[n - 1].cells.label, rows[n - 1].cells.weight);
    std::size_t right = 0;
    for (std::size_t r = 0; r < n; ++r)
      right += judge_without(learner, rows[r].cells).likelier == rows[r].cells.label ? 1U : 0U;
    out.push_back({n, rows[n - 1].event, static_cast<double>(right) / static_cast<double>(n)});
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace priory::server
