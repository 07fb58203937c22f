// SPDX-License-Identifier: Apache-2.0
#include "answers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numeric>
#include <sstream>

#include "priory/report.h"

namespace priory::server {
namespace {

using Kind = JsonValue::Kind;

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool code =
        text[at] == '%' && at + 2 < text.size() && hex(text[at + 1]) >= 0 && hex(text[at + 2]) >= 0;
    if (code) {
      out += static_cast<char>(hex(text[at + 1]) * 16 + hex(text[at + 2]));
      at += 2;
    } else {
      out += text[at] == '+' ? ' ' : text[at];
    }
  }
  return out;
}

void Options::read_query(std::string_view query) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::size_t sign = pair.find('=');
    JsonValue value;
    value.kind = Kind::string;
    value.text = sign == std::string_view::npos ? "true" : percent_decoded(pair.substr(sign + 1));
    given_.emplace_back(percent_decoded(pair.substr(0, sign)), std::move(value));
  }
}

void Options::read_body(const JsonValue& body) {
  for (std::size_t k = 0; k < body.names.size(); ++k) {
    if (!is_row_member(body.names[k])) given_.emplace_back(body.names[k], body.items[k]);
  }
}

const JsonValue* Options::find(std::string_view name) const {
  const auto at =
      std::ranges::find(given_, name, [](const auto& each) { return std::string_view(each.first); });
  return at == given_.end() ? nullptr : &at->second;
}

std::string Options::text(std::string_view name) const {
  const JsonValue* value = find(name);
  return value == nullptr ? std::string() : string_of(*value, name);
}

double Options::number(std::string_view name, double otherwise, double least, double most) const {
  const JsonValue* value = find(name);
  return value == nullptr ? otherwise : number_of(*value, name, least, most);
}

bool Options::truth(std::string_view name) const {
  const JsonValue* value = find(name);
  return value != nullptr && truth_of(*value, name);
}

void Options::allow_only(const std::vector<std::string>& names) const {
  std::vector<std::string> near = names;
  for (const char* each : {"row", "rows", "text", "texts", "label", "labels"}) near.emplace_back(each);
  for (const auto& [name, value] : given_) {
    if (std::ranges::find(names, name) == names.end())
      throw Error(ErrorKind::usage, fmt::format("'{}' is not known here{}", name, did_you_mean(name, near)),
                  {}, names.empty() ? "" : fmt::format("there are {}", fmt::join(names, ", ")));
  }
}

namespace {

constexpr double kMost = 1e300;

Decision by_thresholds(const JsonValue& given, const std::string& positive,
                       const std::vector<std::string>& classes) {
  if (!given.is(Kind::object))
    return Decision::by_threshold(classes, positive, number_of(given, "threshold", 0, 1));
  std::vector<std::pair<std::string, double>> named;
  for (std::size_t k = 0; k < given.items.size(); ++k)
    named.emplace_back(given.names[k], number_of(given.items[k], "threshold", 0, 1));
  return Decision::by_thresholds(classes, named);
}

Decision by_costs(const JsonValue& given, const std::vector<std::string>& classes) {
  std::vector<std::vector<double>> cost;
  for (const std::string& actual : classes) {
    const JsonValue* row = given.find(actual);
    if (row == nullptr || !row->is(Kind::object))
      throw Error(ErrorKind::usage, fmt::format("'cost' has no costs for the class '{}'", actual), {},
                  R"(give all of them: {"actual": {"predicted": 1, ...}, ...})");
    cost.emplace_back();
    for (const std::string& predicted : classes) {
      const JsonValue* one = row->find(predicted);
      if (one == nullptr && predicted != actual)
        throw Error(ErrorKind::usage,
                    fmt::format("'cost' does not say what '{}' costs where it is '{}'", predicted, actual));
      cost.back().push_back(one == nullptr ? 0 : number_of(*one, "cost", -kMost, kMost));
    }
  }
  return Decision::by_cost(std::move(cost));
}

}  // namespace

Decision decision_of(const Options& options, const std::vector<std::string>& classes) {
  const JsonValue *threshold = options.find("threshold"), *cost = options.find("cost");
  if (threshold != nullptr && cost != nullptr)
    throw Error(ErrorKind::usage, "'threshold' and 'cost' exclude each other");
  const std::string positive = options.text("positive");
  if (!positive.empty()) positive_class(classes, positive);
  Decision out;
  if (threshold != nullptr) out = by_thresholds(*threshold, positive, classes);
  if (cost != nullptr) out = by_costs(*cost, classes);
  const double reject = options.number("reject", 0, 0, 1);
  return reject > 0 ? out.or_none_below(reject) : out;
}

std::optional<Classifier> adjusted(const Options& options, const Classifier& model) {
  const JsonValue* prior = options.find("class_prior");
  const bool raw = options.truth("raw");
  if (prior == nullptr && !raw) return std::nullopt;
  const Classifier plain = raw ? model.uncalibrated() : model;
  if (prior == nullptr) return plain;
  const std::vector<std::string>& classes = model.classes();
  std::vector<double> rates(classes.size(), 1 / static_cast<double>(classes.size()));
  if (prior->is(Kind::string) && prior->text == "uniform") return plain.with_rates(rates);
  if (!prior->is(Kind::object))
    throw Error(ErrorKind::usage, "'class_prior' has to be \"uniform\" or the rate of every class");
  for (const std::string& name : prior->names) find_class(classes, name);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const JsonValue* rate = prior->find(classes[c]);
    if (rate == nullptr)
      throw Error(ErrorKind::usage, fmt::format("'class_prior' has no rate for the class '{}'", classes[c]));
    rates[c] = number_of(*rate, "class_prior", 0, 1);
  }
  return plain.with_rates(rates);
}

PredictionWriter::PredictionWriter(const Options& options, std::shared_ptr<const Labels> labels)
    : labels_(std::move(labels)),
      decide_(decision_of(options, labels_->classes)),
      top_(static_cast<std::size_t>(options.number("top", 1, 1, 1e6))),
      proba_(options.truth("proba")),
      log_proba_(options.truth("log_proba")) {
  if (proba_ && log_proba_) throw Error(ErrorKind::usage, "'proba' and 'log_proba' exclude each other");
  if (top_ > 1 && (proba_ || log_proba_))
    throw Error(ErrorKind::usage, "'top' goes with neither 'proba' nor 'log_proba'");
}

namespace {

void add_number(std::string& out, double number) {
  if (std::isfinite(number))
    fmt::format_to(std::back_inserter(out), "{}", number);
  else
    out += number < 0 ? "\"-inf\"" : "\"inf\"";
}

}  // namespace

void PredictionWriter::write(std::string& out, std::span<const double> log_posterior,
                             const std::vector<std::string>& unseen) const {
  const std::size_t answer = decide_(log_posterior);
  const std::size_t best = answer == Decision::kNone ? best_class(log_posterior) : answer;
  out += "{\"predicted\": ";
  out += answer == Decision::kNone ? "null" : labels_->json[best];
  if (proba_ || log_proba_) {
    for (std::size_t c = 0; c < log_posterior.size(); ++c) {
      out += proba_ ? ", \"p:" : ", \"logp:";
      out.append(labels_->json[c], 1).append(": ");  // what is behind the first quote
      add_number(out, proba_ ? std::exp(log_posterior[c]) : log_posterior[c]);
    }
  } else {
    out += ", \"probability\": ";
    add_number(out, std::exp(log_posterior[best]));
    if (top_ > 1) write_top(out, best, log_posterior);
  }
  if (!unseen.empty()) out += fmt::format(", \"unseen\": [{}]", fmt::join(Labels(unseen).json, ", "));
  out += '}';
}

// The others, the most probable first, equals in the order of the classes.
void PredictionWriter::write_top(std::string& out, std::size_t best,
                                 std::span<const double> log_posterior) const {
  std::vector<std::size_t> order(log_posterior.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return log_posterior[a] > log_posterior[b]; });
  order.erase(std::ranges::find(order, best));
  for (std::size_t k = 0; k + 1 < top_ && k < order.size(); ++k) {
    fmt::format_to(std::back_inserter(out), ", \"predicted_{}\": {}, \"probability_{}\": ", k + 2,
                   labels_->json[order[k]], k + 2);
    add_number(out, std::exp(log_posterior[order[k]]));
  }
}

}  // namespace priory::server
