// SPDX-License-Identifier: Apache-2.0
// The tables of several networks that are averaged: a part for each network and column, those of the first
// network first. Each network has bins of its own, about 4 to 16, whose borders are some of the fine ones;
// those of the first are of the setting `bins`. Which columns a table is given is learnt from the rows.
#pragma once

#include "plan/draft.h"

namespace priory {

// The parts of the first network are there, and settled; those of the others are made of them.
void add_networks(Draft& draft);

}  // namespace priory
