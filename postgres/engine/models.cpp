// SPDX-License-Identifier: Apache-2.0
// Models that are there: they predict, explain and show themselves, are judged by rows and merged.
#include <sstream>

#include "priory/evaluation.h"
#include "priory/predictor.h"
#include "priory/report.h"
#include "priory/store.h"
#include "priory/training.h"

#include "rows_object.h"

namespace priory::postgres {
namespace {

std::string json_string(std::string_view text) {
  std::ostringstream out;
  JsonWriter(out).value(text);
  return out.str();
}

// A model that was loaded, with the scratch of predictions.
class Model final : public RowsObject {
 public:
  explicit Model(PrioryText bytes) : predictor_(from_bytes(view(bytes), "the model")) {
    shape_.emplace(model().plan(), predictor_.columns());
    for (const std::string& each : predictor_.classes()) json_labels_.push_back(json_string(each));
  }

  std::string_view predict(const PrioryCell* cells) { return predictor_.predict(shape_->cells(cells)).label; }
  void posterior(const PrioryCell* cells) {
    const std::span<const double> p = predictor_.posterior(shape_->cells(cells));
    out = "{";
    for (std::size_t c = 0; c < p.size(); ++c)
      out.append(c == 0 ? "" : ", ").append(json_labels_[c]).append(": ").append(number_text(p[c]));
    out += '}';
  }
  void explain(const PrioryCell* cells) {
    const Explanation explanation = predictor_.explain(shape_->cells(cells));
    std::ostringstream json;
    JsonWriter writer(json);
    write_json(writer, model(), explanation, compared_classes(model(), explanation), 1);
    out = json.str();
  }
  const Classifier& model() const { return predictor_.model(); }

  void add(const PrioryCell&, const PrioryCell*) override {}
  std::optional<std::string> result() override { return std::nullopt; }

 protected:
  void require_shape(const PrioryColumns*) override {}

 private:
  Predictor predictor_;
  std::vector<std::string> json_labels_;
};

class Judge final : public RowsObject {
 public:
  explicit Judge(PrioryText bytes) : model_(from_bytes(view(bytes), "the model")) {
    shape_.emplace(model_.plan(), learnt_columns(model_.plan()));
    rows_ = RowBuffer(model_.plan().target, shape_->wanted());
  }
  void add(const PrioryCell& label, const PrioryCell* cells) override {
    rows_.add(cell_value(label), shape_->cells(cells));
    if (rows_.full()) judge();
  }
  std::optional<std::string> result() override {
    judge();
    if (!judged_) return std::nullopt;
    return to_json(judged_->measure());
  }

 protected:
  void require_shape(const PrioryColumns*) override {}

 private:
  void judge() {
    if (rows_.n_rows() == 0) return;
    TableEvaluationOptions options;
    options.tick = tick();
    Evaluation more = evaluate_table(model_, rows_.rows(), options).evaluation;
    if (judged_)
      judged_->merge(more);
    else
      judged_.emplace(std::move(more));
    rows_.clear();
  }

  Classifier model_;
  RowBuffer rows_;
  std::optional<Evaluation> judged_;
};

class Merger final : public PrioryObject {
 public:
  void add(PrioryText bytes) {
    const Classifier other = from_bytes(view(bytes), "the model");
    model_ = model_ ? model_->merge(other) : other;
  }
  const std::string& result() { return out = to_bytes(model_.value()); }

 private:
  std::optional<Classifier> model_;
};

}  // namespace
}  // namespace priory::postgres

using namespace priory::postgres;

PrioryObject* priory_new_model(PrioryText bytes, PrioryFailure* failure) {
  return made<Model>(failure, bytes);
}
PrioryObject* priory_new_judge(PrioryText model, PrioryFailure* failure) {
  return made<Judge>(failure, model);
}
PrioryObject* priory_new_merger(PrioryFailure* failure) {
  return made<Merger>(failure);
}
bool priory_model_predict(PrioryObject* model, const PrioryCell* cells, PrioryText* label,
                          PrioryFailure* failure) {
  return guarded(failure, [&] { *label = text(static_cast<Model*>(model)->predict(cells)); });
}
bool priory_model_posterior(PrioryObject* model, const PrioryCell* cells, PrioryText* json,
                            PrioryFailure* failure) {
  return guarded(failure, [&] { as<Model>(model).posterior(cells), *json = text(model->out); });
}
bool priory_model_explain(PrioryObject* model, const PrioryCell* cells, PrioryText* json,
                          PrioryFailure* failure) {
  return guarded(failure, [&] { as<Model>(model).explain(cells), *json = text(model->out); });
}
bool priory_model_inspect(PrioryObject* model, PrioryText* json, PrioryFailure* failure) {
  return guarded(failure, [&] {
    model->out = priory::to_json(as<Model>(model).model());
    *json = text(model->out);
  });
}
bool priory_model_plan(PrioryObject* model, PrioryText* json, PrioryFailure* failure) {
  return guarded(failure, [&] {
    model->out = priory::plan_to_json(priory::plan_of(as<Model>(model).model()));
    *json = text(model->out);
  });
}
bool priory_merger_add(PrioryObject* merger, PrioryText model, PrioryFailure* failure) {
  return guarded(failure, [&] { as<Merger>(merger).add(model); });
}
bool priory_merger_result(PrioryObject* merger, PrioryText* model, PrioryFailure* failure) {
  return guarded(failure, [&] { *model = text(as<Merger>(merger).result()); });
}
