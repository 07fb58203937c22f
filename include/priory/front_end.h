// SPDX-License-Identifier: Apache-2.0
// What front ends share beside the nouns: options as users give them, checked in one place and in the same
// words, and rows read as a model needs them. Settings are named as in every Error, ‹alpha›.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/plan.h"
#include "priory/table.h"

#pragma GCC visibility push(default)

namespace priory {

// '+a,b' adds spellings of missing cells, 'a,b' replaces them and ends the guessing.
void take_missing(std::string_view list, std::vector<std::string>& missing, bool& guess);

// "500M", "2G": bytes. An Error of kind usage about ‹max-memory› for what is no size, or too small to learn
// in.
std::size_t parse_memory(std::string_view text);

// The words of languages and files, "english,more.txt", in code point order.
std::vector<std::string> stop_words_of_all(std::string_view names);

constexpr std::size_t kLongestGram = 64;

// An Error of kind usage for options that contradict each other or have no meaning alone, and for values that
// nothing takes. `given` has the names of those that the user gave: ngrams, char-ngrams, ...
void check_options(const PlanOptions& options, const std::set<std::string>& given);

// The names of options under which a search leaves them as they are (TuneOptions::fixed), for those that were
// given.
std::set<std::string> fixed_by(const std::set<std::string>& given);

// ‹case› as usual is not told apart from what was asked for: equal models are equal.
void settle_case(TokenOptions& options, LetterCase asked);

// Files read for a model: its names for the text and the class, headers of mails where it has them, and the
// columns that rows cannot lack.
ReadOptions reading_for(const Plan& plan, ReadOptions options);

// The rates of a prior for rows to be predicted, in the order of the classes; of `empirical` those of the
// model.
std::vector<double> rates_of(const Classifier& model, const ClassPrior& prior);

// The classes in the order of answers: the one chosen, then the others from the most probable on, equal ones
// as the model has them.
std::vector<std::size_t> ranked(std::span<const double> log_posterior, std::size_t chosen);

// The plan of rows that a model learns or forgets: what they have of its columns, and, to be learnt, which of
// theirs are new to it and join it.
struct FreshColumns {
  std::vector<ColumnType> types = {};    // what they are; others as their cells say
  std::vector<std::string> ignore = {};  // left out
  bool skip_bad_rows = false;
  unsigned threads = 1;
  Tick tick = {};
};
struct RowsToChange {
  Plan plan;
  Plan fresh;  // of the new columns alone
};
RowsToChange rows_to_update(const Plan& model, const Data& rows, const FreshColumns& how);
RowsToChange rows_to_forget(const Plan& model, const Data& rows, const FreshColumns& how);
std::vector<std::string> notes_on_fresh(const Plan& fresh);

// What users should know: a column left out, but not by their word (otherwise it is empty); readings of
// columns that are doubtful, where many with one remedy (as in a survey whose holes are all -999) are told in
// one line; rows skipped and bytes repaired.
std::string left_out(const ColumnRole& role);
std::vector<std::string> doubts_about(const Plan& plan);
std::vector<std::string> notes_on(const ReadCounts& counts);

}  // namespace priory

#pragma GCC visibility pop
