// SPDX-License-Identifier: Apache-2.0
#include "text/stemmer.h"

#include <algorithm>
#include <fmt/format.h>
#include <libstemmer.h>
#include <new>
#include <vector>

#include "priory/error.h"

#include "text/tokeniser.h"

namespace priory {
namespace {

constexpr std::size_t kLongest = 255;  // bytes

}  // namespace

std::vector<std::string> stem_languages() {
  std::vector<std::string> out;
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) out.emplace_back(*name);
  std::ranges::sort(out);
  return out;
}

void Stemmer::Delete::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

Stemmer::Stemmer(const std::string& language) {
  const std::vector<std::string> known = stem_languages();
  // libstemmer takes codes such as 'en' too; one name for one thing, or equal models would differ.
  if (!std::ranges::binary_search(known, language))
    throw Error(ErrorKind::usage,
                fmt::format("words are not stemmed in '{}'{}", language, did_you_mean(language, known)), {},
                fmt::format("the languages are: {}", fmt::join(known, ", ")));
  stemmer_.reset(sb_stemmer_new(language.c_str(), "UTF_8"));
  if (!stemmer_) throw std::bad_alloc();
}

std::string_view Stemmer::operator()(std::string_view word) {
  if (word.size() > kLongest) return word;
  const auto* stem = sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                                     static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  const int size = sb_stemmer_length(stemmer_.get());
  return size > 0 ? std::string_view(reinterpret_cast<const char*>(stem), static_cast<std::size_t>(size))
                  : word;
}

}  // namespace priory
