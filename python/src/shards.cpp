// SPDX-License-Identifier: Apache-2.0
// Rows counted in shards: a plan for all of them, the statistics of each, and what files are cut into.
#include <algorithm>

#include "em.h"
#include "priory/folds.h"
#include "priory/pieces.h"
#include "priory/statistics.h"
#include "priory/store.h"
#include "priory/training.h"

namespace priory::python {
namespace {

py::tuple make_plan_of_rows(const py::object& rows, const py::dict& options, unsigned threads) {
  const Data data = data_of(rows);
  PlanOptions shape = plan_options(options);
  std::vector<std::string> notes;
  const Plan plan = unlocked([&] {
    settle_target(shape, data);
    TrainingOptions training;
    training.target_needed = false, training.threads = threads, training.progress = check_signals;
    const TrainingRows source(data, shape, training);
    add_notes(source, notes);
    const OpenChunks open = source.plan().target.empty() ? source.opener(false) : source.counter();
    return decide(source.plan(), open, threads, check_signals("deciding"));
  });
  return py::make_tuple(plan, spelt_notes(notes));
}

TrainingRows rows_by_plan(const Data& data, const Plan& plan, bool skip_bad_rows, unsigned threads) {
  TrainingOptions training;
  training.threads = threads, training.progress = check_signals;
  return {data, plan, skip_bad_rows, training};
}

Statistics count_rows(const py::object& rows, const Plan& plan, bool skip_bad_rows, unsigned threads) {
  const Data data = data_of(rows);
  return unlocked([&] {
    const TrainingRows source = rows_by_plan(data, plan, skip_bad_rows, threads);
    Statistics out(source.plan());
    out.add(*source.counter()(), threads, check_signals("learning"));
    return out;
  });
}

Statistics merged(const std::vector<const Statistics*>& all) {
  return unlocked([&] {
    Statistics out = *all.at(0);
    for (std::size_t k = 1; k < all.size(); ++k) out.merge(*all[k]);
    return out;
  });
}

py::list pieces(const std::vector<std::string>& paths, const py::dict& reading, std::uint64_t bytes) {
  const ReadOptions options = read_options(reading);
  py::list out;
  for (const FilePiece& each : unlocked([&] { return pieces_of(paths, options, bytes); })) {
    const auto format = std::string(name_of(each.format));
    out.append(py::make_tuple(each.path, each.begin, each.end, py::bytes(each.head), each.first_line, format, each.delimiter));
  }
  return out;
}

FilePiece piece_of(const py::tuple& from) {
  return {py::cast<std::string>(from[0]),   py::cast<std::uint64_t>(from[1]),
                        py::cast<std::uint64_t>(from[2]), py::cast<std::string>(from[3]),
                        py::cast<std::size_t>(from[4]),   value_named<Format>(py::cast<std::string>(from[5])).value(),
          py::cast<char>(from[6])};
}

Table table_of_piece(const py::tuple& from, const py::dict& reading) {
  const FilePiece piece = piece_of(from);
  const ReadOptions options = read_options(reading);
  return unlocked([&] { return open_piece(piece, options); });
}

py::bytes bytes_of_piece(const py::tuple& from) {
  const FilePiece piece = piece_of(from);
  return unlocked([&] { return text_of(piece); });
}

Evaluation judged(const Classifier& model, const py::object& rows, const std::optional<std::string>& positive) {
  const Data data = data_of(rows);
  return unlocked([&] { return evaluate(model, data, {}, positive, 1); });
}

LabelledRows labelled(const Data& data, const Plan& plan) {
  return {plan, rows_to_learn(data, plan), 0, 1, check_signals("reading")};
}

// The classes that rows have, and which of them each row has.
py::tuple labels_of(const py::object& rows, const Plan& plan) {
  const Data data = data_of(rows);
  const LabelledRows kept = unlocked([&] { return labelled(data, plan); });
  return py::make_tuple(kept.classes(), py::array_t<std::uint32_t>(static_cast<py::ssize_t>(kept.labels().size()),
                                                                   kept.labels().data()));
}

py::array_t<std::uint32_t> folds_of_labels(const py::array_t<std::uint32_t>& labels, std::size_t folds,
                                           std::uint64_t seed) {
  const std::span<const std::uint32_t> codes(labels.data(), static_cast<std::size_t>(labels.size()));
  const std::vector<std::uint32_t> out = unlocked([&] { return assign_folds(codes, folds, seed); });
  return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(out.size()), out.data());
}

std::vector<std::uint32_t> numbers_in(const py::array_t<std::uint32_t>& array) {
  return {array.data(), array.data() + array.size()};
}

std::vector<Statistics> folds_counted(const py::object& rows, const Plan& plan,
                                      const py::array_t<std::uint32_t>& fold_of_row, std::size_t folds) {
  const Data data = data_of(rows);
  const std::vector<std::uint32_t> fold = numbers_in(fold_of_row);
  return unlocked([&] { return count_folds(labelled(data, plan), plan, fold, folds); });
}

std::vector<Evaluation> folds_judged(const py::object& rows, const Plan& plan,
                                     const std::vector<Classifier>& models,
                                     const py::array_t<std::uint32_t>& fold_of_row,
                                     const std::vector<std::string>& classes,
                                     const std::optional<std::string>& positive) {
  const Data data = data_of(rows);
  const std::vector<std::uint32_t> fold = numbers_in(fold_of_row);
  return unlocked([&] { return judge_folds(labelled(data, plan), models, fold, classes, {{}, positive, {}}); });
}

Statistics less(const Statistics& whole, const Statistics& part) {
  return unlocked([&] {
    Statistics out = whole;
    out.subtract(part);
    return out;
  });
}

}  // namespace

void check_agrees(const Plan& plan, const py::dict& options) {
  std::string apart;
  for (const std::string& each : contradictions(plan, plan_options(options), names_given(options)))
    apart += (apart.empty() ? "" : "; ") + each;
  if (!apart.empty())
    throw Error(ErrorKind::usage, "the options would change the plan: " + apart, {},
                "leave them out, or make another plan");
}

void add_shards(py::module_& module) {
  module.def("plan_rows", &make_plan_of_rows);
  module.def("plan_of", [](const Classifier& model) { return plan_of(model); });
  module.def("load_plan", [](const std::string& path) { return unlocked([&] { return load_plan(path); }); });
  module.def("plan_from_json", [](const std::string& json) { return plan_from_json(json, "the plan"); });
  module.def("plan_to_json", &plan_to_json);
  module.def("target_of", [](const Plan& plan) { return plan.target; });
  module.def("count", &count_rows);
  module.def("merge_statistics", &merged);
  module.def("pieces", &pieces);
  module.def("open_piece", &table_of_piece);
  module.def("piece_text", &bytes_of_piece);
  module.def("is_whole", [](const py::tuple& piece) { return piece_of(piece).whole(); });
  module.def("check_plan", &check_agrees);
  module.def("judge", &judged);
  module.def("labels_of", &labels_of);
  module.def("assign_folds", &folds_of_labels);
  module.def("count_folds", &folds_counted);
  module.def("judge_folds", &folds_judged);
  module.def("less", &less);
}

}  // namespace priory::python
