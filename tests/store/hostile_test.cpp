// SPDX-License-Identifier: Apache-2.0
// Headers made to hurt, each with its checksum right: refused as a model, without a crash and without memory
// beyond the size of the file.
#include <functional>

#include "store/safetensors.h"
#include "store/tensors.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

using Change = std::function<void(Safetensors&)>;

void expect_refused(const Change& change) {
  Safetensors file = Safetensors::parse(to_bytes(small_model()));
  change(file);
  const std::string bytes = file.sealed();
  error_of(ErrorKind::model, [&] { from_bytes(bytes, "memory"); });
}

void expect_plan_refused(const std::function<void(ordered_json& meta)>& change) {
  expect_refused([&](Safetensors& file) {
    ordered_json meta = file.metadata();
    change(meta);
    file.set_metadata(meta);
  });
}

TEST(Hostile, LengthsOfTheHeader) {
  const std::string bytes = to_bytes(small_model());
  for (const std::uint64_t length : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{bytes.size()},
                                     std::uint64_t{1} << 40, ~std::uint64_t{0}, ~std::uint64_t{7}}) {
    std::string damaged = bytes;
    std::memcpy(damaged.data(), &length, 8);
    error_of(ErrorKind::model, [&] { from_bytes(damaged, "memory"); });
  }
}

TEST(Hostile, HeadersThatAreNoObjects) {
  for (const char* text : {"", "{", "[]", "null", "7", "\"x\"", "{}", "{\"__metadata__\":7}",
                           "{\"__metadata__\":{}}", "{\"__metadata__\":{\"format\":\"priory.model/1\"}}",
                           "{\"__metadata__\":{\"format\":7,\"priory\":\"{}\",\"checksum\":\"\"}}"})
    error_of(ErrorKind::model, [&] { from_bytes(Safetensors::framed(text, ""), "memory"); });
}

TEST(Hostile, AnotherFormatIsNamed) {
  Safetensors file = Safetensors::parse(to_bytes(small_model()));
  file.header["__metadata__"]["format"] = "priory.model/9";
  EXPECT_THAT(error_of(ErrorKind::model, [&] { from_bytes(file.sealed(), "memory"); }),
              HasSubstr("its format is 'priory.model/9'"));
}

TEST(Hostile, Calibrations) {
  const ordered_json good = {{"method", "sigmoid"}, {"slope", 1.0}, {"bias", {0.0, 1.0}}};
  const auto with = [&](const char* key, const ordered_json& value) {
    ordered_json out = good;
    out[key] = value;
    return out;
  };
  const ordered_json wrong[] = {
      7,
      "sigmoid",
      ordered_json::object(),
      with("method", "magic"),
      with("method", 1),
      with("slope", 0),
      with("slope", -1),
      with("slope", nullptr),
      with("slope", "1"),
      with("bias", {0.0}),
      with("bias", {0.0, 1.0, 2.0}),
      with("bias", {"a", "b"}),
      with("bias", 3),
      {{"method", "isotonic"}, {"slope", 1}},
      {{"method", "isotonic"}, {"slope", 1}, {"curves", 1}},
      {{"method", "isotonic"}, {"slope", 1}, {"curves", {{{"from", {1.0}}}}}},
      {{"method", "isotonic"}, {"slope", 1}, {"curves", {{{"from", {1.0, 0.0}}, {"to", {0.0, 1.0}}}}}}};
  for (const ordered_json& calibration : wrong)
    expect_plan_refused([&](ordered_json& meta) { meta["calibration"] = calibration; });
}

TEST(Hostile, TuningRecords) {
  const ordered_json wrong[] = {7,
                                {{"metric", 1}, {"trials", ordered_json::array()}},
                                {{"metric", "accuracy"}},
                                {{"metric", "accuracy"}, {"trials", {1}}},
                                {{"metric", "accuracy"}, {"trials", {{"--alpha 1", "x", true}}}}};
  for (const ordered_json& tuning : wrong)
    expect_plan_refused([&](ordered_json& meta) { meta["tuning"] = tuning; });
}

TEST(Hostile, Offsets) {
  const ordered_json wrong[] = {{0, 1ULL << 60}, {8, 0},     {1, 9},   {0},    {0, 1, 2},
                                {-8, 0},         {"0", "8"}, {0.5, 8}, nullptr};
  for (const ordered_json& offsets : wrong)
    expect_refused([&](Safetensors& file) { file.header["classes.ends"]["data_offsets"] = offsets; });
}

TEST(Hostile, OverlappingTensorsAndHoles) {
  expect_refused([](Safetensors& file) {
    file.header["classes.bytes"]["data_offsets"] = file.header["classes.ends"]["data_offsets"];
  });
  expect_refused([](Safetensors& file) { file.data += std::string(8, '\0'); });
  expect_refused([](Safetensors& file) { file.data.resize(file.data.size() - 8); });
}

TEST(Hostile, Dtypes) {
  for (const char* dtype : {"F64", "U8", "I32", "", "BF16"})
    expect_refused([&](Safetensors& file) { file.header["class_count"]["dtype"] = dtype; });
}

TEST(Hostile, ShapesWhoseProductOverflows) {
  const ordered_json wrong[] = {
      {1, 2},    {2, 1, 1}, {1, 2, 2},   {1ULL << 32, 1ULL << 32, 2}, {1, 2, 1ULL << 63},
      {0, 2, 1}, {1, 2, 0}, {-1, -2, 1}, ordered_json::array(),       {3, 6148914691236517206ULL, 1}};
  for (const ordered_json& shape : wrong)
    expect_refused([&](Safetensors& file) { file.header["class_count"]["shape"] = shape; });
}

TEST(Hostile, WideSumsOfNoEntries) {
  // A text column without a word: its sums have no entry, and could have any width.
  Safetensors file = Safetensors::parse(to_bytes(trained("y,t\na,\nb,\n", with_types("y", "t=text"))));
  EXPECT_NO_THROW(from_bytes(file.sealed(), "memory"));
  file.header["part0.count"]["shape"] = {0, 2, 1ULL << 40};
  error_of(ErrorKind::model, [&] { from_bytes(file.sealed(), "memory"); });
}

TEST(Hostile, TensorsThatAreNotThere) {
  const Safetensors file = Safetensors::parse(to_bytes(small_model(true)));
  for (const auto& [name, unused] : file.header.items()) {
    Safetensors damaged = file;
    if (name == "__metadata__") continue;
    const ordered_json tensor = damaged.header[name];
    damaged.header.erase(name);
    damaged.header["other"] = tensor;
    error_of(ErrorKind::model, [&] { from_bytes(damaged.sealed(), "memory"); });
  }
}

TEST(Hostile, DeeplyNestedJson) {
  constexpr std::size_t kDeep = 500'000;
  const std::string nest = std::string(kDeep, '[') + std::string(kDeep, ']');
  const std::string head =
      "{\"__metadata__\":{\"format\":\"priory.model/1\",\"checksum\":\"\",\"priory\":\"{}\"";
  for (const std::string& text :
       {nest, head + "},\"x\":" + nest + "}", head + ",\"x\":" + nest + "}}",
        head + "},\"x\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0],\"y\":" + nest + "}}"})
    error_of(ErrorKind::model, [&] { from_bytes(Safetensors::framed(text, ""), "memory"); });
  expect_refused(
      [&](Safetensors& file) { file.header["__metadata__"]["priory"] = "{\"plan\":" + nest + "}"; });
}

TEST(Hostile, Plans) {
  using Json = ordered_json;
  expect_plan_refused([](Json& meta) { meta.erase("plan"); });
  expect_plan_refused([](Json& meta) { meta.erase("bases"); });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"] = "none"; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][0]["family"] = "weibull"; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][0]["kind"] = "reals"; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][0]["columns"] = Json::array(); });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][0]["settings"][0][0] = "alhpa"; });
  expect_plan_refused([](Json& meta) {
    Json& settings = meta["plan"]["parts"][0]["settings"];
    settings.push_back(settings[0]);
  });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][0]["colour"] = "red"; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][2]["words"] = {"bad", "film", "good"}; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][0]["settings"][0][1] = -1; });
  expect_plan_refused(
      [](Json& meta) { meta["plan"]["parts"][0]["text"] = meta["plan"]["parts"][2]["text"]; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][2]["text"]["min_n"] = 0; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][2]["text"]["tf"] = "cube"; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"][2]["text"]["min_df"] = {1e9, false}; });
  expect_plan_refused([](Json& meta) { meta["plan"]["unseen"] = 3; });
  expect_plan_refused([](Json& meta) { meta["plan"]["parts"].push_back(meta["plan"]["parts"][0]); });
  expect_plan_refused([](Json& meta) { meta["plan"]["prior"]["alpha"] = -1e9; });
}

TEST(Hostile, Tokens) {
  const auto refused = [](const std::vector<std::pair<const char*, ordered_json>>& members) {
    expect_plan_refused([&](ordered_json& meta) {
      for (const auto& [name, value] : members) meta["plan"]["parts"][2]["text"][name] = value;
    });
  };
  refused({{"tokens", "runes"}});
  refused({{"case", "upper"}});
  refused({{"fold_numbers", 1}});
  refused({{"pattern", "a+"}});  // of tokens that have none
  refused({{"tokens", "pattern"}});
  refused({{"tokens", "pattern"}, {"pattern", std::string(5000, 'a')}});
  refused({{"tokens", "characters"}, {"stem", "english"}});
  refused({{"tokens", "inside-words"}, {"stop_words", {"the"}}});
  refused({{"stop_words", "the"}});
  refused({{"stop_words", {"the", "a"}}});
  refused({{"stop_words", {"a", "a"}}});
  refused({{"stop_words", {""}}});
  refused({{"stop_words", {1, 2}}});
  refused({{"stem", 7}});
}

TEST(Hostile, Bases) {
  for (const ordered_json& base :
       {ordered_json(1), ordered_json(-7), ordered_json(32), ordered_json(-1LL << 40), ordered_json("0")})
    expect_plan_refused([&](ordered_json& meta) { meta["bases"]["class_count"] = base; });
}

// A model whose counts of words are stored in bytes, as those of large tables are: `bad` 0 and 1, `film` 300
// and 1, `good` 1 and 0 in the two classes.
struct InBytes {
  Classifier model;
  std::vector<std::uint8_t> bytes = {0, 1, 0, 0, 1, 0};
  std::vector<std::uint32_t> large = {1};
  std::vector<std::uint64_t> words = {300, 1};
  std::vector<std::size_t> bytes_shape = {3, 2}, words_shape = {1, 2};

  InBytes()
      : model(trained("y,t\na,good" + repeated(" film", 300) + "\nb,bad film\n", with_types("y", "t=text"))) {
  }

  static std::string repeated(const std::string& word, int n) {
    std::string out;
    for (int k = 0; k < n; ++k) out += word;
    return out;
  }

  std::string sealed() const {
    const Safetensors file = Safetensors::parse(to_bytes(model));
    TensorWriter out;
    for (const auto& [name, tensor] : file.header.items()) {
      if (name == "__metadata__" || name == "part0.count") continue;
      const std::size_t begin = tensor["data_offsets"][0], end = tensor["data_offsets"][1];
      out.add<char>(name, tensor["dtype"].get<std::string>(), tensor["shape"].get<std::vector<std::size_t>>(),
                    {file.data.data() + begin, end - begin});
    }
    out.add<std::uint8_t>("part0.count", "U8", bytes_shape, bytes);
    out.add<std::uint32_t>("part0.count.large", "U32", {large.size()}, large);
    out.add<std::uint64_t>("part0.count.words", "I64", words_shape, words);
    return out.finish(file.metadata().dump());
  }
};

TEST(Hostile, CountsInBytes) {
  const InBytes good;
  ASSERT_EQ(to_bytes(from_bytes(good.sealed(), "memory")), to_bytes(good.model));
  const std::function<void(InBytes&)> changes[] = {
      [](InBytes& file) { file.large = {3}; },
      [](InBytes& file) { file.large = {0xFFFFFFFF}; },
      [](InBytes& file) {
        file.large = {1, 1}, file.words = {300, 1, 300, 1}, file.words_shape = {2, 2};
      },
      [](InBytes& file) {
        file.large = {2, 1}, file.words = {300, 1, 300, 1}, file.words_shape = {2, 2};
      },
      [](InBytes& file) {
        file.large = {1, 2};
      },
      [](InBytes& file) { file.large.clear(); },
      [](InBytes& file) {
        file.words_shape = {2, 1};
      },
      [](InBytes& file) {
        file.bytes_shape = {2, 3};
      },
      [](InBytes& file) { file.bytes_shape = {6}; },
      [](InBytes& file) { file.bytes[2] = 1; },  // of a large row
      [](InBytes& file) { file.words[0] = std::uint64_t{1} << 62; },
      [](InBytes& file) { file.words[1] = static_cast<std::uint64_t>(-1); },
      [](InBytes& file) { file.words[0] = 299; },  // the total knows better
  };
  for (const auto& change : changes) {
    InBytes file;
    change(file);
    error_of(ErrorKind::model, [&] { from_bytes(file.sealed(), "memory"); });
  }
}

TEST(Hostile, GivenPriorsOfOtherClasses) {
  expect_plan_refused([](ordered_json& meta) {
    meta["plan"]["prior"] = {{"kind", "given"}, {"given", {{"zz", 1.0}}}, {"alpha", 0}};
  });
}

}  // namespace
}  // namespace priory::testing
