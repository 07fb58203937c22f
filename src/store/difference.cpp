// SPDX-License-Identifier: Apache-2.0
// Options are compared as the model file writes them, so that none is forgotten here; sums exactly.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "priory/store.h"

#include "model/scorer.h"
#include "store/extras_json.h"
#include "store/plan_json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;
using Options = std::map<std::string, std::string>;

std::string shown_value(const ordered_json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_boolean()) return json.get<bool>() ? "yes" : "no";
  return json.is_number_float() ? fmt::format("{}", json.get<double>()) : json.dump();
}

bool is_setting(const ordered_json& json) {
  return json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_number();
}

// Every leaf by its name: "text.min_n"; settings, pairs of a name and a number, by theirs.
void flatten(const std::string& name, const ordered_json& json, Options& out) {
  const bool settings = json.is_array() && !json.empty() && std::ranges::all_of(json, is_setting);
  if (settings) {
    for (const ordered_json& each : json)
      out[name == "settings" ? each[0].get<std::string>()
                             : fmt::format("{}.{}", name, each[0].get<std::string>())] = shown_value(each[1]);
    return;
  }
  if (!json.is_object()) return void(out[name] = shown_value(json));
  for (const auto& [key, value] : json.items())
    flatten(name.empty() ? key : fmt::format("{}.{}", name, key), value, out);
}

Options options_of(const ordered_json& json) {
  Options out;
  flatten("", json, out);
  return out;
}

std::vector<DifferenceItem> compared(const Options& a, const Options& b) {
  std::set<std::string> names;
  for (const Options* each : {&a, &b}) {
    for (const auto& [name, value] : *each) names.insert(name);
  }
  std::vector<DifferenceItem> out;
  for (const std::string& name : names) {
    const auto x = a.find(name), y = b.find(name);
    const std::string first = x == a.end() ? "" : x->second, second = y == b.end() ? "" : y->second;
    if (first != second || (x == a.end()) != (y == b.end())) out.push_back({name, "", "", first, second});
  }
  return out;
}

// The sums of two matrices whose rows and cells have names; what one side lacks is zero there.
class SumsCompared {
 public:
  using Names = std::map<std::string, std::pair<std::size_t, std::size_t>>;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  SumsCompared(std::size_t top, std::vector<DifferenceItem>& out, std::size_t& n_more)
      : top_(top), out_(out), n_more_(n_more) {}

  void add(std::string_view what, const Sums* a, const Sums* b, const Names& rows, const Names& cells) {
    for (const auto& [value, r] : rows) {
      for (const auto& [label, c] : cells) {
        const Exact x = at(a, r.first, c.first), y = at(b, r.second, c.second);
        const Exact apart = x - y;
        if (apart.zero()) continue;
        take({std::string(what), value, label, fmt::format("{}", rounded(x)), fmt::format("{}", rounded(y)),
              std::abs(rounded(apart))});
      }
    }
  }

 private:
  static Exact at(const Sums* sums, std::size_t row, std::size_t cell) {
    return sums == nullptr || row == kNone || cell == kNone ? Exact() : sums->exact(row, cell);
  }

  static bool before(const DifferenceItem& a, const DifferenceItem& b) { return a.size > b.size; }

  // The list stays in order, and no longer than asked for.
  void take(DifferenceItem item) {
    out_.insert(std::upper_bound(out_.begin(), out_.end(), item, before), std::move(item));
    if (out_.size() <= top_) return;
    out_.pop_back();
    ++n_more_;
  }

  std::size_t top_;
  std::vector<DifferenceItem>& out_;
  std::size_t& n_more_;
};

using Names = SumsCompared::Names;

template <class NameOf>
void name_rows(std::size_t n, const NameOf& name_of, bool second, Names& out) {
  for (std::size_t k = 0; k < n; ++k) {
    auto& places = out.try_emplace(name_of(k), SumsCompared::kNone, SumsCompared::kNone).first->second;
    (second ? places.second : places.first) = k;
  }
}

Names names_of_cells(const Classifier& a, const Classifier& b) {
  Names out;
  for (const bool second : {false, true}) {
    const std::vector<std::string> cells = (second ? b : a).cells();
    name_rows(
        cells.size(), [&](std::size_t k) { return cells[k]; }, second, out);
  }
  return out;
}

// What the rows of a statistic are called: values, columns, pairs of columns, or nothing.
void name_statistic(const Classifier& model, std::size_t k, std::size_t statistic, bool second, Names& out) {
  const PartVocabulary& part = sums_of(model).parts()[k];
  const std::vector<std::string>& columns = model.plan().parts[k].columns;
  const Per per = part.family->statistics()[statistic].row;
  const auto name_of = [&](std::size_t r) -> std::string {
    if (per == Per::part) return "";
    if (per == Per::column) return columns[r];
    if (per == Per::value) return part.of_columns ? part.of_columns->shown(r) : std::string(part.values[r]);
    if (per == Per::value_pair) {
      std::size_t b = 1;
      while (n_value_pairs(b + 1) <= r) ++b;
      return fmt::format("{}, {}", part.of_columns->shown(r - n_value_pairs(b)), part.of_columns->shown(b));
    }
    std::size_t i = 0;
    while ((i + 1) * (i + 2) / 2 <= r) ++i;
    return fmt::format("{}*{}", columns[i], columns[r - i * (i + 1) / 2]);
  };
  name_rows(sums_of(model).block(k).sums[statistic].rows(), name_of, second, out);
}

class Compared {
 public:
  Compared(const Classifier& a, const Classifier& b, std::size_t top) : a_(a), b_(b), top_(top) {}

  ModelDifference make() {
    add_plan();
    add_rows();
    add_parts();
    add_extras();
    out_.same = to_bytes(a_) == to_bytes(b_);
    return std::move(out_);
  }

 private:
  void add(DifferenceGroup group) {
    if (group.items.empty()) return;
    if (group.items.size() > top_) group.n_more += group.items.size() - top_, group.items.resize(top_);
    out_.groups.push_back(std::move(group));
  }

  static ordered_json plan_without_parts(const Classifier& model) {
    ordered_json out = json_of(model.plan());
    out.erase("parts");
    out["columns"] = feature_columns(model.plan());  // which there are, and in which order
    return out;
  }

  void add_plan() {
    add({"options", false, compared(options_of(plan_without_parts(a_)), options_of(plan_without_parts(b_))),
         0});
  }

  void add_rows() {
    const Names all = {{"", {0, 0}}};
    DifferenceGroup classes{"classes", false, {}, 0}, rows{"rows", false, {}, 0};
    SumsCompared(top_, classes.items, classes.n_more)
        .add("count", &sums_of(a_).class_count(), &sums_of(b_).class_count(), all, names_of_cells(a_, b_));
    SumsCompared(top_, rows.items, rows.n_more)
        .add("rows", &sums_of(a_).row_count(), &sums_of(b_).row_count(), all, all);
    add(std::move(classes)), add(std::move(rows));
  }

  static std::map<std::string, std::size_t> parts_of(const Classifier& model) {
    std::map<std::string, std::size_t> out;
    for (std::size_t k = 0; k < model.plan().parts.size(); ++k) {
      const PartPlan& part = model.plan().parts[k];
      // Columns of counts are one part whichever they are; a class and a variable may share columns.
      out.emplace(part.of_counts() ? fmt::format("counts ({})", part.family)
                                   : fmt::format("{}{}", fmt::join(part.columns, "+"),
                                                 part.family == "table-class" ? " (class)" : ""),
                  k);
    }
    return out;
  }

  void add_parts() {
    const auto mine = parts_of(a_), theirs = parts_of(b_);
    for (const auto& [name, k] : mine) {
      const auto at = theirs.find(name);
      at == theirs.end() ? add_lone(name, a_, k, true) : add_part(name, k, at->second);
    }
    for (const auto& [name, k] : theirs) {
      if (!mine.contains(name)) add_lone(name, b_, k, false);
    }
  }

  void add_lone(const std::string& name, const Classifier& model, std::size_t k, bool first) {
    const std::string& family = model.plan().parts[k].family;
    add({name, true, {{"part", "", "", first ? family : "", first ? "" : family}}, 0});
  }

  void add_part(const std::string& name, std::size_t i, std::size_t j) {
    const PartPlan &x = a_.plan().parts[i], &y = b_.plan().parts[j];
    DifferenceGroup group{name, true, compared(options_of(parts_a_.at(i)), options_of(parts_b_.at(j))), 0};
    if (x.family == y.family && x.kind == y.kind) {
      std::vector<DifferenceItem> sums;
      add_sums(i, j, sums, group.n_more);
      group.items.insert(group.items.end(), sums.begin(), sums.end());
    }
    add(std::move(group));
  }

  void add_sums(std::size_t i, std::size_t j, std::vector<DifferenceItem>& out, std::size_t& n_more) const {
    const PartVocabulary &x = sums_of(a_).parts()[i], &y = sums_of(b_).parts()[j];
    const auto statistics = x.family->statistics();
    const Names cells = names_of_cells(a_, b_), all = {{"", {0, 0}}};
    SumsCompared list(top_, out, n_more);
    for (std::size_t k = 0; k < statistics.size(); ++k) {
      Names rows;
      name_statistic(a_, i, k, false, rows);
      name_statistic(b_, j, k, true, rows);
      list.add(statistics[k].name, &sums_of(a_).block(i).sums[k], &sums_of(b_).block(j).sums[k], rows,
               statistics[k].per_cell ? cells : all);
    }
    add_weights(x, y, out);
  }

  // Weights of words that the first training fixed.
  static void add_weights(const PartVocabulary& x, const PartVocabulary& y,
                          std::vector<DifferenceItem>& out) {
    const auto same = [](const PartVocabulary& a, const PartVocabulary& b) {
      return std::ranges::equal(idf_of(a.frozen), idf_of(b.frozen)) &&
             a.values.strings() == b.values.strings();
    };
    if ((x.frozen || y.frozen) && !same(x, y))
      out.push_back({"idf or vocabulary", "", "", fmt::format("{} words", x.values.size()),
                     fmt::format("{} words", y.values.size())});
    if (x.names && y.names && !(*x.names == *y.names)) out.push_back({"names of buckets", "", "", "", ""});
  }

  void add_extras() {
    const auto calibration = [](const Classifier& model) {
      return model.calibration() == nullptr ? Options()
                                            : options_of(calibration_to_json(*model.calibration()));
    };
    const auto tuning = [](const Classifier& model) {
      return model.tuning() == nullptr ? Options() : options_of(tuning_to_json(*model.tuning()));
    };
    add({"calibration", false, compared(calibration(a_), calibration(b_)), 0});
    add({"tuning", false, compared(tuning(a_), tuning(b_)), 0});
  }

  const Classifier &a_, &b_;
  std::size_t top_;
  ordered_json parts_a_ = json_of(a_.plan()).at("parts"), parts_b_ = json_of(b_.plan()).at("parts");
  ModelDifference out_;
};

}  // namespace

std::size_t ModelDifference::n_items() const {
  std::size_t out = 0;
  for (const DifferenceGroup& group : groups) out += group.items.size() + group.n_more;
  return out;
}

ModelDifference difference(const Classifier& a, const Classifier& b, std::size_t top) {
  return Compared(a, b, top).make();
}

}  // namespace priory
