// SPDX-License-Identifier: Apache-2.0
// Models of a plan that is given and not found by looking at the rows, as estimators need them: the columns,
// families and settings are known. And sums that grow.
#include <algorithm>

#include "module.h"
#include "priory/classifier.h"
#include "priory/discriminative.h"
#include "priory/family.h"
#include "priory/statistics.h"
#include "priory/training.h"

namespace priory::python {
namespace {

const FamilyInfo& family_named(const std::string& name, CellKind kind) {
  static const std::vector<FamilyInfo> all = families();
  const auto at = std::ranges::find_if(all, [&](const FamilyInfo& f) { return f.name == name && f.kind == kind; });
  if (at == all.end()) throw Error(ErrorKind::usage, "there is no family '" + name + "' of this kind");
  return *at;
}

PartPlan part_of(const py::dict& from) {
  PartPlan out;
  out.family = py::cast<std::string>(from["family"]);
  out.kind = value_named<CellKind>(py::cast<std::string>(from["kind"])).value();
  out.columns = names_in(from["columns"]);
  out.declared = py::cast<std::vector<std::string>>(from["declared"]);
  out.in_order = !out.declared.empty();
  const auto settings = py::cast<py::dict>(from["settings"]);
  for (const Option& option : family_named(out.family, out.kind).options) {
    const py::str name{std::string(option.name)};
    out.settings.emplace_back(option.name,
                              settings.contains(name) ? py::cast<double>(settings[name]) : option.initial);
  }
  return out;
}

Plan make_fixed_plan(const std::string& target, const py::object& prior, const py::list& parts) {
  Plan out;
  out.target = target;
  if (py::isinstance<py::str>(prior)) {
    out.prior = parse_prior(py::cast<std::string>(prior), 0);
  } else {
    out.prior.kind = PriorKind::given;
    out.prior.given = py::cast<std::vector<std::pair<std::string, double>>>(prior);
  }
  for (const py::handle part : parts) out.parts.push_back(part_of(py::cast<py::dict>(part)));
  return out;
}

Classifier fit(const Plan& plan, const py::object& rows, unsigned threads) {
  const Data data = data_of(rows);
  return unlocked([&] { return Classifier::train(plan, data, threads, check_signals("learning")); });
}

py::tuple fit_by_classes(const Classifier& generative, const py::object& rows, const py::dict& how,
                         unsigned threads) {
  const Data data = data_of(rows);
  DiscriminativeOptions options;
  if (!how["l2"].is_none()) options.l2 = py::cast<double>(how["l2"]);
  options.l1 = py::cast<double>(how["l1"]);
  const auto towards = value_named<Towards>(py::cast<std::string>(how["towards"]));
  if (!towards) throw Error(ErrorKind::usage, "‹towards› is generative or zero");
  options.towards = *towards;
  options.balanced = py::cast<bool>(how["balanced"]);
  options.tolerance = py::cast<double>(how["tolerance"]);
  options.max_iterations = py::cast<std::size_t>(how["max_iterations"]);
  options.threads = threads;
  options.on_iteration = [tick = check_signals("fitting")](std::size_t, double, double) { return tick({}), true; };
  const Classifier model = unlocked([&] {
    const Plan& plan = generative.plan();
    const LabelledRows kept(plan, rows_to_learn(data, plan), 0, threads, check_signals("learning"));
    return fit_weights(generative, kept, options).model;
  });
  const ConditionalFit& found = *model.conditional_fit();
  return py::make_tuple(model, found.iterations, found.converged);
}

}  // namespace

void add_fitting(py::module_& module) {
  py::class_<Plan>(module, "Plan");
  module.def("make_plan", &make_fixed_plan);
  module.def("fit", &fit);
  module.def("fit_weights", &fit_by_classes);
  py::class_<Statistics>(module, "Statistics")
      .def(py::init<const Plan&>())
      .def(py::init([](const Classifier& model) { return model.statistics(); }))
      .def("add",
           [](Statistics& self, const py::object& rows, unsigned threads) {
             const Data data = data_of(rows);
             unlocked([&] { self.add(data, threads); });
           })
      .def("estimate", [](const Statistics& self) { return unlocked([&] { return self.estimate(); }); })
      .def(py::pickle([](const Statistics& self) { return py::bytes(unlocked([&] { return self.bytes(); })); },
                      [](const py::bytes& bytes) {
                        const auto view = static_cast<std::string_view>(bytes);
                        return unlocked([&] { return Statistics::from_bytes(view); });
                      }));
}

}  // namespace priory::python
