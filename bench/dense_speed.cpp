// SPDX-License-Identifier: Apache-2.0
// Learning and scoring of a table of numbers in memory, beside a bare loop of sums.
//
//   dense_speed FOLDER n_columns n_classes family threads
//
// FOLDER has rows.f64, row by row, and classes.u8. Prints JSON: seconds of `fit`, `predict` (log posteriors
// of all rows) and `bare` (for each class and column the sums of x and x * x in one pass of plain doubles),
// each with its CPU seconds, and the log posteriors of the first rows.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <priory/priory.h>
#include <string>
#include <thread>
#include <vector>

#include "stopwatch.h"

namespace {

constexpr std::size_t kChunkRows = 1024, kShownRows = 100;

template <class T>
void read(std::ifstream& file, std::vector<T>& out) {
  file.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size() * sizeof(T)));
  out.resize(static_cast<std::size_t>(file.gcount()) / sizeof(T));
}

std::string class_name(std::size_t k) {
  return fmt::format("{:02}", k);
}

// A table as the families see it: chunks, column by column.
class Memory {
 public:
  Memory(const std::string& folder, std::size_t n_columns, std::size_t n_classes) {
    for (std::size_t k = 0; k < n_classes; ++k) classes_.insert(class_name(k));
    std::ifstream rows(folder + "/rows.f64", std::ios::binary),
        classes(folder + "/classes.u8", std::ios::binary);
    while (true) {
      std::vector<double> x(kChunkRows * n_columns);
      std::vector<std::uint8_t> of(kChunkRows);
      read(rows, x), read(classes, of);
      if (of.empty()) break;
      chunks_.push_back(chunk_of(x, of, n_columns));
    }
  }
  const std::vector<priory::Chunk>& chunks() const { return chunks_; }

 private:
  priory::Chunk chunk_of(const std::vector<double>& x, const std::vector<std::uint8_t>& classes,
                         std::size_t n_columns) const {
    priory::Chunk out;
    out.n_rows = classes.size();
    out.first_row = chunks_.size() * kChunkRows;
    out.target.kind = priory::CellKind::codes;
    out.target.codes.assign(classes.begin(), classes.end());
    out.target.dictionary = &classes_;
    out.columns.resize(n_columns);
    for (std::size_t j = 0; j < n_columns; ++j) {
      out.columns[j].reals.resize(out.n_rows);
      for (std::size_t r = 0; r < out.n_rows; ++r) out.columns[j].reals[r] = x[r * n_columns + j];
    }
    return out;
  }

  priory::Dictionary classes_;
  std::vector<priory::Chunk> chunks_;
};

class MemorySource final : public priory::Source<priory::Chunk> {
 public:
  explicit MemorySource(const Memory& memory) : memory_(memory) {}

  std::unique_ptr<priory::Batch> next() override {
    if (next_ == memory_.chunks().size()) return nullptr;
    auto out = std::make_unique<Some>();
    out->begin = next_;
    next_ = out->end = std::min(next_ + kChunksABatch, memory_.chunks().size());
    return out;
  }
  std::unique_ptr<priory::Decoder<priory::Chunk>> decoder() const override {
    return std::make_unique<Reader>(memory_);
  }

 private:
  static constexpr std::size_t kChunksABatch = 8;
  struct Some final : priory::Batch {
    std::size_t begin = 0, end = 0;
  };
  struct Reader final : priory::Decoder<priory::Chunk> {
    explicit Reader(const Memory& of) : memory(of) {}
    void decode(const priory::Batch& batch, const std::function<void(const priory::Chunk&)>& take) override {
      const auto& some = static_cast<const Some&>(batch);
      for (std::size_t k = some.begin; k < some.end; ++k) take(memory.chunks()[k]);
    }
    const Memory& memory;
  };

  const Memory& memory_;
  std::size_t next_ = 0;
};

priory::Plan plan_of(std::size_t n_columns, std::size_t n_classes, const std::string& family) {
  std::string csv = "y";
  for (std::size_t j = 0; j < n_columns; ++j) csv += fmt::format(",x{}", j);
  csv += '\n';
  for (std::size_t r = 0; r < 3 * n_classes; ++r) {
    csv += class_name(r % n_classes);
    for (std::size_t j = 0; j < n_columns; ++j) csv += fmt::format(",{}.5", (r * 7 + j) % 13);
    csv += '\n';
  }
  priory::PlanOptions options;
  options.target = "y";
  options.family = family;
  if (family == "gaussian-full") options.settings = {{"unbiased", "", 1}};  // as scikit-learn
  const priory::Table table = priory::Table::from_text(csv, "shape");
  return priory::make_plan(priory::profile(table, options.missing), options);
}

// The sums of one thread: class x column.
void bare_sums(const Memory& memory, std::size_t n_classes, std::atomic<std::size_t>& next, double& total) {
  const std::size_t n_columns = memory.chunks()[0].columns.size();
  std::vector<double> sums(2 * n_classes * n_columns);
  for (std::size_t k; (k = next++) < memory.chunks().size();) {
    const priory::Chunk& chunk = memory.chunks()[k];
    const std::uint32_t* cell = chunk.target.codes.data();
    for (std::size_t j = 0; j < n_columns; ++j) {
      double* sum = sums.data() + 2 * n_classes * j;
      const double* x = chunk.columns[j].reals.data();
      for (std::size_t r = 0; r < chunk.n_rows; ++r) {
        sum[2 * cell[r]] += x[r];
        sum[2 * cell[r] + 1] += x[r] * x[r];
      }
    }
  }
  total = std::accumulate(sums.begin(), sums.end(), 0.0);
}

double bare(const Memory& memory, std::size_t n_classes, unsigned n_threads) {
  std::atomic<std::size_t> next{0};
  std::vector<double> totals(n_threads);
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < n_threads; ++t)
    threads.emplace_back([&, t] { bare_sums(memory, n_classes, next, totals[t]); });
  bare_sums(memory, n_classes, next, totals[0]);
  for (std::thread& thread : threads) thread.join();
  return std::accumulate(totals.begin(), totals.end(), 0.0);
}

std::string shown(const char* name, const Time& time) {
  return fmt::format("\"{0}\": {1:.6f}, \"cpu_{0}\": {2:.6f}", name, time.seconds, time.cpu);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return std::fprintf(stderr, "usage: dense_speed FOLDER columns classes family threads\n"), 2;
  const std::size_t n_columns = std::stoul(argv[2]), n_classes = std::stoul(argv[3]);
  const auto threads = static_cast<unsigned>(std::stoul(argv[5]));
  const Memory memory(argv[1], n_columns, n_classes);
  const priory::Plan plan = plan_of(n_columns, n_classes, argv[4]);
  const auto open = [&] { return std::make_unique<MemorySource>(memory); };
  std::string seconds, first;
  double total = 0;
  seconds += shown("bare", timed([&] { total = bare(memory, n_classes, threads); }));
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
  seconds += ", " + shown("fit", fit) + ", " + shown("predict", predict);
  fmt::print("{{\"seconds\": {{{}}}, \"total\": {:.17g}, \"first\": [{}]}}\n", seconds, total, first);
}
