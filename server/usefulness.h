// SPDX-License-Identifier: Apache-2.0
// Which rows are most worth a label, so that few labels teach a model much.
//
//   margin       one less the distance between the two most probable classes
//   information  by how many nats the entropy of other rows falls when this one is learnt, on average over
//                them and, by its posterior, over its classes (Roy and McCallum, Toward optimal active
//                learning through sampling estimation of error reduction, 2001)
//   diversity    the margin times what a row does not share with those chosen before it: its words or cells
//   order        as they came
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/error.h"
#include "priory/predictor.h"

#include "waiting_rows.h"

namespace priory::server {

enum class UsefulBy : std::uint8_t { margin, information, diversity, order };

UsefulBy useful_by(const std::string& name);  // an Error of kind usage if there is none of this name
std::string_view name_of(UsefulBy by);

struct UsefulRow {
  std::size_t row = 0;  // its place among those given
  double usefulness = 0;
  std::vector<double> posterior = {};
};

// The first `most` of them. Learns and forgets on the way; the learner is as before in the end. Without a
// row in the learner they come in order.
std::vector<UsefulRow> most_useful(Learner& learner, std::span<const WaitingRow> rows, UsefulBy by,
                                   std::size_t most);

// Rows without a class help to know the columns: EM (Nigam et al., Text classification from labeled and
// unlabeled documents using EM, 2000), in which all of them together weigh at most as much as the rows that
// have one. At most 1,000 rows, spread evenly, are taken.
void learn_unlabelled(Learner& learner, std::span<const WaitingRow> rows);

}  // namespace priory::server
