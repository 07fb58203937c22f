// SPDX-License-Identifier: Apache-2.0
#include "report/tried.h"

#include <algorithm>
#include <fmt/format.h>

namespace priory {

void write_json(JsonWriter& writer, const ClassesTried& tried) {
  writer.begin_object()
      .member("k", tried.classes)
      .member("log_likelihood", tried.log_likelihood)
      .member("parameters", tried.parameters)
      .member("bic", tried.bic)
      .member("aic", tried.aic)
      .member("smallest", tried.smallest)
      .member("entropy", tried.entropy)
      .member("starts", tried.starts)
      .member("reached", tried.reached);
  if (tried.held_out) writer.member("held_out", *tried.held_out);
  writer.end_object();
}

namespace {

std::vector<std::string> header_of(bool people, bool held_out) {
  std::vector<std::string> out = {"k", "log_likelihood", "parameters", "bic", "aic", "smallest", "entropy"};
  if (people) out = {"k", "log-likelihood", "parameters", "BIC", "AIC", "smallest", "entropy"};
  if (people) out.emplace_back("starts");
  if (!people) out.emplace_back("starts"), out.emplace_back("reached");
  if (held_out) out.emplace_back(people ? "held out" : "held_out");
  out.emplace_back(people ? "" : "chosen");
  return out;
}

std::vector<std::string> row_of(const ClassesTried& tried, bool people) {
  const int decimals = people ? 2 : 4;
  std::vector<std::string> out = {
      std::to_string(tried.classes),      fixed_text(tried.log_likelihood, decimals),
      number_text(tried.parameters),      fixed_text(tried.bic, decimals),
      fixed_text(tried.aic, decimals),    fixed_text(tried.smallest, 1),
      fixed_text(tried.entropy, decimals)};
  if (people) out.push_back(fmt::format("{}/{}", tried.reached, tried.starts));
  if (!people) out.push_back(std::to_string(tried.starts)), out.push_back(std::to_string(tried.reached));
  return out;
}

}  // namespace

TextTable tried_table(const Classifier& model, bool people) {
  const std::vector<ClassesTried>& all = model.classes_tried();
  const bool held_out =
      std::ranges::any_of(all, [](const ClassesTried& each) { return each.held_out.has_value(); });
  TextTable out(header_of(people, held_out));
  for (const ClassesTried& each : all) {
    std::vector<std::string> row = row_of(each, people);
    if (held_out) row.push_back(each.held_out ? fixed_text(*each.held_out, people ? 2 : 4) : "");
    row.emplace_back(each.classes == model.classes().size() ? "*" : "");
    out.add_row(std::move(row));
  }
  return out;
}

}  // namespace priory
