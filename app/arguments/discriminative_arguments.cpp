// SPDX-License-Identifier: Apache-2.0
#include "arguments/discriminative_arguments.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace priory::app {

std::optional<double> parse_penalty(const std::string& text) {
  if (text == "auto") return std::nullopt;
  double out = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, out);
  if (error == std::errc() && at == end && out >= 0 && out <= 1e100) return out;
  throw Error(ErrorKind::usage, fmt::format("--l2 takes a number from 0 on, or auto, not '{}'", text));
}

void DiscriminativeArguments::declare(Arguments& arguments) {
  arguments.group("Weights fitted to the classes");
  arguments.flag("--discriminative", wanted,
                 "fit the weights of the same features by conditional likelihood: logistic regression");
  arguments
      .text("--l2", "L", l2_,
            "half of L times the squared distance from the centre is added to the loss; auto when not given")
      .often({"auto", "0", "1"});
  arguments.number("--l1", "L", l1_, 0, 1e100,
                   "L times the absolute distance from the centre is added as well");
  arguments.word("--towards", "CENTRE", towards_, words_of<Towards>(),
                 "the centre: the weights of the generative model at its temperature, or zero");
  arguments.flag("--balanced", balanced_, "classes weigh the same, however many rows they have");
  arguments.flag(
      "--nb-scaled", nb_scaled_,
      "features are multiplied by their generative weights, and the penalty is of what is left to fit");
  arguments.flag("--weights", of_parts,
                 "one weight a column or text, against what naive Bayes counts twice; counts still add up");
}

void DiscriminativeArguments::check() const {
  if (wanted && of_parts)
    throw Error(ErrorKind::usage,
                "--discriminative fits a weight for each feature, --weights one for each part", {},
                "give one of them");
  if (nb_scaled_ && l1_ > 0) throw Error(ErrorKind::usage, "--nb-scaled goes with --l2 and not with --l1");
  if (wanted) return;
  const char* const option = l2_ != "auto"              ? "--l2"
                             : l1_ != 0                 ? "--l1"
                             : towards_ != "generative" ? "--towards"
                             : balanced_                ? "--balanced"
                             : nb_scaled_               ? "--nb-scaled"
                                                        : nullptr;
  if (option != nullptr) throw Error(ErrorKind::usage, fmt::format("{} goes with --discriminative", option));
}

void DiscriminativeArguments::take_from(EmOptions& em) {
  const EmOptions usual;
  if (!wanted) return;
  if (em.tolerance != usual.tolerance) tolerance_ = em.tolerance;
  if (em.max_iterations != usual.max_iterations) max_iterations_ = em.max_iterations;
  em.tolerance = usual.tolerance, em.max_iterations = usual.max_iterations;
}

DiscriminativeOptions DiscriminativeArguments::options(unsigned threads, std::size_t memory) const {
  DiscriminativeOptions out;
  out.l2 = parse_penalty(l2_), out.l1 = l1_;
  out.towards = value_of_word<Towards>(towards_), out.balanced = balanced_, out.nb_scaled = nb_scaled_;
  out.tolerance = tolerance_, out.max_iterations = max_iterations_;
  out.threads = threads, out.memory = memory;
  out.on_iteration = [show = progress_of("fitting")](std::size_t step, double loss, double slope) {
    show(fmt::format("step {}, loss {:.6g}, slope {:.2g}", step, loss, slope));
    return !was_interrupted();
  };
  return out;
}

void tell_fit(const Discriminative& fitted) {
  for (const PenaltyTrial& trial : fitted.trials)
    detail(fmt::format("--l2 {}: log loss {:.4f} on rows left out", trial.l2, trial.log_loss));
  const ConditionalFit& how = *fitted.model.conditional_fit();
  note(fmt::format("weights fitted in {} {}{}: --l2 {} towards {}", how.iterations,
                   how.iterations == 1 ? "step" : "steps", how.converged ? "" : ", not to the end", how.l2,
                   how.towards == Towards::zero
                       ? "zero"
                       : fmt::format("the generative model at temperature {:.4g}", 1 / how.temperature)));
  if (fitted.interrupted) note("interrupted: these are the best weights so far");
}

Classifier DiscriminativeArguments::fit(const Classifier& generative, const LabelledRows& rows,
                                        unsigned threads, std::size_t memory) const {
  const Discriminative fitted = fit_weights(generative, rows, options(threads, memory));
  tell_fit(fitted);
  return fitted.model;
}

Plan DiscriminativeArguments::weighted(const LabelledRows& rows, const Plan& plan, unsigned threads) const {
  const PartWeights found = fit_part_weights(rows, plan, threads, progress("weighing"));
  note(fmt::format(
      "one weight a part: log loss of rows left out {:.4f}; without {:.4f}, with {:.4g} for all {:.4f}",
      found.log_loss_fitted, found.log_loss, found.common, found.log_loss_common));
  for (const PartPlan& part : found.plan.parts)
    detail(fmt::format("'{}' counts {:.4g} times", part.label(), part.score_weight));
  return found.plan;
}

LearnFrom DiscriminativeArguments::learn_by(const Plan& plan, unsigned threads) const {
  return [this, plan, threads](const LabelledRows& rows) {
    const Plan own = of_parts ? fit_part_weights(rows, plan, threads).plan : plan;
    const Classifier model = Classifier::train(own, rows.open(), threads);
    return wanted ? fit_weights(model, rows, options(threads)).model : model;
  };
}

}  // namespace priory::app
