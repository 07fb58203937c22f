// SPDX-License-Identifier: Apache-2.0
#include "store/model_reader.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/log_space.h"
#include "model/estimate.h"
#include "model/fitted_weights.h"
#include "store/extras_json.h"
#include "store/json.h"
#include "store/model_writer.h"
#include "store/names_tensors.h"
#include "store/plan_json.h"
#include "words/sorted_strings.h"

namespace priory {
namespace {

constexpr double kRounding = 1e-6;  // how far off a sum of probabilities may be

// Sorted strings are looked up in the file; but few, and columns of counts, which are in an order of their
// own, go into a dictionary.
bool stays_in_file(const PartPlan& plan, std::size_t n_values) {
  constexpr std::size_t kFewWords = 16, kFewValues = 256;
  return plan.text ? n_values > kFewWords : plan.kind == CellKind::codes && n_values > kFewValues;
}

SortedStrings::Place place_of(const TensorReader& tensors, const std::string& name, std::size_t begin,
                              std::size_t end) {
  const auto ends = tensors.view<std::uint64_t>(name + ".ends", "U64");
  const auto bytes = tensors.view<char>(name + ".bytes", "U8");
  if (begin > end || end > ends.size()) tensors.fail("its parts and values do not fit");
  if (begin > 0) tensors.check(&ends[begin - 1], sizeof(std::uint64_t));
  return {begin == 0 ? 0 : ends[begin - 1], ends.subspan(begin, end - begin), {bytes.data(), bytes.size()}};
}

}  // namespace

Classifier ModelReader::read() {
  return guarded([&] { return read_model(); });
}

std::shared_ptr<const NamedSums> ModelReader::read_statistics() {
  return guarded([&] {
    meta_ = parse_json(tensors_->metadata());
    if (meta_.at("kind") != kStatisticsKind) tensors_->fail("it holds a model and no statistics");
    auto statistics = read_sums();
    if (!statistics->plausible()) tensors_->fail("no rows have such sums");
    return std::shared_ptr<const NamedSums>(std::move(statistics));
  });
}

template <class Read>
auto ModelReader::guarded(const Read& read) -> decltype(read()) {
  try {
    if (all_) tensors_->check_all();
    return read();
  } catch (const BadModelFile&) {
    throw;
  } catch (const Error& error) {  // of the estimate too: no rows have such statistics
    tensors_->fail(error.message());
  } catch (const nlohmann::ordered_json::exception& error) {
    tensors_->fail(error.what());
  } catch (const std::out_of_range& error) {
    tensors_->fail(error.what());
  }
}

std::shared_ptr<NamedSums> ModelReader::read_sums() {
  plan_ = std::make_shared<const Plan>(plan_of_json(meta_.at("plan")));
  const std::vector<std::string> names = strings("classes");
  Dictionary classes;
  for (const std::string& name : names) classes.insert(name);
  if (classes.size() != names.size()) tensors_->fail("a class stands twice");
  cells_ = names.size() * plan_->components;
  std::vector<PartVocabulary> parts(plan_->parts.size());
  CellSums cell_sums{sums("class_count", 1, cells_), std::vector<Block>(parts.size())};
  values_.resize(parts.size());
  std::size_t group = 0;
  for (const Group& each : groups_of(*plan_))
    read_group(fmt::format("part{}", group++), each, parts, cell_sums);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    parts[k].names = read_names(tensors_, fmt::format("names{}", k));
    if (all_ && parts[k].names) parts[k].names->buckets();
  }
  Sums n_rows = sums("n_rows", 1, 1);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (cell_sums.class_count.negative(0, cell) || n_rows.negative(0, 0))
      tensors_->fail("it counts less than no rows");
  }
  auto statistics = std::make_shared<NamedSums>(NamedSums::restore(
      plan_, std::move(classes), std::move(cell_sums), std::move(n_rows), std::move(parts)));
  if (!plan_->headers.empty()) statistics->set_header_rows(sums("header_rows", plan_->headers.size(), 1));
  return statistics;
}

Classifier ModelReader::read_model() {
  meta_ = parse_json(tensors_->metadata());
  if (meta_.at("kind") == kStatisticsKind) tensors_->fail("it holds statistics and no model");
  const std::shared_ptr<NamedSums> statistics = read_sums();
  if (statistics->classes().empty()) tensors_->fail("it has no class");
  if (meta_.contains("given")) statistics->give(read_given(statistics));
  if (tensors_->has("em.trace")) statistics->set_trace(read_trace());
  std::vector<KnownPart> known;
  if (!statistics->given()) known = read_known(statistics);
  Classifier model = classifier_of(estimate(statistics, std::move(known)));
  if (statistics->given()) check_given(state_of(model));
  if (all_) check_derived(state_of(model));
  if (meta_.contains("fitted")) model = with_weights(model, read_fitted(model));
  if (meta_.contains("calibration")) model = model.calibrated(calibration_from_json(meta_.at("calibration")));
  if (meta_.contains("tuning")) model = model.tuned(tuning_from_json(meta_.at("tuning")));
  if (meta_.contains("classes_tried")) model = model.chosen_of(tried_from_json(meta_.at("classes_tried")));
  return model;
}

// What the file knows must be what would be found out.
void ModelReader::check_derived(const Classifier::State& state) const {
  for (std::size_t k = 0; k < state.parts.size(); ++k) {
    const PartEstimate& estimate = *state.parts[k].estimate;
    if (estimate.given()) continue;
    const Selection& selection = estimate.selection();
    const std::vector<std::uint32_t> selected = state.statistics->selected_words(k);
    if (selection.everything ? selected.size() != state.statistics->parts()[k].values.size()
                             : !std::ranges::equal(selected, selection.codes))
      tensors_->fail("its selected words are not those its options select");
    estimate.check_totals();
  }
}

std::vector<KnownPart> ModelReader::read_known(const std::shared_ptr<const NamedSums>& statistics) const {
  std::vector<KnownPart> out(plan_->parts.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Family& family = *statistics->parts()[k].family;
    Settings settings(family.info().options);
    for (const auto& [name, value] : plan_->parts[k].settings) settings.set(name, value);
    if (tensors_->has(fmt::format("selected{}", k))) read_selection(k, *statistics, out[k]);
    if (!family.by_value()) continue;
    std::vector<Sums>& totals = out[k].totals.emplace();
    for (std::size_t i = 0; i < family.n_totals(settings); ++i)
      totals.push_back(sums(fmt::format("totals{}.{}", k, i), 1, cells_));
  }
  return out;
}

void ModelReader::read_selection(std::size_t k, const NamedSums& statistics, KnownPart& out) const {
  const auto codes = tensors_->get<std::uint32_t>(fmt::format("selected{}", k), "U32");
  const std::size_t n_values = statistics.parts()[k].values.size();
  const bool ascending =
      std::adjacent_find(codes.begin(), codes.end(), std::greater_equal<>()) == codes.end();
  if (codes.empty() || !ascending || codes.back() >= n_values || codes.size() == n_values)
    tensors_->fail("its selected words are not among its words");
  out.selection = {false, codes, tensors_};
  if (stays_in_file(plan_->parts[k], n_values)) {
    SortedStrings::Place place = place_of(*tensors_, values_[k].group, values_[k].begin, values_[k].end);
    place.chosen = codes;
    out.values = std::make_shared<const Dictionary>(std::make_shared<const SortedStrings>(place, tensors_));
    return;
  }
  auto values = std::make_shared<Dictionary>();
  for (const std::uint32_t code : codes) values->insert(statistics.parts()[k].values[code]);
  out.values = std::move(values);
}

// They have the shapes that the linear view of the generative model asks for.
FittedWeights ModelReader::read_fitted(const Classifier& generative) const {
  check_linear(state_of(generative));
  const auto read = [&](const std::string& name, std::size_t size) {
    const auto numbers = tensors_->get<double>(name, "F64");
    if (numbers.size() != size || !std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); }))
      tensors_->fail(fmt::format("the weights '{}' do not fit", name));
    return numbers;
  };
  FittedWeights out{{}, {}, fit_from_json(meta_.at("fitted"))};
  const std::size_t n_classes = generative.classes().size();
  const auto intercept = read("fitted.intercept", n_classes);
  out.intercept.assign(intercept.begin(), intercept.end());
  for (std::size_t k = 0; k < state_of(generative).parts.size(); ++k) {
    const PartModel& part = state_of(generative).parts[k];
    const LinearFamily::Features features = features_of(part);
    Matrix weight("weight", n_weights_of(part, features), n_classes);
    const auto weights = read(fmt::format("fitted{}.weight", k), weight.data.size());
    weight.data.assign(weights.begin(), weights.end());
    const auto mean = features.terms.empty() ? std::span<const double>()
                                             : read(fmt::format("fitted{}.mean", k), features.terms.size());
    out.parts.push_back(LinearFamily::parameters(std::move(weight), features.terms, mean, features.borders));
  }
  return out;
}

// They have the shapes of the estimate.
GivenParameters ModelReader::read_given(const std::shared_ptr<const NamedSums>& statistics) const {
  GivenParameters out = given_of(*estimate_unchecked(statistics));
  const auto read = [&](const std::string& name, auto& into, bool log_p) {
    const auto numbers = tensors_->get<double>(name, "F64");
    const auto sound = [&](double x) { return log_p ? x <= kRounding : std::isfinite(x); };
    if (numbers.size() != into.size() || !std::all_of(numbers.begin(), numbers.end(), sound))
      tensors_->fail(fmt::format("the parameters '{}' do not fit", name));
    into.assign(numbers.begin(), numbers.end());
  };
  read("given.log_prior", out.log_prior, true);
  if (!(std::abs(log_sum_exp(out.log_prior)) <= kRounding))
    tensors_->fail("its class prior does not sum to 1");
  for (std::size_t k = 0; k < out.parts.size(); ++k) {
    for (Matrix& matrix : out.parts[k])
      read(fmt::format("given{}.{}", k, matrix.name), matrix.data, matrix.name == "log_prob");
  }
  return out;
}

// Parameters that no rows were asked for: those of every class that comes must be of use.
void ModelReader::check_given(const Classifier::State& state) const {
  for (std::size_t cell = 0; cell < state.log_prior.size(); ++cell) {
    if (state.log_prior[cell] == kLogZero) continue;
    if (const std::string trouble = trouble_of(state, cell); !trouble.empty()) tensors_->fail(trouble);
  }
}

std::vector<double> ModelReader::read_trace() const {
  const auto trace = tensors_->get<double>("em.trace", "F64");
  const auto is_nan = [](double x) { return std::isnan(x); };
  if (std::any_of(trace.begin(), trace.end(), is_nan)) tensors_->fail("the objectives of EM are no numbers");
  return {trace.begin(), trace.end()};
}

std::vector<std::string> ModelReader::strings(const std::string& name) const {
  const auto ends = tensors_->get<std::uint64_t>(name + ".ends", "U64");
  const auto bytes = tensors_->get<char>(name + ".bytes", "U8");
  std::vector<std::string> out;
  std::size_t at = 0;
  for (const std::uint64_t end : ends) {
    if (end < at || end > bytes.size()) tensors_->fail(fmt::format("the strings '{}' overlap", name));
    out.emplace_back(bytes.data() + at, end - at);
    at = end;
  }
  return out;
}

Dictionary ModelReader::values(const std::string& name, const PartPlan& plan, std::size_t begin,
                               std::size_t end) const {
  const auto sorted = std::make_shared<const SortedStrings>(place_of(*tensors_, name, begin, end), tensors_);
  if (stays_in_file(plan, end - begin)) {
    if (all_) sorted->check_order();
    return Dictionary(sorted);
  }
  Dictionary out;
  for (std::size_t k = 0; k < sorted->size(); ++k) out.insert((*sorted)[k]);
  if (out.size() != end - begin) tensors_->fail("a value stands twice");
  return out;
}

Sums ModelReader::sums(const std::string& name, std::size_t rows, std::size_t cells) const {
  constexpr long kLeastBase = -1 << 15;
  constexpr std::size_t kMostLimbs = 1 << 10;  // a matrix without entries could claim any number
  if (tensors_->has(name + ".large")) return small_counts(name, rows, cells);
  std::vector<std::size_t> shape;
  const auto limbs = tensors_->view<std::uint64_t>(name, "I64", shape);
  const auto& base_json = meta_.at("bases").at(name);
  if (!base_json.is_number_integer()) tensors_->fail(fmt::format("the sums '{}' have no whole base", name));
  const long base = base_json.get<long>();
  const bool sound = shape.size() == 3 && shape[0] == rows && shape[1] == cells && shape[2] > 0 &&
                     shape[2] <= kMostLimbs && base <= 0 && base % 32 == 0 && base >= kLeastBase;
  if (!sound) tensors_->fail(fmt::format("the sums '{}' have another shape than the model", name));
  return Sums(rows, cells, base, shape[2], limbs, tensors_);
}

Sums ModelReader::small_counts(const std::string& name, std::size_t rows, std::size_t cells) const {
  std::vector<std::size_t> shape, words_shape;
  const auto bytes = tensors_->view<std::uint8_t>(name, "U8", shape);
  const auto large = tensors_->get<std::uint32_t>(name + ".large", "U32");
  const auto words = tensors_->view<std::uint64_t>(name + ".words", "I64", words_shape);
  const bool ascending =
      std::adjacent_find(large.begin(), large.end(), std::greater_equal<>()) == large.end();
  if (shape != std::vector{rows, cells} || words_shape != std::vector{large.size(), cells} || !ascending ||
      (!large.empty() && large.back() >= rows))
    tensors_->fail(fmt::format("the counts '{}' have another shape than the model", name));
  SmallCounts out(rows, cells, {bytes, large, words}, tensors_);
  if (all_) out.verify();
  return Sums(std::move(out));
}

void ModelReader::read_group(const std::string& name, const Group& group, std::vector<PartVocabulary>& parts,
                             CellSums& cell_sums) {
  const auto ends = tensors_->get<std::uint64_t>(name + ".parts", "U64");
  const std::size_t n_values = tensors_->view<std::uint64_t>(name + ".values.ends", "U64").size();
  if (ends.size() != group.size() || ends.back() != n_values || !std::is_sorted(ends.begin(), ends.end()))
    tensors_->fail("its parts and values do not fit");
  const auto shape_of = [&](std::size_t k) -> Shape {
    const PartPlan& plan = plan_->parts[group[k]];
    return {ends[k] - (k == 0 ? 0 : ends[k - 1]), plan.n_columns(), {}, n_bins_of(plan)};
  };
  const auto shapes = family_of(plan_->parts[group[0]]).statistics();
  std::vector<Sums> all;
  for (const Statistic& each : shapes) {
    std::size_t rows = 0;
    for (std::size_t k = 0; k < group.size(); ++k) rows += shape_of(k).rows(each.row);
    all.push_back(sums(fmt::format("{}.{}", name, each.name), rows, each.per_cell ? cells_ : 1));
  }
  std::size_t begin = 0, idf_at = 0;
  std::vector<std::size_t> at(shapes.size());
  for (std::size_t k = 0; k < ends.size(); begin = ends[k++]) {
    PartVocabulary& part = parts[group[k]];
    part.family = &family_of(plan_->parts[group[k]]);
    part.n_bins = shape_of(k).bins;
    part.values = values(name + ".values", plan_->parts[group[k]], begin, ends[k]);
    check_columns(plan_->parts[group[k]], part.values);
    values_[group[k]] = {name + ".values", begin, ends[k]};
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::size_t rows = shape_of(k).rows(shapes[i].row);
      cell_sums.blocks[group[k]].sums.push_back(all[i].rows_from(at[i], rows));
      at[i] += rows;
    }
    read_frozen(name, plan_->parts[group[k]], part, idf_at);
  }
}

// Columns of counts are the words of their part.
void ModelReader::check_columns(const PartPlan& plan, const Dictionary& values) const {
  const auto lacks = [&](const std::string& column) { return values.find(column) == Dictionary::kAbsent; };
  if (plan.of_counts() && std::ranges::any_of(plan.columns, lacks))
    tensors_->fail("its columns of counts are not those of its plan");
}

void ModelReader::read_frozen(const std::string& name, const PartPlan& plan, PartVocabulary& part,
                              std::size_t& idf_at) const {
  const bool fixed = plan.text_options.fixed && !plan_->expected;
  if (!plan.text || !(fixed || plan.text_options.two_readings())) return;
  auto frozen = std::make_shared<FrozenVocabulary>();
  frozen->words = part.values;
  frozen->chosen = plan.text_options.two_readings();
  if (plan.text_options.idf) {
    const auto idf = tensors_->get<double>(name + ".idf", "F64");
    const std::size_t end = idf_at + part.values.size() + 1;
    if (end > idf.size()) tensors_->fail("it has too few idf weights");
    frozen->idf = idf.subspan(idf_at, end - idf_at);
    const auto sound = [](double weight) { return std::isfinite(weight) && weight >= 0; };
    if (!std::ranges::all_of(frozen->idf, sound)) tensors_->fail("an idf weight is none");
    frozen->idf_owner = tensors_;
    idf_at = end;
  }
  part.frozen = std::move(frozen);
}

}  // namespace priory
