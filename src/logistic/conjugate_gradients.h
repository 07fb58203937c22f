// SPDX-License-Identifier: Apache-2.0
// The direction of Newton's method for many weights: conjugate gradients solve for it as exactly as the point
// deserves, far from the minimum roughly, near it to more digits. Nothing of the size of the Hessian is made;
// a step of theirs costs about as much as a gradient.
//
//   source     Steihaug, The conjugate gradient method and trust regions (1983); how exactly: Eisenstat and
//              Walker, Choosing the forcing terms in an inexact Newton method (1996); the stop by what the
//              quadratic still gains: Nash and Sofer, Assessing a search direction within a truncated-Newton
//              method (1990); with liblinear's scaling by the diagonal (Hsia, Chiang and Lin 2018)
#pragma once

#include <span>
#include <vector>

#include "logistic/conditional_loss.h"

namespace priory {

class ConjugateGradients {
 public:
  ConjugateGradients(ConditionalLoss& loss, unsigned threads) : loss_(&loss), threads_(threads) {}

  // out = about -H^-1 slopes, where `loss` was evaluated last. Always a way down.
  void direction(std::span<const double> slopes, std::vector<double>& out);

 private:
  ConditionalLoss* loss_;
  unsigned threads_;
  double first_length_ = 0;  // of the slopes at the first point
  std::vector<double> diagonal_, residual_, way_, product_;
};

}  // namespace priory
