// SPDX-License-Identifier: Apache-2.0
#include "search/text_rows.h"

#include <algorithm>
#include <numeric>

#include "core/random.h"
#include "fold/fold.h"

namespace priory {
namespace {

struct Entries {
  std::vector<std::uint32_t> label, word;
  std::vector<std::uint8_t> missing;
  std::vector<std::size_t> length;
  std::vector<double> count;
  std::uint8_t weighted = 0;
  double share = 1;
  const Dictionary* words = nullptr;  // that of the rows kept, the same for all chunks

  void accumulate(const Chunk& chunk) {
    const Bag& bag = chunk.columns[0].bag;
    words = chunk.columns[0].dictionary;
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      if (unit(mixed(chunk.first_row + row)) >= share) continue;
      if (chunk.weight_of(row) != 1) weighted = 1;
      label.push_back(chunk.target.codes[row]), missing.push_back(bag.missing[row] ? 1 : 0);
      length.push_back(bag.begin[row + 1] - bag.begin[row]);
      for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k)
        word.push_back(bag.word[k]), count.push_back(bag.count[k]);
    }
  }
  void merge(const Entries& other) {
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(label, other.label), append(word, other.word), append(missing, other.missing);
    append(length, other.length), append(count, other.count);
    weighted = std::max(weighted, other.weighted);
    if (words == nullptr) words = other.words;
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(label, word, missing, length, count, weighted);
  }
};

struct EntryCount {
  std::uint64_t entries = 0;
  void accumulate(const Chunk& chunk) { entries += chunk.columns[0].bag.word.size(); }
  void merge(const EntryCount& other) { entries += other.entries; }
  template <class Wire>
  void carry(Wire& wire) {
    wire(entries);
  }
};

// The words that some row has, single ones first.
std::vector<std::uint32_t> renumber(const Entries& from, const Dictionary& words, TextRows& out) {
  std::vector<std::uint32_t> documents(words.size());
  for (const std::uint32_t word : from.word) ++documents[word];
  std::vector<std::uint32_t> place(words.size());
  for (const bool pairs : {false, true}) {
    for (std::uint32_t w = 0; w < words.size(); ++w) {
      if (documents[w] == 0 || (words[w].find(' ') != std::string_view::npos) != pairs) continue;
      place[w] = static_cast<std::uint32_t>(out.documents.size());
      out.documents.push_back(documents[w]);
    }
    (pairs ? out.n_words : out.n_single) = out.documents.size();
  }
  return place;
}

void order_by_row(const Entries& from, const std::vector<std::uint32_t>& place, TextRows& out) {
  out.begin = {0};
  std::vector<std::pair<std::uint32_t, float>> row;
  std::size_t at = 0;
  for (const std::size_t length : from.length) {
    row.clear();
    for (std::size_t k = at; k < at + length; ++k)
      row.emplace_back(place[from.word[k]], static_cast<float>(from.count[k]));
    at += length;
    std::sort(row.begin(), row.end());
    const auto pairs =
        std::ranges::partition_point(row, [&](auto& each) { return each.first < out.n_single; });
    out.single.push_back(out.word.size() + static_cast<std::size_t>(pairs - row.begin()));
    for (const auto& [word, count] : row) out.word.push_back(word), out.count.push_back(count);
    out.begin.push_back(out.word.size());
  }
}

// Counting sort by word of rows that are in the order of their classes.
void order_by_word(TextRows& out) {
  std::vector<std::uint32_t> rows(out.n_rows());
  std::iota(rows.begin(), rows.end(), 0U);
  std::stable_sort(rows.begin(), rows.end(), [&](auto a, auto b) { return out.label[a] < out.label[b]; });
  std::vector<std::size_t> next(out.n_words + 1);
  for (std::size_t w = 0; w < out.n_words; ++w) next[w + 1] = next[w] + out.documents[w];
  const std::vector<std::size_t> first = next;
  out.entry_row.resize(out.word.size()), out.entry_count.resize(out.word.size());
  for (const std::uint32_t row : rows) {
    for (std::size_t k = out.begin[row]; k < out.begin[row + 1]; ++k) {
      const std::size_t to = next[out.word[k]]++;
      out.entry_row[to] = row, out.entry_count[to] = out.count[k];
    }
  }
  for (std::size_t w = 0; w < out.n_words; ++w) {
    out.first_group.push_back(out.group_class.size());
    for (std::size_t k = first[w]; k < first[w + 1]; ++k) {
      const std::uint32_t of = out.label[out.entry_row[k]];
      if (k > first[w] && of == out.group_class.back()) continue;
      out.group_class.push_back(of), out.group_begin.push_back(k);
    }
  }
  out.first_group.push_back(out.group_class.size()), out.group_begin.push_back(out.word.size());
}

}  // namespace

bool is_plain_text(const Plan& plan) {
  if (plan.parts.size() != 1 || !plan.parts[0].text || plan.unseen != Unseen::ignore) return false;
  const PartPlan& part = plan.parts[0];
  return !part.text_options.chooses() && !part.hashed() && !part.fixed_words && !part.text_options.fixed &&
         plan.components == 1 && plan.structure.empty() && !part.pooled;
}

std::optional<TextRows> keep_texts(const LabelledRows& rows, const Plan& plan, std::size_t most_entries) {
  if (!is_plain_text(plan)) return std::nullopt;
  if (rows.open()()->ranks() != nullptr)
    throw Error(ErrorKind::usage, "texts are searched in one process, which has all their words", {},
                "‹plain› chooses nothing; a plan that one process chose counts over ranks: ‹plan›");
  const EntryCount size = fold(*rows.open()(), EntryCount{}, 1);
  Entries zero;
  if (size.entries > most_entries)
    zero.share = static_cast<double>(most_entries) / static_cast<double>(size.entries);
  const Entries all = fold(*rows.open()(), zero, 1);
  if (all.weighted != 0 || all.words == nullptr) return std::nullopt;
  TextRows out;
  out.classes = rows.classes(), out.label = all.label;
  out.of_class.resize(out.classes.size()), out.texts.resize(out.classes.size());
  for (std::size_t row = 0; row < all.label.size(); ++row) {
    out.missing.push_back(all.missing[row] != 0);
    out.of_class[all.label[row]] += 1, out.texts[all.label[row]] += all.missing[row] == 0 ? 1 : 0;
  }
  order_by_row(all, renumber(all, *all.words, out), out);
  order_by_word(out);
  return out;
}

}  // namespace priory
