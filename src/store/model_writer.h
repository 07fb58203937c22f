// SPDX-License-Identifier: Apache-2.0
// A model as tensors: its statistics from where they lie, without a copy, and what follows from them that a
// reader would have to go through all values for.
#pragma once

#include <nlohmann/json.hpp>

#include "priory/classifier.h"

#include "exact/sums.h"
#include "store/groups.h"
#include "store/tensors.h"

namespace priory {

struct FittedWeights;

// What the metadata call bytes that hold statistics and no model.
constexpr std::string_view kStatisticsKind = "statistics";

class ModelWriter {
 public:
  explicit ModelWriter(const Classifier& model);      // which must outlive it
  explicit ModelWriter(const NamedSums& statistics);  // canonical; the same

  // The bytes of the file, which are to be written one after the other before the writer is gone.
  std::vector<std::string_view> pieces() { return tensors_.pieces(metadata_); }
  std::string bytes() { return tensors_.finish(metadata_); }

 private:
  void add_statistics(const NamedSums& statistics);
  void add_names(const NamedSums& statistics);
  // `more`: an object, whose members come after those of every model.
  std::string metadata_of(const NamedSums& statistics, std::string_view kind,
                          const nlohmann::ordered_json& more = nlohmann::ordered_json::object()) const;
  void add_strings(const std::string& name, const std::vector<const Dictionary*>& lists);
  void add_sums(const std::string& name, const Sums& sums);
  void keep_sums(const std::string& name, Sums sums);
  void add_group(const std::string& name, const NamedSums& statistics, const Group& group);
  void add_group_sums(const std::string& name, const NamedSums& statistics, const Group& group);
  void add_derived(const Classifier::State& state);
  void add_given(const NamedSums& statistics);
  void add_fitted(const FittedWeights& fitted);

  TensorWriter tensors_;
  std::vector<std::shared_ptr<const Sums>> kept_;
  nlohmann::ordered_json bases_;
  std::string metadata_;
  std::shared_ptr<const Classifier> generative_;  // what is derived stays with it
};

}  // namespace priory
