// SPDX-License-Identifier: Apache-2.0
// EM for binary columns as a bare loop in floats: the yardstick for `priory cluster`. One pass over the rows
// an iteration: scores, softmax and counts of eight rows at a time, with the classes in the lanes of a
// vector. No missing cells, no other types, no weights, no exact sums, the same start always.
//
//   fused_em ROWS.u8 START.f32 n_rows n_columns n_classes first more threads
//
// ROWS.u8 has a byte for every cell, row by row; START.f32 the weights of the classes, then class x column
// the probabilities of a one. Prints JSON: seconds of an iteration after the first ones, and the
// log-likelihood of each.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kLanes = 16, kRows = 8, kFlush = 1024;
constexpr float kLeast = -80;  // of the logs of shares: the exponential of less is slow, and nothing
using Lanes = float __attribute__((vector_size(sizeof(float) * kLanes)));

template <class T>
std::vector<T> read(const char* path, std::size_t n) {
  std::vector<T> out(n);
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(n * sizeof(T)))) {
    std::fprintf(stderr, "cannot read %zu items of %s\n", n, path);
    std::exit(1);
  }
  return out;
}

struct Model {
  Lanes base;                // log weight plus the sum of log P(0)
  std::vector<Lanes> extra;  // of each column: log P(1) - log P(0)
};

struct Counts {
  std::vector<double> n, ones;  // class; column x class
  double log_likelihood = 0;
};

Model model_of(const std::vector<double>& weights, const std::vector<double>& theta, std::size_t n_columns) {
  Model out{Lanes{} - 1e30F, std::vector<Lanes>(n_columns, Lanes{})};  // lanes without a class never win
  for (std::size_t k = 0; k < weights.size(); ++k) {
    double base = std::log(weights[k]);
    for (std::size_t j = 0; j < n_columns; ++j) {
      const double p = theta[k * n_columns + j];
      base += std::log1p(-p);
      out.extra[j][k] = static_cast<float>(std::log(p) - std::log1p(-p));
    }
    out.base[k] = static_cast<float>(base);
  }
  return out;
}

// BatchQueue the scores of some rows into shares; returns the sum of the logs of their sums over the first
// `n`. One loop over all of them takes the exponentials, long enough for the compiler to use vectors.
float softmax(Lanes (&scores)[kRows], std::size_t n) {
  float e[kRows * kLanes], top[kRows], log_likelihood = 0;
  std::memcpy(e, scores, sizeof e);
  for (std::size_t r = 0; r < kRows; ++r) {
    top[r] = *std::max_element(e + r * kLanes, e + (r + 1) * kLanes);
    scores[r] -= top[r];
    scores[r] = scores[r] > kLeast ? scores[r] : Lanes{} + kLeast;
  }
  std::memcpy(e, scores, sizeof e);
  for (float& each : e) each = std::exp(each);
  std::memcpy(scores, e, sizeof e);
  for (std::size_t r = 0; r < kRows; ++r) {
    float sum = 0;
    for (std::size_t k = 0; k < kLanes; ++k) sum += e[r * kLanes + k];
    scores[r] *= r < n ? 1 / sum : 0;
    if (r < n) log_likelihood += top[r] + std::log(sum);
  }
  return log_likelihood;
}

// The rows from begin to end.
void pass(const std::uint8_t* rows, std::size_t begin, std::size_t end, const Model& model, Counts& out) {
  const std::size_t n_columns = model.extra.size(), n_classes = out.n.size();
  std::vector<float> x(kRows * n_columns);
  std::vector<Lanes> ones(n_columns);
  for (std::size_t chunk = begin; chunk < end; chunk += kFlush) {
    std::fill(ones.begin(), ones.end(), Lanes{});
    Lanes n{};
    double log_likelihood = 0;
    for (std::size_t row = chunk; row < std::min(end, chunk + kFlush); row += kRows) {
      const std::size_t here = std::min(kRows, end - row);
      if (here < kRows) std::fill(x.begin(), x.end(), 0.0F);
      for (std::size_t k = 0; k < here * n_columns; ++k) x[k] = rows[row * n_columns + k];
      Lanes score[kRows];
      for (Lanes& each : score) each = model.base;
      for (std::size_t j = 0; j < n_columns; ++j) {
        for (std::size_t r = 0; r < kRows; ++r) score[r] += model.extra[j] * x[r * n_columns + j];
      }
      log_likelihood += softmax(score, here);
      for (const Lanes& each : score) n += each;
      for (std::size_t j = 0; j < n_columns; ++j) {
        Lanes sum = ones[j];
        for (std::size_t r = 0; r < kRows; ++r) sum += score[r] * x[r * n_columns + j];
        ones[j] = sum;
      }
    }
    out.log_likelihood += log_likelihood;
    for (std::size_t k = 0; k < n_classes; ++k) {
      out.n[k] += n[k];
      for (std::size_t j = 0; j < n_columns; ++j) out.ones[j * n_classes + k] += ones[j][k];
    }
  }
}

// One iteration: weights and theta (class x column) are replaced by those of the M-step, smoothed by one;
// returns the log-likelihood of the old ones.
double iterate(const std::vector<std::uint8_t>& rows, std::size_t n_columns, std::size_t threads,
               std::vector<double>& weights, std::vector<double>& theta) {
  const std::size_t n_rows = rows.size() / n_columns, n_classes = weights.size();
  const Model model = model_of(weights, theta, n_columns);
  const Counts zero{std::vector<double>(n_classes), std::vector<double>(n_classes * n_columns)};
  std::vector<Counts> counts(threads, zero);
  {
    std::vector<std::jthread> team;
    for (std::size_t k = 0; k < threads; ++k) {
      team.emplace_back(pass, rows.data(), n_rows * k / threads, n_rows * (k + 1) / threads, std::cref(model),
                        std::ref(counts[k]));
    }
  }
  Counts all = zero;
  for (const Counts& each : counts) {
    all.log_likelihood += each.log_likelihood;
    for (std::size_t k = 0; k < n_classes; ++k) all.n[k] += each.n[k];
    for (std::size_t k = 0; k < each.ones.size(); ++k) all.ones[k] += each.ones[k];
  }
  for (std::size_t k = 0; k < n_classes; ++k) {
    weights[k] = all.n[k] / static_cast<double>(n_rows);
    for (std::size_t j = 0; j < n_columns; ++j)
      theta[k * n_columns + j] = (all.ones[j * n_classes + k] + 1) / (all.n[k] + 2);
  }
  return all.log_likelihood;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 9) return 2;
  const auto number = [&](int k) { return std::stoul(argv[k]); };
  const std::size_t n_rows = number(3), n_columns = number(4), n_classes = number(5), first = number(6),
                    more = number(7), threads = number(8);
  if (n_classes > kLanes || more == 0 || threads == 0) return 2;
  const auto rows = read<std::uint8_t>(argv[1], n_rows * n_columns);
  const auto start = read<float>(argv[2], n_classes * (1 + n_columns));
  std::vector<double> weights(start.begin(), start.begin() + static_cast<long>(n_classes));
  std::vector<double> theta(start.begin() + static_cast<long>(n_classes), start.end());
  std::vector<double> trace;
  std::chrono::steady_clock::time_point begin, end;
  std::clock_t cpu_begin = 0, cpu_end = 0;
  for (std::size_t t = 0; t <= first + more; ++t) {
    if (t == first) begin = std::chrono::steady_clock::now(), cpu_begin = std::clock();
    if (t == first + more) end = std::chrono::steady_clock::now(), cpu_end = std::clock();
    trace.push_back(iterate(rows, n_columns, threads, weights, theta));
  }
  const double seconds = std::chrono::duration<double>(end - begin).count() / static_cast<double>(more);
  const double cpu = static_cast<double>(cpu_end - cpu_begin) / CLOCKS_PER_SEC / static_cast<double>(more);
  std::printf("{\"seconds\": {\"iteration\": %.9g, \"cpu\": %.9g}, \"log_likelihood\": {", seconds, cpu);
  for (std::size_t t = 0; t < trace.size(); ++t)
    std::printf("%s\"%zu\": %.17g", t == 0 ? "" : ", ", t, trace[t]);
  std::printf("}}\n");
}
