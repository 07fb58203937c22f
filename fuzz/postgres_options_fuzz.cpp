// SPDX-License-Identifier: Apache-2.0
// Any bytes as the options of a statement in PostgreSQL. What is refused is an Error; what is taken makes a
// plan of the types of columns, or is refused there.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "priory/error.h"

#include "guard.h"
#include "options.h"

namespace priory::postgres {
namespace {

PrioryColumn column(std::string_view name, PrioryColumnType type, std::string_view type_name) {
  return {text(name), type, text(type_name), nullptr, 0};
}

}  // namespace

int try_options(std::string_view json) {
  const PrioryColumn columns[] = {column("size", PRIORY_NUMBERS, "double precision"),
                                  column("new", PRIORY_TRUTHS, "boolean"),
                                  column("body", PRIORY_VALUES, "text"), column("day", PRIORY_OTHER, "date")};
  try {
    Options options = parse_options(json);
    const Plan plan = plan_by_types({columns, 4, false}, options.plan_options);
    if (!is_decided(plan)) std::abort();
  } catch (const Error& error) {
    if (error.message().empty()) std::abort();
  }
  return 0;
}

}  // namespace priory::postgres

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return priory::postgres::try_options({reinterpret_cast<const char*>(data), size});
}
