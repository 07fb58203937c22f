// SPDX-License-Identifier: Apache-2.0
// Models add and subtract, because their statistics do.
#include <algorithm>
#include <fmt/format.h>

#include "core/fold.h"
#include "model/scorer.h"

namespace priory {
namespace {

Classifier estimated(Statistics statistics) {
  statistics.canonicalise();
  if (statistics.classes().empty())
    throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  return Classifier(std::make_shared<const Statistics>(std::move(statistics)));
}

std::string described(const PartPlan& part) {
  return fmt::format("'{}' as {}{}", fmt::join(part.columns, "+"), part.text ? "text, " : "", part.family);
}

// What keeps two parts from being added, or nothing.
std::string difference(const PartPlan& a, const PartPlan& b) {
  if (a.family != b.family || a.kind != b.kind || a.columns != b.columns || a.text != b.text)
    return fmt::format("one has the column {}, the other {}", described(a), described(b));
  if (a.text && !(a.text_options == b.text_options))
    return fmt::format("the texts of column '{}' are read with other options", a.columns[0]);
  if (a.settings != b.settings || a.declared != b.declared || a.declared_of != b.declared_of ||
      a.in_order != b.in_order || a.pooled != b.pooled)
    return fmt::format("the column {} is estimated with other options", described(a));
  return {};
}

std::string difference(const Plan& a, const Plan& b) {
  if (a.target != b.target) return fmt::format("one predicts '{}', the other '{}'", a.target, b.target);
  if (a.parts.size() != b.parts.size())
    return fmt::format("one has {} parts, the other {}", a.parts.size(), b.parts.size());
  for (std::size_t k = 0; k < a.parts.size(); ++k) {
    if (std::string found = difference(a.parts[k], b.parts[k]); !found.empty()) return found;
  }
  const bool rest =
      a.prior == b.prior && a.unseen == b.unseen && a.missing == b.missing && a.weight == b.weight;
  return rest ? "" : "they have another class prior, weight, --unseen or --na";
}

void check_vocabularies(const Statistics& a, const Statistics& b) {
  for (std::size_t k = 0; k < a.parts().size(); ++k) {
    const auto &x = a.parts()[k].frozen, &y = b.parts()[k].frozen;
    if (!x || (x->words.strings() == y->words.strings() && std::ranges::equal(x->idf, y->idf))) continue;
    throw Error(ErrorKind::data,
                fmt::format("the models differ: the words of column '{}' have another idf or vocabulary",
                            a.plan().parts[k].columns[0]),
                {},
                "under --idf and --length-norm, and where --max-memory left words out, the first training "
                "fixes them");
  }
}

// Expectations are of the rows they were made from; others cannot be added to them.
void refuse_expected(const Plan& plan) {
  if (!plan.expected) return;
  throw Error(ErrorKind::usage, "a model learnt by EM cannot be updated, forgotten from or merged", {},
              "learn it again from all rows; cluster --init begins where a model stands");
}

}  // namespace

Classifier Classifier::learn(const OpenChunks& open, unsigned threads, const Tick& tick) const {
  refuse_expected(plan());
  Statistics all = statistics();
  all.merge(fold(*open(), all.zero(), threads, tick));
  return estimated(std::move(all));
}

Classifier Classifier::forget(const OpenChunks& open, unsigned threads, const Tick& tick) const {
  refuse_expected(plan());
  Statistics rest = statistics();
  rest.subtract(fold(*open(), rest.zero(), threads, tick));
  if (!rest.plausible())
    throw Error(ErrorKind::data, "some of these rows were never learnt", {}, "nothing was forgotten");
  return estimated(std::move(rest));
}

Classifier Classifier::merge(const Classifier& other) const {
  refuse_expected(plan());
  refuse_expected(other.plan());
  if (const std::string found = difference(plan(), other.plan()); !found.empty())
    throw Error(ErrorKind::data, "the models differ: " + found, {},
                "models are merged that were trained with the same options; --types fixes what columns are");
  check_vocabularies(statistics(), other.statistics());
  Statistics all = statistics();
  all.merge(other.statistics());
  return estimated(std::move(all));
}

}  // namespace priory
