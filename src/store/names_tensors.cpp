// SPDX-License-Identifier: Apache-2.0
#include "store/names_tensors.h"

namespace priory {
namespace {

struct Strings {
  std::string bytes;
  std::vector<std::uint64_t> ends;

  void add(const std::string& text) { bytes += text, ends.push_back(bytes.size()); }
  void write(TensorWriter& out, const std::string& name) const {
    out.add<std::uint64_t>(name + ".ends", "U64", {ends.size()}, ends);
    out.add<char>(name + ".bytes", "U8", {bytes.size()}, {bytes.data(), bytes.size()});
  }
};

std::vector<std::string> read_strings(const TensorReader& in, const std::string& name) {
  const auto ends = in.get<std::uint64_t>(name + ".ends", "U64");
  const auto bytes = in.get<char>(name + ".bytes", "U8");
  std::vector<std::string> out;
  std::size_t at = 0;
  for (const std::uint64_t end : ends) {
    if (end < at || end > bytes.size()) in.fail("the names '" + name + "' overlap");
    out.emplace_back(bytes.data() + at, end - at);
    at = end;
  }
  return out;
}

}  // namespace

void write_names(TensorWriter& out, const std::string& name, const BucketNames& names) {
  Strings buckets, words;
  std::vector<std::uint64_t> counts;
  for (const auto& [bucket, list] : names.buckets()) {
    for (const BucketWord& each : list) {
      buckets.add(bucket), words.add(each.word);
      counts.push_back(each.count);
    }
  }
  buckets.write(out, name + ".buckets");
  words.write(out, name + ".words");
  out.add<std::uint64_t>(name + ".counts", "U64", {counts.size()}, counts);
}

std::shared_ptr<const BucketNames> read_names(const TensorReader& in, const std::string& name) {
  if (!in.has(name + ".counts")) return nullptr;
  const std::vector<std::string> buckets = read_strings(in, name + ".buckets");
  const std::vector<std::string> words = read_strings(in, name + ".words");
  const auto counts = in.get<std::uint64_t>(name + ".counts", "U64");
  if (buckets.size() != counts.size() || words.size() != counts.size()) in.fail("its names do not fit");
  auto out = std::make_shared<BucketNames>();
  for (std::size_t k = 0; k < counts.size(); ++k) out->add(buckets[k], {words[k], counts[k]});
  return out;
}

}  // namespace priory
