// SPDX-License-Identifier: Apache-2.0
// priory pair DATA... --target COL: learning curves of a generative model and its discriminative partner.
#include <charconv>
#include <fmt/format.h>

#include "priory/version.h"

#include "arguments/discriminative_arguments.h"
#include "arguments/output_arguments.h"

namespace priory::app {
namespace {

struct PairCurves {
  std::vector<std::string> data;
  std::string sizes, l2 = "auto", plot, report;
  PairOptions options;
  OutputArguments output;
  ReadArguments read;
  PlanArguments shape;

  int run() {
    output.check();
    options.l2 = parse_penalty(l2), options.sizes = parse_sizes();
    TrainingRows source = training_rows(read, shape.finish(), data, training_options(read));
    require_target(source.plan());
    const Plan plan = source.plan_of(with_shared_covariance(source.plan(), source.options()));
    options.threads = source.threads();
    const LabelledRows rows = source.labelled(plan);
    const Pair found = pair(rows, plan, options, progress("learning"));
    output.write(found);
    if (!plot.empty()) write_file(plot, [&](std::ostream& out) { out << to_svg(found); });
    if (!report.empty()) write_report(found);
    report_roles(plan);
    report_counts(source.counts());
    return 0;
  }

  void write_report(const Pair& found) const {
    Page page;
    page.title = fmt::format("The pair on {}", data[0]);
    page.version = PRIORY_VERSION;
    page.pair = &found;
    const std::string html = to_html(page);
    write_file(report, [&](std::ostream& out) { out << html; });
    note(fmt::format("wrote {}: learning curves", report));
  }

  std::vector<std::size_t> parse_sizes() const {
    std::vector<std::size_t> out;
    for (const std::string& each : sizes.empty() ? std::vector<std::string>() : parse_list(sizes)) {
      std::size_t size = 0;
      const char* end = each.data() + each.size();
      const auto [at, error] = std::from_chars(each.data(), end, size);
      if (error != std::errc() || at != end || size == 0)
        throw Error(ErrorKind::usage,
                    fmt::format("--sizes takes numbers of rows such as 100,1000, not '{}'", each));
      out.push_back(size);
    }
    return out;
  }
};

}  // namespace

Verb make_pair_verb() {
  const auto self = std::make_shared<PairCurves>();
  Verb verb{
      "pair",
      "learning curves of a generative model and its discriminative partner",
      {"priory pair visits.csv --target came", "priory pair mail.csv --target label --text body --points 6",
       "priory pair iris.csv --target species --plot pair.svg --report pair.html"},
      {},
      [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.rows(self->data).required = true;
  arguments.group("Learning curves");
  arguments.text("--sizes", "LIST", self->sizes, "numbers of rows to learn from: 100,1000,10000");
  arguments.count("--points", "N", self->options.n_sizes,
                  "so many sizes, each so many times the last; 8 when not given", 2);
  arguments.count("--repeats", "N", self->options.repeats,
                  "how often rows are held out and drawn anew; 5 when not given");
  arguments.number("--held-out", "SHARE", self->options.held_out, 0.01, 0.9,
                   "of the rows, to judge by; 0.25 when not given, and at most 20000 rows");
  arguments
      .text("--l2", "L", self->l2, "the penalty of the weights; auto, chosen for each sample, when not given")
      .often({"auto", "0", "1"});
  arguments.seed(self->options.seed);
  arguments.group("Output");
  self->output.declare(arguments);
  arguments.text("--plot", "FILE", self->plot, "an SVG picture of the curves").writes();
  arguments.text("--report", "FILE", self->report, "an HTML file with the curves and their figures").writes();
  self->shape.declare(arguments);
  self->read.declare(arguments);
  verb.matter = {"--target", "--points", "--repeats", "--l2",    "--family",
                 "--text",   "--json",   "--plot",    "--report"};
  return verb;
}

}  // namespace priory::app
