// SPDX-License-Identifier: Apache-2.0
// How long the measures of many scores take, beside one std::sort of the scores.
//
//   evaluation_speed LOG_ODDS.f64 LABELS.u8 n_rows threads
//
// Prints JSON: seconds of the sort, of all measures, of the curve with all its points, and the figures.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <priory/priory.h>
#include <string>
#include <vector>

#include "stopwatch.h"

namespace {

template <class T>
std::vector<T> read(const char* path, std::size_t n) {
  std::vector<T> out(n);
  std::ifstream file(path, std::ios::binary);
  if (file.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(n * sizeof(T)))) return out;
  std::fprintf(stderr, "cannot read %zu items of %s\n", n, path);
  std::exit(1);
}

priory::Evaluation evaluation_of(const std::vector<double>& log_odds,
                                 const std::vector<std::uint8_t>& labels) {
  priory::Evaluation out({"0", "1"});
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double x = log_odds[i];
    const double scores[] = {-std::log1p(std::exp(x)), -std::log1p(std::exp(-x))};
    out.add(labels[i] != 0 ? "1" : "0", scores, x > 0 ? 1 : 0);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::size_t n_rows = std::stoul(argv[3]);
  const auto log_odds = read<double>(argv[1], n_rows);
  const auto labels = read<std::uint8_t>(argv[2], n_rows);
  const priory::Evaluation evaluation = evaluation_of(log_odds, labels);
  std::vector<double> sorted = log_odds;
  priory::MeasureOptions options;
  options.threads = static_cast<unsigned>(std::stoul(argv[4]));
  priory::Measures m;
  priory::Curve curve;
  const Time sort = timed([&] { std::sort(sorted.begin(), sorted.end()); });
  const Time measure = timed([&] { m = evaluation.measure(options); });
  const Time points = timed([&] { curve = priory::curve(evaluation, 1); });
  std::printf(
      "{\"seconds\": {\"sort\": %.9g, \"cpu_sort\": %.9g, \"measure\": %.9g, \"cpu_measure\": %.9g, "
      "\"curve\": %.9g, \"cpu_curve\": %.9g}, \"figures\": [%.17g, %.17g, %.17g, %.17g, %.17g], "
      "\"points\": %zu}\n",
      sort.seconds, sort.cpu, measure.seconds, measure.cpu, points.seconds, points.cpu, m.confusion[1][1],
      m.per_class[1].precision, m.per_class[1].recall, m.per_class[1].f1, *m.roc_auc, curve.points.size());
}
