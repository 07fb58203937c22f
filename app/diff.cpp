// SPDX-License-Identifier: Apache-2.0
// priory diff MODEL MODEL: what tells two models apart.
#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "arguments/output_arguments.h"

namespace priory::app {
namespace {

constexpr std::string_view kHeader[] = {"what", "value", "class", "first", "second"};

struct Diff {
  std::vector<std::string> models;
  std::size_t top = 10;
  OutputArguments output;

  int run() const {
    output.check();
    if (models.size() != 2)
      throw Error(ErrorKind::usage, fmt::format("diff compares two models, not {}", models.size()));
    const Classifier a = load(models[0]), b = load(models[1]);
    const ModelDifference found = difference(a, b, top);
    // The same knowledge in files of two versions of the format is not the same file.
    const bool same = found.same && file_facts(models[0]).checksum == file_facts(models[1]).checksum;
    write_output(output.as_json()   ? as_json(found, same)
                 : output.as_rows() ? output.table(as_table(found))
                                    : as_text(found, same));
    return same ? 0 : 1;
  }

  static std::vector<std::string> cells_of(const DifferenceItem& item) {
    return {item.what, item.value, item.label, item.first, item.second};
  }

  // Every column for programs, with the place of each row.
  static TextTable as_table(const ModelDifference& found) {
    std::vector<std::string> header = {"place"};
    header.insert(header.end(), std::begin(kHeader), std::end(kHeader));
    TextTable out(header);
    for (const DifferenceGroup& group : found.groups) {
      for (const DifferenceItem& item : group.items) {
        std::vector<std::string> row = cells_of(item);
        row.insert(row.begin(), group.place);
        out.add_row(std::move(row));
      }
    }
    return out;
  }

  // For people without those columns that say nothing.
  static TextTable as_table(const DifferenceGroup& group) {
    std::vector<std::size_t> said;
    for (std::size_t k = 0; k < std::size(kHeader); ++k) {
      const auto says = [&](const DifferenceItem& item) { return !cells_of(item)[k].empty(); };
      const bool is_value_or_class = k == 1 || k == 2;
      if (!is_value_or_class || std::ranges::any_of(group.items, says)) said.push_back(k);
    }
    const auto choose = [&](const std::vector<std::string>& cells) {
      std::vector<std::string> out;
      out.reserve(said.size());
      for (const std::size_t k : said) out.push_back(cells[k]);
      return out;
    };
    TextTable out(choose({std::begin(kHeader), std::end(kHeader)}));
    for (const DifferenceItem& item : group.items) out.add_row(choose(cells_of(item)));
    return out;
  }

  std::string as_text(const ModelDifference& found, bool same) const {
    if (same) return "the models are the same\n";
    if (found.groups.empty()) return "the models know the same; the files are written differently\n";
    std::string out = fmt::format("first: {}\nsecond: {}\n", models[0], models[1]);
    for (const DifferenceGroup& group : found.groups) {
      out += fmt::format("\n{}{}\n", group.part ? "part " : "", printable(group.place));
      out += as_table(group).text(terminal_width());
      if (group.n_more > 0)
        out += fmt::format("and {} more (--top {} shows them)\n", group.n_more,
                           group.items.size() + group.n_more);
    }
    return out;
  }

  std::string as_json(const ModelDifference& found, bool same) const {
    std::ostringstream out;
    JsonWriter writer(out);
    writer.begin_object()
        .member("schema", "priory.diff/1")
        .member("models", models)
        .member("same", same)
        .member("differences", found.n_items())
        .key("groups")
        .begin_array();
    for (const DifferenceGroup& group : found.groups) {
      writer.begin_object()
          .member("place", group.place)
          .member("part", group.part)
          .key("items")
          .begin_array();
      for (const DifferenceItem& item : group.items) write_item(writer, item);
      writer.end_array().member("more", group.n_more).end_object();
    }
    writer.end_array().end_object();
    out << '\n';
    return out.str();
  }

  static void write_item(JsonWriter& writer, const DifferenceItem& item) {
    writer.begin_object()
        .member("what", item.what)
        .member("value", item.value)
        .member("class", item.label)
        .member("first", item.first)
        .member("second", item.second)
        .member("size", item.size)
        .end_object();
  }
};

}  // namespace

Verb make_diff() {
  const auto self = std::make_shared<Diff>();
  Verb verb{"diff",
            "what tells two models apart; exit 1 if anything does",
            {"priory diff old.priory new.priory", "priory diff old.priory new.priory --json"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.texts("MODEL", "", self->models, "two model files").required = true;
  arguments.count("--top", "N", self->top, "how many differences of each part to show; 10 when not given");
  self->output.declare(arguments);
  verb.matter = {"--top", "--json"};
  return verb;
}

}  // namespace priory::app
