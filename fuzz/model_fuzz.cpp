// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as a model, whole and as it is used: as they are, and with their checksum made right so
// that what lies behind it is reached. Either an Error of kind model is thrown, or the model answers a row
// without NaN and saves to bytes that load to the same.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "priory/priory.h"

#include "store/json.h"
#include "store/tensors.h"

namespace {

using nlohmann::ordered_json;

void require(bool holds) {
  if (!holds) std::abort();
}

// A table with one row for the model: a word that is a number in every column.
std::string row_for(const priory::Plan& plan) {
  ordered_json row;
  for (const priory::PartPlan& part : plan.parts) {
    for (const std::string& column : part.columns) row[column] = "1";
  }
  return row.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

void answer(const priory::Classifier& model) {
  try {
    priory::ReadOptions options;
    options.format = priory::Format::jsonl;
    const auto rows =
        priory::rows_for(model, priory::Table::from_text(row_for(model.plan()), "row", options));
    model.score(
        *rows,
        [](const priory::ScoredChunk& chunk, std::string&) {
          for (const double log_p : chunk.log_posterior) require(!std::isnan(log_p));
        },
        [](const std::string&) {});
  } catch (const priory::Error&) {  // the row may be none that the model takes
  }
}

void check(std::string_view bytes) {
  try {
    const priory::Classifier model = priory::from_bytes(bytes, "fuzz");
    const std::string saved = priory::to_bytes(model);
    require(priory::to_bytes(priory::from_bytes(saved, "again")) == saved);
    answer(model);
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::model);
  }
  try {
    answer(priory::from_bytes(bytes, "fuzz", priory::Check::used));
  } catch (const priory::Error& error) {
    require(error.kind() == priory::ErrorKind::model);
  }
}

// The same tensors and metadata under a checksum that fits; nothing if the bytes have no such header.
std::string sealed(std::string_view bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < 8) return {};
  std::memcpy(&length, bytes.data(), 8);
  if (length > bytes.size() - 8 || length > 100'000) return {};
  const std::string_view data = bytes.substr(8 + length);
  try {
    const ordered_json header = ordered_json::parse(bytes.substr(8, length));
    priory::TensorWriter out;
    for (const auto& [name, tensor] : header.items()) {
      if (name == "__metadata__") continue;
      const auto begin = priory::whole(tensor.at("data_offsets").at(0));
      const auto end = priory::whole(tensor.at("data_offsets").at(1));
      if (begin > end || end > data.size()) return {};
      out.add<char>(name, tensor.at("dtype").get<std::string>(), priory::wholes(tensor.at("shape")),
                    {data.data() + begin, end - begin});
    }
    return out.finish(header.at("__metadata__").at("priory").get<std::string>());
  } catch (const ordered_json::exception&) {
    return {};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes);
  if (const std::string other = sealed(bytes); !other.empty()) check(other);
  return 0;
}
