// SPDX-License-Identifier: Apache-2.0
// How far to shrink the covariances of a group of columns when that is left to the rows (--shrinkage auto).
// Of a covariance C of p columns from n rows, each column divided by its standard deviation in all classes
// together, so that columns of different scale count the same; with m = tr(C)/p:
//
//   d = |C - m I|^2                                    how far it is from what it is shrunk to
//   b = (sum of |x - mean|^4 / n - |C|^2) / n          how far it is from the truth, by chance
//   S = sum of min(b, d) / sum of d                    over the classes, if each has a covariance
//
// For one covariance that is the estimate of Ledoit and Wolf, A well-conditioned estimator for
// large-dimensional covariance matrices (2004), lemma 3.2 to 3.4; for several it minimises the sum of their
// losses. Rows with a missing cell in the group have no say. It takes two readings more; the number is then
// a setting of the model like one that was given, and so is that columns are standardised.
#pragma once

#include "priory/classifier.h"

namespace priory {

bool has_auto_shrinkage(const Plan& plan);
// The plan with numbers in place of `auto`.
Plan with_shrinkage(Plan plan, const OpenChunks& open, unsigned threads, const Tick& tick);

}  // namespace priory
