// SPDX-License-Identifier: Apache-2.0
// The model: trained, asked, changed, stored.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "decisions.h"
#include "priory/classifier.h"
#include "priory/front_end.h"
#include "priory/predictor.h"
#include "priory/store.h"
#include "priory/training.h"

namespace priory::python {

// Each chunk knows where its rows stand, so that threads write where they are, and none waits for another.
void fill_posteriors(const Classifier& model, Source<Chunk>& rows, bool log, std::span<double> out, unsigned threads) {
  const auto format = [&](const ScoredChunk& scored, std::string&) {
    const std::span<const double> from = scored.log_posterior;
    const auto to = out.subspan(scored.chunk->first_row * scored.n_classes, from.size());
    if (log) return void(std::ranges::copy(from, to.begin()));
    std::ranges::transform(from, to.begin(), [](double each) { return std::exp(each); });
  };
  model.score(rows, format, [](const std::string&) {}, threads, check_signals("predicting"));
}

namespace {

ReadingOptions reading_of(bool skip_bad_rows) {
  ReadingOptions out;
  out.skip_bad_rows = skip_bad_rows;
  return out;
}

// Of the rows that can be read, as many as there are.
py::array_t<double> posteriors_of_read(const Classifier& model, const Data& data, bool log, bool skip, unsigned threads) {
  std::vector<double> all;
  const auto format = [&](const ScoredChunk& scored, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(scored.log_posterior.data()), scored.log_posterior.size() * sizeof(double));
  };
  const auto write = [&](const std::string& bytes) {
    all.resize(all.size() + bytes.size() / sizeof(double));
    std::memcpy(reinterpret_cast<char*>(all.data() + all.size()) - bytes.size(), bytes.data(), bytes.size());
  };
  unlocked([&] { model.score(*rows_of(model, data, reading_of(skip))(), format, write, threads, check_signals("predicting")); });
  const std::size_t n_classes = model.classes().size();
  py::array_t<double> out({static_cast<py::ssize_t>(all.size() / n_classes), static_cast<py::ssize_t>(n_classes)});
  std::ranges::transform(all, out.mutable_data(), [&](double each) { return log ? each : std::exp(each); });
  return out;
}

py::array_t<double> posteriors(const Classifier& model, const py::object& rows, bool log, unsigned threads,
                               const py::object& on_bad_row) {
  const Data data = data_of(rows);
  const bool skip = skips_bad_rows(on_bad_row);
  const Rows* memory = data.rows();
  if (memory == nullptr || skip) return posteriors_of_read(model, data, log, skip, threads);
  const auto n_classes = static_cast<py::ssize_t>(model.classes().size());
  py::array_t<double> out({static_cast<py::ssize_t>(memory->n_rows()), n_classes});
  const std::span<double> into(out.mutable_data(), static_cast<std::size_t>(out.size()));
  unlocked([&] { fill_posteriors(model, *rows_of(model, data)(), log, into, threads); });
  return out;
}

// The places of the most probable classes of each row among the model's, rows x top: the one chosen first, or -1 where none is.
py::array_t<std::int32_t> labels(const Classifier& model, const py::object& rows, unsigned threads, const py::dict& options) {
  const Data data = data_of(rows);
  const Settings how(options);
  const Decision decide = decision_of(how, model.classes());
  const bool skip = skips_bad_rows(how["on_bad_row"]);
  const std::size_t top = std::min(how.get<std::size_t>("top", 1), model.classes().size());
  if (top == 0) throw Error(ErrorKind::usage, "‹top› takes a whole number from 1 on");
  std::vector<std::int32_t> out;
  const auto format = [&](const ScoredChunk& scored, std::string& bytes) {
    const auto add = [&](std::int32_t place) { bytes.append(reinterpret_cast<const char*>(&place), sizeof place); };
    for (std::size_t r = 0; r < scored.chunk->n_rows; ++r) {
      const std::size_t chosen = decide(scored.row(r));
      const bool none = chosen == Decision::kNone;
      add(none ? -1 : static_cast<std::int32_t>(chosen));
      if (top == 1) continue;
      const auto order = ranked(scored.row(r), none ? best_class(scored.row(r)) : chosen);
      for (std::size_t k = 1; k < top; ++k) add(static_cast<std::int32_t>(order[k]));
    }
  };
  const auto write = [&](const std::string& bytes) {
    out.resize(out.size() + bytes.size() / sizeof(std::int32_t));
    std::memcpy(reinterpret_cast<char*>(out.data() + out.size()) - bytes.size(), bytes.data(), bytes.size());
  };
  unlocked([&] {
    model.score(*rows_of(model, data, reading_of(skip))(), format, write, threads, check_signals("predicting"));
  });
  const auto n_rows = static_cast<py::ssize_t>(out.size() / top), width = static_cast<py::ssize_t>(top);
  if (!how.has("top")) return py::array_t<std::int32_t>(n_rows, out.data());
  return py::array_t<std::int32_t>({n_rows, width}, out.data());
}

const char* name_of_kind(Reason::Kind kind) {
  constexpr std::array kKinds = {"prior", "value", "absent", "missing", "unseen"};
  return kKinds[static_cast<std::size_t>(kind)];
}

py::tuple to_python(const Explanation& explanation) {
  py::list reasons;
  for (const Reason& each : explanation.reasons)
    reasons.append(py::make_tuple(name_of_kind(each.kind), each.feature, each.value, each.count, each.log_p));
  return py::make_tuple(explanation.predicted, explanation.log_scores, explanation.log_posterior,
                        explanation.impossible, reasons);
}

py::list explain(const Classifier& model, const py::object& rows, std::size_t first, std::size_t count,
                 const py::object& on_bad_row) {
  const Data data = data_of(rows);
  ReadingOptions reading = reading_of(skips_bad_rows(on_bad_row));
  reading.explained = true;
  std::vector<Explanation> found;
  unlocked([&] {
    const Tick tick = check_signals("explaining");
    model.explain(*rows_of(model, data, reading)(), first, count, [&](const Explanation& each) {
      found.push_back(each);
      tick({Progress::Unit::none, found.size(), {}});
    });
  });
  py::list out;
  for (const Explanation& each : found) out.append(to_python(each));
  return out;
}

// What becomes of columns that the model has not met.
FreshColumns fresh_columns(const Settings& how, bool skip_bad_rows, unsigned threads) {
  py::dict given;
  for (const char* name : {"types", "ignore"}) given[name] = how[name];
  const PlanOptions options = plan_options(given);
  return {options.types, options.ignore, skip_bad_rows, threads, check_signals("looking")};
}

// The model that has learnt or forgotten the rows, and what the user should know.
py::tuple changed(const Classifier& model, const py::object& rows, bool forgets, const py::dict& options, unsigned threads) {
  const Data data = data_of(rows);
  const Settings how(options);
  const bool skip = skips_bad_rows(how["on_bad_row"]), strict = how.get<bool>("strict");
  const auto decay = how.get<double>("decay", 1);
  if (!(decay > 0 && decay <= 1)) throw Error(ErrorKind::usage, "‹decay› takes a number above 0 and up to 1");
  const FreshColumns fresh = fresh_columns(how, skip, threads);
  ReadCounts counts;
  std::vector<std::string> notes;
  const Classifier out = unlocked([&] {
    if (!skip) require_classes(data);
    const RowsToChange found =
        forgets ? rows_to_forget(model.plan(), data, fresh) : rows_to_update(model.plan(), data, fresh);
    notes = notes_on_fresh(found.fresh);
    const OpenChunks open = rows_to_learn(model, found.plan, data, skip, &counts);
    if (forgets) return model.forget(found.plan, open, threads, check_signals("forgetting"));
    return (decay < 1 ? model.faded(decay) : model).learn(found.plan, open, threads, check_signals("learning"));
  });
  for (const std::string& each : notes_on(counts)) notes.push_back(each);
  return py::make_tuple(strict ? out.uncalibrated() : out, spelt_notes(notes));
}

double log_likelihood(const Classifier& model, const py::object& rows, unsigned threads) {
  const Data data = data_of(rows);
  return unlocked([&] { return model.log_likelihood(*rows_of(model, data)(), threads); });
}

py::list tried(const Classifier& model) {
  py::list out;
  for (const ClassesTried& each : model.classes_tried())
    out.append(py::make_tuple(each.classes, each.log_likelihood, each.parameters, each.bic, each.aic));
  return out;
}

py::dict part_of(const PartView& part) {
  py::dict parameters;
  for (const Parameter& each : part.parameters) {
    py::array_t<double> array({static_cast<py::ssize_t>(each.rows),
                               static_cast<py::ssize_t>(each.shared ? 1 : each.cells)});
    std::copy_n(each.data.begin(), array.size(), array.mutable_data());
    parameters[py::str(each.name)] = array;
  }
  py::dict out;
  out["family"] = part.plan->family;
  out["columns"] = part.plan->columns;
  out["text"] = part.plan->text;
  out["values"] = part.values;
  out["parameters"] = parameters;
  return out;
}

py::list parts(const Classifier& model) {
  py::list out;
  for (const PartView& part : model.parts()) out.append(part_of(part));
  return out;
}

// Where texts alone are rows: the one column that they are.
std::vector<std::string> text_columns(const Classifier& model) {
  std::vector<std::string> out;
  for (const PartPlan& part : model.plan().parts)
    if (part.text) out.push_back(part.columns[0]);
  return out;
}

}  // namespace

void add_model(py::module_& module) {
  using namespace pybind11::literals;
  py::class_<Classifier>(module, "Classifier")
      .def_property_readonly("classes", [](const Classifier& self) { return self.classes(); })
      .def_property_readonly("class_count", [](const Classifier& self) { return self.class_count(); })
      .def_property_readonly("log_prior", [](const Classifier& self) { return self.log_prior(); })
      .def_property_readonly("n_rows", [](const Classifier& self) { return self.n_rows(); })
      .def_property_readonly("target", [](const Classifier& self) { return self.plan().target; })
      .def_property_readonly("kind",
                             [](const Classifier& self) { return std::string(kind_of(self.plan())); })
      .def_property_readonly("columns", [](const Classifier& self) { return source_columns(self.plan()); })
      .def_property_readonly("text_columns", &text_columns)
      .def("parts", &parts)
      .def("posteriors", &posteriors)
      .def("labels", &labels)
      .def("explain", &explain)
      .def("log_likelihood", &log_likelihood)
      .def_property_readonly("tried", &tried)
      .def("changed", &changed)
      .def("merge",
           [](const Classifier& self, const Classifier& other) {
             return unlocked([&] { return self.merge(other); });
           })
      .def("subtract",
           [](const Classifier& self, const Classifier& other) {
             return unlocked([&] {
               Statistics left = self.statistics();
               left.subtract(other.statistics());
               if (!left.plausible())
                 throw Error(ErrorKind::data, "the other model has rows that this one never learnt");
               return left.estimate();
             });
           })
      .def("reestimated",
           [](const Classifier& self, const py::dict& settings) {
             const std::vector<OptionValue> values = plan_options(settings).settings;
             return unlocked([&] { return self.statistics().estimate(values); });
           })
      .def("save",
           [](const Classifier& self, const std::string& path) {
             unlocked([&] {
               save(self, path);
               return 0;
             });
           })
      .def("to_bytes", [](const Classifier& self) {
        return py::bytes(unlocked([&] { return to_bytes(self); }));
      });
  module.def("load", [](const std::string& path) { return unlocked([&] { return load(path); }); });
  module.def("from_bytes", [](const py::bytes& bytes, const std::string& name) {
    const auto view = static_cast<std::string_view>(bytes);
    return unlocked([&] { return from_bytes(view, name); });
  });
}

}  // namespace priory::python
