// SPDX-License-Identifier: Apache-2.0
// priory_update and priory_forget, and the window that priory_train moves over: a Learner, which learns and
// forgets row by row and exactly.
#include <cmath>
#include <fmt/format.h>

#include "priory/predictor.h"
#include "priory/store.h"

#include "rows_object.h"

namespace priory::postgres {
namespace {

class Changing : public RowsObject {
 public:
  void remove(const PrioryCell& label, const PrioryCell* cells) override {
    change(label, cells,
           [&](RowView row, const CellValue& of, double weight) { learner_->forget(row, of, weight); });
  }
  std::optional<std::string> result() override {
    if (!learner_ || learner_->n_rows() == 0) return std::nullopt;
    return to_bytes(learner_->snapshot());
  }

 protected:
  void learn(const PrioryCell& label, const PrioryCell* cells) {
    change(label, cells,
           [&](RowView row, const CellValue& of, double weight) { learner_->learn(row, of, weight); });
  }
  void begin(Learner learner) {
    learner_.emplace(std::move(learner));
    std::vector<std::string> wanted = learner_->columns();
    if (!learner_->plan().weight.empty()) wanted.push_back(learner_->plan().weight);
    shape_.emplace(learner_->plan(), std::move(wanted));
  }

 private:
  template <class Change>
  void change(const PrioryCell& label, const PrioryCell* cells, const Change& with) {
    const RowView row = shape_->cells(cells);
    const std::size_t n = learner_->columns().size();
    with(row.first(n), cell_value(label), n < row.size() ? weight_of(row[n]) : 1.0);
  }
  double weight_of(const CellValue& cell) const {
    if (cell.kind == CellValue::Kind::number && std::isfinite(cell.number) && cell.number >= 0)
      return cell.number;
    throw Error(ErrorKind::data, fmt::format("the weight, column '{}', has to be a number from 0 on",
                                             learner_->plan().weight));
  }

  std::optional<Learner> learner_;
};

// A model that learns or forgets rows.
class Changer final : public Changing {
 public:
  Changer(PrioryText model, bool forget) : forget_(forget) {
    begin(Learner(from_bytes(view(model), "the model")));
  }
  void add(const PrioryCell& label, const PrioryCell* cells) override {
    forget_ ? remove(label, cells) : learn(label, cells);
  }

 protected:
  void require_shape(const PrioryColumns*) override {}

 private:
  bool forget_;
};

// A model of the rows in a window.
class Window final : public Changing {
 public:
  explicit Window(PrioryText options) : options_(parse_options(view(options))) {}
  void add(const PrioryCell& label, const PrioryCell* cells) override { learn(label, cells); }
  // The first rows of a window may be too few for a model: that is no reason to end a query over all of them.
  std::optional<std::string> result() override {
    try {
      return Changing::result();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::data) throw;
      return std::nullopt;
    }
  }

 protected:
  void require_shape(const PrioryColumns* columns) override {
    if (!shape_) begin(Learner(plan_of(options_, columns)));
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace priory::postgres

using namespace priory::postgres;

PrioryObject* priory_new_changer(PrioryText model, bool forget, PrioryFailure* failure) {
  return made<Changer>(failure, model, forget);
}
PrioryObject* priory_new_window(PrioryText options, PrioryFailure* failure) {
  return made<Window>(failure, options);
}
bool priory_rows_columns(PrioryObject* object, const PrioryColumns* columns, PrioryFailure* failure) {
  return guarded(failure, [&] { as<RowsObject>(object).columns(*columns); });
}
bool priory_rows_names(PrioryObject* object, const PrioryText** names, size_t* n_names,
                       PrioryFailure* failure) {
  return guarded(failure, [&] {
    const std::span<const PrioryText> all = as<RowsObject>(object).names();
    *names = all.data(), *n_names = all.size();
  });
}
bool priory_rows_add(PrioryObject* object, const PrioryCell* label, const PrioryCell* cells,
                     PrioryFailure* failure) {
  return guarded(failure, [&] { static_cast<RowsObject*>(object)->add(*label, cells); });
}
bool priory_rows_remove(PrioryObject* object, const PrioryCell* label, const PrioryCell* cells,
                        PrioryFailure* failure) {
  return guarded(failure, [&] { static_cast<RowsObject*>(object)->remove(*label, cells); });
}
bool priory_rows_result(PrioryObject* object, bool* any, PrioryText* result, PrioryFailure* failure) {
  return guarded(failure, [&] {
    auto out = as<RowsObject>(object).result();
    *any = out.has_value();
    if (out) object->out = std::move(*out);
    *result = text(object->out);
  });
}
