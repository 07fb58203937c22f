// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "priory/error.h"
#include "priory/network.h"

#include "network/beliefs.h"
#include "network/byte_size.h"
#include "network/clique_tree.h"
#include "network/live_states.h"

namespace priory {

struct JunctionTree::State {
  State(const Network& net, const InferenceOptions& limits)
      : network(net),
        options(limits),
        tree(std::make_shared<const CliqueTree>(net, limits)),
        linear(net, *tree) {}

  void absorb(const Evidence& evidence) {
    for (const Finding& finding : evidence) check_finding(network, finding);
    linear.absorb(*tree, evidence);
    use_logarithms = linear.lost();
    if (!use_logarithms) return;
    if (!logarithmic) make_logarithmic();
    logarithmic->absorb(*tree, evidence);
  }

  void make_logarithmic() {
    if (2 * tree->bytes() > static_cast<double>(options.max_bytes))
      throw too_large("the junction tree in logarithms, which this evidence asks for,", tree->bytes() / 2,
                      2 * tree->bytes(), options.max_bytes, "ask single questions instead, or allow more");
    logarithmic.emplace(network, *tree);
  }

  double log_evidence() const { return use_logarithms ? logarithmic->log_evidence() : linear.log_evidence(); }

  void read(const CliqueView& view, std::vector<double>& log_prob) const {
    if (log_evidence() == kLogZero)
      throw Error(ErrorKind::data, "the evidence is impossible: nothing has a probability given it");
    use_logarithms ? logarithmic->read(*tree, view, log_prob) : linear.read(*tree, view, log_prob);
  }

  Network network;
  InferenceOptions options;
  std::shared_ptr<const CliqueTree> tree;
  Beliefs<LinearArithmetic> linear;
  std::optional<Beliefs<LogArithmetic>> logarithmic;  // made when it is first needed
  bool use_logarithms = false;
};

JunctionTree::JunctionTree(const Network& network, const InferenceOptions& options)
    : state_(std::make_unique<State>(network, options)) {
  state_->absorb({});
}

JunctionTree::JunctionTree(const JunctionTree& other) : state_(std::make_unique<State>(*other.state_)) {}

JunctionTree& JunctionTree::operator=(const JunctionTree& other) {
  if (this != &other) state_ = std::make_unique<State>(*other.state_);
  return *this;
}

JunctionTree::JunctionTree(JunctionTree&&) noexcept = default;
JunctionTree& JunctionTree::operator=(JunctionTree&&) noexcept = default;
JunctionTree::~JunctionTree() = default;

void JunctionTree::absorb(const Evidence& evidence) {
  state_->absorb(evidence);
}

double JunctionTree::log_evidence() const {
  return state_->log_evidence();
}

void JunctionTree::posterior(std::size_t variable, std::vector<double>& log_prob) const {
  state_->read(state_->tree->variable(variable), log_prob);
}

void JunctionTree::family_posterior(std::size_t variable, std::vector<double>& log_prob) const {
  state_->read(state_->tree->family(variable), log_prob);
}

}  // namespace priory
