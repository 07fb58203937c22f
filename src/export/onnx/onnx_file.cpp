// SPDX-License-Identifier: Apache-2.0
// The bytes of a graph: messages of Protocol Buffers, whose tags are those of onnx.proto.
#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

#include "priory/error.h"
#include "priory/version.h"

#include "export/onnx/onnx_graph.h"

namespace priory {
namespace {

using protozero::pbf_writer;

constexpr std::int64_t kFormat = 7, kOpset = 13, kLearningOpset = 2;
constexpr std::string_view kLearningDomain = "ai.onnx.ml";
// Protocol Buffers count bytes in 31 bits.
constexpr std::size_t kMostBytes = (std::size_t{1} << 31) - 1;

std::string_view domain_of(std::string_view op) {
  return op == "LabelEncoder" ? kLearningDomain : std::string_view{};
}

void add_text(pbf_writer& to, protozero::pbf_tag_type tag, std::string_view text) {
  to.add_bytes(tag, text.data(), text.size());
}

void add_opset(pbf_writer& model, std::string_view domain, std::int64_t version) {
  pbf_writer opset(model, 8);
  add_text(opset, 1, domain);
  opset.add_int64(2, version);
}

struct AttributeValue {
  pbf_writer& to;
  void operator()(std::int64_t number) const { to.add_int64(3, number), to.add_enum(20, 2); }
  void operator()(const std::vector<std::int64_t>& numbers) const {
    for (const std::int64_t each : numbers) to.add_int64(8, each);
    to.add_enum(20, 7);
  }
  void operator()(const std::vector<std::string>& strings) const {
    for (const std::string& each : strings) add_text(to, 9, each);
    to.add_enum(20, 8);
  }
};

struct TensorData {
  pbf_writer& to;
  void operator()(const std::vector<double>& numbers) const {
    to.add_int32(2, static_cast<int>(OnnxType::real));
    to.add_packed_double(10, numbers.begin(), numbers.end());
  }
  void operator()(const std::vector<std::int64_t>& numbers) const {
    to.add_int32(2, static_cast<int>(OnnxType::integer));
    to.add_packed_int64(7, numbers.begin(), numbers.end());
  }
  void operator()(const std::vector<std::string>& strings) const {
    to.add_int32(2, static_cast<int>(OnnxType::text));
    for (const std::string& each : strings) add_text(to, 6, each);
  }
};

}  // namespace

class OnnxGraph::Writer {
 public:
  explicit Writer(const OnnxGraph& graph) : graph_(graph) {}

  std::string file() const {
    std::string out;
    pbf_writer model(out);
    model.add_int64(1, kFormat);
    add_text(model, 2, "priory");
    add_text(model, 3, PRIORY_VERSION);
    {
      pbf_writer body(model, 7);
      write_graph(body);
    }
    add_opset(model, "", kOpset);
    add_opset(model, kLearningDomain, kLearningOpset);
    for (const auto& [key, text] : graph_.notes_) {
      pbf_writer note(model, 14);
      add_text(note, 1, key), add_text(note, 2, text);
    }
    if (out.size() > kMostBytes)
      throw Error(ErrorKind::usage, "the model has more than the 2 GB that an ONNX file can have");
    return out;
  }

 private:
  void write_graph(pbf_writer& to) const {
    for (const Node& each : graph_.nodes_) write(to, each);
    add_text(to, 2, "priory");
    for (const Constant& each : graph_.constants_) write(to, each);
    for (const Port& each : graph_.inputs_) write(to, 11, each);
    for (const Port& each : graph_.outputs_) write(to, 12, each);
  }

  static void write(pbf_writer& graph, const Node& node) {
    pbf_writer to(graph, 1);
    for (const Value& each : node.inputs) add_text(to, 1, each);
    add_text(to, 2, node.output);
    add_text(to, 4, node.op);
    for (const OnnxAttribute& each : node.attributes) {
      pbf_writer attribute(to, 5);
      add_text(attribute, 1, each.name);
      std::visit(AttributeValue{attribute}, each.value);
    }
    add_text(to, 7, domain_of(node.op));
  }

  static void write(pbf_writer& graph, const Constant& constant) {
    pbf_writer to(graph, 5);
    for (const std::int64_t each : constant.shape) to.add_int64(1, each);
    std::visit(TensorData{to}, constant.data);
    add_text(to, 8, constant.name);
  }

  static void write(pbf_writer& graph, protozero::pbf_tag_type tag, const Port& port) {
    pbf_writer to(graph, tag);
    add_text(to, 1, port.name);
    pbf_writer type(to, 2), tensor(type, 1);
    tensor.add_int32(1, static_cast<int>(port.type));
    pbf_writer shape(tensor, 2);
    {
      pbf_writer rows(shape, 1);
      add_text(rows, 2, "rows");
    }
    if (port.width == 0) return;
    pbf_writer width(shape, 1);
    width.add_int64(1, static_cast<std::int64_t>(port.width));
  }

  const OnnxGraph& graph_;
};

std::string OnnxGraph::file() const {
  return Writer(*this).file();
}

}  // namespace priory
