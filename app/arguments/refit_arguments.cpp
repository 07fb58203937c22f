// SPDX-License-Identifier: Apache-2.0
#include "arguments/refit_arguments.h"

#include "arguments/discriminative_arguments.h"

namespace priory::app {

void RefitArguments::declare(Arguments& arguments) {
  arguments
      .texts(
          "--with", "DATA", with,
          "all rows that the model then stands for: the weights of a discriminative model are fitted to them")
      .reads();
}

void RefitArguments::refuse_idle() const {
  if (with.empty()) return;
  throw Error(ErrorKind::usage, "--with is for discriminative models: this one has no weights to fit again",
              {}, "leave it out");
}

Classifier RefitArguments::fit(const Classifier& before, const Classifier& counts,
                               const ReadArguments& read) const {
  const Plan plan = plan_of(counts);
  const LabelledRows rows(plan, rows_to_learn(read.open(with, plan), plan, read.skip_bad_rows()), 0,
                          read.thread_count(), progress("reading"));
  note_left_behind(before);
  DiscriminativeOptions options;
  options.threads = read.thread_count();
  options.on_iteration = [](std::size_t, double, double) { return !was_interrupted(); };
  const Discriminative fitted = refit_weights(before, counts, rows, options);
  tell_fit(fitted);
  return fitted.model;
}

}  // namespace priory::app
