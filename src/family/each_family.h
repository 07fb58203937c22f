// SPDX-License-Identifier: Apache-2.0
// Parts of one family go together, so that it counts or scores them in one loop.
#pragma once

#include <span>
#include <vector>

#include "family/family.h"

namespace priory {

// Hands the parts of each family to `take` together: family_of(k) of n parts, piece_of(k) what they are.
template <class FamilyOf, class PieceOf, class Take>
void each_family(std::size_t n, const FamilyOf& family_of_part, const PieceOf& piece_of, const Take& take) {
  std::vector<bool> done(n);
  std::vector<Piece> pieces;
  for (std::size_t first = 0; first < n; ++first) {
    if (done[first]) continue;
    const Family* family = family_of_part(first);
    pieces.clear();
    for (std::size_t k = first; k < n; ++k) {
      if (family_of_part(k) != family) continue;
      done[k] = true;
      pieces.push_back(piece_of(k));
    }
    take(*family, pieces);
  }
}

}  // namespace priory
