// SPDX-License-Identifier: Apache-2.0
// priory schema DATA: what each column would be read as, and why.
#include <fmt/format.h>
#include <sstream>

#include "arguments/output_arguments.h"
#include "training_data.h"

namespace priory::app {
namespace {

struct Schema {
  std::vector<std::string> data;
  OutputArguments output;
  ReadArguments read;
  PlanArguments shape;

  int run() {
    output.check();
    PlanOptions options = shape.finish();
    options.tolerant = true;
    const Table table = read.open(data);
    settle_target(options, table);
    ReadCounts counts;
    const auto columns = profile(table, reading_rules(options), read.skip_bad_rows(), read.thread_count(),
                                 progress("looking"), &counts);
    const Tick tick = options.family == kAutoFamily ? progress("choosing families") : Tick();
    const ChosenFamilies chosen = choose_families(table, columns, options, read.thread_count(), tick);
    Plan plan = make_plan(columns, chosen.options);
    chosen.explain(plan);
    std::ostringstream out;
    output.as_json() ? write_json(out, columns, plan) : write_text(out, columns, plan);
    write_output(out.str());
    report_warnings(plan);
    report_counts(counts);
    return 0;
  }

  void write_text(std::ostream& out, const std::vector<ColumnProfile>& columns, const Plan& plan) const {
    TextTable table({"column", "read as", "missing", "values", "why"});
    table.wrap(4);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      table.add_row({columns[k].name, plan.roles[k].role, std::to_string(columns[k].n_missing),
                     std::to_string(columns[k].n_distinct), spelt_for_shell(plan.roles[k].reason)});
    }
    out << output.table(table);
  }

  static void write_json(std::ostream& out, const std::vector<ColumnProfile>& columns, const Plan& plan) {
    JsonWriter writer(out);
    writer.begin_object()
        .member("schema", "priory.schema/1")
        .member("rows", columns.empty() ? 0 : columns[0].n_rows)
        .key("columns")
        .begin_array();
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const ColumnProfile& c = columns[k];
      writer.begin_object()
          .member("name", c.name)
          .member("role", plan.roles[k].role)
          .member("reason", spelt_for_shell(plan.roles[k].reason));
      writer.member("missing", c.n_missing)
          .member("numbers", c.n_numbers)
          .member("whole", c.n_whole)
          .member("distinct", c.n_distinct);
      if (c.n_numbers > 0) writer.member("least", c.least).member("most", c.most);
      writer.member("examples", c.examples);
      write_reading(writer, c);
      std::vector<std::string> warnings;
      for (const std::string& each : plan.roles[k].warnings) warnings.push_back(spelt_for_shell(each));
      if (!warnings.empty()) writer.member("warnings", warnings);
      writer.end_object();
    }
    writer.end_array().end_object();
  }

  // What is other than usual.
  static void write_reading(JsonWriter& writer, const ColumnProfile& column) {
    const Reading& reading = column.reading;
    if (reading.plain()) return;
    writer.key("reading").begin_object();
    if (reading.decimal != '.') writer.member("decimal", std::string(1, reading.decimal));
    if (reading.thousands != 0) writer.member("thousands", std::string(1, reading.thousands));
    if (!reading.unit.empty()) writer.member("unit", reading.unit);
    if (reading.multiples) writer.member("multiples", true);
    if (reading.parentheses) writer.member("parentheses", true);
    if (!reading.missing.empty()) writer.member("missing", reading.missing);
    if (!reading.truth.empty()) writer.member("truth", reading.truth);
    if (!reading.date.empty()) writer.member("date", reading.date);
    if (!reading.borders.empty()) writer.member("borders", reading.borders);
    writer.end_object();
  }
};

}  // namespace

Verb make_schema() {
  const auto self = std::make_shared<Schema>();
  Verb verb{"schema",
            "what each column is read as, and why",
            {"priory schema mail.csv", "priory schema survey.csv --target vote --na 'NA,?'"},
            {},
            [self] { return self->run(); }};
  Arguments& arguments = verb.arguments;
  arguments.rows(self->data).required = true;
  arguments.group("Output");
  self->output.declare(arguments);
  self->shape.declare(arguments);
  self->read.declare(arguments);
  Arguments memory;
  MemoryArguments().declare(memory);
  arguments.refuse_all(memory, "it bounds what is learnt, and schema learns nothing");
  verb.matter = {"--target", "--types", "--ignore", "--na", "--no-header", "--delimiter", "--json"};
  return verb;
}

}  // namespace priory::app
