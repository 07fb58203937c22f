// SPDX-License-Identifier: Apache-2.0
// What went wrong, as application/problem+json (RFC 9457): title, status, detail, and of ours place and
// remedy.
#pragma once

#include <exception>
#include <string>

#include "http.h"

namespace priory::server {

HttpResponse problem(unsigned status, const std::string& detail, const std::string& place = "",
                     const std::string& remedy = "");
// Of an exception: usage 400, data 422, io 500 or, of a full disk, 507; a Refusal says its own.
HttpResponse problem_of(const std::exception_ptr& exception);

}  // namespace priory::server
