// SPDX-License-Identifier: Apache-2.0
// What the report shows of a model.
#pragma once

#include "priory/priory.h"

namespace priory::app {

// How the texts of a part are read: options and their values, those that have another value than the usual
// one and the kind of tokens.
std::vector<std::pair<std::string, std::string>> text_settings(const TextOptions& options);

// Of a model loaded from `path`; `positive` is the class of the nomogram, one of two.
PageModel portrait(const Classifier& model, const std::string& path, std::size_t positive);

// For two classes, each column a part of its own whose values have finite log odds; else none.
std::optional<PageNomogram> nomogram(const Classifier& model, std::size_t positive);

// Columns given the class, the first of them; none for many classes or hidden components.
std::vector<PageProfile> profiles(const Classifier& model);

}  // namespace priory::app
