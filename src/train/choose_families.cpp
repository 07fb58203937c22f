// SPDX-License-Identifier: Apache-2.0
// The family of each column of numbers by the likelihood of its numbers given their class, each left out of
// what is learnt. All candidates are parts of one plan, so that one reading counts them and another judges
// them. Of many rows the likelihood is that of the rows themselves less one for each free parameter, which
// comes to the same: Stone, An asymptotic equivalence of choice of model by cross-validation and Akaike's
// criterion (1977).
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "priory/training.h"

#include "core/log_space.h"
#include "encode/chunks.h"
#include "family/left_out.h"
#include "fold/fold.h"
#include "learn/named_sums.h"
#include "plan/chunk_layout.h"

namespace priory {
namespace {

constexpr double kFewRows = 10000;        // up to so many each row is left out
constexpr double kLogImpossible = -1000;  // in place of minus infinity: a sum stays one

// What the numbers of a column can be modelled by.
std::vector<std::string> candidates_of(const ColumnProfile& column) {
  std::vector<std::string> out = {"gaussian"};
  const bool whole = column.n_whole == column.n_numbers;
  if (column.least > 0) out.insert(out.end(), {"lognormal", "gamma"});
  if (!whole && column.least >= 0) out.emplace_back("exponential");  // at 0, 1, 2, ... it sums to over one
  if (column.least > 0 && column.most < 1) out.emplace_back("beta");
  if (whole && column.least >= 0) out.insert(out.end(), {"poisson", "negative-binomial"});
  out.emplace_back("bins");
  return out;
}

PartPlan candidate(const ColumnProfile& column, const std::string& family, const PlanOptions& given) {
  PlanOptions options;
  options.later = true;
  options.missing = given.missing, options.skip_bad_rows = given.skip_bad_rows;
  options.types = {{column.name, family, {}}};
  std::ranges::copy_if(given.settings, std::back_inserter(options.settings), [](const OptionValue& each) {
    return each.column.empty() && !std::isnan(each.value);
  });
  if (family == "bins") options.settings.push_back({"join", "", 2});
  PartPlan out = make_plan({&column, 1}, options).parts.at(0);
  for (Bins& bins : out.bins) bins.joined.clear();
  return out;
}

// The columns of numbers whose family is left open.
std::vector<std::string> open_columns(const Plan& plan, const PlanOptions& options) {
  std::vector<std::string> out;
  for (const PartPlan& part : plan.parts) {
    if (part.kind != CellKind::reals || part.columns.size() != 1) continue;
    const auto is_typed = [&](const ColumnType& type) { return type.column == part.columns[0]; };
    const auto is_grouped = [&](const ColumnGroup& group) {
      return std::ranges::find(group.columns, part.columns[0]) != group.columns.end();
    };
    if (std::ranges::none_of(options.types, is_typed) && std::ranges::none_of(options.parts, is_grouped))
      out.push_back(part.columns[0]);
  }
  return out;
}

Settings settings_of(const PartPlan& plan, const Family& family) {
  Settings out(family.info().options);
  for (const auto& [name, value] : plan.settings) out.set(name, value);
  return out;
}

// What one part has learnt, class by class, and how likely a number is by all the others of its class.
class PartJudge {
 public:
  // `whole`: the column has whole numbers, of which no density stands for more than certainty.
  PartJudge(const NamedSums& counted, std::size_t k, bool leaves_out, bool whole)
      : plan_(&counted.plan().parts[k]),
        part_(&counted.parts()[k]),
        block_(&counted.block(k)),
        most_(whole ? 0 : INFINITY) {
    context_.bins = plan_->binned(0) ? plan_->bins.data() : nullptr;
    context_.largest_variance = part_->family->pooled_variance(*block_).value_or(0);
    const Settings settings = settings_of(*plan_, *part_->family);
    all_ = part_->family->estimate(*block_, settings, context_);
    const std::size_t n_cells = counted.class_count().cells();
    for (std::uint32_t cell = 0; leaves_out && cell < n_cells; ++cell) {
      const std::uint32_t cells[] = {cell};
      cells_.push_back(block_->select(part_->statistics(), {}, cells));
    }
    for (const Block& each : cells_) left_out_.push_back(part_->family->left_out(each, settings));
    Shape shape = part_->shape();
    if (context_.bins != nullptr) shape.bins = context_.bins->wider().size();
    penalty_ = leaves_out ? 0 : part_->family->free_parameters(shape, n_cells);
  }

  double penalty() const { return penalty_; }

  void add(const Chunk& chunk, std::span<const std::uint32_t> cells, std::size_t k, Sums& out) const {
    const Column& column = chunk.columns[part_->columns[0]];
    const Column* const columns[] = {&column};
    LogScores scores;
    scores.reset(chunk.n_rows, all_[0].cells);
    if (left_out_.empty()) part_->family->score(columns, all_, scores);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      if (std::isnan(column.reals[row])) continue;
      const double weight = chunk.weight_of(row);
      const double log_p =
          left_out_.empty() ? scores.at(cells[row], row) : without(column, row, cells[row], weight);
      out.add(k, 0, weight * std::clamp(log_p, kLogImpossible, most_));
    }
  }

 private:
  double without(const Column& column, std::size_t row, std::uint32_t cell, double weight) const {
    Column one;
    one.reals = {column.reals[row]}, one.bins = column.bins;
    const Column* const columns[] = {&one};
    const std::uint32_t first = 0;
    Block own = Block::zero(part_->statistics(), part_->shape(), 1);
    part_->family->accumulate(columns, {{&first, 1}, {}, 1, {&weight, 1}}, own);
    const Parameters parameters = left_out_[cell]->estimate({{}, 0, &own}, context_);
    if (!part_->family->trouble(parameters, 0).empty()) return kLogImpossible;
    LogScores scores;
    scores.reset(1, 1);
    part_->family->score(columns, parameters, scores);
    return std::isnan(scores.at(0, 0)) ? kLogImpossible : scores.at(0, 0);
  }

  const PartPlan* plan_;
  const PartVocabulary* part_;
  const Block* block_;
  double most_;  // log likelihood of a number
  Context context_;
  Parameters all_;
  std::vector<Block> cells_;
  std::vector<std::unique_ptr<LeftOut>> left_out_;
  double penalty_ = 0;
};

// The log likelihood of each part, an exact sum: the same for any number of threads.
class FamilyScores {
 public:
  FamilyScores(const std::vector<PartJudge>& judges, const NamedSums& counted)
      : judges_(&judges), counted_(&counted), sums_(judges.size(), 1) {}

  void accumulate(const Chunk& chunk) {
    std::vector<std::uint32_t> cells(chunk.n_rows, 0);
    if (!counted_->plan().target.empty()) {
      const auto codes = classes_.look_up(*chunk.target.dictionary, counted_->classes(), 0);
      for (std::size_t row = 0; row < chunk.n_rows; ++row) cells[row] = codes[chunk.target.codes[row]];
    }
    for (std::size_t k = 0; k < judges_->size(); ++k) (*judges_)[k].add(chunk, cells, k, sums_);
  }
  void merge(const FamilyScores& other) { sums_.merge(other.sums_); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(sums_);
  }
  double of(std::size_t k) const { return sums_.value(k, 0); }

 private:
  const std::vector<PartJudge>* judges_;
  const NamedSums* counted_;
  Translation classes_;
  Sums sums_;
};

// "log density -1.2 a row left out, gaussian -1.9"
std::string reason_of(const std::vector<std::pair<double, std::string>>& best) {
  return fmt::format("leave-one-out log likelihood {:.4g} a row; {} {:.4g}", best[0].first, best[1].second,
                     best[1].first);
}

}  // namespace

ChosenFamilies choose_families(const Data& data, std::span<const ColumnProfile> columns, PlanOptions options,
                               unsigned threads, const Tick& tick) {
  if (options.family != kAutoFamily) return {std::move(options), {}};
  options.family.clear();
  ChosenFamilies out{options, {}};
  const Plan plain = make_plan(columns, options);
  auto trial = std::make_shared<Plan>(plain);
  trial->parts.clear();
  for (const std::string& name : open_columns(plain, options)) {
    const auto column = std::ranges::find(columns, name, &ColumnProfile::name);
    if (column == columns.end()) continue;  // a part of a date
    for (const std::string& family : candidates_of(*column))
      trial->parts.push_back(candidate(*column, family, options));
  }
  if (trial->parts.empty()) return out;
  ChunkSpec spec = chunk_spec(*trial);
  spec.target_needed = !trial->target.empty(), spec.skip_bad_rows = options.skip_bad_rows;
  NamedSums counted = fold(*open_chunks(data, spec, nullptr, true), NamedSums(trial), threads, tick);
  counted.canonicalise();
  counted.check_rows();
  counted.join_bins();
  std::vector<PartJudge> judges;
  const bool leaves_out = counted.n_rows() <= kFewRows;
  for (std::size_t k = 0; k < trial->parts.size(); ++k) {
    const auto column = std::ranges::find(columns, trial->parts[k].columns[0], &ColumnProfile::name);
    judges.emplace_back(counted, k, leaves_out, column->n_whole == column->n_numbers);
  }
  const FamilyScores scores =
      fold(*open_chunks(data, spec, nullptr, true), FamilyScores(judges, counted), threads, tick);
  std::map<std::string, std::vector<std::pair<double, std::string>>> found;
  for (std::size_t k = 0; k < judges.size(); ++k) {
    double n = 0;
    for (std::size_t cell = 0; cell < counted.class_count().cells(); ++cell)
      n += counted.class_count().value(0, cell);
    found[trial->parts[k].columns[0]].emplace_back((scores.of(k) - judges[k].penalty()) / n,
                                                   trial->parts[k].family);
  }
  for (auto& [column, families] : found) {
    std::ranges::stable_sort(families, std::ranges::greater(), &std::pair<double, std::string>::first);
    out.options.types.push_back({column, families[0].second, {}});
    if (families[0].second == "bins") out.options.settings.push_back({"join", column, 2});
    out.reasons.push_back({column, families[0].second, reason_of(families)});
  }
  return out;
}

void ChosenFamilies::explain(Plan& plan) const {
  for (const ColumnRole& each : reasons) {
    const auto role = std::ranges::find(plan.roles, each.name, &ColumnRole::name);
    if (role != plan.roles.end()) role->reason = each.reason;
  }
}

}  // namespace priory
