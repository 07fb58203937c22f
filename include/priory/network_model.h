// SPDX-License-Identifier: Apache-2.0
// Models that are networks: learnt with a structure, they are classifiers when they have a target, and
// networks to be asked anything in any case.
#pragma once

#include "priory/classifier.h"
#include "priory/network.h"

namespace priory {

bool is_network(const Classifier& model);
// What was learnt, the class included under the name of the target, as the first variable. An Error of kind
// usage if the model is no network or has columns of numbers or texts.
Network network_of(const Classifier& model);
// The graph of a network, for PlanOptions.
std::vector<GraphVariable> graph_of(const Network& network);

}  // namespace priory
