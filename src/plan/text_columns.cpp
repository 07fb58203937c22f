// SPDX-License-Identifier: Apache-2.0
#include "plan/text_columns.h"

#include "plan/infer.h"

namespace priory {
namespace {

// Words as the reader of mails makes them, from_example_com: what tells the header is part of them, and
// tokens that end at a _ would lose it.
bool is_mail_headers(const ColumnProfile& column) {
  return column.declared_text && column.name == "headers";
}

void keep_headers(TokenOptions& tokens) {
  if (tokens.tokens != Tokens::ascii && tokens.tokens != Tokens::pattern) return;
  const bool lowers = tokens.lowers();
  tokens.tokens = Tokens::space, tokens.pattern.clear();
  tokens.letter_case = lowers ? LetterCase::lower : LetterCase::usual;
}

}  // namespace

bool takes_pairs(const ColumnProfile& column, const PlanOptions& options) {
  return !options.tokens_given && options.text_options.tokens.tokens == Tokens::unicode &&
         is_unspaced(column);
}

// Weights of words that a family does not look at are none: they would fix the vocabulary for nothing.
TextOptions text_options_of(const ColumnProfile& column, std::string_view family,
                            const PlanOptions& options) {
  TextOptions out = options.text_options;
  if (family == "bernoulli") out.tf = Tf::count, out.idf = false, out.length_norm = LengthNorm::none;
  if (is_mail_headers(column)) keep_headers(out.tokens);
  if (takes_pairs(column, options)) out.tokens.tokens = Tokens::pairs;
  return out;
}

}  // namespace priory
