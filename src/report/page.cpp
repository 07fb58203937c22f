// SPDX-License-Identifier: Apache-2.0
// The data go into the page as JSON in an element that no browser runs; only an end tag could leave it.
#include <sstream>

#include "priory/error.h"
#include "priory/report.h"

#include "report/page_bytes.h"

namespace priory {
namespace {

constexpr std::string_view kHole = "@REPORT@";

// In JSON these characters stand in strings only, where an escape means the same. U+2028 and U+2029, line
// ends to older readers of scripts, are the bytes E2 80 A8 and E2 80 A9.
std::string without_markup(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t k = 0; k < json.size(); ++k) {
    const std::string_view rest = std::string_view(json).substr(k, 3);
    if (rest[0] == '<')
      out += "\\u003c";
    else if (rest[0] == '>')
      out += "\\u003e";
    else if (rest[0] == '&')
      out += "\\u0026";
    else if (rest == "\xE2\x80\xA8")
      out += "\\u2028", k += 2;
    else if (rest == "\xE2\x80\xA9")
      out += "\\u2029", k += 2;
    else
      out += rest[0];
  }
  return out;
}

}  // namespace

std::string to_html(const Page& page) {
  const std::string_view frame = page_bytes();
  const std::size_t hole = frame.find(kHole);
  if (hole == std::string_view::npos)
    throw Error(ErrorKind::usage, "this program was built without its HTML report", {},
                "install node and npm (on Debian: apt-get install nodejs npm) and build again");
  std::ostringstream json;
  JsonWriter writer(json);
  write_json(writer, page);
  return std::string(frame.substr(0, hole)) + without_markup(json.str()) +
         std::string(frame.substr(hole + kHole.size()));
}

}  // namespace priory
