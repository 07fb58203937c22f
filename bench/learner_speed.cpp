// SPDX-License-Identifier: Apache-2.0
// What one row costs: to learn it, to predict it right after, and to predict it by a model that stays, alone
// and among many. Texts of 8 words, all words as frequent as each other, so that none is near in memory.
//
// A predictor estimates the words of a row alone while it has met few of them ("first": its first rows), and
// once it pays all words at once ("all": the seconds that takes, once a model); "predict" and "bulk" are what
// rows cost then.
//
//   learner_speed WORDS CLASSES ROWS
//
// Prints one line of JSON: seconds a row.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <random>
#include <string>
#include <vector>

#include "priory/priory.h"

#include "stopwatch.h"

namespace {

constexpr std::size_t kWordsARow = 8;

struct Text {
  std::string words, label;
};

std::string word(std::size_t k) {
  return fmt::format("w{:06}", k);
}

// Rows that have every word, each once.
std::vector<Text> all_words(std::size_t n_words, std::size_t n_classes) {
  std::vector<Text> out;
  for (std::size_t k = 0; k < n_words; ++k) {
    if (k % kWordsARow == 0) out.push_back({"", fmt::format("c{}", (k / kWordsARow) % n_classes)});
    out.back().words += word(k) + " ";
  }
  return out;
}

std::vector<Text> random_texts(std::size_t n, std::size_t n_words, std::size_t n_classes) {
  std::mt19937_64 random(1);
  std::vector<Text> out(n);
  for (Text& each : out) {
    for (std::size_t k = 0; k < kWordsARow; ++k) each.words += word(random() % n_words) + " ";
    each.label = fmt::format("c{}", random() % n_classes);
  }
  return out;
}

std::string csv(const std::vector<Text>& texts) {
  std::string out = "text,y\n";
  for (const Text& each : texts) out += each.words + "," + each.label + "\n";
  return out;
}

// Rows of which the words are few against all.
std::size_t n_first(std::size_t n_rows, std::size_t n_words) {
  return std::min(n_rows, n_words / (8 * kWordsARow) + 1);
}

template <class Work>
double per_row(const std::vector<Text>& texts, const Work& work) {
  return timed([&] {
           for (const Text& each : texts) work(each);
         }).seconds /
         static_cast<double>(texts.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: learner_speed WORDS CLASSES ROWS\n"), 2;
  const std::size_t n_words = std::stoul(argv[1]), n_classes = std::stoul(argv[2]);
  const std::vector<Text> texts = random_texts(std::stoul(argv[3]), n_words, n_classes);
  priory::PlanOptions options;
  options.target = "y", options.text = {"text"}, options.family = "multinomial";
  const priory::Classifier model =
      priory::train(priory::Table::from_text(csv(all_words(n_words, n_classes)), "words.csv"), options);

  double sum = 0;
  priory::Learner learner(model);
  learner.learn("the first row makes the words its own", "c0");
  learner.predict(texts[0].words);
  const double learn = per_row(texts, [&](const Text& each) { learner.learn(each.words, each.label); });
  const double forget = per_row(texts, [&](const Text& each) { learner.forget(each.words, each.label); });
  const double both = per_row(texts, [&](const Text& each) {
    learner.learn(each.words, each.label);
    sum += learner.predict(each.words).probability;
  });

  const priory::Table rows = priory::Table::from_text(csv(texts), "rows.csv");
  const auto in_bulk = [&] {
    for (const priory::Prediction& each : priory::predict(model, rows)) sum += each.probability;
  };
  priory::Predictor predictor(model);
  const auto alone = [&](const Text& each) { sum += predictor.predict(each.words).probability; };
  const std::vector<Text> some(texts.begin(),
                               texts.begin() + static_cast<long>(n_first(texts.size(), n_words)));
  const double first = per_row(some, alone);
  double slowest = 0;
  for (std::size_t n = 0; n < 2 * n_words; n += kWordsARow * texts.size()) {
    for (const Text& each : texts) slowest = std::max(slowest, timed([&] { alone(each); }).seconds);
  }
  in_bulk();
  const double bulk = timed(in_bulk).seconds / static_cast<double>(texts.size());
  const double one = per_row(texts, alone);
  if (!std::isfinite(sum)) return 1;
  fmt::print(
      "{{\"seconds\": {{\"learn\": {}, \"forget\": {}, \"learn_predict\": {}, \"first\": {}, \"all\": {}, "
      "\"predict\": {}, \"bulk\": {}}}}}\n",
      learn, forget, both, first, slowest, one, bulk);
}
