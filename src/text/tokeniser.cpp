// SPDX-License-Identifier: Apache-2.0
#include "text/tokeniser.h"

#include "text/token_pipeline.h"

namespace priory {

struct Tokeniser::Scratch {
  explicit Scratch(const TokenOptions& options) : pipeline(options, true) {}
  TokenPipeline pipeline;
};

Tokeniser::Tokeniser(const TokenOptions& options) : scratch_(std::make_unique<Scratch>(options)) {}
Tokeniser::~Tokeniser() = default;
Tokeniser::Tokeniser(Tokeniser&&) noexcept = default;
Tokeniser& Tokeniser::operator=(Tokeniser&&) noexcept = default;

Slices Tokeniser::operator()(std::string_view text) {
  return scratch_->pipeline(text);
}

}  // namespace priory
