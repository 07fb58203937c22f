// SPDX-License-Identifier: Apache-2.0
#include "learn/join.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

#include "core/column_order.h"

namespace priory {
namespace {

std::string described(const PartPlan& part) {
  return fmt::format("'{}' as {}{}", fmt::join(part.columns, "+"), part.text ? "text, " : "", part.family);
}

// Two values here and more there are sums of the same kind: the column has many.
bool is_wider(const PartPlan& a, const PartPlan& b) {
  return a.family == "categorical" && b.family == "bernoulli";
}

bool same_shape(const PartPlan& a, const PartPlan& b) {
  return (a.family == b.family || is_wider(a, b) || is_wider(b, a)) && a.kind == b.kind && a.text == b.text &&
         (a.columns == b.columns || (a.of_counts() && b.of_counts()));
}

// Two sides of a join and their names.
class Join {
 public:
  Join(const Plan& a, const Plan& b, const std::string& name, const std::string& other_name)
      : a_(a), b_(b), name_(name), other_name_(other_name) {}

  JoinedPlan make() {
    check_plans();
    if (!a_.structure.empty()) check_network();
    check_left_out(a_, name_, b_, other_name_);
    check_left_out(b_, other_name_, a_, name_);
    out_.plan = a_;
    add_parts();
    std::vector<std::string> ignored;
    std::ranges::set_union(a_.ignored, b_.ignored, std::back_inserter(ignored));
    out_.plan.ignored = std::move(ignored);
    out_.plan.readings.insert(b_.readings.begin(), b_.readings.end());
    out_.plan.open = a_.open || b_.open;
    out_.plan.faded = a_.faded || b_.faded;
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const {
    throw Error(ErrorKind::data, "the models differ: " + what, {},
                remedy + "; rows counted under one plan always go together (‹plan›)");
  }
  [[noreturn]] void fail_options(const std::string& what) const {
    fail(what,
         "models are merged that were trained with the same options; `priory smooth` changes those of the "
         "estimate");
  }

  void check_plans() const {
    if (a_.target != b_.target)
      throw Error(ErrorKind::data,
                  fmt::format("the models differ: {} predicts '{}', {} predicts '{}'", name_, a_.target,
                              other_name_, b_.target),
                  {}, "models are merged that predict the same column");
    if (a_.weight != b_.weight)
      fail(fmt::format("the weight of rows is '{}' in {} and '{}' in {}", a_.weight, name_, b_.weight,
                       other_name_),
           "‹types› COL=weight says which column it is");
    if (a_.missing != b_.missing)
      fail_options(fmt::format("cells are missing that are '{}' in {} and '{}' in {} (‹na›)",
                               fmt::join(a_.missing, ","), name_, fmt::join(b_.missing, ","), other_name_));
    check_readings();
    if (a_.unseen != b_.unseen)
      fail_options(fmt::format("{} and {} have another ‹unseen›", name_, other_name_));
    if (!(a_.prior == b_.prior))
      fail_options(fmt::format("{} and {} have another ‹class-prior› or ‹prior-alpha›", name_, other_name_));
    if (a_.structure != b_.structure)
      fail_options(fmt::format("the ‹structure› is '{}' in {} and '{}' in {}", a_.structure, name_,
                               b_.structure, other_name_));
    if (!(a_.pool == b_.pool))
      fail(fmt::format("{} and {} are pools of other members or weights", name_, other_name_),
           "they are found by the rows of a table: make one plan for all");
    if (!(a_.centres == b_.centres))
      fail(fmt::format("{} and {} have other ‹centres› of their classes", name_, other_name_),
           "they are found by the rows of a table: make one plan for all");
  }

  // A column that both have is read in one way.
  void check_readings() const {
    if (a_.trim != b_.trim)
      fail_options(fmt::format("one of {} and {} has ‹keep-spaces›", name_, other_name_));
    for (const Plan* plan : {&a_, &b_}) {
      const Plan& other = plan == &a_ ? b_ : a_;
      const std::vector<std::string> columns = feature_columns(other);
      for (const auto& [column, reading] : plan->readings) {
        const bool there = column == other.target || column == other.weight ||
                           std::ranges::find(columns, column) != columns.end();
        if (there && !(reading_of(other, column) == reading))
          fail(fmt::format("the cells of column '{}' are read in another way in {} than in {}", column, name_,
                           other_name_),
               "numbers, units, dates and missing cells are found by the rows of a table: make one plan for "
               "all");
      }
    }
  }

  // What a variable of a network is given was found for all of them together.
  void check_network() const {
    for (std::size_t k = 0; k < std::max(a_.parts.size(), b_.parts.size()); ++k) {
      if (k < a_.parts.size() && k < b_.parts.size() && a_.parts[k].columns == b_.parts[k].columns &&
          a_.parts[k].family == b_.parts[k].family)
        continue;
      const auto part_of = [&](const Plan& plan) {
        return k < plan.parts.size() ? described(plan.parts[k]) : "no more";
      };
      fail(fmt::format("part {} of the network is {} in {} and {} in {}", k + 1, part_of(a_), name_,
                       part_of(b_), other_name_),
           "networks are merged that have the same graph; ‹structure› FILE.bif gives one to all");
    }
  }

  // Of a column that one side has left out, its rows could tell nothing.
  void check_left_out(const Plan& by, const std::string& by_name, const Plan& other,
                      const std::string& other_name) const {
    for (const PartPlan& part : other.parts) {
      for (const std::string& column : part.columns) {
        if (!std::ranges::binary_search(by.ignored, column)) continue;
        fail(fmt::format("{} leaves the column '{}' out, {} has {}", by_name, column, other_name,
                         described(part)),
             fmt::format("say for both what it is: ‹types› {0}={1}, or ‹ignore› {0}", column,
                         part.text ? "text" : part.family));
      }
    }
  }

  void add_parts() {
    out_.first.resize(a_.parts.size());
    std::iota(out_.first.begin(), out_.first.end(), 0);
    index_columns();
    for (std::size_t k = 0; k < b_.parts.size(); ++k) {
      const std::set<std::size_t> met = a_.structure.empty() ? parts_with(b_.parts[k]) : std::set{k};
      out_.second.push_back(met.empty() ? add(b_.parts[k]) : unite({met.begin(), met.end()}, b_.parts[k]));
    }
  }

  void index_columns() {
    part_of_.clear();
    for (std::size_t k = 0; k < out_.plan.parts.size(); ++k) {
      for (const std::string& column : out_.plan.parts[k].columns) part_of_.emplace(column, k);
    }
  }

  std::set<std::size_t> parts_with(const PartPlan& part) const {
    std::set<std::size_t> out;
    for (const std::string& column : part.columns) {
      if (const auto at = part_of_.find(column); at != part_of_.end()) out.insert(at->second);
    }
    return out;
  }

  std::size_t add(const PartPlan& part) {
    for (const PartPlan& other : a_.parts) {
      if (part.of_counts() && other.of_counts() && part.family == other.family)
        fail(fmt::format("{} counts {}, {} counts {}, and whether these are one part cannot be told", name_,
                         described(other), other_name_, described(part)),
             "models of counts are merged that share a column; or train them on files with the same columns");
    }
    out_.plan.parts.push_back(part);
    return out_.plan.parts.size() - 1;
  }

  // Columns of counts are one part if another one has them together; of all others both sides have the same.
  std::size_t unite(const std::vector<std::size_t>& met, const PartPlan& part) {
    for (const std::size_t i : met) check_parts(out_.plan.parts[i], part);
    if (is_wider(part, out_.plan.parts[met[0]])) out_.plan.parts[met[0]].family = part.family;
    if (out_.plan.parts[met[0]].columns == part.columns) return met[0];
    PartPlan& into = out_.plan.parts[met[0]];
    std::ranges::copy_if(part.columns, std::back_inserter(into.columns),
                         [&](const std::string& column) { return !part_of_.contains(column); });
    for (std::size_t i = met.size(); i-- > 1;) absorb(met[i], met[0]);
    index_columns();
    return met[0];
  }

  void absorb(std::size_t from, std::size_t into) {
    std::vector<PartPlan>& parts = out_.plan.parts;
    const std::vector<std::string> columns = std::move(parts[from].columns);
    parts[into].columns.insert(parts[into].columns.end(), columns.begin(), columns.end());
    parts.erase(parts.begin() + static_cast<long>(from));
    for (std::vector<std::size_t>* places : {&out_.first, &out_.second}) {
      for (std::size_t& place : *places) place = place == from ? into : place > from ? place - 1 : place;
    }
  }

  void check_parts(const PartPlan& a, const PartPlan& b) const {
    if (!same_shape(a, b)) fail_families(a, b);
    if (a.text && !(a.text_options == b.text_options))
      fail(fmt::format("{} and {} read the texts of column '{}' with other options ({})", name_, other_name_,
                       a.columns[0], fmt::join(differing_options(a.text_options, b.text_options), ", ")),
           "train both with the same options of texts");
    for (std::size_t k = 0; k < a.settings.size(); ++k) {
      if (a.settings[k] == b.settings[k]) continue;
      fail_options(fmt::format("the column {} is estimated with ‹{}› {} in {} and {} in {}", described(a),
                               a.settings[k].first, a.settings[k].second, name_, b.settings[k].second,
                               other_name_));
    }
    if (a.weights != b.weights)
      fail(
          fmt::format("the columns {} have other weights in {} than in {}", described(a), name_, other_name_),
          "train both under the plan of one of them");
    if (a.score_weight != b.score_weight)
      fail(fmt::format("the column {} counts {} times in {} and {} times in {}", described(a), a.score_weight,
                       name_, b.score_weight, other_name_),
           "‹weights› are fitted to the rows of a model; train both under the plan of one of them");
    if (a.bins != b.bins)
      fail(fmt::format("the column {} is counted in other bins in {} than in {}", described(a), name_,
                       other_name_),
           "count the rows of both by one plan: ‹plan›");
    if (a.declared != b.declared || a.declared_of != b.declared_of || a.in_order != b.in_order ||
        a.pooled != b.pooled)
      fail(fmt::format("the column {} has other declared values in {} than in {}", described(a), name_,
                       other_name_),
           fmt::format("declare the same for both: ‹types› '{}={}{{a,b}}'", a.columns[0], a.family));
  }

  [[noreturn]] void fail_families(const PartPlan& a, const PartPlan& b) const {
    const bool grouped = a.columns.size() > 1 || b.columns.size() > 1;
    fail(fmt::format("{} has the column{} {}, {} has {}", name_, grouped ? "s" : "", described(a),
                     other_name_, described(b)),
         grouped
             ? "columns that are modelled together need the same ones in the same order: train both on files "
               "that have them, or model each by itself (‹types›)"
             : fmt::format("say for both what it is: ‹types› {0}={1} or ‹types› {0}={2}", a.columns[0],
                           a.text ? "text" : a.family, b.text ? "text" : b.family));
  }

  static std::vector<std::string_view> differing_options(const TextOptions& a, const TextOptions& b) {
    std::vector<std::string_view> out;
    const auto compare = [&](std::string_view name, bool same) {
      if (!same) out.push_back(name);
    };
    compare("how words are cut", a.tokens == b.tokens);
    compare("‹tf›", a.tf == b.tf);
    compare("‹idf›", a.idf == b.idf);
    compare("‹length-norm›", a.length_norm == b.length_norm);
    compare("‹min-df›", a.min_df == b.min_df);
    compare("‹max-df›", a.max_df == b.max_df);
    compare("‹max-features›", a.max_features == b.max_features && a.features_by == b.features_by);
    compare("‹max-memory›", a.fixed == b.fixed);
    return out;
  }

  const Plan &a_, &b_;
  const std::string &name_, &other_name_;
  JoinedPlan out_;
  std::map<std::string, std::size_t> part_of_;  // of each column, in the joined plan
};

}  // namespace

JoinedPlan join(const Plan& a, const Plan& b, const std::string& name, const std::string& other_name) {
  return Join(a, b, name, other_name).make();
}

HeaderRows::HeaderRows(const NamedSums& statistics) {
  const Plan& plan = statistics.plan();
  if (plan.headers.empty()) add(feature_columns(plan), statistics.row_count().exact(0, 0));
  for (std::size_t k = 0; k < plan.headers.size(); ++k)
    add(plan.headers[k], statistics.header_rows().exact(k, 0));
}

void HeaderRows::add(const Header& header, const Exact& rows) {
  Header set = header;
  std::ranges::sort(set);
  const auto [at, is_new] = by_set_.try_emplace(std::move(set), Entry{header, {}});
  at->second.order = std::min(at->second.order, header);
  at->second.rows = at->second.rows + rows;
}

void HeaderRows::merge(const HeaderRows& other) {
  for (const auto& [set, entry] : other.by_set_) add(entry.order, entry.rows);
}

bool HeaderRows::subtract(const Header& header, const Exact& rows) {
  Header set = header;
  std::ranges::sort(set);
  const auto at = by_set_.find(set);
  if (at == by_set_.end()) return false;
  const Exact left = at->second.rows - rows;
  if (sgn(left.m) < 0) return false;
  at->second.rows = left;
  if (left.zero()) by_set_.erase(at);
  return true;
}

std::vector<Header> HeaderRows::headers() const {
  std::vector<Header> out;
  for (const auto& [set, entry] : by_set_) out.push_back(entry.order);
  std::ranges::sort(out);
  return out;
}

Sums HeaderRows::rows() const {
  if (by_set_.size() < 2) return Sums();
  std::map<Header, Exact> in_order;
  for (const auto& [set, entry] : by_set_) in_order.emplace(entry.order, entry.rows);
  Sums out(in_order.size(), 1);
  std::size_t k = 0;
  for (const auto& [header, rows] : in_order) out.assign(k++, 0, rows);
  return std::move(out).canonical();
}

Header joined_order(std::vector<Header> headers) {
  std::ranges::sort(headers, [](const Header& a, const Header& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  Header out;
  for (const Header& header : headers) {
    auto after = out.begin();  // where a new column goes: behind the one before it
    for (const std::string& column : header) {
      const auto at = std::ranges::find(out, column);
      after = std::next(at == out.end() ? out.insert(after, column) : at);
    }
  }
  if (std::ranges::all_of(headers,
                          [](const Header& each) { return std::ranges::is_sorted(each, column_before); }))
    std::ranges::sort(out, column_before);
  return out;
}

std::vector<std::size_t> arrange(Plan& plan, const std::vector<Header>& headers) {
  std::vector<std::size_t> moved(plan.parts.size());
  std::iota(moved.begin(), moved.end(), 0);
  if (!plan.structure.empty()) return moved;
  Header order = plan.open ? feature_columns(plan) : joined_order(headers);
  if (plan.open) std::ranges::sort(order, column_before);
  std::map<std::string_view, std::size_t> place;
  for (std::size_t k = 0; k < order.size(); ++k) place.emplace(order[k], k);
  const auto by_place = [&](const std::string& a, const std::string& b) { return place.at(a) < place.at(b); };
  for (PartPlan& part : plan.parts) {
    if (part.of_counts()) std::ranges::sort(part.columns, by_place);
  }
  std::vector<std::pair<std::size_t, std::size_t>> from;  // the place of its first column, and the part
  for (std::size_t k = 0; k < plan.parts.size(); ++k)
    from.emplace_back(place.at(*std::ranges::min_element(plan.parts[k].columns, by_place)), k);
  std::ranges::sort(from);
  std::vector<PartPlan> parts;
  for (const auto& [at, k] : from) {
    moved[k] = parts.size();
    parts.push_back(std::move(plan.parts[k]));
  }
  plan.parts = std::move(parts);
  plan.headers = plan.open || headers.size() < 2 ? std::vector<Header>() : headers;
  return moved;
}

}  // namespace priory
