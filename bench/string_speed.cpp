// SPDX-License-Identifier: Apache-2.0
// Learning and scoring of texts in memory, as a program in C++ does both: what the Python package is measured
// against.
//
//   string_speed FOLDER threads
//
// FOLDER has text.txt and labels.txt, a row a line. Prints JSON: the seconds of `fit` and `predict`.
#include <fmt/format.h>
#include <fstream>
#include <priory/priory.h>
#include <string>
#include <vector>

#include "stopwatch.h"

namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) out.push_back(line);
  if (out.empty()) throw std::runtime_error("cannot read " + path);
  return out;
}

std::string shown(const char* name, const Time& time) {
  return fmt::format("\"{0}\": {1:.6f}, \"cpu_{0}\": {2:.6f}", name, time.seconds, time.cpu);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: string_speed FOLDER threads\n"), 2;
  const std::vector<std::string> texts = lines_of(std::string(argv[1]) + "/text.txt");
  const std::vector<std::string> labels = lines_of(std::string(argv[1]) + "/labels.txt");
  const auto threads = static_cast<unsigned>(std::stoul(argv[2]));
  priory::Rows rows(texts.size());
  rows.strings("text", texts).strings("class", labels);
  priory::PlanOptions options;
  options.target = "class", options.text = {"text"}, options.family = "multinomial";
  std::unique_ptr<priory::Classifier> model;
  std::vector<double> posteriors;
  Time fit, predict;
  for (int round = 0; round < 3; ++round) {
    const Time fitted =
        timed([&] { model = std::make_unique<priory::Classifier>(priory::train(rows, options, threads)); });
    const Time predicted =
        timed([&] { posteriors = priory::Predictor(*model).posteriors(rows, threads).data; });
    if (round == 0 || fitted.seconds < fit.seconds) fit = fitted;
    if (round == 0 || predicted.seconds < predict.seconds) predict = predicted;
  }
  fmt::print("{{\"seconds\": {{{}, {}}}, \"rows\": {}}}\n", shown("fit", fit), shown("predict", predict),
             texts.size());
}
