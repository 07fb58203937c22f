// SPDX-License-Identifier: Apache-2.0
// Questions about a joint distribution, in one small language (docs/query.md), whatever holds the
// distribution: rows of data, a classifier or mixture, a network.
//
//   const JointDistribution joint(network);
//   joint.ask(Query("P(rain=yes | wet=yes)")).probability;
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/network.h"
#include "priory/table.h"

#pragma GCC visibility push(default)

namespace priory {

namespace query {
struct Tree;
class Answerer;
}  // namespace query

// What is asked, parsed; it knows no variables yet.
class Query {
 public:
  enum class Kind { probability, log_probability, odds, argmax, independent };

  // An Error of kind usage points at the character that is wrong.
  explicit Query(std::string_view text);

  const std::string& text() const { return text_; }  // as it was given
  std::string canonical() const;                     // printed from what was understood
  Kind kind() const;

 private:
  friend const query::Tree& tree_of(const Query& query) { return *query.tree_; }

  std::string text_;
  std::shared_ptr<const query::Tree> tree_;
};

// One line of a table: values of its variables, and their probability.
struct QueryRow {
  std::vector<std::string> values;
  double probability = 0;
  double log_probability = 0;
};

// Whether two sets of variables are independent given a third: by a graph a fact, of rows a test.
struct IndependenceAnswer {
  bool by_graph = false;
  bool independent = false;  // by_graph
  double statistic = 0;      // of the G-test, chi-squared in large samples if they are independent
  double degrees_of_freedom = 0;
  double p_value = 1;
  double mutual_information = 0;  // conditional, in nats
};

struct QueryAnswer {
  // Of kinds probability, log_probability and odds without a table.
  double log_probability = 0;
  double probability = 1;
  double odds = 0;  // of kind odds; infinite when the event is certain
  // Variables without a value: the probabilities of all their values, or (argmax) the most probable ones.
  std::vector<std::string> variables;
  std::vector<QueryRow> rows;
  std::optional<IndependenceAnswer> independence;
  std::vector<std::string> notes;  // what the user should know: rows left out

  bool is_table() const { return !variables.empty(); }
};

// What can be asked about.
struct QueryVariable {
  enum class Kind {
    values,      // those listed
    open,        // any, found in the rows
    count,       // whole numbers
    continuous,  // real numbers: a single one has a density and no probability
    words,       // a text
  };
  std::string name;
  Kind kind = Kind::values;
  std::vector<std::string> values;
};

// How rows are counted.
struct RowQueryOptions {
  std::string weight = {};  // a column; empty: every row weighs 1
  std::string target =
      {};  // the column that `class` stands for; empty: the one that the rows declare, if any
  ReadingRules rules = {};  // how cells are read
  bool skip_bad_rows = false;
  std::size_t chunk_rows = 1024;  // at most, at a time; does not change a result
  unsigned threads = 1;
  Tick tick = {};
};

// A joint distribution that can be asked. Immutable; cheap to copy.
class JointDistribution {
 public:
  explicit JointDistribution(const Network& network);
  explicit JointDistribution(const Classifier& model);
  // P is the share of the rows, which are read once for every question. `counts` is filled anew by each, and
  // must outlive this. An Error of kind usage if there is no column for the weight or the target.
  explicit JointDistribution(const Data& rows, const RowQueryOptions& options = {},
                             ReadCounts* counts = nullptr);

  const std::vector<QueryVariable>& variables() const;

  // An Error of kind usage points at what is not known or cannot be asked here; of kind data says that the
  // condition is impossible, or the tables too large.
  QueryAnswer ask(const Query& query) const;

 private:
  std::shared_ptr<const query::Answerer> answerer_;
};

}  // namespace priory

#pragma GCC visibility pop
