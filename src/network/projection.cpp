// SPDX-License-Identifier: Apache-2.0
#include "network/projection.h"

#include <algorithm>

namespace priory {

Projection::Projection(const std::vector<std::size_t>& from, const std::vector<std::size_t>& to,
                       const std::vector<std::size_t>& sizes) {
  std::vector<std::size_t> strides(to.size());
  std::size_t cells = 1;
  for (std::size_t k = to.size(); k-- > 0; cells *= sizes[to[k]]) strides[k] = cells;
  std::vector<Dimension> all;  // faster first
  for (std::size_t k = from.size(); k-- > 0;) {
    const auto found = std::find(to.begin(), to.end(), from[k]);
    const Dimension next{sizes[from[k]],
                         found == to.end() ? 0 : strides[static_cast<std::size_t>(found - to.begin())]};
    if (next.size == 1) continue;
    if (!all.empty() && next.stride == all.back().stride * all.back().size)
      all.back().size *= next.size;
    else
      all.push_back(next);
  }
  if (all.empty()) return;
  inner_ = all.front();
  outer_.assign(all.begin() + 1, all.end());
}

}  // namespace priory
