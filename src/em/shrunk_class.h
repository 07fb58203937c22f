// SPDX-License-Identifier: Apache-2.0
// Hidden classes that shrank onto a single value of a column of numbers: their variance is what the floor and
// the smoothing leave of 0, and their likelihood says more of these than of the rows.
#pragma once

#include <string>
#include <vector>

#include "model/classifier_state.h"

namespace priory {

// A part in which the cell has shrunk while another has not, or lies elsewhere; null: none.
const PartModel* shrunk_column(const Classifier::State& model, std::uint32_t cell);
// What is to be said of all of them, a text for each column.
std::vector<std::string> shrunk_texts(const Classifier::State& model);

}  // namespace priory
