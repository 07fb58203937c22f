// SPDX-License-Identifier: Apache-2.0
// What takes Data: rows are opened here as the plan reads them, for the folders that know chunks only.
#include <cmath>
#include <cstring>
#include <fmt/format.h>

#include "priory/predictor.h"
#include "priory/statistics.h"
#include "priory/table.h"

#include "encode/chunks.h"
#include "online/open_rows.h"
#include "plan/chunk_layout.h"

namespace priory {
namespace {

// Calls take(chunk of rows, log posteriors) in the order of the rows: `make` in many threads.
template <class Item, class Make, class Take>
void score_rows(const Classifier& model, const Data& rows, unsigned threads, const Make& make,
                const Take& take) {
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target.clear(), spec.weight.clear();
  const auto format = [&](const ScoredChunk& scored, std::string& out) {
    const std::vector<Item> items = make(scored);
    out.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item));
  };
  const auto write = [&](const std::string& bytes) {
    std::vector<Item> items(bytes.size() / sizeof(Item));
    if (!items.empty()) std::memcpy(items.data(), bytes.data(), bytes.size());
    take(items);
  };
  model.score(*open_chunks(rows, spec), format, write, threads);
}

template <class Take>
void score_matrix(const Classifier& model, const Data& rows, bool log, unsigned threads, const Take& take) {
  const auto make = [&](const ScoredChunk& scored) {
    std::vector<double> out = scored.log_posterior;
    for (double& each : out) each = log ? each : std::exp(each);
    return out;
  };
  score_rows<double>(model, rows, threads, make, take);
}

PosteriorMatrix matrix_of(const Classifier& model, const Data& rows, bool log, unsigned threads) {
  PosteriorMatrix out{0, model.classes().size(), {}};
  score_matrix(model, rows, log, threads, [&](const std::vector<double>& some) {
    out.data.insert(out.data.end(), some.begin(), some.end());
  });
  out.n_rows = out.n_classes == 0 ? 0 : out.data.size() / out.n_classes;
  return out;
}

void fill_matrix(const Classifier& model, const Data& rows, bool log, std::span<double> out,
                 unsigned threads) {
  const auto refuse = [&] {
    throw Error(ErrorKind::usage,
                fmt::format("room for {} numbers, and not for one a row and class", out.size()), {},
                fmt::format("give rows x {} of them", model.classes().size()));
  };
  std::size_t n = 0;
  score_matrix(model, rows, log, threads, [&](const std::vector<double>& some) {
    if (some.size() > out.size() - n) refuse();
    std::copy(some.begin(), some.end(), out.begin() + static_cast<long>(n));
    n += some.size();
  });
  if (n != out.size()) refuse();
}

}  // namespace

OpenChunks counted(const Plan& plan, const Data& rows) {
  ChunkSpec spec = counting_spec(plan);
  spec.target_needed = !plan.target.empty();
  return chunks_of(rows, spec);
}

void Statistics::add(const priory::Data& rows, unsigned threads, const Tick& tick) {
  add(*counted(plan(), rows)(), threads, tick);
}

Classifier Classifier::train(const Plan& plan, const Data& rows, unsigned threads, const Tick& tick) {
  return train(plan, counted(plan, rows), threads, tick);
}

Plan decide(const Plan& plan, const Data& rows, unsigned threads, const Tick& tick) {
  return decide(plan, counted(plan, rows), threads, tick);
}

PosteriorMatrix Predictor::posteriors(const Data& rows, unsigned threads) const {
  return matrix_of(model(), rows, false, threads);
}

PosteriorMatrix Predictor::log_posteriors(const Data& rows, unsigned threads) const {
  return matrix_of(model(), rows, true, threads);
}

void Predictor::posteriors(const Data& rows, std::span<double> out, unsigned threads) const {
  fill_matrix(model(), rows, false, out, threads);
}

void Predictor::log_posteriors(const Data& rows, std::span<double> out, unsigned threads) const {
  fill_matrix(model(), rows, true, out, threads);
}

std::vector<std::uint32_t> Predictor::labels(const Data& rows, unsigned threads) const {
  std::vector<std::uint32_t> out;
  const auto make = [](const ScoredChunk& scored) {
    std::vector<std::uint32_t> best;
    for (std::size_t r = 0; r < scored.chunk->n_rows; ++r)
      best.push_back(static_cast<std::uint32_t>(best_class(scored.row(r))));
    return best;
  };
  score_rows<std::uint32_t>(model(), rows, threads, make, [&](const std::vector<std::uint32_t>& some) {
    out.insert(out.end(), some.begin(), some.end());
  });
  return out;
}

}  // namespace priory
