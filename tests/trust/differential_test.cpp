// SPDX-License-Identifier: Apache-2.0
// Small tables of every family and mix, of the kind that nobody writes a test for: one row, one class,
// constant columns, weights of 0, missing cells, numbers at the ends of the doubles. Each goes through every
// verb. A failure names its seed; PRIORY_CASES says how many there are, PRIORY_SEED which is the first.
#include <gtest/gtest.h>

#include "clustering.h"
#include "every_verb.h"

namespace priory::testing {
namespace {

const std::vector<double> kNumbers = {0,      1,      2,     3,   0.5,    -1,    1e15,    1e16,
                                      1e-5,   1e-300, 1e300, 1e8, -1e300, 1e150, -1e150,  5e-324,
                                      1e-160, 1e284,  0.999, 7,   -0.1,   1e100, 1.7e308, 255};

std::string draw_number(Random& random, const Family& family) {
  const bool calm = one_in(random, 2);
  for (int tries = 0; tries < 20; ++tries) {
    const double x = kNumbers[below(random, calm ? 5 : kNumbers.size())];
    if (family.domain().contains(x)) return fmt::format("{}", x);
  }
  return "0.5";
}

std::string draw_cell(Random& random, const Family& family) {
  if (one_in(random, 8)) return "";
  if (family.info().kind == CellKind::bag) return draw_text(random);
  if (family.info().kind == CellKind::codes)
    return std::string(1, "abcdefgh"[below(random, n_values(family))]);
  return draw_number(random, family);
}

struct Case {
  std::string header;
  std::vector<std::string> rows;
  PlanOptions options;

  std::string csv() const {
    std::string out = header + "\n";
    for (const std::string& row : rows) out += row + "\n";
    return out;
  }
};

std::vector<const Family*> draw_families(Random& random, Case& out) {
  const std::vector<const Family*> all = families_with_columns();
  std::vector<const Family*> chosen;
  for (std::size_t k = 1 + below(random, 3); k > 0; --k) {
    const Family* family = all[below(random, all.size())];
    const FamilyInfo info = family->info();
    const std::string name = fmt::format("c{}", chosen.size());
    out.header += "," + name;
    if (info.kind == CellKind::bag)
      out.options.text.push_back(name);
    else
      out.options.types.push_back({name, std::string(info.name), {}});
    chosen.push_back(family);
  }
  return chosen;
}

Case draw_case(Random& random) {
  Case out{"y,w", {}, with_types("y", "w=weight")};
  const std::vector<const Family*> families = draw_families(random, out);
  const std::size_t n_classes = 1 + below(random, 3), n_rows = 1 + below(random, one_in(random, 3) ? 2 : 12);
  const bool constant = one_in(random, 6), weighted = one_in(random, 3);
  std::string cells;
  for (std::size_t row = 0; row < n_rows; ++row) {
    if (row == 0 || !constant) {
      cells.clear();
      for (const Family* family : families) cells += "," + draw_cell(random, *family);
    }
    const std::size_t weight = weighted ? below(random, 3) : 1;
    out.rows.push_back(fmt::format("{},{}{}", "pqr"[below(random, n_classes)], weight, cells));
  }
  if (one_in(random, 4)) out.options = with_alpha(out.options, one_in(random, 2) ? "0" : "1e100");
  static const std::vector<std::string> structures = {"tan", "chow-liu", "kdb", "aode", "hnb"};
  if (one_in(random, 4)) out.options.structure = structures[below(random, structures.size())];
  return out;
}

LabelledRows kept(const Case& table, const Plan& plan) {
  return LabelledRows(plan, opener(plan, table.csv()));
}

void check_written(const Classifier& model, const std::string& csv, const std::string& name) {
  const std::string bytes = to_bytes(model);
  EXPECT_NO_THROW(EXPECT_EQ(to_bytes(from_bytes(bytes, "model")), bytes) << name) << name;
  run_every_verb(model, csv, true, name);
}

void check_case(std::uint64_t seed) {
  Random random(seed), others(seed + 1);
  const Case table = draw_case(random);
  const std::string name = fmt::format("seed {}", seed), csv = table.csv();
  SCOPED_TRACE(csv);
  std::optional<Classifier> model;
  if (!answered(name + " train", [&] { model = trained(csv, table.options); })) return;
  answered(name + " save", [&] { check_written(*model, csv, name); });
  answered(name + " predict others", [&] {
    Case unseen = table;
    for (std::string& row : unseen.rows) row = "p,1" + row.substr(row.find(',', 2)) + "";
    check_posteriors(*model, unseen.csv(), true, name);
  });
  answered(name + " sample and train", [&] { trained(drawn(*model, 20), with_types("y", "")); });
}

// Weights fitted to the classes, probabilities fitted to rows left out, and what a search chooses.
void check_fitted(std::uint64_t seed) {
  Random random(seed);
  const Case table = draw_case(random);
  const std::string name = fmt::format("seed {} fitted", seed), csv = table.csv();
  SCOPED_TRACE(csv);
  std::optional<Classifier> model;
  if (!answered(name, [&] { model = trained(csv, table.options); })) return;
  answered(name + " weights", [&] {
    DiscriminativeOptions options;
    if (one_in(random, 2)) options.l2 = one_in(random, 2) ? 0 : 1;
    options.l1 = one_in(random, 3) ? 1 : 0, options.max_iterations = 50;
    options.balanced = one_in(random, 2),
    options.towards = one_in(random, 2) ? Towards::zero : Towards::generative;
    check_written(fit_weights(*model, kept(table, model->plan()), options).model, csv, name + " weights");
  });
  answered(name + " calibration", [&] {
    static constexpr CalibrationMethod methods[] = {CalibrationMethod::temperature,
                                                    CalibrationMethod::sigmoid, CalibrationMethod::isotonic};
    const Evaluation judged = judge_unseen(kept(table, model->plan()), model->plan(), {}, 100);
    check_written(model->calibrated(calibrate(judged.rows(), methods[below(random, 3)])), csv,
                  name + " calibrated");
  });
  if (!one_in(random, 4)) return;
  answered(name + " search", [&] {
    TuneOptions options;
    options.most_trials = 6;
    const Tuned tuned =
        tune({model->plan(), table.options, [&](const Plan& plan) { return kept(table, plan); },
              [&](const PlanOptions& other) { return plan_of(csv, other); }},
             options);
    const Classifier chosen = Classifier::train(tuned.plan, opener(tuned.plan, csv));
    check_written(chosen.calibrated(tuned.calibration).tuned(tuned.record), csv, name + " search");
  });
}

void check_cluster(std::uint64_t seed) {
  Random random(seed);
  Case table = draw_case(random);
  table.options.target.clear(), table.options.structure.clear();
  table.options.types.push_back({"y", "ignore", {}});
  EmOptions em;
  em.restarts = 2, em.max_iterations = 20;
  const std::string name = fmt::format("seed {} cluster", seed);
  answered(name, [&] {
    const EmResult result = clustered(table.csv(), table.options, 1 + below(random, 3), em);
    const std::string bytes = to_bytes(result.model);
    EXPECT_NO_THROW(from_bytes(bytes, "model")) << name << "\n" << table.csv();
    run_every_verb(result.model, table.csv(), true, name);
  });
}

TEST(Differential, EveryTableThroughEveryVerb) {
  const std::size_t first = n_cases("PRIORY_SEED", 1), n = n_cases("PRIORY_CASES", 2000);
  for (std::size_t seed = first; seed < first + n && !HasFailure(); ++seed) check_case(seed);
}

TEST(Differential, EveryTableThroughFitting) {
  const std::size_t first = n_cases("PRIORY_SEED", 1), n = n_cases("PRIORY_CASES", 2000) / 4;
  for (std::size_t seed = first; seed < first + n && !HasFailure(); ++seed) check_fitted(seed);
}

TEST(Differential, EveryTableThroughClustering) {
  const std::size_t first = n_cases("PRIORY_SEED", 1), n = n_cases("PRIORY_CASES", 2000) / 4;
  for (std::size_t seed = first; seed < first + n && !HasFailure(); ++seed) check_cluster(seed);
}

}  // namespace
}  // namespace priory::testing
