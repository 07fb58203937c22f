// SPDX-License-Identifier: Apache-2.0
// Statistics to tensors and back. The parts of one family share their tensors (a table of 100,000 columns is
// a few tensors, not 300,000): in a group, row r of a tensor belongs to the part whose rows reach r.
#include "priory/store.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "model/estimate.h"
#include "model/statistics.h"
#include "store/extras_json.h"
#include "store/file.h"
#include "store/json.h"
#include "store/plan_json.h"
#include "store/tensors.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

using Group = std::vector<std::size_t>;  // parts of one family, in order

std::vector<Group> groups_of(const Plan& plan) {
  std::vector<Group> out;
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const Group& group) {
      const PartPlan& first = plan.parts[group[0]];
      return plan.parts[k].family == first.family && plan.parts[k].kind == first.kind;
    });
    same == out.end() ? out.push_back({k}) : same->push_back(k);
  }
  return out;
}

void write_strings(TensorWriter& out, const std::string& name, const std::vector<std::string_view>& strings) {
  std::string bytes;
  std::vector<std::uint64_t> ends;
  for (const std::string_view text : strings) bytes += text, ends.push_back(bytes.size());
  out.add<std::uint64_t>(name + ".ends", "U64", {ends.size()}, ends);
  out.add<char>(name + ".bytes", "U8", {bytes.size()}, {bytes.data(), bytes.size()});
}

void write_sums(TensorWriter& out, const std::string& name, const Sums& sums, ordered_json& bases) {
  out.add<std::uint64_t>(name, "I64", {sums.rows(), sums.cells(), sums.n_limbs()}, sums.limbs());
  bases[name] = sums.base();
}

std::vector<std::uint32_t> range(std::size_t begin, std::size_t end) {
  std::vector<std::uint32_t> out(end - begin);
  std::iota(out.begin(), out.end(), static_cast<std::uint32_t>(begin));
  return out;
}

void write_group(TensorWriter& out, const std::string& name, const Statistics& statistics, const Group& group,
                 ordered_json& bases) {
  std::vector<std::string_view> values;
  std::vector<std::uint64_t> ends;
  std::vector<double> idf;
  for (const std::size_t k : group) {
    const PartStatistics& part = statistics.parts()[k];
    values.insert(values.end(), part.values.strings().begin(), part.values.strings().end());
    ends.push_back(values.size());
    if (part.frozen) idf.insert(idf.end(), part.frozen->idf.begin(), part.frozen->idf.end());
  }
  out.add<std::uint64_t>(name + ".parts", "U64", {ends.size()}, ends);
  write_strings(out, name + ".values", values);
  if (!idf.empty()) out.add<double>(name + ".idf", "F64", {idf.size()}, idf);
  const auto shapes = statistics.parts()[group[0]].family->statistics();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    std::size_t rows = 0;
    for (const std::size_t k : group) rows += statistics.parts()[k].block.sums[i].rows();
    Sums all(rows, shapes[i].per_cell ? statistics.class_count().cells() : 1);
    std::size_t at = 0;
    for (const std::size_t k : group) {
      const Sums& sums = statistics.parts()[k].block.sums[i];
      all.merge(sums, range(at, at + sums.rows()));
      at += sums.rows();
    }
    write_sums(out, fmt::format("{}.{}", name, shapes[i].name), all.canonical(), bases);
  }
}

// Given parameters, beside the statistics: log_prior, and what is shown of every part.
void write_given(TensorWriter& out, const GivenParameters& given) {
  out.add<double>("given.log_prior", "F64", {given.log_prior.size()}, given.log_prior);
  for (std::size_t k = 0; k < given.parts.size(); ++k) {
    for (const Matrix& matrix : given.parts[k])
      out.add<double>(fmt::format("given{}.{}", k, matrix.name), "F64", {matrix.rows, matrix.cells},
                      matrix.data);
  }
}

class ModelReader {
 public:
  ModelReader(std::string_view bytes, const std::string& name) : tensors_(bytes, name) {}

  Classifier read() {
    try {
      meta_ = parse_json(tensors_.metadata());
      plan_ = std::make_shared<const Plan>(plan_from_json(meta_.at("plan")));
      classes_ = strings("classes");
      if (classes_.empty()) tensors_.fail("it has no class");
      cells_ = classes_.size() * plan_->components;
      std::size_t group = 0;
      std::vector<PartStatistics> parts(plan_->parts.size());
      for (const Group& each : groups_of(*plan_)) read_group(fmt::format("part{}", group++), each, parts);
      Sums class_count = sums("class_count", 1, cells_), n_rows = sums("n_rows", 1, 1);
      auto statistics = std::make_shared<Statistics>(
          Statistics::restore(plan_, dictionary(classes_, 0, classes_.size()), std::move(class_count),
                              std::move(n_rows), std::move(parts)));
      if (meta_.contains("given")) statistics->give(read_given(statistics));
      if (tensors_.has("em.trace")) statistics->set_trace(read_trace());
      Classifier model(std::move(statistics));
      if (meta_.contains("calibration"))
        model = model.calibrated(calibration_from_json(meta_.at("calibration")));
      if (meta_.contains("tuning")) model = model.tuned(tuning_from_json(meta_.at("tuning")));
      return model;
    } catch (const Error& error) {  // of the estimate: no rows have such statistics
      if (error.kind() == ErrorKind::model && !error.place().file.empty()) throw;
      tensors_.fail(error.message());
    } catch (const ordered_json::exception& error) {
      tensors_.fail(error.what());
    } catch (const std::out_of_range& error) {
      tensors_.fail(error.what());
    }
  }

 private:
  // They have the shapes of the estimate.
  GivenParameters read_given(const std::shared_ptr<const Statistics>& statistics) const {
    GivenParameters out = given_of(*estimate_unchecked(statistics));
    const auto read = [&](const std::string& name, std::vector<double>& into) {
      auto numbers = tensors_.get<double>(name, "F64");
      const auto is_nan = [](double x) { return std::isnan(x); };
      if (numbers.size() != into.size() || std::any_of(numbers.begin(), numbers.end(), is_nan))
        tensors_.fail(fmt::format("the parameters '{}' do not fit", name));
      into.assign(numbers.begin(), numbers.end());
    };
    read("given.log_prior", out.log_prior);
    for (std::size_t k = 0; k < out.parts.size(); ++k) {
      for (Matrix& matrix : out.parts[k]) read(fmt::format("given{}.{}", k, matrix.name), matrix.data);
    }
    return out;
  }

  std::vector<double> read_trace() const {
    auto out = tensors_.get<double>("em.trace", "F64");
    const auto is_nan = [](double x) { return std::isnan(x); };
    if (std::any_of(out.begin(), out.end(), is_nan)) tensors_.fail("the objectives of EM are no numbers");
    return out;
  }

  std::vector<std::string> strings(const std::string& name) const {
    const auto ends = tensors_.get<std::uint64_t>(name + ".ends", "U64");
    const auto bytes = tensors_.get<char>(name + ".bytes", "U8");
    std::vector<std::string> out;
    std::size_t at = 0;
    for (const std::uint64_t end : ends) {
      if (end < at || end > bytes.size()) tensors_.fail(fmt::format("the strings '{}' overlap", name));
      out.emplace_back(bytes.data() + at, end - at);
      at = end;
    }
    return out;
  }

  Dictionary dictionary(const std::vector<std::string>& from, std::size_t begin, std::size_t end) const {
    Dictionary out;
    for (std::size_t k = begin; k < end; ++k) out.insert(from[k]);
    if (out.size() != end - begin) tensors_.fail("a value stands twice");
    return out;
  }

  Sums sums(const std::string& name, std::size_t rows, std::size_t cells) const {
    constexpr long kLeastBase = -1 << 15;
    constexpr std::size_t kMostLimbs = 1 << 10;  // a matrix without entries could claim any number
    std::vector<std::size_t> shape;
    auto limbs = tensors_.get<std::uint64_t>(name, "I64", shape);
    const long base = meta_.at("bases").at(name).get<long>();
    const bool sound = shape.size() == 3 && shape[0] == rows && shape[1] == cells && shape[2] > 0 &&
                       shape[2] <= kMostLimbs && base <= 0 && base % 32 == 0 && base >= kLeastBase;
    if (!sound) tensors_.fail(fmt::format("the sums '{}' have another shape than the model", name));
    return Sums(rows, cells, base, shape[2], {limbs.begin(), limbs.end()});
  }

  void read_group(const std::string& name, const Group& group, std::vector<PartStatistics>& parts) const {
    const auto ends = tensors_.get<std::uint64_t>(name + ".parts", "U64");
    const std::vector<std::string> values = strings(name + ".values");
    if (ends.size() != group.size() || ends.back() != values.size() ||
        !std::is_sorted(ends.begin(), ends.end()))
      tensors_.fail("its parts and values do not fit");
    const auto shapes = find_family(plan_->parts[group[0]].family, plan_->parts[group[0]].kind)->statistics();
    std::vector<Sums> all;
    for (const Statistic& each : shapes) {
      std::size_t rows = 0;
      for (std::size_t k = 0; k < group.size(); ++k) rows += shape_of(group[k], ends, k).rows(each.row);
      all.push_back(sums(fmt::format("{}.{}", name, each.name), rows, each.per_cell ? cells_ : 1));
    }
    std::size_t begin = 0, idf_at = 0;
    std::vector<std::size_t> at(shapes.size());
    for (std::size_t k = 0; k < ends.size(); begin = ends[k++]) {
      PartStatistics& part = parts[group[k]];
      part.family = &family_of(plan_->parts[group[k]]);
      part.values = dictionary(values, begin, ends[k]);
      for (std::size_t i = 0; i < shapes.size(); ++i) {
        const std::size_t rows = shape_of(group[k], ends, k).rows(shapes[i].row);
        part.block.sums.push_back(all[i].select(range(at[i], at[i] + rows), range(0, all[i].cells())));
        at[i] += rows;
      }
      read_frozen(name, plan_->parts[group[k]], part, idf_at);
    }
  }

  // Of part `part`, the k-th of its group, whose values end at ends[k].
  Shape shape_of(std::size_t part, const std::vector<std::uint64_t>& ends, std::size_t k) const {
    return {ends[k] - (k == 0 ? 0 : ends[k - 1]), plan_->parts[part].n_columns()};
  }

  void read_frozen(const std::string& name, const PartPlan& plan, PartStatistics& part,
                   std::size_t& idf_at) const {
    if (!plan.text || !plan.text_options.two_readings()) return;
    auto frozen = std::make_shared<FrozenVocabulary>();
    frozen->words = part.values;
    if (plan.text_options.idf) {
      const auto idf = tensors_.get<double>(name + ".idf", "F64");
      const std::size_t end = idf_at + part.values.size() + 1;
      if (end > idf.size()) tensors_.fail("it has too few idf weights");
      frozen->idf.assign(idf.begin() + static_cast<long>(idf_at), idf.begin() + static_cast<long>(end));
      idf_at = end;
    }
    part.frozen = std::move(frozen);
  }

  TensorReader tensors_;
  ordered_json meta_;
  std::shared_ptr<const Plan> plan_;
  std::vector<std::string> classes_;
  std::size_t cells_ = 0;
};

}  // namespace

std::string to_bytes(const Classifier& model) {
  const Statistics& statistics = model.statistics();
  TensorWriter out;
  ordered_json bases;
  write_strings(out, "classes", statistics.classes().strings());
  write_sums(out, "class_count", statistics.class_count(), bases);
  write_sums(out, "n_rows", statistics.row_count(), bases);
  std::size_t group = 0;
  for (const Group& each : groups_of(statistics.plan()))
    write_group(out, fmt::format("part{}", group++), statistics, each, bases);
  if (statistics.given()) write_given(out, *statistics.given());
  if (!statistics.trace().empty())
    out.add<double>("em.trace", "F64", {statistics.trace().size()}, statistics.trace());
  ordered_json meta = {{"kind", statistics.plan().target.empty() ? "mixture" : "classifier"},
                       {"plan", plan_to_json(statistics.plan())},
                       {"bases", bases}};
  if (statistics.given()) meta["given"] = true;
  if (model.calibration() != nullptr) meta["calibration"] = calibration_to_json(*model.calibration());
  if (model.tuning() != nullptr) meta["tuning"] = tuning_to_json(*model.tuning());
  return out.finish(meta.dump());
}

Classifier from_bytes(std::string_view bytes, const std::string& name) {
  return ModelReader(bytes, name).read();
}

void save(const Classifier& model, const std::string& path) {
  write_file(path, to_bytes(model));
}

Classifier load(const std::string& path) {
  const MappedFile file(path);
  return from_bytes(file.bytes(), path);
}

FileFacts file_facts(const std::string& path) {
  const MappedFile file(path);
  const TensorReader reader(file.bytes(), path);
  return {reader.format(), reader.checksum(), file.bytes().size()};
}

Classifier change_file(const std::string& path, const std::function<Classifier(const Classifier&)>& change,
                       bool backup) {
  const FileLock lock(path);
  const MappedFile old(path);
  Classifier changed = change(from_bytes(old.bytes(), path));
  if (backup) write_file(path + "~", old.bytes());
  save(changed, path);
  return changed;
}

}  // namespace priory
