// SPDX-License-Identifier: Apache-2.0
#include "logistic/feature_map.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace priory {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// Where each of some names is among others.
std::vector<std::size_t> places_in(const std::vector<std::string>& names,
                                   const std::vector<std::string>& some) {
  std::vector<std::size_t> out;
  for (const std::string& each : some) {
    const auto at = std::ranges::find(names, each);
    out.push_back(at == names.end() ? kNowhere : static_cast<std::size_t>(at - names.begin()));
  }
  return out;
}

// The row of another model's weights that is of the same feature: values and words go by name, all else by
// its place.
std::size_t row_of_same(const PartModel& part, const PartModel& other, std::size_t row, std::size_t n_rows,
                        std::size_t n_other) {
  const bool named = part.plan->kind != CellKind::reals;
  if (!named) return row < n_other ? row : kNowhere;
  const std::size_t n_values = part.values->size();
  if (row >= n_values) return n_other - (n_rows - row);  // never seen, missing
  const std::uint32_t at = other.values->find((*part.values)[row]);
  return at == Dictionary::kAbsent ? kNowhere : at;
}

// Whether features are the cells of columns of numbers and their squares: those are read without a call for
// each.
bool are_powers(const LinearFamily& family, const std::vector<LinearTerm>& terms) {
  return std::ranges::all_of(terms, [&](const LinearTerm& term) {
    return term.other == kWholePart && (term.power == 1 || term.power == 2) &&
           family.feature(term, 3) == (term.power == 1 ? 3 : 9) &&
           family.feature(term, 0.5) == (term.power == 1 ? 0.5 : 0.25);
  });
}

}  // namespace

FeatureMap::FeatureMap(const Classifier& generative) : generative_(generative) {
  check_linear(state_of(generative));
  for (const PartModel& part : state_of(generative).parts) add_part(part);
  dense_.resize(n_dense_);
}

void FeatureMap::add_part(const PartModel& part) {
  Part out{LinearFamily::of(*part.family), features_of(part), n_dense_, false, {}};
  out.powers = out.is_dense() && are_powers(*out.family, out.of.terms);
  const auto next = [&] { return static_cast<std::uint32_t>(n_sparse_++); };
  out.feature.assign(n_weights_of(part, out.of), kNone);
  if (out.is_dense()) {
    n_dense_ += out.of.terms.size();
    for (std::size_t k = out.of.terms.size(); k < out.n_rows(); ++k) out.feature[k] = next();
  } else {
    for (const LinearTerm& term : linear_form(*part.family, part.parameters(), 0).terms)
      out.feature[term.value] = next();
    out.feature.back() = next();
  }
  parts_.push_back(std::move(out));
}

LabelledFeatures FeatureMap::read(Source<Chunk>& rows) {
  const std::vector<std::string>& classes = generative_.classes();
  LabelledFeatures out{FeatureMatrix(n_dense_, n_sparse_), {}, {}, classes.size()};
  Scorer scorer(state_of(generative_));
  const auto add = [&](const Chunk& chunk) {
    const PartColumns columns = scorer.columns(chunk);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      read_row(columns, row, out.features);
      const std::string_view label = (*chunk.target.dictionary)[chunk.target.codes[row]];
      const auto at = std::ranges::find(classes, label);
      out.label.push_back(at == classes.end() ? 0 : static_cast<std::uint32_t>(at - classes.begin()));
      out.weight.push_back(at == classes.end() ? 0 : chunk.weight_of(row));
    }
  };
  const auto decoder = rows.decoder();
  while (const auto batch = rows.next()) decoder->decode(*batch, add);
  centre(out);
  out.features.finish();
  return out;
}

void FeatureMap::read_row(const PartColumns& columns, std::size_t row, FeatureMatrix& to) {
  sparse_.clear();
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Part& part = parts_[k];
    if (part.powers) {
      read_powers(part, columns[k], row);
      continue;
    }
    part.family->features(columns[k], row, part.of, [&](std::size_t feature, double x) {
      if (feature < part.of.terms.size())
        dense_[part.first + feature] = x;
      else if (part.feature[feature] != kNone && x != 0)
        sparse_.push_back({part.feature[feature], x});
    });
  }
  to.add_row(dense_, sparse_);
}

void FeatureMap::read_powers(const Part& part, Columns columns, std::size_t row) {
  double* to = dense_.data() + part.first;
  for (const LinearTerm& term : part.of.terms) {
    const double x = columns[term.value == kWholePart ? 0 : term.value]->reals[row];
    *to++ = term.power == 1 ? x : x * x;
  }
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (std::isnan(columns[j]->reals[row])) sparse_.push_back({part.feature[part.of.terms.size() + j], 1});
  }
}

// Means are over the rows that have the feature; where it is missing, what is left is 0.
void FeatureMap::centre(LabelledFeatures& rows) {
  std::vector<double> sum(n_dense_), n(n_dense_);
  for (std::size_t row = 0; row < rows.features.n_rows(); ++row) {
    const std::span<const double> x = rows.features.dense(row);
    for (std::size_t j = 0; j < n_dense_; ++j) {
      if (!std::isnan(x[j])) sum[j] += rows.weight[row] * x[j], n[j] += rows.weight[row];
    }
  }
  mean_.assign(n_dense_, 0);
  for (std::size_t j = 0; j < n_dense_; ++j) mean_[j] = n[j] > 0 ? sum[j] / n[j] : 0;
  rows.features.shift(mean_);
}

// The feature that a row of a part's weights is of.
std::size_t FeatureMap::place_of(const Part& part, std::size_t row) const {
  if (row < part.of.terms.size()) return part.first + row;
  return part.feature[row] == kNone ? kNowhere : n_dense_ + part.feature[row];
}

std::optional<std::vector<double>> FeatureMap::generative_weights(double factor) const {
  const std::size_t n_classes = generative_.classes().size();
  const std::size_t m = n_classes == 2 ? 1 : n_classes, n_features = n_dense_ + n_sparse_;
  std::vector<double> all((n_features + 1) * n_classes);  // of each class against the first
  const auto at = [&](std::size_t feature, std::size_t c) -> double& { return all[feature * n_classes + c]; };
  const Classifier::State& state = state_of(generative_);
  for (std::size_t c = 0; state.adds_prior && c < n_classes; ++c)
    at(n_features, c) = state.log_prior[c] - state.log_prior[0];
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const PartModel& from = state.parts[k];
    for (std::size_t c = 0; c < n_classes; ++c) {
      const LinearForm form = linear_form(*from.family, from.parameters(), c);
      at(n_features, c) += form.bias;
      for (std::size_t t = 0; t < form.terms.size(); ++t) {
        const std::size_t feature = place_of(parts_[k], parts_[k].is_dense() ? t : form.terms[t].value);
        at(feature, c) = form.terms[t].weight;
        if (parts_[k].is_dense()) at(n_features, c) += form.terms[t].weight * mean_[feature];
      }
    }
  }
  std::vector<double> out((n_features + 1) * m);
  for (std::size_t j = 0; j <= n_features; ++j) {
    double mean = 0;
    for (std::size_t c = 0; c < n_classes; ++c) mean += at(j, c) / static_cast<double>(n_classes);
    for (std::size_t o = 0; o < m; ++o) {
      double& weight = out[j * m + o] = factor * (m == 1 ? at(j, 1) : at(j, o) - mean);
      if (!std::isfinite(weight)) return std::nullopt;
    }
  }
  return out;
}

Classifier FeatureMap::model(std::span<const double> weights, const ConditionalFit& how) const {
  const std::size_t n_classes = generative_.classes().size(), m = n_classes == 2 ? 1 : n_classes;
  const std::size_t n_features = n_dense_ + n_sparse_;
  const auto of_class = [&](std::size_t feature, std::size_t c) {
    return m == 1 ? (c == 0 ? 0 : weights[feature]) : weights[feature * m + c];
  };
  FittedWeights out{{}, {}, how};
  for (std::size_t c = 0; c < n_classes; ++c) {
    double intercept = of_class(n_features, c);
    for (std::size_t j = 0; j < n_dense_; ++j) intercept -= of_class(j, c) * mean_[j];
    out.intercept.push_back(intercept);
  }
  for (const Part& part : parts_) {
    Matrix weight("weight", part.n_rows(), n_classes);
    for (std::size_t row = 0; row < part.n_rows(); ++row) {
      const std::size_t feature = place_of(part, row);
      for (std::size_t c = 0; feature != kNowhere && c < n_classes; ++c)
        weight.at(row, c) = of_class(feature, c);
    }
    const auto mean = std::span(mean_).subspan(part.first, part.of.terms.size());
    out.parts.push_back(LinearFamily::parameters(std::move(weight), part.of.terms, mean, part.of.borders));
  }
  return with_weights(generative_, std::move(out));
}

std::vector<double> FeatureMap::weights_like(const Classifier& fitted, std::vector<double> otherwise) const {
  const Classifier::State &to = state_of(generative_), &from = state_of(fitted);
  const std::size_t n_classes = to.classes.size(), m = n_classes == 2 ? 1 : n_classes;
  const std::vector<std::size_t> place = places_in(from.classes, to.classes);
  if (std::ranges::find(place, kNowhere) != place.end()) return otherwise;  // a class that it does not know
  const auto take = [&](std::size_t feature, const auto& of_class) {
    for (std::size_t o = 0; o < m; ++o)
      otherwise[feature * m + o] = m == 1 ? of_class(place[1]) - of_class(place[0]) : of_class(place[o]);
  };
  std::vector<double> intercept = from.fitted->intercept;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Part& part = parts_[k];
    const Matrix& weight = from.parts[k].parameters()[0];
    for (std::size_t row = 0; row < part.n_rows(); ++row) {
      const std::size_t feature = place_of(part, row);
      const std::size_t there = row_of_same(to.parts[k], from.parts[k], row, part.n_rows(), weight.rows);
      if (feature == kNowhere || there == kNowhere) continue;
      take(feature, [&](std::size_t c) { return weight.at(there, c); });
      if (row >= part.of.terms.size()) continue;
      for (std::size_t c = 0; c < intercept.size(); ++c) intercept[c] += weight.at(there, c) * mean_[feature];
    }
  }
  take(n_dense_ + n_sparse_, [&](std::size_t c) { return intercept[c]; });
  return otherwise;
}

}  // namespace priory
