// SPDX-License-Identifier: Apache-2.0
// Reads a table to its end into plain values that tests can compare: cells as text, "<null>" for those
// missing without a spelling, bad rows as "line:column reason". Also files and FIFOs that live as long as a
// test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include "priory/table.h"

#include "input/records.h"

namespace priory::testing {

using Texts = std::vector<std::string>;

struct Reading {
  std::vector<Texts> dense;
  std::vector<std::map<std::string, std::string>> sparse;
  Texts places;  // of the rows: "line record"
  Texts bad;
  std::size_t n_bad_utf8 = 0;
  bool operator==(const Reading&) const = default;
};

inline std::string text_of(const Cell& cell) {
  return cell.data == nullptr ? "<null>" : std::string(cell.text());
}

inline void append(const Records& rows, Reading& reading) {
  ASSERT_EQ(rows.record.size(), rows.n_rows);
  ASSERT_EQ(rows.line.size(), rows.n_rows);
  if (rows.sparse) {
    ASSERT_EQ(rows.begin.size(), rows.n_rows + 1);
    ASSERT_EQ(rows.begin.back(), rows.cells.size());
    ASSERT_EQ(rows.column.size(), rows.cells.size());
  } else {
    ASSERT_EQ(rows.cells.size(), rows.n_rows * rows.n_columns);
  }
  for (std::size_t r = 0; r < rows.n_rows; ++r) {
    reading.places.push_back(std::to_string(rows.line[r]) + " " + std::string(rows.record[r]));
    if (rows.sparse) {
      auto& row = reading.sparse.emplace_back();
      for (std::size_t i = rows.begin[r]; i < rows.begin[r + 1]; ++i) {
        row[std::string(rows.names[rows.column[i]])] = text_of(rows.cells[i]);
      }
    } else {
      auto& row = reading.dense.emplace_back();
      for (std::size_t c = 0; c < rows.n_columns; ++c) row.push_back(text_of(rows.at(r, c)));
    }
  }
  for (const BadRow& bad : rows.bad) {
    reading.bad.push_back(std::to_string(bad.place.line) + ":" + std::to_string(bad.place.column) + " " +
                          bad.reason);
  }
  reading.n_bad_utf8 += rows.n_bad_utf8;
}

inline Reading read_all(const Table& table, bool again = false) {
  Reading reading;
  const auto source = records_of(table, again);
  const auto decoder = source->decoder();
  while (const auto batch = source->next()) {
    decoder->decode(*batch, [&](const Records& rows) { append(rows, reading); });
  }
  return reading;
}

inline Reading read_text(const std::string& text, Format format, std::size_t batch_bytes = 1 << 20) {
  ReadOptions options;
  options.format = format;
  options.batch_bytes = batch_bytes;
  return read_all(Table::from_text(text, "test", options));
}

inline Texts names_of(const Table& table) {
  Texts names;
  for (const auto& column : table.columns()) names.push_back(column.name);
  return names;
}

// The message of the Error that `act` throws; checks its kind.
template <class Act>
std::string error_of(ErrorKind kind, const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no Error was thrown";
  return {};
}

// A directory of its own, removed at the end of the test.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "priory-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace priory::testing
