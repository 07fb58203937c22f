// SPDX-License-Identifier: Apache-2.0
// priory_train: rows are counted in batches, and statistics of other workers merged in. priory_plan keeps the
// rows, since a plan is made of all of them.
#include <fmt/format.h>

#include "priory/statistics.h"
#include "priory/store.h"
#include "priory/training.h"

#include "rows_object.h"

namespace priory::postgres {
namespace {

class Trainer final : public RowsObject {
 public:
  explicit Trainer(PrioryText options) : options_(parse_options(view(options))) {}
  explicit Trainer(Statistics statistics) : statistics_(std::move(statistics)) {}

  void add(const PrioryCell& label, const PrioryCell* cells) override {
    buffer_.add(cell_value(label), shape_->cells(cells));
    if (buffer_.full()) count();
  }
  void merge(Trainer& other) {
    count(), other.count();
    if (!other.statistics_) return;
    if (!statistics_) statistics_.emplace(other.statistics_->zero());
    statistics_->merge(*other.statistics_);
  }
  std::string bytes() {
    count();
    return statistics_->bytes();
  }
  std::optional<std::string> result() override {
    count();
    if (!statistics_ || statistics_->n_rows() == 0) return std::nullopt;
    return to_bytes(statistics_->estimate());
  }

 protected:
  void require_shape(const PrioryColumns* columns) override {
    if (shape_) return;
    if (!statistics_) statistics_.emplace(plan_of(options_, columns));
    const Plan& plan = statistics_->plan();
    shape_.emplace(plan, learnt_columns(plan));
    buffer_ = RowBuffer(plan.target, shape_->wanted());
  }

 private:
  void count() {
    if (buffer_.n_rows() == 0) return;
    const OpenChunks open =
        rows_to_learn(buffer_.rows(), statistics_->plan(), options_.plan_options.skip_bad_rows);
    statistics_->add(*open(), 1, tick());
    buffer_.clear();
  }

  Options options_;
  std::optional<Statistics> statistics_;
  RowBuffer buffer_;
};

class Planner final : public RowsObject {
 public:
  explicit Planner(PrioryText options) : options_(parse_options(view(options)).plan_options) {
    if (options_.target.empty()) options_.target = "class";
  }

  void add(const PrioryCell& label, const PrioryCell* cells) override {
    rows_.add(cell_value(label), shape_->cells(cells));
    if (rows_.bytes() > kMostBytes)
      throw Error(ErrorKind::usage, fmt::format("more than {} MB of rows for a plan", kMostBytes >> 20U), {},
                  "make it of a sample: FROM table TABLESAMPLE SYSTEM (1)");
  }
  std::optional<std::string> result() override {
    if (rows_.n_rows() == 0) return std::nullopt;
    const TrainingRows rows(rows_.rows(), options_);
    return plan_to_json(decide(rows.plan(), rows.counter(), 1, tick()));
  }

 protected:
  void require_shape(const PrioryColumns* columns) override {
    if (shape_) return;
    if (columns == nullptr)
      throw Error(ErrorKind::usage, "a plan is made of rows with columns, and jsonb has none", {},
                  "make rows of it: jsonb_to_record, jsonb_populate_record");
    std::vector<std::string> names;
    for (std::size_t k = 0; k < columns->n_columns; ++k) {
      if (view(columns->column[k].name) != options_.target) names.emplace_back(view(columns->column[k].name));
    }
    shape_.emplace(Plan(), names);
    rows_ = RowBuffer(options_.target, names);
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

  PlanOptions options_;
  RowBuffer rows_;
};

}  // namespace
}  // namespace priory::postgres

using namespace priory::postgres;

PrioryObject* priory_new_trainer(PrioryText options, PrioryFailure* failure) {
  return made<Trainer>(failure, options);
}
PrioryObject* priory_new_planner(PrioryText options, PrioryFailure* failure) {
  return made<Planner>(failure, options);
}
PrioryObject* priory_trainer_from_bytes(PrioryText bytes, PrioryFailure* failure) {
  PrioryObject* out = nullptr;
  guarded(failure,
          [&] { out = std::make_unique<Trainer>(priory::Statistics::from_bytes(view(bytes))).release(); });
  return out;
}
bool priory_trainer_merge(PrioryObject* trainer, PrioryObject* other, PrioryFailure* failure) {
  return guarded(failure, [&] { as<Trainer>(trainer).merge(as<Trainer>(other)); });
}
bool priory_trainer_bytes(PrioryObject* trainer, PrioryText* bytes, PrioryFailure* failure) {
  return guarded(failure, [&] {
    trainer->out = as<Trainer>(trainer).bytes();
    *bytes = text(trainer->out);
  });
}
