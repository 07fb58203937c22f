// SPDX-License-Identifier: Apache-2.0
#include "module.h"

#include "priory/version.h"

PYBIND11_MODULE(_core, module) {
  using namespace priory::python;
  module.attr("__version__") = PRIORY_VERSION;
  for (const auto add : {add_errors, add_progress, add_rows, add_single_rows, add_training, add_model, add_evaluation, add_fitting, add_joint,
                         add_hidden, add_judging, add_validation, add_pages, add_shards, add_checks, add_decisions, add_arrow})
    add(module);
}
