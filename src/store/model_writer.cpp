// SPDX-License-Identifier: Apache-2.0
#include "store/model_writer.h"

#include <fmt/format.h>
#include <numeric>

#include "learn/named_sums.h"
#include "model/estimate.h"
#include "model/fitted_weights.h"
#include "store/extras_json.h"
#include "store/names_tensors.h"
#include "store/plan_json.h"

namespace priory {
namespace {

// The snapshots of a learner have one plan: as text it is made once.
std::string text_of(const std::shared_ptr<const Plan>& plan) {
  thread_local std::weak_ptr<const Plan> last;
  thread_local std::string text;
  if (last.lock() == plan) return text;
  text = json_of(*plan).dump();
  last = plan;
  return text;
}

}  // namespace

ModelWriter::ModelWriter(const NamedSums& statistics) {
  add_statistics(statistics);
  add_names(statistics);
  metadata_ = metadata_of(statistics, kStatisticsKind);
}

ModelWriter::ModelWriter(const Classifier& model) {
  const NamedSums& statistics = sums_of(model);
  add_statistics(statistics);
  generative_ = std::make_shared<const Classifier>(model.generative());
  add_derived(state_of(*generative_));
  add_names(statistics);
  if (statistics.given()) add_given(statistics);
  if (!statistics.trace().empty())
    tensors_.add<double>("em.trace", "F64", {statistics.trace().size()}, statistics.trace());
  nlohmann::ordered_json meta = nlohmann::ordered_json::object();
  if (statistics.given()) meta["given"] = true;
  if (model.conditional_fit() != nullptr) {
    add_fitted(*state_of(model).fitted);
    meta["fitted"] = fit_to_json(*model.conditional_fit());
  }
  if (model.calibration() != nullptr) meta["calibration"] = calibration_to_json(*model.calibration());
  if (model.tuning() != nullptr) meta["tuning"] = tuning_to_json(*model.tuning());
  if (!model.classes_tried().empty()) meta["classes_tried"] = tried_to_json(model.classes_tried());
  metadata_ = metadata_of(statistics, kind_of(statistics.plan()), meta);
}

std::string ModelWriter::metadata_of(const NamedSums& statistics, std::string_view kind,
                                     const nlohmann::ordered_json& more) const {
  std::string out = fmt::format(R"({{"kind":"{}","plan":{},"bases":{})", kind,
                                text_of(statistics.shared_plan()), bases_.dump());
  if (!more.empty()) out += ',' + more.dump().substr(1);
  return more.empty() ? out + '}' : out;
}

void ModelWriter::add_statistics(const NamedSums& statistics) {
  add_strings("classes", {&statistics.classes()});
  add_sums("class_count", statistics.class_count());
  add_sums("n_rows", statistics.row_count());
  if (!statistics.plan().headers.empty()) add_sums("header_rows", statistics.header_rows());
  std::size_t group = 0;
  for (const Group& each : groups_of(statistics.plan()))
    add_group(fmt::format("part{}", group++), statistics, each);
}

void ModelWriter::add_names(const NamedSums& statistics) {
  for (std::size_t k = 0; k < statistics.parts().size(); ++k) {
    if (statistics.parts()[k].names)
      write_names(tensors_, fmt::format("names{}", k), *statistics.parts()[k].names);
  }
}

void ModelWriter::add_strings(const std::string& name, const std::vector<const Dictionary*>& lists) {
  std::vector<char> bytes;
  std::vector<std::uint64_t> ends;
  std::size_t n_texts = 0;
  for (const Dictionary* list : lists) n_texts += list->size();
  ends.reserve(n_texts);
  for (const Dictionary* list : lists) {
    for (std::size_t k = 0; k < list->size(); ++k) {
      const std::string_view text = (*list)[k];
      bytes.insert(bytes.end(), text.begin(), text.end());
      ends.push_back(bytes.size());
    }
  }
  const std::size_t n = ends.size(), n_bytes = bytes.size();
  tensors_.keep<std::uint64_t>(name + ".ends", "U64", {n}, std::move(ends));
  tensors_.keep<char>(name + ".bytes", "U8", {n_bytes}, std::move(bytes));
}

void ModelWriter::add_sums(const std::string& name, const Sums& sums) {
  if (!sums.is_canonical()) return keep_sums(name, sums);
  bases_[name] = sums.base();
  if (sums.is_plain()) {
    tensors_.add<std::uint64_t>(name, "I64", {sums.rows(), sums.cells(), sums.n_limbs()}, sums.limbs());
    return;
  }
  const SmallCounts::Stored counts = sums.small().stored();
  tensors_.add<std::uint8_t>(name, "U8", {sums.rows(), sums.cells()}, counts.bytes);
  tensors_.add<std::uint32_t>(name + ".large", "U32", {counts.large.size()}, counts.large);
  tensors_.add<std::uint64_t>(name + ".words", "I64", {counts.large.size(), sums.cells()}, counts.words);
}

void ModelWriter::keep_sums(const std::string& name, Sums sums) {
  kept_.push_back(std::make_shared<const Sums>(std::move(sums).canonical()));
  add_sums(name, *kept_.back());
}

void ModelWriter::add_group(const std::string& name, const NamedSums& statistics, const Group& group) {
  std::vector<const Dictionary*> values;
  std::vector<std::uint64_t> ends;
  std::vector<double> idf;
  for (const std::size_t k : group) {
    const PartVocabulary& part = statistics.parts()[k];
    values.push_back(&part.values);
    ends.push_back((ends.empty() ? 0 : ends.back()) + part.values.size());
    if (part.frozen) idf.insert(idf.end(), part.frozen->idf.begin(), part.frozen->idf.end());
  }
  tensors_.keep<std::uint64_t>(name + ".parts", "U64", {group.size()}, std::move(ends));
  add_strings(name + ".values", values);
  const std::size_t n_idf = idf.size();
  if (n_idf > 0) tensors_.keep<double>(name + ".idf", "F64", {n_idf}, std::move(idf));
  add_group_sums(name, statistics, group);
}

void ModelWriter::add_group_sums(const std::string& name, const NamedSums& statistics, const Group& group) {
  const auto shapes = statistics.parts()[group[0]].family->statistics();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::string tensor = fmt::format("{}.{}", name, shapes[i].name);
    const auto sums_in = [&](std::size_t k) -> const Sums& { return statistics.block(k).sums[i]; };
    if (group.size() == 1) {
      add_sums(tensor, sums_in(group[0]));
      continue;
    }
    std::size_t rows = 0, at = 0;
    for (const std::size_t k : group) rows += sums_in(k).rows();
    Sums all(rows, shapes[i].per_cell ? statistics.class_count().cells() : 1);
    for (const std::size_t k : group) {
      std::vector<std::uint32_t> to(sums_in(k).rows());
      std::iota(to.begin(), to.end(), static_cast<std::uint32_t>(at));
      all.merge(sums_in(k), to);
      at += to.size();
    }
    keep_sums(tensor, std::move(all));
  }
}

void ModelWriter::add_derived(const Classifier::State& state) {
  for (std::size_t k = 0; k < state.parts.size(); ++k) {
    const PartEstimate& estimate = *state.parts[k].estimate;
    if (estimate.given()) continue;
    if (const Selection& selection = estimate.selection(); !selection.everything)
      tensors_.add<std::uint32_t>(fmt::format("selected{}", k), "U32", {selection.codes.size()},
                                  selection.codes);
    if (!estimate.by_value()) continue;
    for (std::size_t i = 0; i < estimate.totals().size(); ++i)
      add_sums(fmt::format("totals{}.{}", k, i), estimate.totals()[i]);
  }
}

// The weights of each part and the intercepts; of numbers the means too. The terms are those of the family.
void ModelWriter::add_fitted(const FittedWeights& fitted) {
  tensors_.add<double>("fitted.intercept", "F64", {fitted.intercept.size()}, fitted.intercept);
  for (std::size_t k = 0; k < fitted.parts.size(); ++k) {
    const Matrix &weight = fitted.parts[k][0], &mean = fitted.parts[k][1];
    tensors_.add<double>(fmt::format("fitted{}.weight", k), "F64", {weight.rows, weight.cells}, weight.data);
    if (mean.rows > 0) tensors_.add<double>(fmt::format("fitted{}.mean", k), "F64", {mean.rows}, mean.data);
  }
}

// Given parameters, beside the statistics: log_prior, and what is shown of every part.
void ModelWriter::add_given(const NamedSums& statistics) {
  const GivenParameters& given = *statistics.given();
  tensors_.add<double>("given.log_prior", "F64", {given.log_prior.size()}, given.log_prior);
  for (std::size_t k = 0; k < given.parts.size(); ++k) {
    for (const Matrix& matrix : given.parts[k])
      tensors_.add<double>(fmt::format("given{}.{}", k, matrix.name), "F64", {matrix.rows, matrix.cells},
                           matrix.data);
  }
}

}  // namespace priory
