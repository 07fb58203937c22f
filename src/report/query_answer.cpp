// SPDX-License-Identifier: Apache-2.0
// Answers to queries: a number, a table, a verdict; or JSON.
#include <fmt/format.h>
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

using Kind = Query::Kind;

// Of a query without a table.
double number_of(const Query& query, const QueryAnswer& answer) {
  if (query.kind() == Kind::odds) return answer.odds;
  return query.kind() == Kind::log_probability ? answer.log_probability : answer.probability;
}

double number_of(const Query& query, const QueryRow& row) {
  return query.kind() == Kind::log_probability ? row.log_probability : row.probability;
}

std::string_view word_for(Kind kind) {
  if (kind == Kind::odds) return "odds";
  return kind == Kind::log_probability ? "log_probability" : "probability";
}

// All digits, or four of them for people.
std::string digits(double value, bool people) {
  return people ? rounded_text(value, 4) : number_text(value);
}

TextTable table_of(const Query& query, const QueryAnswer& answer, bool people) {
  std::vector<std::string> header = answer.variables;
  header.emplace_back(word_for(query.kind()));
  TextTable out(std::move(header));
  for (const QueryRow& row : answer.rows) {
    std::vector<std::string> cells = row.values;
    cells.push_back(digits(number_of(query, row), people));
    out.add_row(std::move(cells));
  }
  return out;
}

TextTable table_of(const IndependenceAnswer& test, bool people) {
  TextTable out({"G", "degrees_of_freedom", "p_value", "mutual_information"});
  out.add_row({digits(test.statistic, people), number_text(test.degrees_of_freedom),
               digits(test.p_value, people), digits(test.mutual_information, people)});
  return out;
}

void write_values(JsonWriter& writer, const std::vector<std::string>& names, const QueryRow& row) {
  writer.begin_object();
  for (std::size_t k = 0; k < names.size(); ++k) writer.member(names[k], row.values[k]);
  writer.end_object();
}

void write_table(JsonWriter& writer, const Query& query, const QueryAnswer& answer) {
  if (query.kind() == Kind::argmax) {
    writer.key("assignment");
    write_values(writer, answer.variables, answer.rows[0]);
    writer.member("probability", answer.rows[0].probability);
    return;
  }
  writer.key("distribution").begin_array();
  for (const QueryRow& row : answer.rows) {
    writer.begin_object().key("value");
    row.values.size() == 1 ? void(writer.value(row.values[0])) : write_values(writer, answer.variables, row);
    writer.member(word_for(query.kind()), number_of(query, row)).end_object();
  }
  writer.end_array();
}

void write_test(JsonWriter& writer, const IndependenceAnswer& test) {
  if (test.by_graph) {
    writer.member("independent", test.independent);
    return;
  }
  writer.member("statistic", test.statistic)
      .member("degrees_of_freedom", test.degrees_of_freedom)
      .member("p_value", test.p_value)
      .member("mutual_information", test.mutual_information);
}

}  // namespace

std::string to_json(const Query& query, const QueryAnswer& answer) {
  std::ostringstream out;
  JsonWriter writer(out);
  writer.begin_object().member("schema", "priory.query/1").member("query", query.text());
  if (answer.independence)
    write_test(writer, *answer.independence);
  else if (answer.is_table())
    write_table(writer, query, answer);
  else
    writer.member(word_for(query.kind()), number_of(query, answer));
  writer.end_object();
  return out.str();
}

std::optional<TextTable> to_table(const Query& query, const QueryAnswer& answer, bool people) {
  if (answer.is_table()) return table_of(query, answer, people);
  if (answer.independence && !answer.independence->by_graph) return table_of(*answer.independence, people);
  return std::nullopt;
}

std::string to_text(const Query& query, const QueryAnswer& answer, bool people) {
  if (const auto table = to_table(query, answer, people)) return table->csv();
  if (answer.independence) return answer.independence->independent ? "yes\n" : "no\n";
  return digits(number_of(query, answer), people) + "\n";
}

}  // namespace priory
