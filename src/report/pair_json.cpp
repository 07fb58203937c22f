// SPDX-License-Identifier: Apache-2.0
// Learning curves of the pair as `priory.pair/1`.
#include <cmath>
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

void write_pair_number(JsonWriter& writer, std::string_view key, double value) {
  std::isnan(value) ? writer.member(key, nullptr) : writer.member(key, value);
}

void write_pair_figure(JsonWriter& writer, std::string_view key, const RepeatedFigure& figure) {
  writer.key(key).begin_object();
  write_pair_number(writer, "mean", figure.mean);
  write_pair_number(writer, "low", figure.low);
  write_pair_number(writer, "high", figure.high);
  writer.end_object();
}

void write_pair_side(JsonWriter& writer, std::string_view key, const PairSide& side, const double* l2) {
  writer.key(key).begin_object();
  if (l2 != nullptr) writer.member("l2", *l2);
  write_pair_figure(writer, "accuracy", side.accuracy);
  write_pair_figure(writer, "log_loss", side.log_loss);
  writer.end_object();
}

void write_pair_point(JsonWriter& writer, const PairPoint& point) {
  writer.begin_object().member("rows", point.rows);
  if (point.trouble.empty()) {
    write_pair_side(writer, "generative", point.generative, nullptr);
    write_pair_side(writer, "discriminative", point.discriminative, &point.l2_towards_zero);
    write_pair_side(writer, "between", point.between, &point.l2_between);
  } else {
    writer.member("trouble", point.trouble);
  }
  writer.end_object();
}

}  // namespace

void write_json(JsonWriter& writer, const Pair& pair) {
  writer.begin_object().member("schema", "priory.pair/1").member("rows", pair.rows);
  writer.member("held_out", pair.held_out).member("repeats", pair.repeats).member("seed", pair.seed);
  writer.member("families", pair.families).key("points").begin_array();
  for (const PairPoint& point : pair.points) write_pair_point(writer, point);
  writer.end_array().key("crossing").begin_object();
  writer.member("accuracy", pair.crossing_accuracy).member("log_loss", pair.crossing_log_loss);
  writer.end_object().end_object();
}

std::string to_json(const Pair& pair) {
  std::ostringstream out;
  JsonWriter writer(out);
  write_json(writer, pair);
  return out.str();
}

}  // namespace priory
