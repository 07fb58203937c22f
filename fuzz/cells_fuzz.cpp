// SPDX-License-Identifier: Apache-2.0
// Any bytes as the cells of a column: numbers and dates that are found are finite and within their range, the
// reading of the column is the same however its rows are cut into batches, and under it every cell is
// missing, a finite number or a value.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "priory/table.h"

#include "core/date.h"
#include "core/number_reading.h"
#include "core/spellings.h"
#include "input/cell_reader.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_cell(std::string_view cell) {
  for (const priory::Separators each : priory::kSeparators) {
    const auto shape = priory::number_shape(cell);
    const auto number = shape ? priory::parse_digits(shape->digits, each) : std::nullopt;
    require(!number || std::isfinite(*number));
  }
  for (std::size_t k = 0; k < priory::kDateFormats.size(); ++k) {
    const auto moment = priory::parse_date(cell, static_cast<priory::DateFormat>(k));
    if (!moment) continue;
    require(std::isfinite(moment->days) && moment->month >= 0 && moment->month <= 12);
    require(moment->weekday >= -1 && moment->weekday < 7 && moment->hour >= -1 && moment->hour < 24);
    for (const std::string_view part : priory::kDateParts) priory::date_part(*moment, part);
  }
  require(priory::trimmed(priory::trimmed(cell)) == priory::trimmed(cell));
}

priory::ColumnProfile look(const std::string& text, std::size_t batch_bytes) {
  priory::ReadOptions options;
  options.format = priory::Format::csv;
  options.delimiter = ';';
  options.batch_bytes = batch_bytes;
  return priory::profile(priory::Table::from_text(text, "fuzz", options), {}, true)[0];
}

void check_reading(const priory::Reading& reading, std::string_view cells) {
  const priory::CellReader reader(reading, {"NA"}, true);
  for (std::size_t at = 0; at < cells.size();) {
    const std::size_t end = std::min(cells.find('\n', at), cells.size());
    const priory::Cell cell{cells.data() + at, static_cast<std::uint32_t>(end - at), 0};
    at = end + 1;
    check_cell(cell.text());
    if (reader.missing(cell)) continue;
    require(!std::isinf(reader.number(cell)));
    reader.value(cell);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string cells(reinterpret_cast<const char*>(data), size);
  const std::string text = "x\n" + cells;
  try {
    const priory::ColumnProfile whole = look(text, 1 << 20), cut = look(text, 7);
    require(whole.reading == cut.reading && whole.n_numbers == cut.n_numbers &&
            whole.n_distinct == cut.n_distinct && whole.examples == cut.examples);
    check_reading(whole.reading, cells);
  } catch (const priory::Error&) {  // no table
  }
  return 0;
}
