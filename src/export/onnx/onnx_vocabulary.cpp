// SPDX-License-Identifier: Apache-2.0
#include "export/onnx/onnx_vocabulary.h"

#include <nlohmann/json.hpp>

namespace priory {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const TokenOptions& options) {
  Json out = {{"tokens", name_of(options.tokens)},
              {"lower_case", options.lowers()},
              {"n_grams", {options.min_n, options.max_n}},
              {"fold_numbers", options.fold_numbers}};
  if (!options.pattern.empty()) out["pattern"] = options.pattern;
  if (!options.stem.empty()) out["stem"] = options.stem;
  if (!options.stop_words.empty()) out["stop_words"] = options.stop_words;
  return out;
}

}  // namespace

std::string onnx_vocabulary(const Scorecard& card) {
  Json texts = Json::array();
  for (const ScorePart& part : card.parts) {
    if (const auto* text = std::get_if<ScoreText>(&part))
      texts.push_back({{"input", card.inputs[text->input].name},
                       {"cut", json_of(text->options.tokens)},
                       {"words", text->words}});
  }
  if (texts.empty()) return {};
  const Json out = {{"schema", "priory.vocabulary/1"}, {"texts", std::move(texts)}};
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace priory
