// SPDX-License-Identifier: Apache-2.0
// The words of a language that hold its sentences together and say little about their subject: articles,
// pronouns, prepositions, conjunctions, auxiliary verbs and their forms, particles. Written down for Priory
// from the grammar of each language; adverbs and verbs with a meaning of their own are not among them.
#pragma once

#include <span>
#include <string_view>

namespace priory {

struct StopList {
  std::string_view language;
  std::string_view words;  // with white space between them
};

std::span<const StopList> stop_lists();  // by language

}  // namespace priory
