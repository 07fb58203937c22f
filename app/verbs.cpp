// SPDX-License-Identifier: Apache-2.0
#include "verbs.h"

#include "command.h"

namespace priory::app {
namespace {

struct MakeVerb {
  std::string_view name;
  Verb (*make)();
};

constexpr MakeVerb kVerbs[] = {{"train", make_train},
                               {"predict", make_predict},
                               {"explain", make_explain},
                               {"inspect", make_inspect},
                               {"eval", make_eval},
                               {"cv", make_cv},
                               {"pair", make_pair_verb},
                               {"compare", make_compare},
                               {"report", make_report},
                               {"plot", make_plot},
                               {"schema", make_schema},
                               {"plan", make_plan_verb},
                               {"tune", make_tune},
                               {"update", make_update},
                               {"forget", make_forget},
                               {"merge", make_merge},
                               {"smooth", make_smooth},
                               {"diff", make_diff},
                               {"cluster", make_cluster},
                               {"sample", make_sample},
                               {"query", make_query},
                               {"convert", make_convert},
                               {"completion", make_completion},
                               {"manual", make_manual},
                               {"doctor", make_doctor},
                               {"serve", make_serve},
                               {"audit", make_audit},
                               {"journal", make_journal},
                               {"drift", make_drift}};

Verb made(const MakeVerb& each) {
  Verb verb = each.make();
  declare_messages(verb.arguments);
  return verb;
}

}  // namespace

std::vector<Verb> all_verbs() {
  std::vector<Verb> out;
  for (const MakeVerb& each : kVerbs) out.push_back(made(each));
  return out;
}

std::vector<Verb> verbs_for(std::string_view word) {
  for (const MakeVerb& each : kVerbs) {
    if (each.name == word) return {made(each)};
  }
  return all_verbs();
}

}  // namespace priory::app
