// SPDX-License-Identifier: Apache-2.0
#include "form_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "priory/predictor.h"

namespace priory::server {
namespace {

using Field = FormColumn::Kind;
constexpr std::size_t kMostChoices = 500;

// As far as three deviations reach in any class.
void set_reach(const Classifier& model, std::size_t part, std::size_t at, FormColumn& out) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  Domain all;
  for (std::size_t cell = 0; cell < model.classes().size() * model.components(); ++cell) {
    const Marginal marginal = model.marginal(part, cell, at);
    all = marginal.support;
    low = std::min(low, marginal.mean - 3 * marginal.deviation);
    high = std::max(high, marginal.mean + 3 * marginal.deviation);
  }
  out.whole = all.whole;
  low = std::max(low, all.low), high = std::min(high, all.high);
  if (all.wraps) low = all.low, high = all.high;
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high)) return;
  out.low = all.whole ? std::floor(low) : low, out.high = all.whole ? std::ceil(high) : high;
}

void set_choices(std::vector<std::string> values, FormColumn& out) {
  out.n_more = values.size() > kMostChoices ? values.size() - kMostChoices : 0;
  values.resize(values.size() - out.n_more);
  out.values = std::move(values);
}

void set_number(const Classifier& model, std::size_t part, std::size_t at, const PartPlan& plan,
                FormColumn& out) {
  out.kind = Field::number;
  if (plan.binned(at)) {
    const std::vector<double>& borders = plan.bins[at].borders;
    out.low = borders.front(), out.high = borders.back();
  } else if (plan.kind == CellKind::reals) {
    set_reach(model.generative(), part, at, out);
  } else {
    out.whole = true;  // counts
  }
}

FormColumn field_of(const Classifier& model, std::size_t part, const PartView& view, std::size_t at) {
  const PartPlan& plan = *view.plan;
  const Reading reading = reading_of(model.plan(), plan.columns[at]);
  FormColumn out{reading.from.empty() ? plan.columns[at] : reading.from};
  if (!reading.date.empty() || !reading.from.empty()) {
    out.kind = Field::date, out.date = reading.date;
  } else if (plan.text) {
    const TokenOptions& tokens = plan.text_options.tokens;
    const bool anywhere = tokens.of_characters() || tokens.tokens == Tokens::pairs;
    out.kind = Field::text, out.tokens = name_of(anywhere ? Tokens::characters : tokens.tokens);
  } else if (!reading.truth.empty()) {
    out.values = reading.truth;
  } else if (plan.kind == CellKind::codes) {
    set_choices(view.column_values.empty() ? view.values : view.column_values.at(at), out);
  } else {
    set_number(model, part, at, plan, out);
  }
  return out;
}

}  // namespace

std::vector<FormColumn> form_columns(const Classifier& model) {
  std::vector<FormColumn> out;
  const Predictor predictor(model);
  for (const std::string& name : predictor.columns()) out.push_back({name});
  const std::vector<PartView> parts = model.parts();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (std::size_t at = 0; at < parts[k].plan->columns.size(); ++at) {
      FormColumn field = field_of(model, k, parts[k], at);
      const auto place = std::ranges::find(out, field.name, &FormColumn::name);
      if (place != out.end()) *place = std::move(field);
    }
  }
  return out;
}

void write(JsonWriter& json, const FormColumn& column) {
  constexpr std::array<const char*, 4> kNames = {"choice", "number", "date", "text"};
  json.begin_object().member("name", column.name);
  json.member("kind", kNames.at(static_cast<std::size_t>(column.kind)));
  if (column.kind == Field::choice) json.member("values", column.values).member("more", column.n_more);
  if (column.kind == Field::number) {
    json.member("whole", column.whole);
    if (column.low < column.high) json.member("low", column.low).member("high", column.high);
  }
  if (column.kind == Field::date) json.member("date", column.date);
  if (column.kind == Field::text) json.member("tokens", column.tokens);
  json.end_object();
}

}  // namespace priory::server
