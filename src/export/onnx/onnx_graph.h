// SPDX-License-Identifier: Apache-2.0
// A graph of ONNX while it is built: inputs, constants, nodes and outputs, each value known by its name. All
// tensors that depend on rows have them as their first axis. Of the operators, those of opset 13 and of
// ai.onnx.ml 2 are used for which onnxruntime has kernels over doubles.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace priory {

// As TensorProto.DataType numbers them.
enum class OnnxType { integer = 7, text = 8, truth = 9, real = 11 };

struct OnnxAttribute {
  std::string name;
  std::variant<std::int64_t, std::vector<std::int64_t>, std::vector<std::string>> value;
};

class OnnxGraph {
 public:
  using Value = std::string;
  using Shape = std::vector<std::int64_t>;

  // A matrix of rows x `width`. All inputs come before anything else, so that no other value takes the name
  // of one.
  Value input(const std::string& name, OnnxType type, std::size_t width = 1);

  Value reals(std::span<const double> numbers, Shape shape);
  Value real(double number) { return reals({&number, 1}, {}); }
  Value row(std::span<const double> numbers);  // 1 x numbers
  Value integers(std::vector<std::int64_t> numbers, Shape shape);
  Value texts(std::span<const std::string> strings);  // a list

  Value node(std::string_view op, std::vector<Value> inputs, std::vector<OnnxAttribute> attributes = {});
  Value cast(const Value& value, OnnxType to);

  // A value under a name for users: rows, or rows x `width`. A name that an input has gets underscores.
  void output(std::string name, OnnxType type, const Value& value, std::size_t width = 0);
  void note(std::string key, std::string text) { notes_.emplace_back(std::move(key), std::move(text)); }

  // The model file. An Error where it is larger than the format can be.
  std::string file() const;

 private:
  struct Node {
    std::string op;
    std::vector<Value> inputs;
    Value output;
    std::vector<OnnxAttribute> attributes;
  };
  struct Port {  // an input or an output
    std::string name;
    OnnxType type;
    std::size_t width;
  };
  struct Constant {
    std::string name;
    Shape shape;
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>> data;
  };
  class Writer;

  std::string fresh_name();

  std::vector<Port> inputs_, outputs_;
  std::vector<Constant> constants_;
  std::vector<Node> nodes_;
  std::vector<std::pair<std::string, std::string>> notes_;
  std::set<std::string> taken_;
  std::size_t n_names_ = 0;
};

}  // namespace priory
