// SPDX-License-Identifier: Apache-2.0
// Candidates for texts: event models, each with every way to weigh words and some smoothing. They are cheap
// one by one and are all tried; what the race leaves is smoothed more finely.
#include <array>

#include "search/makers.h"

namespace priory {
namespace {

using Alphas = std::array<double, 3>;

void add_smoothed(const Making& making, PlanCandidate next, const Alphas& alphas,
                  std::vector<PlanCandidate>& out) {
  if (!making.free("alpha")) return out.push_back(next);
  for (const double alpha : alphas) {
    next.set("alpha", alpha);
    out.push_back(next);
  }
}

template <class Take>
void each_weighting(const Making& making, const PlanCandidate& start, const Take& take) {
  for (const Tf tf : {Tf::count, Tf::log, Tf::binary}) {
    if (tf != start.text_options().tf && !making.free("tf")) continue;
    for (const bool idf : {false, true}) {
      if (idf != start.text_options().idf && !making.free("idf")) continue;
      for (const LengthNorm norm : {LengthNorm::none, LengthNorm::l1, LengthNorm::l2}) {
        const bool given = norm == start.text_options().length_norm;
        if (given ? false : norm == LengthNorm::l1 || !making.free("length-norm")) continue;
        PlanCandidate next = start;
        next.set_tf(tf), next.set_idf(idf), next.set_length_norm(norm);
        take(next);
      }
    }
  }
}

void add_family(const Making& making, const std::string& family, const Alphas& alphas,
                std::vector<PlanCandidate>& out) {
  PlanCandidate start(making.space.start);
  if (family != start.event_model() && !making.free("family")) return;
  if (family != start.event_model()) start.set_event_model(family);
  const bool pairs = making.free("ngrams") && !start.text_options().tokens.of_characters();
  for (const std::size_t longest : {std::size_t{1}, std::size_t{2}}) {
    if (longest == 2 && !pairs) continue;
    PlanCandidate next = start;
    if (pairs) next.set_longest(longest);
    if (family == "bernoulli")
      add_smoothed(making, next, alphas, out);
    else
      each_weighting(making, next,
                     [&](const PlanCandidate& each) { add_smoothed(making, each, alphas, out); });
  }
}

void multinomial(const Making& making, std::vector<PlanCandidate>& out) {
  add_family(making, "multinomial", {1, 0.1, 0.01}, out);
}
void complement(const Making& making, std::vector<PlanCandidate>& out) {
  add_family(making, "complement", {1, 0.3, 0.1}, out);
}
void bernoulli(const Making& making, std::vector<PlanCandidate>& out) {
  add_family(making, "bernoulli", {1, 0.1, 0.01}, out);
}

void characters(const Making& making, std::vector<PlanCandidate>& out) {
  PlanCandidate start(making.space.start);
  if (!making.free("ngrams") || !making.free("tokens") || start.text_options().tokens.of_characters()) return;
  start.set_tokens(Tokens::inside_words, 1, 4);
  for (const char* family : {"multinomial", "complement"}) {
    if (family != start.event_model() && !making.free("family")) continue;
    PlanCandidate next = start;
    if (family != start.event_model()) next.set_event_model(family);
    for (const bool cut : {false, true}) {
      if (cut && !(making.free("tf") && making.free("length-norm"))) continue;
      if (cut) next.set_tf(Tf::log), next.set_length_norm(LengthNorm::l2);
      add_smoothed(making, next, {1, 0.1, 0.01}, out);
    }
  }
}

constexpr Maker kText[] = {
    {"multinomial", multinomial}, {"complement", complement}, {"bernoulli", bernoulli}};
constexpr Maker kCharacters[] = {{"characters", characters}};

}  // namespace

std::span<const Maker> text_makers() {
  return kText;
}
std::span<const Maker> character_makers() {
  return kCharacters;
}

}  // namespace priory
