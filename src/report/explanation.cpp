// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "priory/report.h"

namespace priory {

ComparedClasses compared_classes(const Classifier& model, const Explanation& explanation,
                                 const std::string& of, const std::string& against) {
  const std::vector<std::string>& classes = model.classes();
  const std::size_t first = of.empty() ? explanation.predicted : find_class(classes, of);
  if (!against.empty() && against == classes[first])
    throw Error(ErrorKind::usage, fmt::format("‹against› '{}' is the class that is explained", against), {},
                "name two different classes: ‹class› A ‹against› B");
  if (!against.empty()) return {first, find_class(classes, against)};
  std::size_t second = first == 0 && classes.size() > 1 ? 1 : 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (c != first && explanation.log_posterior[c] > explanation.log_posterior[second]) second = c;
  }
  return {first, second};
}

// The same number on both sides adds nothing, an infinite one too.
double contribution(const Reason& reason, const ComparedClasses& classes) {
  if (reason.log_p.empty() || reason.log_p[classes.of] == reason.log_p[classes.against]) return 0;
  return reason.log_p[classes.of] - reason.log_p[classes.against];
}

std::string_view name_of(Reason::Kind kind) {
  constexpr std::array<std::string_view, 5> kKinds = {"prior", "value", "absent", "missing", "unseen"};
  return kKinds[static_cast<std::size_t>(kind)];
}

void write_json(JsonWriter& json, const Classifier& model, const Explanation& explanation,
                const ComparedClasses& classes, std::size_t row) {
  const std::vector<double>& scores = explanation.log_scores;
  json.begin_object().member("row", row).member("predicted", model.classes()[explanation.predicted]);
  json.member("probability", std::exp(explanation.log_posterior[explanation.predicted]))
      .member("impossible", explanation.impossible);
  json.member("class", model.classes()[classes.of]).member("against", model.classes()[classes.against]);
  json.member("log_odds", scores[classes.of] == scores[classes.against]
                              ? 0
                              : scores[classes.of] - scores[classes.against]);
  json.member("classes", model.classes())
      .member("log_scores", scores)
      .member("log_posterior", explanation.log_posterior);
  if (explanation.raw_log_posterior != explanation.log_posterior)
    json.member("raw_log_posterior", explanation.raw_log_posterior);
  json.key("contributions").begin_array();
  for (const Reason& reason : explanation.reasons) {
    json.begin_object().member("kind", name_of(reason.kind)).member("feature", reason.feature);
    if (!reason.value.empty()) json.member("value", reason.value);
    json.member("count", reason.count)
        .member("log_odds", contribution(reason, classes))
        .member("log_p", reason.log_p)
        .end_object();
  }
  json.end_array().end_object();
}

}  // namespace priory
