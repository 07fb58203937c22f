// SPDX-License-Identifier: Apache-2.0
// A Bayesian network over discrete variables: a graph without cycles and P(variable | parents) for each.
// Immutable; any number of threads may use one. Probabilities stay in log space, so that nothing underflows
// and nothing is NaN; -infinity is the log of an impossible state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)

namespace priory {

struct Variable {
  std::string name;
  std::vector<std::string> states;
};

// P(variable | parents): log_prob[configuration of the parents x states + state], the last parent fastest.
struct ConditionalTable {
  std::vector<std::size_t> parents;
  std::vector<double> log_prob;
};

// A probability table over variables of a network, the last variable fastest: log P(variables, evidence) or
// log P(variables | evidence), as the function that made it says.
struct JointTable {
  std::vector<std::size_t> variables;
  std::vector<std::size_t> sizes;
  std::vector<double> log_prob;
};

// What is known of one variable: the states it can still be in. One state: it was observed.
struct Finding {
  std::size_t variable = 0;
  std::vector<std::size_t> states;
};
using Evidence = std::vector<Finding>;

class Network {
 public:
  // An Error of kind data if a name or state stands twice, a table has another size than its variables, its
  // rows do not sum to one (within 1e-6; they are then divided by their sum), or the graph has a cycle, which
  // it names.
  Network(std::string name, std::vector<Variable> variables, std::vector<ConditionalTable> tables);

  const std::string& name() const;
  const std::vector<Variable>& variables() const;
  const ConditionalTable& table(std::size_t variable) const;
  std::span<const std::size_t> parents(std::size_t variable) const { return table(variable).parents; }
  std::span<const std::size_t> children(std::size_t variable) const;
  std::span<const std::size_t> order() const;  // parents before children; of equals the first
  std::size_t free_parameters() const;

  // The place of a name; an Error of kind usage, with the nearest, if there is none.
  std::size_t find(std::string_view variable) const;
  std::size_t find_state(std::size_t variable, std::string_view state) const;

  // log P of one state for every variable.
  double log_probability(std::span<const std::size_t> states) const;

  // Whether a and b are independent given c by the graph alone (d-separation). The sets are disjoint.
  bool separated(std::span<const std::size_t> a, std::span<const std::size_t> b,
                 std::span<const std::size_t> c) const;

  // Visits n rows, a state for each variable. The same seed gives the same rows.
  void sample(std::size_t n, std::uint64_t seed,
              const std::function<void(std::span<const std::size_t>)>& take) const;

  struct State;

 private:
  std::shared_ptr<const State> state_;
};

struct InferenceOptions {
  std::size_t max_bytes = std::size_t{1} << 30;  // of tables at once; a query that needs more is refused
};

// Exact answers by variable elimination (min-fill), for single questions. An Error of kind data that gives
// the size of the largest table and the limit if there is not enough room, before anything is allocated.
double log_probability(const Network& network, const Evidence& evidence,
                       const InferenceOptions& options = {});
// log P(variables, evidence), in the order of `variables`; not divided by the evidence.
JointTable log_joint(const Network& network, std::span<const std::size_t> variables, const Evidence& evidence,
                     const InferenceOptions& options = {});

// The most probable states of `variables` given the evidence, all others summed over; of equals the first in
// the order of `variables`. With all variables: the most probable explanation.
struct MostProbable {
  std::vector<std::size_t> states;
  double log_probability = 0;  // of states and evidence together
};
MostProbable most_probable(const Network& network, std::span<const std::size_t> variables,
                           const Evidence& evidence, const InferenceOptions& options = {});

// A junction tree: built once for a network, then asked again and again. `absorb` takes the evidence of a row
// and passes messages; after that all posteriors are there. One thread each; copies are independent.
class JunctionTree {
 public:
  explicit JunctionTree(const Network& network, const InferenceOptions& options = {});
  JunctionTree(const JunctionTree& other);
  JunctionTree& operator=(const JunctionTree& other);
  JunctionTree(JunctionTree&& other) noexcept;
  JunctionTree& operator=(JunctionTree&& other) noexcept;
  ~JunctionTree();

  void absorb(const Evidence& evidence);
  double log_evidence() const;  // -infinity: the evidence is impossible, and there are no posteriors
  // log P(variable | evidence).
  void posterior(std::size_t variable, std::vector<double>& log_prob) const;
  // log P(parents, variable | evidence), laid out as the variable's table.
  void family_posterior(std::size_t variable, std::vector<double>& log_prob) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// BIF, the interchange format of Bayesian networks. Errors have line and column; `file` names the source.
Network read_bif(std::string_view text, const std::string& file, std::vector<std::string>* notes = nullptr);
Network load_bif(const std::string& path, std::vector<std::string>* notes = nullptr);  // "-": standard input
std::string to_bif(const Network& network);
bool looks_like_bif(std::string_view head);

}  // namespace priory

#pragma GCC visibility pop
