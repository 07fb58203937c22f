// SPDX-License-Identifier: Apache-2.0
// What the yardsticks over rows in memory share: the seconds of learning and scoring Rows, beside bare loops
// over the same chunks that do the same sums and nothing else.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <priory/priory.h>
#include <string>
#include <thread>
#include <vector>

#include "stopwatch.h"

inline std::string class_name(std::size_t k) {
  return fmt::format("{:02}", k);
}

template <class T>
std::vector<T> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<T> out(static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0)) / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size() * sizeof(T)));
  if (!file || out.empty()) throw std::runtime_error("cannot read " + path);
  return out;
}

// Rows with their classes, and the chunks of them for the bare loops.
class Memory {
 public:
  // add(rows) adds the columns that `plan` models; they must outlive this.
  template <class Add>
  Memory(const std::vector<std::uint8_t>& classes, std::size_t n_classes, const Add& add)
      : classes_(classes), n_classes_(n_classes), rows_(classes.size()) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < n_classes; ++k) names.push_back(class_name(k));
    rows_.codes("y", classes_, names);
    add(rows_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void keep_chunks(const priory::Plan& plan) {
    const auto source = priory::rows_to_learn(rows_, plan)();
    const auto decoder = source->decoder();
    while (const auto batch = source->next())
      decoder->decode(*batch, [&](const priory::Chunk& chunk) { chunks_.push_back(chunk); });
  }

  const priory::Rows& rows() const { return rows_; }
  const std::vector<priory::Chunk>& chunks() const { return chunks_; }
  std::size_t n_classes() const { return n_classes_; }
  std::size_t n_rows() const { return rows_.n_rows(); }

 private:
  std::vector<std::uint8_t> classes_;
  std::size_t n_classes_;
  priory::Rows rows_;
  std::vector<priory::Chunk> chunks_;
};

// A part with every option as it is when not given.
inline priory::PartPlan part_of(const std::string& family, priory::CellKind kind,
                                std::vector<std::string> columns) {
  priory::PartPlan out;
  out.family = family;
  out.kind = kind;
  out.columns = std::move(columns);
  for (const priory::FamilyInfo& each : priory::families()) {
    if (each.name != family || each.kind != kind) continue;
    for (const priory::Option& option : each.options) out.settings.emplace_back(option.name, option.initial);
  }
  return out;
}

// Sums of a bare loop, one set for each thread: visit(chunk, sums) for all chunks. Returns those of all.
template <class Visit>
std::vector<double> bare_sums(const Memory& memory, std::size_t n_sums, unsigned n_threads,
                              const Visit& visit) {
  std::atomic<std::size_t> next{0};
  std::vector<std::vector<double>> sums(n_threads, std::vector<double>(n_sums));
  const auto work = [&](unsigned t) {
    for (std::size_t k; (k = next++) < memory.chunks().size();) visit(memory.chunks()[k], sums[t].data());
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < n_threads; ++t) threads.emplace_back(work, t);
  work(0);
  for (std::thread& thread : threads) thread.join();
  for (unsigned t = 1; t < n_threads; ++t) {
    for (std::size_t k = 0; k < n_sums; ++k) sums[0][k] += sums[t][k];
  }
  return std::move(sums[0]);
}

// From the scores of a row to log posteriors, without a care for numbers that are not finite.
inline void bare_normalise(double* score, std::size_t n_classes) {
  const double most = *std::max_element(score, score + n_classes);
  double sum = 0;
  for (std::size_t c = 0; c < n_classes; ++c) sum += std::exp(score[c] - most);
  const double log_sum = most + std::log(sum);
  for (std::size_t c = 0; c < n_classes; ++c) score[c] -= log_sum;
}

inline std::string shown(const char* name, const Time& time) {
  return fmt::format("\"{0}\": {1:.6f}, \"cpu_{0}\": {2:.6f}", name, time.seconds, time.cpu);
}

// score(row of the chunk, out) for all rows, and log posteriors of that. The parameters of a bare loop may be
// any: they do not change how long it takes.
template <class Score>
double bare_posteriors(const Memory& memory, unsigned n_threads, const Score& score) {
  return bare_sums(memory, 1, n_threads, [&](const priory::Chunk& chunk, double* sum) {
    std::vector<double> posteriors(chunk.n_rows * memory.n_classes());
    score(chunk, posteriors.data());
    for (std::size_t r = 0; r < chunk.n_rows; ++r)
      bare_normalise(&posteriors[r * memory.n_classes()], memory.n_classes());
    sum[0] += posteriors[0];
  })[0];
}

// Learns and scores the rows, and prints JSON: seconds of `fit`, `predict` (log posteriors of all rows) and
// the bare loops, each with its CPU seconds, and the log posteriors of the first rows.
template <class BareFit, class BarePredict>
void measure(const Memory& memory, const priory::Plan& plan, unsigned threads, const BareFit& bare_fit,
             const BarePredict& bare_predict) {
  constexpr std::size_t kShownRows = 100;
  const priory::OpenChunks open = priory::rows_to_learn(memory.rows(), plan);
  std::string first;
  double total = 0;
  const Time bare_fitted = timed([&] { total = bare_fit(threads); });
  std::unique_ptr<priory::Classifier> model;
  const Time fit = timed(
      [&] { model = std::make_unique<priory::Classifier>(priory::Classifier::train(plan, open, threads)); });
  const auto first_rows = [&](const priory::ScoredChunk& scored, std::string& out) {
    if (scored.chunk->first_row != 0) return;
    for (std::size_t r = 0; r < kShownRows && r < scored.chunk->n_rows; ++r) {
      for (const double log_p : scored.row(r))
        out += fmt::format("{}{:.17g}", out.empty() ? "" : ", ", log_p);
    }
  };
  const Time predict = timed([&] {
    model->score(
        *open(), first_rows, [&](const std::string& text) { first += text; }, threads);
  });
  const Time bare_predicted = timed([&] { total += bare_predict(threads); });
  fmt::print("{{\"seconds\": {{{}, {}, {}, {}}}, \"total\": {:.17g}, \"first\": [{}]}}\n",
             shown("bare_fit", bare_fitted), shown("fit", fit), shown("predict", predict),
             shown("bare_predict", bare_predicted), total, first);
}
