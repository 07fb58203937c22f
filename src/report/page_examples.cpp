// SPDX-License-Identifier: Apache-2.0
#include "report/page_examples.h"

#include "report/rounded.h"

namespace priory {
namespace {

// At most `most` bytes of it, whole characters.
std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

void write_reasons(JsonWriter& json, const Example& example) {
  std::vector<std::string> features, values;
  std::vector<double> log_odds;
  std::vector<int> kinds;
  for (const ExampleReason& each : example.reasons) {
    features.push_back(shortened(each.feature, 200));
    values.push_back(shortened(each.value, 200));
    log_odds.push_back(rounded(each.log_odds));
    kinds.push_back(static_cast<int>(each.kind));
  }
  json.member("kind", kinds).member("feature", features).member("value", values).member("log_odds", log_odds);
  json.member("more", std::vector<double>{static_cast<double>(example.n_more), rounded(example.more)});
}

}  // namespace

void write_examples(JsonWriter& json, const Examples& examples) {
  constexpr std::size_t kMostColumns = 40, kMostBytes = 600;
  const std::size_t n_columns = std::min(examples.columns.size(), kMostColumns);
  json.begin_object();
  json.member("columns",
              std::vector(examples.columns.begin(), examples.columns.begin() + static_cast<long>(n_columns)));
  json.member("columns_left_out", examples.columns.size() - n_columns).key("rows").begin_array();
  for (const Example& each : examples.rows) {
    std::vector<std::string> cells;
    cells.reserve(n_columns);
    for (std::size_t k = 0; k < n_columns; ++k) cells.push_back(shortened(each.cells[k], kMostBytes));
    json.begin_object().member("place", each.place.text()).member("actual", each.actual);
    json.member("predicted", each.predicted).member("against", each.against);
    json.member("log_posterior", std::vector{each.log_posterior, each.log_posterior_against})
        .member("sum", rounded(each.log_odds));
    write_reasons(json, each);
    json.member("cells", cells).end_object();
  }
  json.end_array().end_object();
}

}  // namespace priory
