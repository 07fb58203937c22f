// SPDX-License-Identifier: Apache-2.0
// Texts in databases that can list the matches of a regular expression: their words are cut, counted, looked
// up and weighed by steps of their own, before the cells.
#include <fmt/format.h>
#include <utility>

#include "export/sql/sql_steps.h"

namespace priory {
namespace {

// What a word is to the dialect; empty where it cannot cut words so.
std::string pattern_of(const TokenOptions& options, SqlDialect dialect) {
  if (dialect != SqlDialect::postgresql && dialect != SqlDialect::duckdb) return {};
  if (options.max_n != 1 || options.fold_numbers || !options.stem.empty()) return {};
  if (options.tokens == Tokens::ascii) return "[A-Za-z0-9]+";
  if (options.tokens != Tokens::unicode) return {};
  return dialect == SqlDialect::postgresql ? "[[:alnum:]_]{2,}" : "[\\p{L}\\p{N}_]{2,}";
}

}  // namespace

void SqlSteps::number_rows() {
  if (std::exchange(numbered_, true)) return;
  expression("source", fmt::format("SELECT *, row_number() OVER () AS {}\n  FROM {}",
                                   words_.name("row of priory"), words_.table(options_.table)));
  from_ = "source";
}

std::string SqlSteps::words_of(const ScoreText& text) {
  const TokenOptions& tokens = text.options.tokens;
  const std::string pattern = words_.string(pattern_of(tokens, options_.dialect));
  std::string cell = words_.as_text(scores_.column(text.input));
  if (options_.dialect == SqlDialect::postgresql) cell = scores_.column(text.input) + "::text";
  if (tokens.lowers()) cell = fmt::format("lower({})", cell);
  const std::string cut = options_.dialect == SqlDialect::postgresql
                              ? fmt::format("(regexp_matches({}, {}, 'g'))[1]", cell, pattern)
                              : fmt::format("unnest(regexp_extract_all({}, {}))", cell, pattern);
  return fmt::format("SELECT source.{} AS of_row, {} AS word FROM source", words_.name("row of priory"), cut);
}

// word, idf, and w0, w1, ... of the cells.
void SqlSteps::known_words(const ScoreText& text, const std::string& name) {
  const std::size_t n_cells = card_.n_cells();
  std::string columns = "word, idf";
  for (std::size_t cell = 0; cell < n_cells; ++cell) columns += fmt::format(", w{}", cell);
  std::string rows;
  for (std::size_t w = 0; w < text.words.size(); ++w) {
    rows += fmt::format("{}\n    ({}, {}", w == 0 ? "" : ",", words_.string(text.words[w]),
                        words_.number(text.idf.empty() ? 1 : text.idf[w]));
    for (std::size_t cell = 0; cell < n_cells; ++cell)
      rows += ", " + words_.number(text.weights[w * n_cells + cell]);
    rows += ")";
  }
  expression(name, fmt::format("SELECT * FROM (VALUES{}) AS listed({})", rows, columns));
}

void SqlSteps::add(const ScoreText& text, std::size_t k) {
  if (pattern_of(text.options.tokens, options_.dialect).empty()) return ScoreSteps::add(text, k);
  number_rows();
  const std::string known = fmt::format("known{}", k), cut = fmt::format("words{}", k),
                    weighed = fmt::format("weighed{}", k), scored = fmt::format("text{}", k);
  known_words(text, known);
  expression(cut, fmt::format("SELECT of_row, word, {} AS n\n  FROM ({}) AS cut GROUP BY of_row, word",
                              words_.as_double("count(*)"), words_of(text)));
  const Tf tf = text.presence ? Tf::binary : text.options.tf;
  const std::string term = tf == Tf::log ? "1 + ln(n)" : tf == Tf::binary ? words_.number(1) : "n";
  expression(
      weighed,
      fmt::format(
          "SELECT {0}.*, cut.of_row, ({1}) * {2} AS v\n  FROM {3} AS cut JOIN {0} ON {0}.word = cut.word",
          known, term, text.presence ? words_.number(1) : "idf", cut));
  std::string length = words_.number(1);
  if (text.options.length_norm != LengthNorm::none && !text.presence)
    length = text.options.length_norm == LengthNorm::l1 ? "sum(v)" : "sqrt(sum(v * v))";
  std::string sums;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    sums += fmt::format(", sum(v * w{0}) / {1} AS w{0}", cell, length);
    cells_[cell] += fmt::format("\n      + CASE WHEN {} IS NULL THEN {} ELSE {} + COALESCE({}.w{}, {}) END",
                                scores_.column(text.input), words_.number(text.missing[cell]),
                                words_.number(text.constant[cell]), scored, cell, words_.number(0));
  }
  expression(scored, fmt::format("SELECT of_row{}\n  FROM {} GROUP BY of_row", sums, weighed));
  from_ += fmt::format("\n  LEFT JOIN {0} ON {0}.of_row = source.{1}", scored, words_.name("row of priory"));
}

}  // namespace priory
