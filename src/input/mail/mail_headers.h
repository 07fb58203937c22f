// SPDX-License-Identifier: Apache-2.0
// Headers as words that are told apart from those of the body and of other headers: `From: Ann
// <ann@example.com>` gives from_Ann from_ann from_example_com. Points and hyphens within a word become _, so
// that the name of a host stays one word, and all of it is a word of every tokeniser but ascii.
#pragma once

#include <string>
#include <string_view>

namespace priory {

// The hosts of links, wherever they stand: link_www_example_com. A page has most of its links in its tags.
void add_link_words(std::string_view text, std::string& out);

void add_header_words(std::string_view name, std::string_view value, std::string& out);

}  // namespace priory
