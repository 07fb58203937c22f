// SPDX-License-Identifier: Apache-2.0
// The plan that sums have when rows with other columns than all have come and gone: a column goes with the
// last row that had it, and the order of the others depends on the headers that are left alone.
#pragma once

#include "learn/join.h"

namespace priory {

// The place of each part of the plan of rows in that of a model, by its first column; NamedSums::kNowhere: it
// is new.
std::vector<std::size_t> places_in(const Plan& model, const Plan& rows);
// Nothing learnt, by the plan of rows; with the vocabularies that the model has fixed.
NamedSums zero_like(const NamedSums& model, const Plan& rows);

// Sums by the plan of these headers: those of a model whose rows came with them. Where rows name their own
// columns, a column without a trace goes. An Error of kind data where there is a trace of a column that no
// header has.
NamedSums settled(const NamedSums& sums, const HeaderRows& rows);
// Whether that changes no more than the number of rows of each header.
bool is_settled(const NamedSums& sums, const HeaderRows& rows);
// Whether sums have a trace of a column that no header has: some row was never learnt.
bool has_stray_columns(const NamedSums& sums, const HeaderRows& rows);

[[noreturn]] void fail_never_learnt();

}  // namespace priory
