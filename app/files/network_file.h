// SPDX-License-Identifier: Apache-2.0
// Networks as verbs meet them: in files beside models, and shown to people.
#pragma once

#include <string>

#include "priory/priory.h"

namespace priory::app {

// Whether a file is a network in BIF, by its ending or by what it begins with; - is standard input, from
// which only networks are read.
bool is_network_file(const std::string& path);

// A network in BIF; what the reader has to say of it goes to stderr.
Network load_network(const std::string& path);

// Its variables, the first `top`, for people.
std::string network_text(const Network& network, const std::string& path, std::size_t top, std::size_t width);

}  // namespace priory::app
