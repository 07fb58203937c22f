// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>

#include "priory/requirement.h"
#include "priory/tuning.h"

#include "evaluate/calibrated_loss.h"

namespace priory {
namespace {

using Flags = std::vector<std::pair<std::string, std::string>>;

struct Candidate {
  Plan plan;
  Flags flags;

  void flag(const std::string& name, const std::string& value) {
    std::erase_if(flags, [&](const auto& each) { return each.first == name; });
    flags.emplace_back(name, value);
  }
  std::string text() const {
    std::string out;
    for (const auto& [name, value] : flags)
      out += fmt::format("{}--{}{}{}", out.empty() ? "" : " ", name, value.empty() ? "" : " ", value);
    return out;
  }
};

bool less_is_better(const std::string& metric) {
  static constexpr std::string_view kLosses[] = {"log_loss", "brier", "ece"};
  return std::ranges::find(kLosses, metric) != std::end(kLosses) || metric.starts_with("losses.");
}

const double* find_setting(const PartPlan& part, const std::string& name) {
  const auto at = std::ranges::find(part.settings, name, &std::pair<std::string, double>::first);
  return at == part.settings.end() ? nullptr : &at->second;
}

void set_setting(PartPlan& part, const std::string& name, double value) {
  for (auto& [key, old] : part.settings) {
    if (key == name) old = value;
  }
}

void set_settings(Candidate& candidate, const std::string& name, double value) {
  for (PartPlan& part : candidate.plan.parts) set_setting(part, name, value);
  candidate.flag(name, fmt::format("{:.4g}", value));
}

void set_event_model(Candidate& candidate, const std::string& family) {
  for (PartPlan& part : candidate.plan.parts) {
    if (part.text) change_family(part, family);
  }
  candidate.flag("family", family);
}

// Two ways to say the same are the same.
std::string key_of(const Plan& plan) {
  std::string out = fmt::format("{} {}", static_cast<int>(plan.prior.kind), plan.prior.alpha);
  for (const PartPlan& part : plan.parts) {
    const TextOptions& text = part.text_options;
    out += fmt::format("|{} {} {} {} {}", part.family, static_cast<int>(text.tf), text.idf,
                       static_cast<int>(text.length_norm), text.tokens.max_n);
    for (const auto& [name, value] : part.settings) out += fmt::format(" {}={:.4g}", name, value);
  }
  return out;
}

template <class Change>
void change_texts(Candidate& candidate, const Change& change) {
  for (PartPlan& part : candidate.plan.parts) {
    if (part.text) change(part.text_options);
  }
}

class Search {
 public:
  Search(const Plan& start, const RowsOf& rows_of, const TuneOptions& options, const OnTrial& on_trial,
         const Tick& tick)
      : rows_of_(rows_of), options_(options), on_trial_(on_trial), tick_(tick), best_{start, {}} {
    record_.metric = options.metric;
    for (const PartPlan& part : start.parts) has_text_ = has_text_ || part.text;
  }

  Tuned run() {
    attempt(best_);
    if (has_text_) tune_texts();
    tune_setting("alpha", {10, 3, 1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001}, std::sqrt(3.2));
    tune_setting("var-smoothing", {1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1}, 3);
    tune_setting("shrinkage", {0, 0.01, 0.03, 0.1, 0.3, 0.6}, 1.6);
    tune_prior();
    return {best_.plan, record_, rows_for(best_.plan)};
  }

 private:
  bool free(const std::string& name) const { return !options_.fixed.contains(name); }

  bool has_setting(const std::string& name) const {
    const auto has = [&](const PartPlan& part) { return find_setting(part, name) != nullptr; };
    return std::ranges::any_of(best_.plan.parts, has);
  }

  // The class prior between the shares of the rows and, with ever more imaginary rows of each class, uniform.
  void tune_prior() {
    if (best_.plan.prior.kind != PriorKind::empirical) return;
    for (const double alpha : {1.0, 10.0, 100.0, 1000.0}) {
      if (!free("prior-alpha") || !free("class-prior")) break;
      Candidate next = best_;
      next.plan.prior.alpha = alpha;
      next.flag("prior-alpha", fmt::format("{}", alpha));
      attempt(next);
    }
    if (!free("class-prior")) return;
    Candidate next = best_;
    next.plan.prior.kind = PriorKind::uniform, next.plan.prior.alpha = 0;
    std::erase_if(next.flags, [](const auto& each) { return each.first == "prior-alpha"; });
    next.flag("class-prior", "uniform");
    attempt(next);
  }

  void tune_texts() {
    if (free("family")) {
      const Candidate start = best_;
      for (const char* family : {"multinomial", "complement", "bernoulli"}) {
        for (const double alpha : {1.0, 0.1, 0.01}) {
          Candidate next = start;
          set_event_model(next, family);
          if (free("alpha"))
            set_settings(next, "alpha", alpha);
          else if (alpha != 1)
            continue;
          attempt(next);
        }
      }
    }
    const bool counts = event_model() != "bernoulli";  // words of it are there or not, and that is all
    if (free("tf") && counts) {
      attempt_texts("tf", "log", [](TextOptions& text) { text.tf = Tf::log; });
      attempt_texts("tf", "binary", [](TextOptions& text) { text.tf = Tf::binary; });
    }
    if (free("idf") && counts) attempt_texts("idf", "", [](TextOptions& text) { text.idf = true; });
    if (free("length-norm") && counts)
      attempt_texts("length-norm", "l2", [](TextOptions& text) { text.length_norm = LengthNorm::l2; });
    if (free("weight-norm") && event_model() == "complement") {
      Candidate next = best_;
      for (PartPlan& part : next.plan.parts) set_setting(part, "weight-norm", 1);
      next.flag("weight-norm", "");
      attempt(next);
    }
    if (free("ngrams") && has_room_for_pairs())
      attempt_texts("ngrams", "1-2", [](TextOptions& text) { text.tokens.max_n = 2; });
  }

  // Pairs of words are some fifteen times as many as words.
  bool has_room_for_pairs() {
    constexpr std::size_t kMost = 20'000'000;
    const LabelledRows& rows = rows_for(best_.plan);
    return rows.n_values() * rows.classes().size() <= kMost;
  }

  std::string event_model() const {
    for (const PartPlan& part : best_.plan.parts) {
      if (part.text) return part.family;
    }
    return {};
  }

  template <class Change>
  void attempt_texts(const std::string& name, const std::string& value, const Change& change) {
    Candidate next = best_;
    change_texts(next, change);
    next.flag(name, value);
    attempt(next);
  }

  // The grid, and then steps of half and a quarter of its width around the best.
  void tune_setting(const std::string& name, const std::vector<double>& grid, double half_step) {
    if (!free(name) || !has_setting(name)) return;
    for (const double value : grid) attempt_setting(name, value);
    for (const double factor : {half_step, std::sqrt(half_step)}) {
      const double centre = value_of(name);
      attempt_setting(name, centre / factor);
      attempt_setting(name, centre * factor);
    }
  }

  double value_of(const std::string& name) const {
    for (const PartPlan& part : best_.plan.parts) {
      if (const double* value = find_setting(part, name)) return *value;
    }
    return 0;
  }

  void attempt_setting(const std::string& name, double value) {
    Candidate next = best_;
    set_settings(next, name, value);
    attempt(next);
  }

  void attempt(const Candidate& candidate) {
    if (!tried_.insert(key_of(candidate.plan)).second) return;
    Trial trial{candidate.text(), value(candidate.plan), false};
    const bool better = record_.trials.empty() ||
                        (less_is_better(options_.metric) ? trial.value < least_ : trial.value > least_);
    if (better) best_ = candidate, least_ = trial.value, trial.best = true;
    record_.trials.push_back(trial);
    if (on_trial_) on_trial_(trial);
  }

  double value(const Plan& plan) {
    const LabelledRows& rows = rows_for(plan);
    const Evaluation judged =
        judge_unseen(rows, plan, {{}, options_.positive}, options_.most_rows, options_.threads, tick_);
    if (options_.metric == "log_loss") return log_loss(rows, judged.rows());
    const std::vector<Figure> all = figures(judged.measure({{}, 0, options_.threads}));
    std::vector<std::string> names;
    for (const Figure& figure : all) {
      if (figure.name == options_.metric) return figure.value.value_or(least_);
      names.push_back(figure.name);
    }
    throw Error(ErrorKind::usage, fmt::format("there is no figure '{}'{}", options_.metric,
                                              did_you_mean(options_.metric, names)));
  }

  // A row that is alone in its class is lost under any setting and says nothing about them.
  double log_loss(const LabelledRows& rows, const ScoredRows& judged) const {
    std::vector<std::size_t> of_class(rows.classes().size());
    for (const std::uint32_t label : rows.labels()) ++of_class[label];
    Calibration calibration;
    if (options_.calibrated) calibration = calibrate(judged, CalibrationMethod::temperature);
    std::vector<std::size_t> telling;
    for (std::size_t row = 0; row < judged.size(); ++row) {
      if (of_class[judged.actual[row]] > 1 && judged.weight[row] > 0) telling.push_back(row);
    }
    return priory::log_loss(judged, telling, calibration);
  }

  // Kept as long as the tokens are the same.
  const LabelledRows& rows_for(const Plan& plan) {
    std::string tokens;
    for (const PartPlan& part : plan.parts) {
      const TokenOptions& each = part.text_options.tokens;
      tokens += fmt::format("{}-{} ", each.min_n, each.max_n);
    }
    const auto at = rows_.find(tokens);
    if (at != rows_.end()) return at->second;
    return rows_.emplace(tokens, rows_of_(plan)).first->second;
  }

  const RowsOf& rows_of_;
  const TuneOptions& options_;
  const OnTrial& on_trial_;
  const Tick& tick_;
  Candidate best_;
  double least_ = 0;  // or most, where more is better
  TuningRecord record_;
  std::set<std::string> tried_;
  std::map<std::string, LabelledRows> rows_;
  bool has_text_ = false;
};

}  // namespace

Tuned tune(const Plan& start, const RowsOf& rows_of, const TuneOptions& options, const OnTrial& on_trial,
           const Tick& tick) {
  return Search(start, rows_of, options, on_trial, tick).run();
}

}  // namespace priory
