// SPDX-License-Identifier: Apache-2.0
#include "new_model.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "priory/training.h"

#include "answers.h"
#include "service.h"

namespace priory::server {
namespace {

using Kind = JsonValue::Kind;
constexpr std::string_view kJournal = ".journal";

[[noreturn]] void wrong(const std::string& what, const std::string& remedy = "") {
  throw Error(ErrorKind::usage, what, {}, remedy);
}

std::string name_of(const JsonValue& body) {
  const JsonValue* given = body.find("name");
  if (given == nullptr) wrong("the model has no 'name'");
  const std::string& out = string_of(*given, "name");
  const bool good = !out.empty() && out.size() <= 64 && std::ranges::all_of(out, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
  if (!good) wrong("the name of a model has 1 to 64 letters, digits, - and _");
  return out;
}

std::vector<std::string> classes_of(const JsonValue& body) {
  const JsonValue* given = body.find("classes");
  std::vector<std::string> out;
  if (given == nullptr || !given->is(Kind::array)) wrong("'classes' has to be an array of names");
  for (const JsonValue& each : given->items) {
    const std::string& name = string_of(each, "classes");
    if (name.empty()) wrong("a class has no name");
    if (std::ranges::find(out, name) != out.end()) wrong(fmt::format("the class '{}' comes twice", name));
    out.push_back(name);
  }
  if (out.size() < 2) wrong("a model has two classes or more");
  return out;
}

// What a column is, in the words of --types; and a cell that is one.
struct NamedColumn {
  std::string name, type;
};

std::vector<NamedColumn> columns_of(const JsonValue& body) {
  const JsonValue *text = body.find("text"), *columns = body.find("columns");
  if ((text == nullptr) == (columns == nullptr))
    wrong("give the columns of the rows, or the name of their text",
          R"({"columns": {"size": "number", "colour": "values"}}, or {"text": "body"})");
  if (text != nullptr) return {{string_of(*text, "text"), "text"}};
  if (!columns->is(Kind::object) || columns->items.empty())
    wrong("'columns' has to name columns and what they are");
  std::vector<NamedColumn> out;
  for (std::size_t k = 0; k < columns->items.size(); ++k) {
    std::string type = string_of(columns->items[k], "columns");
    if (type == "number") type = "gaussian";
    if (type == "values") type = "categorical";
    out.push_back({columns->names[k], std::move(type)});
  }
  return out;
}

void check_members(const JsonValue& body) {
  for (const std::string& name : body.names) {
    const std::vector<std::string> known = {"name", "classes", "text", "columns", "target"};
    if (std::ranges::find(known, name) == known.end())
      wrong(fmt::format("'{}' is not known here{}", name, did_you_mean(name, known)));
  }
}

// The plan of rows with these columns: the types settle it, and no cell has a say in it.
Plan plan_of(const std::vector<NamedColumn>& columns, const std::string& target) {
  PlanOptions options;
  options.target = target;
  std::vector<std::string> names, cells;
  for (const NamedColumn& each : columns) {
    if (each.name.empty() || each.name == target)
      wrong(fmt::format("a column cannot be named '{}'", each.name));
    each.type == "text" ? options.text.push_back(each.name)
                        : options.types.push_back({each.name, each.type, {}});
    names.push_back(each.name), cells.emplace_back(each.type == "text" ? "word" : "1");
  }
  names.push_back(target), cells.emplace_back("any");
  const Table table = Table::from_text(csv_line(names) + csv_line(cells), "columns");
  return TrainingRows(table, options).plan();
}

}  // namespace

Beginning beginning_of(const JsonValue& body) {
  check_members(body);
  const JsonValue* target = body.find("target");
  const std::string named = target == nullptr ? "label" : string_of(*target, "target");
  Beginning out{name_of(body), plan_of(columns_of(body), named), classes_of(body)};
  static_cast<void>(Learner(out.plan));  // an Error where rows have to be seen first
  return out;
}

std::string next_model_path(const std::string& folder) {
  for (int n = 1;; ++n) {
    std::string out = fmt::format("{}/model-{}.priory", folder, n);
    if (!std::filesystem::exists(out) && !std::filesystem::exists(journal_path(out))) return out;
  }
}

std::vector<BegunModel> begun_models(const std::string& folder) {
  std::vector<BegunModel> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string path = entry.path().string();
    if (!path.ends_with(kJournal)) continue;
    path.resize(path.size() - kJournal.size());
    auto journal = Journal::look(path);
    if (auto begun = beginning_of(*journal)) out.push_back({begun->name, path});
  }
  std::ranges::sort(out, {}, &BegunModel::path);
  return out;
}

HttpResponse Service::create(const Call& call) {
  if (options_.new_folder.empty())
    throw Refusal(403, "this server makes no models", "start it with --new FOLDER");
  const JsonValue body = parse_json(call.request.body);
  if (!body.is(Kind::object)) wrong("the body has to be a JSON object");
  const Beginning beginning = beginning_of(body);
  const std::unique_lock lock(naming_);
  if (by_name_.contains(beginning.name))
    throw Refusal(409, fmt::format("there is a model '{}' already", beginning.name), "choose another name");
  const std::string path = next_model_path(options_.new_folder);
  begin_model(path, beginning);
  hosts_.push_back(std::make_unique<ModelHost>(beginning.name, path, options_.host));
  by_name_.emplace(beginning.name, hosts_.back().get());
  return {201, "application/json",
          fmt::format("{{\"schema\": \"priory.created/1\", \"model\": \"{}\"}}\n", beginning.name)};
}

}  // namespace priory::server
