// SPDX-License-Identifier: Apache-2.0
// The body of a request: JSON, a text, or a file of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "priory/classifier.h"
#include "priory/table.h"

#include "http.h"
#include "json_value.h"
#include "model_host.h"
#include "row_cells.h"

namespace priory::server {

// Of a content type, without its parameters, in lower case.
std::string type_of(const HttpRequest& request);
// Of a file of rows; nothing for JSON and texts.
std::optional<Format> format_of(const std::string& type);

// A JSON object; of a text {"text": ...}. An Error with status 415 for other types.
JsonValue body_of(const HttpRequest& request);
// A file of rows, read as the program reads one for this model.
Table table_of(const HttpRequest& request, Format format, const Plan& plan);

// The rows of a body of any type, as the model of the host reads them. With their class where they have one.
std::vector<RowCells> rows_of_body(ModelHost& host, const HttpRequest& request, const JsonValue* json,
                                   std::size_t most_rows);

// Rows of these columns as a file of rows: CSV.
Table table_of(const std::vector<const RowCells*>& rows, const RowShape& shape);

}  // namespace priory::server
