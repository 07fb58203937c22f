// SPDX-License-Identifier: Apache-2.0
// --with DATA: the rows that a discriminative model stands for after its counts have changed, to fit its
// weights again.
#pragma once

#include "training_data.h"

namespace priory::app {

struct RefitArguments {
  std::vector<std::string> with;

  void declare(Arguments& arguments);
  // An Error of kind usage if rows were given: the model has no weights to be fitted.
  void refuse_idle() const;
  // The weights of `before` fitted again, from where they stood, to all rows of `counts`.
  Classifier fit(const Classifier& before, const Classifier& counts, const ReadArguments& read) const;
};

}  // namespace priory::app
