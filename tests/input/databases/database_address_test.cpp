// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "priory/error.h"

#include "input/databases/database.h"

namespace priory {
namespace {

DatabaseAddress address(const std::string& path) {
  return database_address({path}, {}).value_or(DatabaseAddress{Format::detect, {}, ""});
}

TEST(DatabaseAddress, SchemesAndEndingsSayTheEngine) {
  EXPECT_EQ(address("sqlite:shop.db").engine, Format::sqlite);
  EXPECT_EQ(address("sqlite:shop.db").places, std::vector<std::string>{"shop.db"});
  EXPECT_EQ(address("a.SQLITE3").engine, Format::sqlite);
  EXPECT_EQ(address("a.parquet").engine, Format::duckdb);
  EXPECT_EQ(address("duckdb:a.csv").engine, Format::duckdb);
  EXPECT_EQ(address("orders.csv").engine, Format::detect);
  EXPECT_EQ(address("-").engine, Format::detect);
}

TEST(DatabaseAddress, ConnectionsAreAsLibpqHasThem) {
  EXPECT_EQ(address("postgresql:dbname=shop host=h").places[0], "dbname=shop host=h");
  EXPECT_EQ(address("postgresql://u@h:5432/shop#s.orders").places[0], "postgresql://u@h:5432/shop");
  EXPECT_EQ(address("postgresql://u@h:5432/shop#s.orders").table, "s.orders");
  EXPECT_EQ(address("postgres://h/shop").places[0], "postgres://h/shop");
  EXPECT_EQ(address("postgres:dbname=shop").engine, Format::postgresql);
}

TEST(DatabaseAddress, TheLastMarkNamesTheTable) {
  EXPECT_EQ(address("sqlite:a#b.db#orders").places[0], "a#b.db");
  EXPECT_EQ(address("sqlite:a#b.db#orders").table, "orders");
}

TEST(DatabaseAddress, SeveralFilesAreOfDuckDB) {
  const auto both = database_address({"a.parquet", "b.parquet"}, {});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->places, (std::vector<std::string>{"a.parquet", "b.parquet"}));
  EXPECT_THROW(database_address({"a.parquet", "b.csv"}, {}), Error);
  EXPECT_THROW(database_address({"b.csv", "a.parquet"}, {}), Error);
  EXPECT_THROW(database_address({"sqlite:a", "sqlite:b"}, {}), Error);
  EXPECT_FALSE(database_address({"a.csv", "b.csv"}, {}));
}

TEST(DatabaseAddress, AQueryNeedsADatabase) {
  ReadOptions asked;
  asked.sql = "SELECT 1";
  EXPECT_THROW(database_address({"a.csv"}, asked), Error);
  EXPECT_THROW(database_address({"sqlite:a#t"}, asked), Error);
  asked.format = Format::duckdb;
  EXPECT_EQ(database_address({"a.csv"}, asked)->engine, Format::duckdb);
}

TEST(QuotedName, QuotesAreDoubled) {
  EXPECT_EQ(quoted_name("a \"b\""), "\"a \"\"b\"\"\"");
}

TEST(WithoutSemicolon, OnlyTheEndIsCut) {
  EXPECT_EQ(without_semicolon("SELECT ';' ; \n"), "SELECT ';'");
  EXPECT_EQ(without_semicolon(" ;"), "");
}

}  // namespace
}  // namespace priory
