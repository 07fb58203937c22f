// SPDX-License-Identifier: Apache-2.0
// The sum of what the ranks have, on every rank. Merging goes up a tree, neighbours first and in the order of
// the ranks, and the sum comes down again. A value that can be divided,
//
//   A share(std::size_t k, std::size_t n) const;   merging its n shares gives it back
//
// is summed share by share, each by one rank: so nobody holds more than the sum and one share of another, and
// all work at once.
#pragma once

#include <exception>
#include <utility>

#include "priory/table.h"

#include "fold/wire.h"

namespace priory {

// What goes wrong on one rank goes wrong on all, here.
template <class Work>
auto failing_together(Ranks& ranks, Work&& work) {
  try {
    return work();
  } catch (const AgreedError&) {
    throw;
  } catch (const Error& error) {
    ranks.fail(error);
  } catch (const std::exception& error) {
    ranks.fail(Error(ErrorKind::io, "rank " + std::to_string(ranks.rank()) + ": " + error.what()));
  }
}

template <class A>
concept Shareable = requires(const A& a) {
  { a.share(0, 1) } -> std::same_as<A>;
};

template <class A>
A read_state(std::string_view bytes, const A& zero) {
  A out = zero;
  unpack(bytes, out);
  return out;
}

template <Shareable A>
A sum_by_shares(Ranks& ranks, const A& zero, A mine) {
  const std::size_t n = ranks.size(), me = ranks.rank();
  std::vector<std::string> shares;
  for (std::size_t k = 0; k < n; ++k) shares.push_back(packed(mine.share(k, n)));
  mine = zero;
  std::vector<std::string> got = ranks.exchange(std::vector<std::string_view>(shares.begin(), shares.end()));
  shares.clear();
  A out = zero;
  for (std::string& each : got) {
    out.merge(read_state(each, zero));
    std::string().swap(each);
  }
  const std::string summed = packed(out);
  for (std::size_t step = 1; step < n; ++step) {
    std::vector<std::string_view> to(n);
    to[(me + step) % n] = summed;
    got = ranks.exchange(to);
    out.merge(read_state(got[(me + n - step) % n], zero));
  }
  return out;
}

template <class A>
A sum_by_tree(Ranks& ranks, const A& zero, A mine) {
  const std::size_t n = ranks.size(), me = ranks.rank();
  for (std::size_t step = 1; step < n; step *= 2) {
    std::vector<std::string_view> to(n);
    std::string bytes;
    if (me % (2 * step) == step) to[me - step] = bytes = packed(mine);
    const std::vector<std::string> got = ranks.exchange(to);
    if (me % (2 * step) == 0 && me + step < n) mine.merge(read_state(got[me + step], zero));
  }
  const std::string sum = ranks.broadcast(me == 0 ? packed(mine) : std::string(), 0);
  return me == 0 ? mine : read_state(sum, zero);
}

// Lists one after the other.
template <class T>
struct Listed {
  std::vector<T> items;

  void merge(const Listed& other) { items.insert(items.end(), other.items.begin(), other.items.end()); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(items);
  }
};

template <class A>
A sum_over(Ranks& ranks, const A& zero, A mine) {
  if constexpr (Shareable<A>)
    return sum_by_shares(ranks, zero, std::move(mine));
  else
    return sum_by_tree(ranks, zero, std::move(mine));
}

}  // namespace priory
