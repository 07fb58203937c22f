// SPDX-License-Identifier: Apache-2.0
// The page at "/": one HTML file of web/, embedded in the program, and what only it asks for.
#pragma once

#include <string>
#include <string_view>

#include "priory/report.h"

#include "http.h"
#include "model_host.h"

namespace priory::server {

// Made by cmake/make-page.cmake. Empty: the program was built without node.
std::string_view live_page();
std::string_view live_page_policy();  // its Content-Security-Policy
std::string_view live_page_tag();     // a hash of both

HttpResponse page_for(const HttpRequest& request);  // 304 if the client has it

// The columns that a row has, each with what a form needs to ask for it: schema priory.form/1.
std::string form_of(const ModelHost& host, const Snapshot& snapshot);
// The model as `priory report MODEL` draws it, and its data: schema priory.report/1.
Page report_page(const ModelHost& host, const Snapshot& snapshot);
std::string portrait_of(const ModelHost& host, const Snapshot& snapshot);

}  // namespace priory::server
