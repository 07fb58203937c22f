// SPDX-License-Identifier: Apache-2.0
// A model as `priory.model/1`, which `inspect --json` writes and `cluster --init` reads.
#include <algorithm>
#include <sstream>

#include "priory/report.h"

#include "plan/pool_plan.h"
#include "report/tried.h"

namespace priory {
namespace {

bool is_node(const Classifier& model, const PartView& part) {
  return !model.plan().structure.empty() && part.plan->family == "table";
}

// The last column of a part given the others, or the class itself.
NodeView node_of(const Classifier& model, const PartView& part) {
  NodeView out;
  const Parameter& table = part.parameters[0];
  const bool of_class = part.n_given == part.plan->columns.size();
  const bool by_class = !of_class && !part.plan->pooled && !model.plan().target.empty();
  if (by_class) out.parents.push_back(model.plan().target), out.parent_values.push_back(model.classes());
  for (std::size_t j = 0; j < part.n_given; ++j)
    out.parents.push_back(part.plan->columns[j]), out.parent_values.push_back(part.column_values[j]);
  out.variable = of_class ? model.plan().target : part.plan->columns.back();
  out.values = of_class ? model.classes() : part.column_values.back();
  if (of_class) out.log_prob = table.data;
  for (std::size_t c = 0; !of_class && c < (by_class ? table.cells : 1); ++c) {
    for (std::size_t r = 0; r < table.rows; ++r) out.log_prob.push_back(table.at(r, c));
  }
  return out;
}

// The weights themselves stand in the parts, beside the parameters of the densities.
void write_fit(JsonWriter& writer, const Classifier& model) {
  const ConditionalFit& fit = *model.conditional_fit();
  writer.key("discriminative").begin_object();
  writer.member("intercept", model.cell_log_prior()).member("l2", fit.l2).member("l1", fit.l1);
  writer.member("towards", name_of(fit.towards)).member("temperature", fit.temperature);
  if (fit.balanced) writer.member("balanced", true);
  if (fit.nb_scaled) writer.member("nb_scaled", true);
  writer.member("loss", fit.loss).member("iterations", fit.iterations).member("converged", fit.converged);
  writer.end_object();
}

void write_calibration(JsonWriter& writer, const Calibration& calibration) {
  writer.key("calibration").begin_object().member("method", name_of(calibration.method));
  writer.member("slope", calibration.slope);
  if (!calibration.bias.empty()) writer.member("bias", calibration.bias);
  if (calibration.rows_learnt > 0) writer.member("rows_learnt", calibration.rows_learnt);
  if (calibration.rows_forgotten > 0) writer.member("rows_forgotten", calibration.rows_forgotten);
  if (!calibration.curves.empty()) writer.key("curves").begin_array();
  for (const CalibrationCurve& curve : calibration.curves)
    writer.begin_object().member("from", curve.from).member("to", curve.to).end_object();
  if (!calibration.curves.empty()) writer.end_array();
  writer.end_object();
}

void write_tuning(JsonWriter& writer, const TuningRecord& tuning, const Speller& speller) {
  writer.key("tuning").begin_object().member("metric", tuning.metric).key("trials").begin_array();
  for (const Trial& trial : tuning.trials)
    writer.begin_object()
        .member("options", spelt(trial.options, speller))
        .member("value", trial.value)
        .member("best", trial.best)
        .end_object();
  writer.end_array().end_object();
}

void write_tried(JsonWriter& writer, const std::vector<ClassesTried>& tried) {
  writer.key("classes_tried").begin_array();
  for (const ClassesTried& each : tried) write_json(writer, each);
  writer.end_array();
}

void write_settings(JsonWriter& writer, const PartView& part) {
  for (const auto& setting : part.plan->settings) {
    const auto is_it = [&](const Parameter& each) { return each.name == setting.first; };
    if (std::none_of(part.parameters.begin(), part.parameters.end(), is_it))  // trials are both
      writer.member(setting.first, setting.second);
  }
  writer.end_object();
}

// A table of combinations: every cell, or where they are too many those met and one number for the rest.
void write_combined(JsonWriter& writer, const PartView& part) {
  constexpr double kMostListed = 1 << 20;
  double n_cells = 1;
  writer.key("values").begin_array();
  for (const std::vector<std::string>& values : part.column_values)
    writer.value(values), n_cells *= static_cast<double>(values.size());
  writer.end_array().member("n_cells", n_cells);
  const bool all = n_cells <= kMostListed;
  if (!all) writer.member("cells", part.cells).member("log_prob_of_others", part.unmet);
  const Parameter& table = part.parameters[0];
  writer.key(table.name).begin_array();
  for (std::size_t c = 0; c < table.cells; ++c) {
    std::vector<double> row(all ? static_cast<std::size_t>(n_cells) : table.rows, all ? part.unmet[c] : 0);
    for (std::size_t r = 0; r < table.rows; ++r)
      row[all ? static_cast<std::size_t>(part.cells[r]) : r] = table.at(r, c);
    writer.value(row);
  }
  writer.end_array();
  write_settings(writer, part);
}

// Values gathered from columns: of each, and of each given each of another column.
void write_gathered(JsonWriter& writer, const PartView& part) {
  writer.key("values").begin_array();
  for (const std::vector<std::string>& values : part.column_values) writer.value(values);
  writer.end_array();
  const std::size_t n = part.values.size();
  for (const Parameter& table : part.parameters) {
    writer.key(table.name).begin_array();
    for (std::size_t c = 0; c < table.cells; ++c) {
      if (table.rows > n) writer.begin_array();
      for (std::size_t z = 0; z < table.rows; z += std::max<std::size_t>(n, 1)) {
        std::vector<double> row;
        for (std::size_t x = 0; x < n; ++x) row.push_back(table.at(z + x, c));
        writer.value(row);
      }
      if (table.rows > n) writer.end_array();
    }
    writer.end_array();
  }
  write_settings(writer, part);
}

// A number, a list, or a list of the rows of a table.
void write_cell(JsonWriter& writer, const PartView& part, const Parameter& parameter, std::size_t cell) {
  if (parameter.form == Form::number) {
    writer.value(parameter.at(0, cell));
    return;
  }
  const std::size_t width = parameter.form == Form::table ? part.plan->columns.size() : parameter.rows;
  if (parameter.form == Form::table) writer.begin_array();
  for (std::size_t r = 0; r < parameter.rows; ++r) {
    if (r % width == 0) writer.begin_array();
    writer.value(parameter.at(r, cell));
    if (r % width == width - 1) writer.end_array();
  }
  if (parameter.rows == 0) writer.begin_array().end_array();
  if (parameter.form == Form::table) writer.end_array();
}

void write_part(JsonWriter& writer, const PartView& part, const Speller& speller) {
  writer.begin_object().member("family", part.plan->family).member("columns", part.plan->columns);
  if (part.plan->score_weight != 1) writer.member("score_weight", part.plan->score_weight);
  if (part.gathered) return write_gathered(writer, part);
  if (!part.column_values.empty()) return write_combined(writer, part);
  if (part.plan->kind == CellKind::codes) writer.member("values", part.values);
  if (part.plan->text) {
    writer.key("text").begin_object();
    for (const auto& [name, value] : text_settings(part.plan->text_options, speller))
      writer.member(name, value);
    writer.end_object().member("vocabulary", part.values);
    if (part.plan->hashed()) writer.member("buckets", part.buckets);
  }
  for (const Parameter& parameter : part.parameters) {
    writer.key(parameter.name);
    if (!parameter.shared) writer.begin_array();
    for (std::size_t cell = 0; cell < parameter.cells; ++cell) write_cell(writer, part, parameter, cell);
    if (!parameter.shared) writer.end_array();
  }
  write_settings(writer, part);
}

void write_node(JsonWriter& writer, const Classifier& model, const PartView& part) {
  writer.begin_object().member("family", part.plan->family);
  write_members(writer, node_of(model, part));
  write_settings(writer, part);
}

void write_linear(JsonWriter& writer, const Classifier& model) {
  const LinearView view = model.linear();
  writer.key("linear")
      .begin_object()
      .member("class", model.classes()[1])
      .member("bias", view.bias)
      .key("weights")
      .begin_array();
  for (const LinearWeight& each : view.weights)
    writer.begin_object().member("feature", each.feature).member("weight", each.weight).end_object();
  writer.end_array().end_object();
}

}  // namespace

std::string to_json(const Classifier& model, const ModelJsonOptions& options) {
  std::ostringstream out;
  JsonWriter writer(out);
  writer.begin_object().member("schema", "priory.model/1").member("kind", kind_of(model.plan()));
  if (!model.plan().structure.empty()) writer.member("structure", model.plan().structure);
  if (!model.plan().pool.empty()) {
    writer.key("pool").begin_array();
    for (std::size_t m = 0; m < model.plan().pool.size(); ++m) {
      const PoolMember& member = model.plan().pool[m];
      writer.begin_object()
          .member("name", member_name(model.plan(), m))
          .member("weight", member.weight)
          .member("slope", member.slope)
          .end_object();
    }
    writer.end_array();
  }
  writer.key("target");
  model.plan().target.empty() ? writer.value(nullptr) : writer.value(model.plan().target);
  writer.member("classes", model.classes())
      .member("class_count", model.class_count())
      .member("log_prior", model.generative().log_prior());
  if (model.conditional_fit() != nullptr) write_fit(writer, model);
  if (model.plan().faded) writer.member("faded", true);
  if (model.components() > 1) {
    writer.member("components", model.components())
        .member("cells", model.cells())
        .member("cell_log_prior", model.cell_log_prior());
  }
  writer.key("parts").begin_array();
  for (const PartView& part : model.parts())
    part.n_given > 0 || is_node(model, part) ? write_node(writer, model, part)
                                             : write_part(writer, part, options.speller);
  writer.end_array()
      .member("free_parameters", model.free_parameters())
      .member("full_joint_parameters", full_joint_parameters(model));
  if (model.has_linear()) write_linear(writer, model);
  if (options.log_likelihood) writer.member("log_likelihood", *options.log_likelihood);
  if (model.calibration() != nullptr) write_calibration(writer, *model.calibration());
  if (model.tuning() != nullptr) write_tuning(writer, *model.tuning(), options.speller);
  if (!model.classes_tried().empty()) write_tried(writer, model.classes_tried());
  writer.end_object();
  return out.str();
}

}  // namespace priory
