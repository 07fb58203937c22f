// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "export/scorecard.h"

namespace priory {

// JSON: of each text, which is an input of counts, the words in the order of its columns, and how a text is
// cut into them. Empty without texts.
std::string onnx_vocabulary(const Scorecard& card);

}  // namespace priory
