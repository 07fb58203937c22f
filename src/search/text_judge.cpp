// SPDX-License-Identifier: Apache-2.0
#include "search/text_judge.h"

#include <algorithm>
#include <cmath>

#include "core/log_space.h"
#include "model/estimate.h"

namespace priory {
namespace {

double setting(const PartPlan& part, std::string_view name) {
  const auto at = std::ranges::find(part.settings, name, &std::pair<std::string, double>::first);
  return at == part.settings.end() ? 0 : at->second;
}

// log(b - x), given log b and 1 / b: a series where x is a small share.
double log_less(double log_b, double inverse, double b, double x) {
  const double t = x * inverse;
  if (t > 1e-3) return std::log(b - x);
  return log_b - t * (1 + t * (0.5 + t * (1.0 / 3 + t * 0.25)));
}

// Without a row of each class in turn; minus infinity for a class of one row.
std::vector<std::vector<double>> priors(const TextRows& rows, const ClassPrior& prior) {
  std::vector<std::vector<double>> out;
  for (std::size_t own = 0; own < rows.n_classes(); ++own) {
    std::vector<double> count;
    std::vector<std::string> classes;
    std::vector<std::size_t> place;
    for (std::size_t c = 0; c < rows.n_classes(); ++c) {
      const double n = rows.of_class[c] - (c == own ? 1 : 0);
      if (n > 0) count.push_back(n), classes.push_back(rows.classes[c]), place.push_back(c);
    }
    out.emplace_back(rows.n_classes(), kLogZero);
    if (count.empty()) continue;
    const std::vector<double> logs = log_prior_of(prior, classes, count);
    for (std::size_t k = 0; k < place.size(); ++k) out.back()[place[k]] = logs[k];
  }
  return out;
}

}  // namespace

TextJudge::TextJudge(const TextSums& sums, const Plan& plan, Scratch& scratch)
    : sums_(&sums),
      log_prior_(priors(*sums.rows, plan.prior)),
      adds_prior_(uses_prior(plan) || sums.rows->n_classes() == 1),
      ready_(scratch.ready),
      log_(scratch.log),
      inverse_(scratch.inverse),
      log_all_(scratch.log_all) {
  ready_.assign(sums.n_words(), 0), log_.resize(sums.sum.size());
  const PartPlan& part = plan.parts[0];
  alpha_ = setting(part, "alpha"), log_alpha_ = std::log(alpha_);
  if (part.family == "complement") {
    model_ = Model::complement;
    inverse_.resize(log_.size()), log_all_.resize(sums.n_words());
    weight_norm_ = setting(part, "weight-norm") != 0;
    if (weight_norm_) sum_weights();
  } else if (part.family == "bernoulli") {
    model_ = Model::bernoulli;
    sum_absent();
  }
}

void TextJudge::prepare(std::uint32_t word) {
  const TextRows& rows = *sums_->rows;
  for (std::size_t g = rows.first_group[word]; g < rows.first_group[word + 1]; ++g) {
    if (model_ == Model::complement) {
      const double others = sums_->in_all[word] - sums_->sum[g] + alpha_;
      log_[g] = std::log(others), inverse_[g] = 1 / others;
    } else if (model_ == Model::multinomial) {
      log_[g] = std::log(sums_->sum[g] + alpha_);
    } else {
      const double n = rows.texts[rows.group_class[g]];
      log_[g] = std::log(sums_->sum[g] + alpha_) - std::log(n - sums_->sum[g] + alpha_);
    }
  }
  if (model_ == Model::complement) log_all_[word] = std::log(sums_->in_all[word] + alpha_);
  ready_[word] = 1;
}

TextJudge::OwnRow TextJudge::own_row(std::size_t row) const {
  const TextRows& rows = *sums_->rows;
  const Weighting& how = sums_->weighting;
  OwnRow out;
  out.learnt = sums_->scale[row], out.n_words = static_cast<double>(sums_->n_words());
  double length = 0;
  for (std::size_t k = rows.begin[row]; k < rows.end(row, how.pairs); ++k) {
    const double x = sums_->bare(k);
    out.total += x;
    if (stays(rows.word[k]))
      length += how.length_norm == LengthNorm::l2 ? x * x : x;
    else
      out.n_words -= 1;
  }
  out.total *= out.learnt;
  if (how.length_norm != LengthNorm::none && length > 0)
    out.scored = 1 / (how.length_norm == LengthNorm::l2 ? std::sqrt(length) : length);
  return out;
}

void TextJudge::operator()(std::size_t row, std::span<double> out) {
  const std::uint32_t own = sums_->rows->label[row];
  if (adds_prior_)
    std::ranges::copy(log_prior_[own], out.begin());
  else
    std::ranges::fill(out, 0.0);
  if (!sums_->rows->missing[row]) {
    if (model_ == Model::multinomial) score_multinomial(row, out);
    if (model_ == Model::complement) score_complement(row, out);
    if (model_ == Model::bernoulli) score_bernoulli(row, out);
  }
  if (log_prior_[own][own] == kLogZero) out[own] = kLogZero;
  if (normalise(out) == kLogZero) std::ranges::copy(log_prior_[own], out.begin());
}

void TextJudge::score_multinomial(std::size_t row, std::span<double> out) {
  const TextRows& rows = *sums_->rows;
  const std::uint32_t own = rows.label[row];
  const OwnRow less = own_row(row);
  double length = 0;
  for (std::size_t k = rows.begin[row]; k < rows.end(row, sums_->weighting.pairs); ++k) {
    const std::uint32_t word = rows.word[k];
    if (!stays(word)) continue;
    if (ready_[word] == 0) prepare(word);
    const double bare = sums_->bare(k), x = bare * less.scored;
    length += x;
    const std::size_t first = rows.first_group[word], last = rows.first_group[word + 1];
    cells_ += last - first;
    for (std::size_t g = first; g < last; ++g) {
      const std::uint32_t c = rows.group_class[g];
      const double log_sum =
          c == own ? std::log(std::max(sums_->sum[g] - bare * less.learnt, 0.0) + alpha_) : log_[g];
      out[c] += x * (log_sum - log_alpha_);
    }
  }
  for (std::size_t c = 0; c < out.size(); ++c) {
    const double total = sums_->total[c] - (c == own ? less.total : 0) + alpha_ * less.n_words;
    out[c] += length * (log_alpha_ - std::log(total));
  }
}

// The sums over all words of the logarithm of what the other classes have of them.
void TextJudge::sum_weights() {
  const TextRows& rows = *sums_->rows;
  log_sum_.assign(rows.n_classes(), 0);
  double all = 0;
  for (std::uint32_t word = 0; word < sums_->n_words(); ++word) {
    prepare(word);
    all += log_all_[word];
    for (std::size_t g = rows.first_group[word]; g < rows.first_group[word + 1]; ++g)
      log_sum_[rows.group_class[g]] += log_[g] - log_all_[word];
  }
  for (double& each : log_sum_) each += all;
}

void TextJudge::score_complement(std::size_t row, std::span<double> out) {
  const TextRows& rows = *sums_->rows;
  const std::uint32_t own = rows.label[row];
  const OwnRow less = own_row(row);
  double length = 0, base = 0, change = 0;  // change: of the sums of logarithms, for weight norm
  if (weight_norm_) change_.assign(out.size(), 0);
  for (std::size_t k = rows.begin[row]; k < rows.end(row, sums_->weighting.pairs); ++k) {
    const std::uint32_t word = rows.word[k];
    const std::size_t first = rows.first_group[word], last = rows.first_group[word + 1];
    if (!stays(word)) {
      if (weight_norm_) change -= log_all_[word], change_[own] -= log_[first] - log_all_[word];
      continue;
    }
    if (ready_[word] == 0) prepare(word);
    const double bare = sums_->bare(k), x = bare * less.scored, taken = bare * less.learnt;
    const double log_all = std::log(sums_->in_all[word] - taken + alpha_);
    length += x, base -= x * log_all, change += log_all - log_all_[word];
    cells_ += last - first;
    for (std::size_t g = first; g < last; ++g) {
      const std::uint32_t c = rows.group_class[g];
      const double others = sums_->in_all[word] - sums_->sum[g] + alpha_;
      const double log_others = c == own ? log_[g] : log_less(log_[g], inverse_[g], others, taken);
      out[c] -= x * (log_others - log_all);
      if (weight_norm_) change_[c] += log_others - log_all - (log_[g] - log_all_[word]);
    }
  }
  for (std::size_t c = 0; c < out.size(); ++c) {
    const double total = sums_->everything - sums_->total[c] - (c == own ? 0 : less.total);
    const double log_total = std::log(std::max(total, 0.0) + alpha_ * less.n_words);
    out[c] += base + length * log_total;
    if (!weight_norm_) continue;
    const double norm = less.n_words * log_total - (log_sum_[c] + change + change_[c]);
    if (norm != 0) out[c] /= norm;
  }
}

// A text without words, by all texts of a class and by all but one; a word that all have is in the one too,
// and is added when that is scored.
void TextJudge::sum_absent() {
  const TextRows& rows = *sums_->rows;
  const auto n_words = static_cast<double>(sums_->n_words());
  absent_.assign(rows.n_classes(), 0), absent_less_ = absent_;
  std::vector<double> words(rows.n_classes());
  for (std::size_t g = 0; g < sums_->sum.size(); ++g) {
    const std::uint32_t c = rows.group_class[g];
    const double without = rows.texts[c] - sums_->sum[g];
    words[c] += 1, absent_[c] += std::log(without + alpha_);
    if (without >= 1) absent_less_[c] += std::log(without - 1 + alpha_);
  }
  for (std::size_t c = 0; c < words.size(); ++c) {
    absent_[c] += (n_words - words[c]) * std::log(rows.texts[c] + alpha_);
    if (rows.texts[c] >= 1) absent_less_[c] += (n_words - words[c]) * std::log(rows.texts[c] - 1 + alpha_);
  }
}

void TextJudge::score_bernoulli(std::size_t row, std::span<double> out) {
  const TextRows& rows = *sums_->rows;
  const std::uint32_t own = rows.label[row];
  double n_words = static_cast<double>(sums_->n_words()), own_score = absent_less_[own];
  double left = 0, present = 0;  // words that leave; words that stay
  for (std::size_t k = rows.begin[row]; k < rows.end(row, sums_->weighting.pairs); ++k) {
    const std::uint32_t word = rows.word[k];
    const std::size_t first = rows.first_group[word], last = rows.first_group[word + 1];
    if (ready_[word] == 0) prepare(word);
    double in_own = 0;
    for (std::size_t g = first; g < last; ++g) {
      const std::uint32_t c = rows.group_class[g];
      if (c == own)
        in_own = sums_->sum[g];
      else
        out[c] += log_[g] - (log_alpha_ - std::log(rows.texts[c] + alpha_));
    }
    const double without = rows.texts[own] - in_own;
    if (without >= 1) own_score -= std::log(without - 1 + alpha_);
    cells_ += last - first;
    if (!stays(word)) {
      left += 1, n_words -= 1;
      continue;
    }
    own_score += std::log(in_own - 1 + alpha_), present += 1;
  }
  for (std::size_t c = 0; c < out.size(); ++c) {
    if (c == own) {
      out[c] += own_score - n_words * std::log(rows.texts[c] - 1 + 2 * alpha_);
      continue;
    }
    const double log_absent = std::log(rows.texts[c] + alpha_);
    out[c] += absent_[c] - left * log_absent + present * (log_alpha_ - log_absent) -
              n_words * std::log(rows.texts[c] + 2 * alpha_);
  }
}

}  // namespace priory
