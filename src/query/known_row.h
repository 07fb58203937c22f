// SPDX-License-Identifier: Apache-2.0
// What a condition says exactly of a model's columns, A=1 and x=2.5 and text:"free prize": a row whose other
// cells are missing. The model scores it as it scores any row, so that the answer is that of `predict`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "query/formula.h"

namespace priory::query {

using KnownValues = std::map<std::size_t, Value>;  // by variable

// log P(cell, row) of each row, or the scores where a part is no density; one number for each cell.
std::vector<std::vector<double>> log_cell_scores(const Classifier& model,
                                                 const std::vector<KnownValues>& rows,
                                                 const std::vector<QueryVariable>& variables);

// log P(cell | row), calibrated and with the rates of the model as its predictions are; all minus infinity if
// no cell can have produced the row.
std::vector<double> log_cell_posterior(const Classifier& model, const KnownValues& known,
                                       const std::vector<QueryVariable>& variables);

}  // namespace priory::query
