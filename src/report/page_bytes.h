// SPDX-License-Identifier: Apache-2.0
// The page of web/, with @REPORT@ where its data go. Made by cmake/make-page.cmake.
#pragma once

#include <string_view>

namespace priory {

std::string_view page_bytes();  // empty: the library was built without node

}  // namespace priory
