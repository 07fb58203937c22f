// SPDX-License-Identifier: Apache-2.0
// Answers queries from rows of data: the empirical joint distribution. One pass over the rows for each
// question.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "encode/chunks.h"
#include "fold/fold.h"
#include "query/answerer.h"
#include "query/g_test.h"
#include "query/row_tally.h"

namespace priory::query {
namespace {

std::vector<Test> tests_of(const Question& question, std::size_t variable) {
  std::vector<Test> out;
  const auto take = [&](const Test& test) {
    const bool known = std::find(out.begin(), out.end(), test) != out.end();
    if (test.variable != variable || known) return;
    out.push_back(test);
    if (out.size() > TalliedColumn::kMostTests)
      refuse(question.text, test.name.at,
             fmt::format("'{}' is compared more than {} times: use in {{...}}", test.name.text,
                         TalliedColumn::kMostTests));
  };
  visit_tests(question.event, take), visit_tests(question.condition, take);
  return out;
}

bool contains(const std::vector<std::size_t>& places, std::size_t place) {
  return std::find(places.begin(), places.end(), place) != places.end();
}

// The columns of a tally as they stand for the variables of a question.
class Tallied {
 public:
  Tallied(const RowTally& tally, const Question& question) : tally_(&tally), question_(&question) {
    for (const std::size_t v : question.table) table_.push_back(column_of(v));
  }

  Reply reply() const {
    double condition = 0;
    std::map<std::vector<Cell>, double> rows;
    for (const auto& [key, weight] : tally_->weights()) {
      const bool given = meets(question_->condition, key);
      if (given) condition += weight;
      rows[cells_of(key)] += given && meets(question_->event, key) ? weight : 0;
    }
    if (question_->table.empty() && rows.empty()) rows[{}] = 0;
    Reply out{std::log(condition), {}};
    for (const auto& [cells, weight] : rows)
      out.rows.push_back({texts_of(cells), std::log(weight), weight / condition});
    return out;
  }

 private:
  // Of a column of numbers the number, so that 2 and 2.0 are one and 10 comes after 9; else the text.
  using Cell = std::pair<double, std::string>;

  std::size_t column_of(std::size_t variable) const {
    std::size_t out = 0;
    while (tally_->columns()[out].variable != variable) ++out;
    return out;
  }

  bool meets(const Formula& formula, const RowKey& key) const {
    return evaluate(formula, [&](const Test& test) {
      const std::size_t k = column_of(test.variable);
      const auto& tests = tally_->columns()[k].tests;
      const auto at = std::find(tests.begin(), tests.end(), test);
      return tally_->columns()[k].passes(key[k], static_cast<std::size_t>(at - tests.begin()));
    });
  }

  std::vector<Cell> cells_of(const RowKey& key) const {
    std::vector<Cell> out;
    for (const std::size_t k : table_) {
      const TalliedColumn& column = tally_->columns()[k];
      const std::string_view text = column.values[key[k]];
      column.numbers ? out.emplace_back(*Value::of(text).number, "") : out.emplace_back(0, text);
    }
    return out;
  }

  std::vector<std::string> texts_of(const std::vector<Cell>& cells) const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool numbers = tally_->columns()[table_[k]].numbers;
      out.push_back(numbers ? Value::of(cells[k].first).text : cells[k].second);
    }
    return out;
  }

  const RowTally* tally_;
  const Question* question_;
  std::vector<std::size_t> table_;  // their columns in the tally
};

// A value that no row has is a slip, unless the column is of numbers.
void check_values(const RowTally& tally, const Question& question) {
  for (const TalliedColumn& column : tally.columns()) {
    if (column.values.empty()) continue;
    std::vector<std::string> values;
    for (const std::string_view each : column.values.strings()) {
      if (values.size() < ColumnProfile::kExactDistinct) values.emplace_back(each);
    }
    for (const Test& test : column.tests) {
      if (test.orders() && !column.numbers)
        refuse(
            question.text, test.name.at,
            fmt::format("'{}' has values that are no numbers, such as '{}': ask for one with = or in {{...}}",
                        test.name.text, *std::find_if(values.begin(), values.end(), [](const auto& each) {
                          return !Value::of(each).number;
                        })));
      if (test.orders() || test.relation == Relation::words) continue;
      for (const Constant& constant : test.constants) {
        const Test equal = Test::equals(constant);
        const auto is_it = [&](std::string_view each) { return holds(equal, Value::of(each)); };
        const auto& all = column.values.strings();
        if (column.numbers && constant.number) continue;
        if (std::none_of(all.begin(), all.end(), is_it)) refuse_value(question.text, test, constant, values);
      }
    }
  }
}

void check_column(const std::vector<std::string>& columns, const std::string& name) {
  if (!name.empty() && std::find(columns.begin(), columns.end(), name) == columns.end())
    throw Error(ErrorKind::usage,
                fmt::format("there is no column '{}'{}", name, did_you_mean(name, columns)));
}

class RowsAnswerer final : public Answerer {
 public:
  RowsAnswerer(const Data& data, RowQueryOptions options, ReadCounts* counts)
      : data_(data), options_(std::move(options)), counts_(counts) {
    for (const ColumnProfile& each :
         profile(data_, options_.rules, options_.skip_bad_rows, options_.threads)) {
      columns_.push_back(each.name);
      if (!each.reading.plain() && each.reading.date.empty()) readings_.emplace(each.name, each.reading);
    }
    target_ = options_.target.empty() ? data_.target() : options_.target;
    for (const std::string& column : {options_.weight, target_}) check_column(columns_, column);
    for (const std::string& name : columns_) variables_.push_back({name, QueryVariable::Kind::open, {}});
  }

  Reply ask(const Question& question) const override {
    const RowTally tally = count(question);
    check_values(tally, question);
    Reply out = Tallied(tally, question).reply();
    out.notes = notes_of(tally);
    return out;
  }

  QueryAnswer independence(const std::vector<std::size_t>& left, const std::vector<std::size_t>& right,
                           const std::vector<std::size_t>& given) const override {
    Question question;
    for (const auto* each : {&left, &right, &given})
      question.table.insert(question.table.end(), each->begin(), each->end());
    const RowTally tally = count(question);
    Reply reply = Tallied(tally, question).reply();
    QueryAnswer out;
    out.independence = g_test(reply.rows, left.size(), right.size());
    out.notes = notes_of(tally);
    return out;
  }

 private:
  RowTally count(const Question& question) const {
    ChunkSpec spec;
    spec.missing = options_.rules.missing;
    spec.trim = options_.rules.trim;
    spec.weight = options_.weight;
    spec.skip_bad_rows = options_.skip_bad_rows;
    spec.chunk_rows = options_.chunk_rows;
    std::vector<TalliedColumn> columns;
    for (const std::size_t v : question.mentioned()) {
      ColumnSpec column;
      column.kind = CellKind::codes;
      column.names = {columns_[v]};
      if (const auto at = readings_.find(columns_[v]); at != readings_.end()) column.readings = {at->second};
      spec.columns.push_back(std::move(column));
      columns.push_back({v, contains(question.table, v), tests_of(question, v)});
    }
    const auto source = open_chunks(data_, spec, counts_, true);
    return fold(*source, RowTally(std::move(columns)), std::max(1U, options_.threads), options_.tick);
  }

  static std::vector<std::string> notes_of(const RowTally& tally) {
    if (tally.n_missing() == 0) return {};
    return {fmt::format("{} of {} rows left out: something that is asked is missing in {}", tally.n_missing(),
                        tally.n_rows(), tally.n_missing() == 1 ? "it" : "them")};
  }

  Data data_;
  RowQueryOptions options_;
  ReadCounts* counts_;
  std::vector<std::string> columns_;
  Readings readings_;  // of columns that are not read as they stand
};

}  // namespace
}  // namespace priory::query

namespace priory {

JointDistribution::JointDistribution(const Data& rows, const RowQueryOptions& options, ReadCounts* counts)
    : answerer_(std::make_shared<query::RowsAnswerer>(rows, options, counts)) {}

}  // namespace priory
