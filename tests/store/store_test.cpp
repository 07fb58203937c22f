// SPDX-License-Identifier: Apache-2.0
// The model file: valid safetensors, and no bytes whatever crash the reader.
#include "priory/store.h"

#include <algorithm>
#include <fstream>

#include "store/safetensors.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

TEST(Store, IsAValidSafetensorsFileWithoutHoles) {
  const std::string bytes = to_bytes(small_model(true));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0U);  // the tensors are aligned
  const Safetensors file = Safetensors::parse(bytes);
  const std::map<std::string, std::size_t> sizes = {
      {"U8", 1}, {"U32", 4}, {"I64", 8}, {"U64", 8}, {"F64", 8}};
  std::size_t at = 0;
  for (const auto& [name, tensor] : file.header.items()) {
    if (name == "__metadata__") {
      for (const auto& [key, value] : tensor.items()) EXPECT_TRUE(value.is_string()) << key;
      continue;
    }
    std::size_t size = sizes.at(tensor.at("dtype"));
    EXPECT_EQ(at % size, 0U) << name;  // so that it can be mapped
    for (const auto& n : tensor.at("shape")) size *= n.get<std::size_t>();
    EXPECT_EQ(tensor.at("data_offsets"), (ordered_json{at, at + size})) << name;
    at += size;
  }
  EXPECT_EQ(at, file.data.size());
  EXPECT_EQ(file.header.at("__metadata__").at("format"), "priory.model/1");
}

TEST(Store, TheSecondWriterMakesTheSameModel) {
  const std::string bytes = to_bytes(small_model());
  EXPECT_EQ(to_bytes(from_bytes(Safetensors::parse(bytes).sealed(), "memory")), bytes);
}

TEST(Store, AModelIsToldFromRowsByItsFirstBytes) {
  const std::string path = ::testing::TempDir() + "looks_like_model";
  const auto looks = [&](std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    return looks_like_model(path);
  };
  const std::string model = to_bytes(small_model());
  EXPECT_TRUE(looks(model));
  for (const char* rows : {"", "{", "x,y\n1,a\n", "{\"x\": 1, \"y\": \"a\"}\n", "        {", "1 1:2 3:4\n"})
    EXPECT_FALSE(looks(rows)) << rows;
  EXPECT_FALSE(looks(model.substr(0, 100)));  // its header is not there
  EXPECT_FALSE(looks_like_model(path + " is not there"));
  EXPECT_FALSE(looks_like_model("-"));
}

TEST(Store, KeepsEveryOption) {
  PlanOptions options = with_types("y", "c=categorical{p,q,z},t=text,w=weight");
  options.prior = parse_prior("a=0.3,b=0.7", 0.5);
  options.unseen = Unseen::smooth;
  options.missing = {"-", "none"};
  options.settings = parse_setting("alpha", "0.5,c=2");
  options.text_options.tf = Tf::log;
  options.text_options.length_norm = LengthNorm::l1;
  options.text_options.tokens = {Tokens::characters, 2, 3};
  options.text_options.min_df = {0.1, true}, options.text_options.max_df = {9, false};
  options.text_options.max_features = 5;
  const Classifier model = trained("y,c,t,w\na,p,one two,1\nb,q,two,0.5\n", options);
  const Plan plan = from_bytes(to_bytes(model), "memory").plan();
  EXPECT_EQ(plan.prior, options.prior);
  EXPECT_EQ(plan.unseen, Unseen::smooth);
  EXPECT_EQ(plan.missing, options.missing);
  EXPECT_EQ(plan.weight, "w");
  EXPECT_EQ(plan.target, "y");
  EXPECT_EQ(plan.parts[0].declared, (std::vector<std::string>{"p", "q", "z"}));
  EXPECT_EQ(plan.parts[0].settings, model.plan().parts[0].settings);
  EXPECT_TRUE(plan.parts[1].text);
  EXPECT_EQ(plan.parts[1].text_options, options.text_options);
}

TEST(Store, KeepsTheOptionsOfTokens) {
  PlanOptions options = with_types("y", "t=text");
  options.text_options.tokens = {Tokens::pattern, 1,        2,           LetterCase::keep, true,
                                 "(?u)é\\w+",     "french", {"le", "là"}};
  const Classifier model = trained("y,t\na,l'été à l'école\nb,étage\n", options);
  EXPECT_EQ(from_bytes(to_bytes(model), "memory").plan().parts[0].text_options, options.text_options);
}

constexpr const char* kSmallRows = "c,x,t\nred,1,good\npink,NA,\n";

// The bytes are refused as a model, or are one with the same meaning: read whole, and where it is used.
void expect_refused_or_equal(const std::string& bytes, const std::string& expected,
                             const std::vector<std::vector<double>>& answers, std::size_t at) {
  try {
    EXPECT_EQ(to_bytes(from_bytes(bytes, "memory")), expected) << at;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model) << at << ": " << error.what();
  }
  try {
    EXPECT_EQ(posteriors(from_bytes(bytes, "memory", Check::used), kSmallRows), answers) << at;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model) << at << ": " << error.what();
  }
}

TEST(Store, KeepsCalibrationAndTuning) {
  Calibration sigmoid, isotonic;
  sigmoid.method = CalibrationMethod::sigmoid, sigmoid.slope = 0.1, sigmoid.bias = {0, -1.0 / 3};
  isotonic.method = CalibrationMethod::isotonic, isotonic.curves = {{{-1, 0.1, 7}, {-2, -0.5, 3}}};
  for (const Calibration& each : {sigmoid, isotonic}) {
    const TuningRecord record{"log_loss", {{"", HUGE_VAL, true}, {"‹alpha› 0.1", 0.25, true}}};
    const Classifier model = small_model().calibrated(each).tuned(record);
    const Classifier again = from_bytes(to_bytes(model), "memory");
    ASSERT_NE(again.calibration(), nullptr);
    EXPECT_EQ(*again.calibration(), each);
    ASSERT_NE(again.tuning(), nullptr);
    EXPECT_EQ(again.tuning()->metric, "log_loss");
    ASSERT_EQ(again.tuning()->trials.size(), 2U);
    EXPECT_EQ(again.tuning()->trials[0].value, HUGE_VAL);
    EXPECT_EQ(again.tuning()->trials[1].options, "‹alpha› 0.1");
    EXPECT_EQ(to_bytes(again), to_bytes(model));
    const std::string row = "c,x,t\nred,1,good\n";
    EXPECT_EQ(posteriors(again, row), posteriors(model, row));
    EXPECT_NE(posteriors(again, row), posteriors(small_model(), row));
    EXPECT_EQ(posteriors(again.uncalibrated(), row), posteriors(small_model(), row));
  }
}

TEST(Store, TruncatedAtAnyByteIsRefused) {
  const std::string bytes = to_bytes(small_model());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    error_of(ErrorKind::model, [&] { from_bytes(std::string_view(bytes).substr(0, length), "memory"); });
  error_of(ErrorKind::model, [&] { from_bytes(bytes + "x", "memory"); });
}

TEST(Store, AnyByteFlippedIsRefusedOrHarmless) {
  const std::string bytes = to_bytes(small_model());
  const auto answers = posteriors(small_model(), kSmallRows);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int mask : {0x01, 0x20, 0x80, 0xFF}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      expect_refused_or_equal(damaged, bytes, answers, at);
    }
  }
}

// As an attacker would: any byte of the tensors changed, and the checksum made right.
TEST(Store, AnySealedChangeOfTheTensorsIsRefusedOrAModel) {
  for (const bool idf : {false, true}) {
    const Safetensors file = Safetensors::parse(to_bytes(small_model(idf)));
    for (std::size_t at = 0; at < file.data.size(); ++at) {
      for (const int mask : {0x01, 0x80, 0xFF}) {
        Safetensors damaged = file;
        damaged.data[at] = static_cast<char>(damaged.data[at] ^ mask);
        for (const Check check : {Check::all, Check::used}) {
          try {
            const Classifier model = from_bytes(damaged.sealed(), "memory", check);
            for (const auto& row : posteriors(model, kSmallRows)) {
              for (const double log_p : row) EXPECT_FALSE(std::isnan(log_p)) << at;
            }
          } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::model) << at << ": " << error.what();
          }
        }
      }
    }
  }
}

// A model of EM, by its own objectives.
Classifier traced_model(const std::vector<double>& trace) {
  auto statistics = std::make_shared<NamedSums>(sums_of(small_model()));
  statistics->set_trace(trace);
  return classifier_of(statistics);
}

TEST(Store, KeepsTheObjectivesOfEm) {
  const std::vector<double> trace = {-12.5, -7, -6.75};
  const std::string bytes = to_bytes(traced_model(trace));
  EXPECT_EQ(from_bytes(bytes, "memory").trace(), trace);
  EXPECT_EQ(to_bytes(from_bytes(bytes, "memory")), bytes);
  EXPECT_TRUE(from_bytes(to_bytes(small_model()), "memory").trace().empty());
  const std::string nonsense = to_bytes(traced_model({-1, std::nan("")}));
  EXPECT_THAT(error_of(ErrorKind::model, [&] { from_bytes(nonsense, "memory"); }),
              HasSubstr("objectives of EM"));
}

TEST(Store, FactsTellFilesApart) {
  const Folder folder;
  save(small_model(), folder.path("a")), save(small_model(), folder.path("b")),
      save(small_model(true), folder.path("c"));
  const FileFacts a = file_facts(folder.path("a")), c = file_facts(folder.path("c"));
  EXPECT_EQ(a.format, "priory.model/1");
  EXPECT_EQ(a.bytes, to_bytes(small_model()).size());
  const Safetensors file = Safetensors::parse(to_bytes(small_model()));
  EXPECT_EQ(a.checksum, file.header["__metadata__"]["checksum"].get<std::string>());
  EXPECT_EQ(a.checksum, file_facts(folder.path("b")).checksum);
  EXPECT_NE(a.checksum, c.checksum);
}

TEST(Store, FilesAreSavedAndLoaded) {
  const Folder folder;
  const Classifier model = small_model();
  save(model, folder.path("m.priory"));
  EXPECT_EQ(to_bytes(load(folder.path("m.priory"))), to_bytes(model));
  EXPECT_THAT(error_of(ErrorKind::io, [&] { load(folder.path("no.priory")); }), HasSubstr("No such file"));
  error_of(ErrorKind::io, [&] { load(folder.path(".")); });
  EXPECT_THAT(error_of(ErrorKind::model, [&] { load(folder.write("empty", "")); }), HasSubstr("too short"));
  EXPECT_THAT(error_of(ErrorKind::model, [&] { load(folder.write("t.csv", "a,b\n1,2\n3,4\n")); }),
              HasSubstr("t.csv is text and no model"));
}

// As files of a version before an option or a key was there: each has its usual value.
TEST(Store, WhatOlderFilesLackHasItsUsualValue) {
  const std::string bytes = to_bytes(small_model());
  Safetensors file = Safetensors::parse(bytes);
  ordered_json meta = file.metadata();
  meta["plan"].erase("unseen");
  meta["plan"].erase("weight");
  meta["plan"]["prior"].erase("alpha");
  meta["plan"]["parts"][0].erase("settings");
  meta["plan"]["parts"][1]["settings"] = ordered_json::array();
  meta["plan"]["parts"][2]["text"].erase("length_norm");
  file.set_metadata(meta);
  EXPECT_EQ(to_bytes(from_bytes(file.sealed(), "older")), bytes);
}

// In whatever order they stand: they are told by their names.
TEST(Store, SettingsAreMatchedByName) {
  PlanOptions options = with_types("y", "x=gaussian");
  options.settings = parse_setting("ridge", "0.5");
  const std::string bytes = to_bytes(trained("y,x\na,1\nb,2\na,3\nb,5\n", options));
  Safetensors file = Safetensors::parse(bytes);
  ordered_json meta = file.metadata();
  ordered_json& settings = meta["plan"]["parts"][0]["settings"];
  ASSERT_GT(settings.size(), 1U);
  std::reverse(settings.begin(), settings.end());
  file.set_metadata(meta);
  EXPECT_EQ(to_bytes(from_bytes(file.sealed(), "older")), bytes);
}

}  // namespace
}  // namespace priory::testing
