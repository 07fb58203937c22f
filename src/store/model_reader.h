// SPDX-License-Identifier: Apache-2.0
// A model from its tensors. Words and sums stay in the file and are checked as they are used, or all at once
// before.
#pragma once

#include <nlohmann/json.hpp>

#include "priory/store.h"

#include "model/part_estimate.h"
#include "store/groups.h"
#include "store/tensors.h"

namespace priory {

struct FittedWeights;

class ModelReader {
 public:
  ModelReader(std::shared_ptr<const TensorReader> tensors, Check check)
      : tensors_(std::move(tensors)), all_(check == Check::all) {}

  Classifier read();                                   // an Error of kind model tells what is wrong
  std::shared_ptr<const NamedSums> read_statistics();  // the same

 private:
  template <class Read>
  auto guarded(const Read& read) -> decltype(read());
  Classifier read_model();
  std::shared_ptr<NamedSums> read_sums();
  std::vector<KnownPart> read_known(const std::shared_ptr<const NamedSums>& statistics) const;
  void check_derived(const Classifier::State& state) const;
  void check_given(const Classifier::State& state) const;
  void read_selection(std::size_t k, const NamedSums& statistics, KnownPart& out) const;
  FittedWeights read_fitted(const Classifier& generative) const;
  GivenParameters read_given(const std::shared_ptr<const NamedSums>& statistics) const;
  std::vector<double> read_trace() const;
  std::vector<std::string> strings(const std::string& name) const;
  Dictionary values(const std::string& name, const PartPlan& plan, std::size_t begin, std::size_t end) const;
  Sums sums(const std::string& name, std::size_t rows, std::size_t cells) const;
  Sums small_counts(const std::string& name, std::size_t rows, std::size_t cells) const;
  void read_group(const std::string& name, const Group& group, std::vector<PartVocabulary>& parts,
                  CellSums& cell_sums);
  void check_columns(const PartPlan& plan, const Dictionary& values) const;
  void read_frozen(const std::string& name, const PartPlan& plan, PartVocabulary& part,
                   std::size_t& idf_at) const;

  // Where the values of a part are in the tensors of its group.
  struct Values {
    std::string group;
    std::size_t begin = 0, end = 0;
  };

  std::shared_ptr<const TensorReader> tensors_;
  bool all_;  // is checked first
  nlohmann::ordered_json meta_;
  std::shared_ptr<const Plan> plan_;
  std::size_t cells_ = 0;
  std::vector<Values> values_;  // of each part
};

}  // namespace priory
