// SPDX-License-Identifier: Apache-2.0
// The OpenAPI document of the server, made of the declarations of its routes.
#pragma once

#include <string>

namespace priory::server {

const std::string& openapi_document();

}  // namespace priory::server
