// SPDX-License-Identifier: Apache-2.0
// Models in other languages: programs and queries that compute the class and the probabilities of a row
// without Priory. What they answer is what `predict` answers, to 1e-12. An Error of kind usage names the part
// of a model that a language cannot say.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"

#pragma GCC visibility push(default)

namespace priory {

// One file of C99 that needs the C library alone. Its names begin with `name`: a type NAME_row with a member
// for each column, and `int NAME_predict(const NAME_row *row, double *probability)`.
std::string to_c(const Classifier& model, std::string_view name);

// One JavaScript module without imports: `export function predict(row)`.
std::string to_javascript(const Classifier& model);

// A graph of ONNX, in doubles. Each column is an input of its name, rows x 1: doubles, NaN where missing, or
// strings, "" where missing. The outputs are `predicted`, a string a row, and `probabilities`, rows x
// classes; where a row has no answer, "" and NaN.
struct OnnxModel {
  std::string file;
  std::string vocabulary;  // JSON: the words whose counts are the input of a text; empty without texts
};
OnnxModel to_onnx(const Classifier& model);

// Databases whose SQL is written.
enum class SqlDialect { postgresql, sqlite, duckdb, mariadb };
template <>
inline constexpr std::array kNames<SqlDialect> = std::to_array<std::string_view>({"postgresql", "sqlite",
                                                                                  "duckdb", "mariadb"});

struct SqlOptions {
  SqlDialect dialect = SqlDialect::postgresql;
  std::string table = "rows";     // that is read
  std::vector<std::string> keep;  // columns of it that are passed through
};

// One query: the kept columns, "predicted", "probability" and a column "p:CLASS" for each class.
std::string to_sql(const Classifier& model, const SqlOptions& options = {});

}  // namespace priory

#pragma GCC visibility pop
