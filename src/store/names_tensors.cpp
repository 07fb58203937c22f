// SPDX-License-Identifier: Apache-2.0
#include "store/names_tensors.h"

namespace priory {
namespace {

struct StringColumn {
  std::vector<char> bytes;
  std::vector<std::uint64_t> ends;

  void add(const std::string& text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    ends.push_back(bytes.size());
  }
  void write(TensorWriter& out, const std::string& name) && {
    const std::size_t n = ends.size(), n_bytes = bytes.size();
    out.keep<std::uint64_t>(name + ".ends", "U64", {n}, std::move(ends));
    out.keep<char>(name + ".bytes", "U8", {n_bytes}, std::move(bytes));
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

BucketNames load_names(const TensorReader& in, const std::string& name) {
  const std::vector<std::string> buckets = read_strings(in, name + ".buckets");
  const std::vector<std::string> words = read_strings(in, name + ".words");
  const auto counts = in.get<std::uint64_t>(name + ".counts", "U64");
  if (buckets.size() != counts.size() || words.size() != counts.size()) in.fail("its names do not fit");
  BucketNames out;
  for (std::size_t k = 0; k < counts.size(); ++k) out.add(buckets[k], {words[k], counts[k]});
  return out;
}

}  // namespace

void write_names(TensorWriter& out, const std::string& name, const BucketNames& names) {
  StringColumn buckets, words;
  std::vector<std::uint64_t> counts;
  for (const auto& [bucket, list] : names.buckets()) {
    for (const BucketWord& each : list) {
      buckets.add(bucket), words.add(each.word);
      counts.push_back(each.count);
    }
  }
  const std::size_t n = counts.size();
  std::move(buckets).write(out, name + ".buckets");
  std::move(words).write(out, name + ".words");
  out.keep<std::uint64_t>(name + ".counts", "U64", {n}, std::move(counts));
}

std::shared_ptr<const BucketNames> read_names(const std::shared_ptr<const TensorReader>& in,
                                              const std::string& name) {
  if (!in->has(name + ".counts")) return nullptr;
  return std::make_shared<const BucketNames>([in, name] { return load_names(*in, name); });
}

}  // namespace priory
