// SPDX-License-Identifier: Apache-2.0
// The options that shape a model, from Python's values: names are the command line's, with _ for -.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "priory/classifier.h"
#include "priory/family.h"
#include "priory/front_end.h"
#include "settings.h"

namespace priory::python {
namespace {

using Set = std::function<void(PlanOptions&, py::handle)>;

std::string text_of(py::handle value) { return py::cast<std::string>(value); }

std::pair<std::size_t, std::size_t> range_of(py::handle value) {
  if (PyIndex_Check(value.ptr()) != 0) return {py::cast<std::size_t>(value), py::cast<std::size_t>(value)};
  return py::cast<std::pair<std::size_t, std::size_t>>(value);
}

// A whole number counts texts, any other is a share of them.
DocumentLimit limit_of(py::handle value) {
  return {py::cast<double>(value), py::isinstance<py::float_>(value)};
}

std::vector<ColumnType> types_of(py::handle value) {
  if (py::isinstance<py::str>(value)) return parse_types(text_of(value));
  std::vector<ColumnType> out;
  for (const auto& [column, type] : py::cast<py::dict>(value)) {
    if (py::isinstance<py::str>(type)) {
      out.push_back(parse_types("x=" + text_of(type)).at(0));
    } else {  // its values
      out.push_back({"", "categorical", py::cast<std::vector<std::string>>(type)});
    }
    out.back().column = text_of(py::str(column));
  }
  return out;
}

std::vector<ColumnGroup> parts_of(py::handle value) {
  if (py::isinstance<py::str>(value)) return parse_parts(text_of(value));
  std::vector<ColumnGroup> out;
  for (const auto& item : value) {
    const auto [columns, family] = py::cast<std::pair<std::vector<std::string>, std::string>>(item);
    out.push_back({columns, family});
  }
  return out;
}

OptionValue setting_of(const std::string& name, const std::string& column, py::handle value) {
  if (py::isinstance<py::str>(value)) {
    OptionValue out = parse_setting(name, text_of(value)).at(0);
    out.column = column;
    return out;
  }
  const auto number = py::cast<double>(value);
  if (number != number) throw Error(ErrorKind::usage, "‹" + name + "› is a number, not NaN");
  return {name, column, number};
}

void take_setting(PlanOptions& options, const std::string& name, py::handle value) {
  if (!py::isinstance<py::dict>(value)) {
    options.settings.push_back(setting_of(name, "", value));
    return;
  }
  for (const auto& [column, each] : py::cast<py::dict>(value))
    options.settings.push_back(setting_of(name, text_of(py::str(column)), each));
}

void take_missing_cells(PlanOptions& options, py::handle value) {
  if (py::isinstance<py::str>(value)) return take_missing(text_of(value), options.missing, options.guess_missing);
  options.missing = list_of(value);
  options.guess_missing = false;
}

void take_stop_words(PlanOptions& options, py::handle value) {
  std::vector<std::string>& words = options.text_options.tokens.stop_words;
  if (py::isinstance<py::str>(value)) {
    words = stop_words_of_all(text_of(value));
  } else {
    const std::vector<std::string> given = list_of(value);
    const std::set<std::string> sorted(given.begin(), given.end());
    words = {sorted.begin(), sorted.end()};
  }
}

// A name, a file of a network, or a network.
void take_structure(PlanOptions& options, py::handle value) {
  if (py::hasattr(value, "_core")) {
    const auto& network = py::cast<const Network&>(value.attr("_core"));
    options.structure = network.name() + ".bif", options.graph = graph_of(network);
    return;
  }
  options.structure = text_of(value);
  if (options.structure.ends_with(".bif")) options.graph = graph_of(load_bif(options.structure));
}


const std::map<std::string, Set>& text_setters() {
  static const std::map<std::string, Set> out = {
      {"tokens",
       [](PlanOptions& o, py::handle v) {
         o.text_options.tokens.tokens = word_of<Tokens>("tokens", v);
         o.tokens_given = true;
       }},
      {"token_pattern",
       [](PlanOptions& o, py::handle v) {
         o.text_options.tokens.tokens = Tokens::pattern;
         o.text_options.tokens.pattern = text_of(v);
       }},
      {"ngrams",
       [](PlanOptions& o, py::handle v) {
         std::tie(o.text_options.tokens.min_n, o.text_options.tokens.max_n) = range_of(v);
       }},
      {"char_ngrams",
       [](PlanOptions& o, py::handle v) {
         TokenOptions& tokens = o.text_options.tokens;
         std::tie(tokens.min_n, tokens.max_n) = range_of(v);
         if (tokens.tokens != Tokens::inside_words) tokens.tokens = Tokens::characters;
       }},
      {"inside_words",
       [](PlanOptions& o, py::handle v) {
         if (flag_of(v)) o.text_options.tokens.tokens = Tokens::inside_words;
       }},
      {"case",
       [](PlanOptions& o, py::handle v) {
         o.text_options.tokens.letter_case = word_of<LetterCase>("case", v);
       }},
      {"binary",
       [](PlanOptions& o, py::handle v) {
         if (flag_of(v)) o.text_options.tf = Tf::binary;
       }},
      {"fold_numbers",
       [](PlanOptions& o, py::handle v) { o.text_options.tokens.fold_numbers = flag_of(v); }},
      {"stop_words", take_stop_words},
      {"stem", [](PlanOptions& o, py::handle v) { o.text_options.tokens.stem = text_of(v); }},
      {"hash_bits",
       [](PlanOptions& o, py::handle v) { o.text_options.tokens.hash_bits = py::cast<std::size_t>(v); }},
      {"tf", [](PlanOptions& o, py::handle v) { o.text_options.tf = word_of<Tf>("tf", v); }},
      {"idf", [](PlanOptions& o, py::handle v) { o.text_options.idf = flag_of(v); }},
      {"length_norm",
       [](PlanOptions& o, py::handle v) {
         o.text_options.length_norm = word_of<LengthNorm>("length-norm", v);
       }},
      {"min_df", [](PlanOptions& o, py::handle v) { o.text_options.min_df = limit_of(v); }},
      {"max_df", [](PlanOptions& o, py::handle v) { o.text_options.max_df = limit_of(v); }},
      {"max_features",
       [](PlanOptions& o, py::handle v) { o.text_options.max_features = py::cast<std::size_t>(v); }},
      {"features_by",
       [](PlanOptions& o, py::handle v) {
         o.text_options.features_by = word_of<FeaturesBy>("features-by", v);
       }},
  };
  return out;
}

const std::map<std::string, Set>& column_setters() {
  static const std::map<std::string, Set> out = {
      {"target", [](PlanOptions& o, py::handle v) { o.target = text_of(v); }},
      {"family", [](PlanOptions& o, py::handle v) { o.family = text_of(v); }},
      {"structure", take_structure},
      {"parents", [](PlanOptions& o, py::handle v) { o.n_parents = py::cast<std::size_t>(v); }},
      {"centres", [](PlanOptions& o, py::handle v) { o.n_centres = py::cast<std::size_t>(v); }},
      {"types", [](PlanOptions& o, py::handle v) { o.types = types_of(v); }},
      {"parts", [](PlanOptions& o, py::handle v) { o.parts = parts_of(v); }},
      {"text", [](PlanOptions& o, py::handle v) { o.text = list_of(v); }},
      {"ignore", [](PlanOptions& o, py::handle v) { o.ignore = list_of(v); }},
      {"na", take_missing_cells},
      {"decimal", [](PlanOptions& o, py::handle v) { o.decimal = py::cast<char>(v); }},
      {"keep_spaces", [](PlanOptions& o, py::handle v) { o.keep_spaces = flag_of(v); }},
      {"target_bins", [](PlanOptions& o, py::handle v) { o.target_bins = py::cast<std::size_t>(v); }},
      {"class_prior", [](PlanOptions& o, py::handle v) { o.prior = prior_of(v, o.prior.alpha); }},
      {"prior_alpha", [](PlanOptions& o, py::handle v) { o.prior.alpha = py::cast<double>(v); }},
      {"unseen", [](PlanOptions& o, py::handle v) { o.unseen = word_of<Unseen>("unseen", v); }},
      {"on_bad_row", [](PlanOptions& o, py::handle v) { o.skip_bad_rows = skips_bad_rows(v); }},
  };
  return out;
}

// Names of the families' own options, as Python has them, to the library's.
const std::map<std::string, std::string>& family_settings() {
  static const std::map<std::string, std::string> out = [] {
    std::map<std::string, std::string> names;
    for (const FamilyInfo& family : families()) {
      for (const Option& option : family.options) {
        std::string name(option.name);
        std::replace(name.begin(), name.end(), '-', '_');
        names.emplace(name, option.name);
      }
    }
    return names;
  }();
  return out;
}

// Options of what is done with a plan, for whoever misspells one of them.
std::vector<std::string> other_options() {
  return {"search",  "pool",       "plain",      "metric",     "candidates",        "max_trials", "tune_rows",  "calibrate", "discriminative", "weights", "l2",       "l1",
          "towards", "balanced",   "unlabelled",        "em",         "components", "hard",      "anneal",         "restarts", "seed",
          "plan",    "max_memory", "unlabelled_weight", "tolerance",  "threads",    "weight",    "max_iterations"};
}

void take(PlanOptions& options, const std::string& name, py::handle value) {
  if (const auto at = column_setters().find(name); at != column_setters().end())
    return at->second(options, value);
  if (const auto at = text_setters().find(name); at != text_setters().end())
    return at->second(options, value);
  if (const auto at = family_settings().find(name); at != family_settings().end())
    return take_setting(options, at->second, value);
  std::vector<std::string> names;
  for (const auto& [each, set] : column_setters()) names.push_back(each);
  for (const auto& [each, set] : text_setters()) names.push_back(each);
  for (const auto& [each, setting] : family_settings()) names.push_back(each);
  for (const std::string& each : other_options()) names.push_back(each);
  throw py::type_error("there is no option " + name + "=" + did_you_mean(name, names));
}

}  // namespace

bool flag_of(py::handle value) {
  if (!py::isinstance<py::bool_>(value) && std::string_view(Py_TYPE(value.ptr())->tp_name) != "numpy.bool_")
    throw py::cast_error();
  return PyObject_IsTrue(value.ptr()) == 1;
}

std::vector<std::string> list_of(py::handle value) {
  return py::isinstance<py::str>(value) ? parse_list(text_of(value))
                                        : py::cast<std::vector<std::string>>(value);
}

bool skips_bad_rows(py::handle value) {
  if (value.is_none()) return false;
  const std::string word = py::isinstance<py::str>(value) ? text_of(value) : std::string(py::repr(value));
  if (word == "fail" || word == "skip") return word == "skip";
  throw Error(ErrorKind::usage, "‹on-bad-row› is 'fail' or 'skip', and not '" + word + "'");
}

void refuse_value(const std::string& name, py::handle value) {
  const auto said = std::string(py::repr(value));
  throw py::type_error(name + "= does not take " +
                       (said.size() <= 40 ? said : "a value of type " + std::string(Py_TYPE(value.ptr())->tp_name)));
}

std::set<std::string> names_given(const py::dict& options) {
  std::set<std::string> out;
  for (const auto& [key, value] : options) {
    if (!value.is_none()) out.insert(spelt_with_dashes(py::cast<std::string>(key)));
  }
  return out;
}

ClassPrior prior_of(py::handle value, double alpha) {
  if (py::isinstance<py::str>(value)) return parse_prior(text_of(value), alpha);
  ClassPrior out{PriorKind::given, {}, alpha};
  for (const auto& [label, probability] : py::cast<py::dict>(value))
    out.given.emplace_back(text_of(py::str(label)), py::cast<double>(probability));
  return out;
}

PlanOptions plan_options(const py::dict& options) {
  PlanOptions out;
  for (const auto& [key, value] : options) {
    if (value.is_none()) continue;
    const auto name = py::cast<std::string>(key);
    try {
      take(out, name, value);
    } catch (const py::cast_error&) {
      refuse_value(name, value);
    }
  }
  TokenOptions& tokens = out.text_options.tokens;
  settle_case(tokens, tokens.letter_case);
  check_options(out, names_given(options));
  check_tokens(tokens);
  return out;
}

}  // namespace priory::python
