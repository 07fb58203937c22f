// SPDX-License-Identifier: Apache-2.0
#include "priory/statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "priory/error.h"

#include "fold/fold.h"
#include "learn/named_sums.h"
#include "plan/part_kind.h"

namespace priory {

Statistics::Statistics(const Plan& plan) {
  auto sums = std::make_shared<NamedSums>(std::make_shared<const Plan>(plan));
  own_ = sums.get(), sums_ = std::move(sums);
}

Statistics::Statistics(std::shared_ptr<const NamedSums> sums) : sums_(std::move(sums)) {}

Statistics::Statistics(const Statistics& other) : sums_(other.sums_) {
  if (other.own_ != nullptr) changing();
}

Statistics::Statistics(Statistics&& other) noexcept
    : sums_(std::move(other.sums_)), own_(std::exchange(other.own_, nullptr)) {}

Statistics& Statistics::operator=(Statistics other) noexcept {
  std::swap(sums_, other.sums_), std::swap(own_, other.own_);
  return *this;
}

Statistics::~Statistics() = default;

NamedSums& Statistics::changing() {
  if (own_ == nullptr) {
    auto copied = std::make_shared<NamedSums>(*sums_);
    own_ = copied.get(), sums_ = std::move(copied);
  }
  return *own_;
}

const NamedSums& sums_of(const Statistics& statistics) {
  return *statistics.sums_;
}

Statistics statistics_of(std::shared_ptr<const NamedSums> sums) {
  return Statistics(std::move(sums));
}

const Plan& Statistics::plan() const {
  return sums_->plan();
}
double Statistics::n_rows() const {
  return sums_->n_rows();
}
const Dictionary& Statistics::classes() const {
  return sums_->classes();
}
bool Statistics::plausible() const {
  return sums_->plausible();
}
Statistics Statistics::zero() const {
  return Statistics(std::make_shared<const NamedSums>(sums_->zero()));
}

// What training would find in the rows before it counts them.
void NamedSums::check_decided() const {
  bool open = plan().undecided;
  for (std::size_t k = 0; k < parts().size(); ++k) {
    const PartPlan& part = plan().parts[k];
    const auto is_auto = [](const auto& setting) { return std::isnan(setting.second); };
    const bool fixes = part.needs_two_readings() || (part.text && part.text_options.fixed);
    open = open || leaves_bins(part) || (fixes && !parts()[k].frozen) ||
           std::ranges::any_of(part.settings, is_auto);
  }
  if (open)
    throw Error(ErrorKind::usage, "the plan leaves something to be found in the rows", {},
                "train on some rows first, and count by the statistics of that model (zero)");
}

void Statistics::add(Source<Chunk>& rows, unsigned threads, const Tick& tick) {
  sums_->check_decided();
  if (plan().expected)
    throw Error(ErrorKind::usage, "rows cannot be added to what EM expects of others", {},
                "learn it again from all rows");
  const NamedSums more = fold(rows, sums_->zero(), threads, tick);
  changing().merge(more);
}

namespace {

// Whether rows are counted the same under both; settings of the estimate may differ.
bool count_alike(const Plan& a, const Plan& b) {
  const auto same_part = [](PartPlan x, PartPlan y) {
    x.settings.clear(), y.settings.clear();
    return x == y;
  };
  return a.target == b.target && a.weight == b.weight && a.missing == b.missing && a.trim == b.trim &&
         a.readings == b.readings && a.structure == b.structure && a.components == b.components &&
         a.centres == b.centres && a.pool == b.pool && a.headers == b.headers && a.undecided == b.undecided &&
         std::ranges::equal(a.parts, b.parts, same_part);
}

bool same_words(const FrozenVocabulary* a, const FrozenVocabulary* b) {
  if (a == b || a == nullptr || b == nullptr) return true;  // one that has none yet takes those of the other
  return std::ranges::equal(a->idf, b->idf) && a->words.strings() == b->words.strings();
}

}  // namespace

void Statistics::check_alike(const Statistics& other) const {
  const std::string remedy = "count all rows by one plan, and by the words that one training has fixed";
  if (&plan() != &other.plan() && !count_alike(plan(), other.plan()))
    throw Error(ErrorKind::data, "the statistics were counted under different plans", {}, remedy);
  for (std::size_t k = 0; k < sums_->parts().size(); ++k) {
    if (!same_words(sums_->parts()[k].frozen.get(), other.sums_->parts()[k].frozen.get()))
      throw Error(ErrorKind::data, "the statistics were counted with different fixed words", {}, remedy);
  }
}

void Statistics::merge(const Statistics& other) {
  check_alike(other);
  changing().merge(*other.sums_);
}

void Statistics::subtract(const Statistics& other) {
  check_alike(other);
  changing().subtract(*other.sums_);
}

}  // namespace priory
