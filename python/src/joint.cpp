// SPDX-License-Identifier: Apache-2.0
// Questions about a joint distribution - of rows, of a model, of a network - and rows drawn from one.
#include "module.h"
#include "priory/query.h"
#include "priory/report.h"

namespace priory::python {
namespace {

JointDistribution joint_of(const py::object& of, const std::string& target, unsigned threads) {
  if (py::isinstance<Network>(of)) return JointDistribution(py::cast<const Network&>(of));
  if (py::isinstance<Classifier>(of)) return JointDistribution(py::cast<const Classifier&>(of));
  RowQueryOptions options;
  options.target = target, options.threads = threads, options.tick = check_signals("counting");
  return JointDistribution(data_of(of), options);
}

py::list rows_of(const QueryAnswer& answer) {
  py::list out;
  for (const QueryRow& row : answer.rows)
    out.append(py::make_tuple(row.values, row.probability, row.log_probability));
  return out;
}

py::object independence_of(const QueryAnswer& answer) {
  if (!answer.independence) return py::none();
  const IndependenceAnswer& found = *answer.independence;
  return py::make_tuple(found.by_graph, found.independent, found.statistic, found.degrees_of_freedom,
                        found.p_value, found.mutual_information);
}

// The kind of the query, its variables (of a table), rows, log P, odds, independence, and notes.
py::tuple ask(const JointDistribution& joint, const std::string& text) {
  const Query query(text);
  const QueryAnswer answer = unlocked([&] { return joint.ask(query); });
  py::list notes;
  for (const std::string& each : answer.notes) notes.append(spelt(each, spelt_for_python));
  constexpr std::array kKinds = {"probability", "log_probability", "odds", "argmax", "independent"};
  return py::make_tuple(kKinds[static_cast<std::size_t>(query.kind())], answer.variables, rows_of(answer),
                        py::make_tuple(answer.probability, answer.log_probability, answer.odds),
                        independence_of(answer), notes);
}

// Names, whether a column is numbers, and the columns.
template <class Model>
py::tuple draw(const Model& model, std::size_t n_rows, std::uint64_t seed, const std::string& label) {
  DrawnColumns columns;
  std::vector<std::vector<std::string>> cells;
  unlocked([&] {
    draw_rows(model, SampleOptions{n_rows, seed, label},
              [&](const DrawnColumns& all, std::span<const std::string> row) {
                if (cells.empty()) columns = all, cells.resize(row.size());
                for (std::size_t k = 0; k < row.size(); ++k) cells[k].push_back(row[k]);
              });
    return 0;
  });
  return py::make_tuple(columns.names, columns.numbers, cells);
}

std::vector<std::string> names_of(const Network& network) {
  std::vector<std::string> out;
  for (const Variable& each : network.variables()) out.push_back(each.name);
  return out;
}

py::dict arcs_of(const Network& network) {
  py::dict out;
  for (std::size_t v = 0; v < network.variables().size(); ++v) {
    py::list parents;
    for (const std::size_t p : network.parents(v)) parents.append(network.variables()[p].name);
    out[py::str(network.variables()[v].name)] = parents;
  }
  return out;
}

py::dict states_of(const Network& network) {
  py::dict out;
  for (const Variable& each : network.variables()) out[py::str(each.name)] = each.states;
  return out;
}

}  // namespace

void add_joint(py::module_& module) {
  py::class_<Network>(module, "Network")
      .def_property_readonly("name", [](const Network& self) { return self.name(); })
      .def_property_readonly("variables", &names_of)
      .def_property_readonly("states", &states_of)
      .def_property_readonly("parents", &arcs_of)
      .def("to_bif", [](const Network& self) { return to_bif(self); })
      .def("json", [](const Network& self) { return to_json(self); });
  py::class_<JointDistribution>(module, "JointDistribution").def("ask", &ask);
  module.def("joint", &joint_of);
  module.def("read_bif", [](const std::string& path) { return unlocked([&] { return load_bif(path); }); });
  module.def("bif_of", [](const std::string& text) { return read_bif(text, "bif"); });
  module.def("network_of", &network_of);
  module.def("draw", &draw<Classifier>);
  module.def("draw", &draw<Network>);
}

}  // namespace priory::python
