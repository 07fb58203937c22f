// SPDX-License-Identifier: Apache-2.0
// What can be wrong with the first line of a CSV file: it is a title or a comment above the header, or it is
// data and there is no header. Neither is certain, so that both are said and none is acted upon.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/csv/csv_delimiter.h"
#include "input/records.h"

namespace priory {

// How many lines stand above the first record that is as wide as most after it; nothing where the first is,
// or is more than half as wide.
std::optional<std::size_t> lines_above_header(const CsvSample& sample);

// Where most names are empty, as behind a title in the first cell: how many lines below the first stands a
// record that can be the names, all of its cells filled and none a number; nothing where there is none.
std::optional<std::size_t> names_further_down(std::span<const Cell> names, std::string_view records,
                                              char delimiter);

// Whether the names look like cells: most are numbers over numbers, or all come again below. Names that count
// up, such as years, do not.
bool looks_like_data(std::span<const Cell> names, std::string_view records, char delimiter);

// The only delimiter under which the first line has all the columns that rows are known to have; nothing
// where the line is not whole, or none or several are.
std::optional<char> delimiter_by_names(std::string_view bytes, const std::vector<std::string>& expected);
bool is_header_of(std::string_view bytes, const std::vector<std::string>& expected);

}  // namespace priory
