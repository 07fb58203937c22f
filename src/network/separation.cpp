// SPDX-License-Identifier: Apache-2.0
// d-separation by Bayes ball (Shachter 1998): a ball starts in every variable of `a` and bounces along the
// arcs. Coming from a child it passes an unobserved variable to its parents and children. Coming from a
// parent it passes an unobserved variable to its children, and an observed one back to its parents. What the
// ball can reach and is not observed, depends on `a`.
#include <array>

#include "priory/network.h"

namespace priory {
namespace {

enum Side : std::size_t { from_child, from_parent };

struct Ball {
  std::size_t at;
  Side side;
};

class BayesBall {
 public:
  BayesBall(const Network& network, std::span<const std::size_t> observed)
      : network_(network), observed_(network.variables().size()), visited_(network.variables().size()) {
    for (const std::size_t each : observed) observed_[each] = true;
  }

  void play(std::size_t from) {
    open_.push_back({from, from_child});
    while (!open_.empty()) {
      const Ball ball = open_.back();
      open_.pop_back();
      if (!visited_[ball.at][ball.side]) bounce(ball);
    }
  }

  bool reached(std::size_t variable) const {
    return !observed_[variable] && (visited_[variable][from_child] || visited_[variable][from_parent]);
  }

 private:
  void bounce(const Ball& ball) {
    visited_[ball.at][ball.side] = true;
    if (observed_[ball.at] == (ball.side == from_parent)) {
      for (const std::size_t parent : network_.parents(ball.at)) open_.push_back({parent, from_child});
    }
    if (!observed_[ball.at]) {
      for (const std::size_t child : network_.children(ball.at)) open_.push_back({child, from_parent});
    }
  }

  const Network& network_;
  std::vector<bool> observed_;
  std::vector<std::array<bool, 2>> visited_;
  std::vector<Ball> open_;
};

}  // namespace

bool Network::separated(std::span<const std::size_t> a, std::span<const std::size_t> b,
                        std::span<const std::size_t> c) const {
  BayesBall game(*this, c);
  for (const std::size_t each : a) game.play(each);
  for (const std::size_t each : b) {
    if (game.reached(each)) return false;
  }
  return true;
}

}  // namespace priory
