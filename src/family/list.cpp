// SPDX-License-Identifier: Apache-2.0
// The list of families: a new one is a header of its own and one name here.
#include "family/bernoulli.h"
#include "family/bernoulli_text.h"
#include "family/beta.h"
#include "family/binomial.h"
#include "family/bins.h"
#include "family/categorical.h"
#include "family/complement.h"
#include "family/covariance/gaussian_group.h"
#include "family/curve.h"
#include "family/exponential.h"
#include "family/gamma.h"
#include "family/gaussian.h"
#include "family/left_out.h"
#include "family/lift.h"
#include "family/lognormal.h"
#include "family/multinomial.h"
#include "family/negative_binomial.h"
#include "family/poisson.h"
#include "family/running_totals.h"
#include "family/tables/aode.h"
#include "family/tables/conditional.h"
#include "family/tables/hnb.h"
#include "family/tables/joint.h"
#include "family/tables/kdb_average.h"
#include "family/von_mises.h"

namespace priory {
namespace {

template <class... Lifted>
const std::tuple<Lifted...>& instances(std::tuple<Lifted...>*) {
  static const std::tuple<Lifted...> all;
  return all;
}

using EveryFamily =
    std::tuple<CodeFamily<Bernoulli>, BernoulliText, CodeFamily<Categorical>, Joint, Conditional,
               ClassConditional, KdbAverage, Aode, Hnb, BagFamily<Multinomial>, BagFamily<Complement>,
               RealFamily<Gaussian>, BinsFamily, GaussianShared, GaussianFull, RealFamily<Poisson>,
               RealFamily<Binomial>, RealFamily<Exponential>, RealFamily<Gamma>, RealFamily<Lognormal>,
               RealFamily<NegativeBinomial>, RealFamily<VonMises>, RealFamily<Beta>>;

const EveryFamily& every_family() {
  return instances(static_cast<EveryFamily*>(nullptr));
}

template <class F>
std::optional<DensityCurve> curve_of_scalar(const RealFamily<F>&, const double* parameters) {
  if constexpr (requires { F::curve(parameters); }) return F::curve(parameters);
  return std::nullopt;
}
std::optional<DensityCurve> curve_of_scalar(const Family&, const double*) {
  return std::nullopt;
}

bool is_listed(std::string_view name, std::string_view list) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    if (item == name) return true;
    list.remove_prefix(std::min(item.size() + 1, list.size()));
  }
  return false;
}

}  // namespace

std::span<const Family* const> all_families() {
  static const auto pointers =
      std::apply([](const auto&... each) { return std::array<const Family*, sizeof...(each)>{&each...}; },
                 every_family());
  return pointers;
}

std::optional<DensityCurve> curve_of(const Family& family, const Parameters& parameters, std::size_t cell) {
  std::vector<double> of_cell;
  for (const Matrix& matrix : parameters) of_cell.push_back(matrix.at(0, matrix.shared ? 0 : cell));
  std::optional<DensityCurve> out;
  const auto take = [&](const auto& each) {
    if (&family == &each) out = curve_of_scalar(each, of_cell.data());
  };
  std::apply([&](const auto&... each) { (take(each), ...); }, every_family());
  return out;
}

std::vector<const Family*> find_families(std::string_view name) {
  std::vector<const Family*> out;
  for (const Family* family : all_families()) {
    const FamilyInfo info = family->info();
    if (info.name == name || is_listed(name, info.aliases)) out.push_back(family);
  }
  return out;
}

const Family* find_family(std::string_view name, CellKind kind) {
  for (const Family* family : find_families(name)) {
    if (family->info().kind == kind) return family;
  }
  return nullptr;
}

void Family::sample(const Parameters&, const Drawing&, std::span<const std::uint32_t>, Random&,
                    std::span<Column>) const {
  throw Error(ErrorKind::usage, "rows of the family '" + std::string(info().name) + "' cannot be drawn");
}

std::unique_ptr<RunningTotals> Family::running_totals(const Settings&, std::size_t) const {
  return nullptr;
}

std::unique_ptr<LeftOut> Family::left_out(const Block& block, const Settings& settings) const {
  const auto of_values = [](const Statistic& each) { return each.row == Per::value; };
  if (std::any_of(statistics().begin(), statistics().end(), of_values)) return nullptr;
  return std::make_unique<AllLeftOut>(*this, block, settings);
}

std::vector<FamilyInfo> families() {
  std::vector<FamilyInfo> out;
  for (const Family* family : all_families()) {
    out.push_back(family->info());
    out.back().groups = family->groups();
  }
  return out;
}

Settings::Settings(std::span<const Option> options) {
  for (const Option& option : options) values_.emplace_back(option.name, option.initial);
}

double Settings::operator[](std::string_view name) const {
  for (const auto& [key, value] : values_) {
    if (key == name) return value;
  }
  throw std::logic_error("no option named " + std::string(name));
}

void Settings::set(std::string_view name, double value) {
  for (auto& [key, old] : values_) {
    if (key == name) old = value;
  }
}

}  // namespace priory
