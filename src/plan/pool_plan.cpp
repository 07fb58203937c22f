// SPDX-License-Identifier: Apache-2.0
#include "plan/pool_plan.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "priory/error.h"

namespace priory {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorKind::usage, "the members of a pool differ: " + what, {},
              "make their plans of the same rows by the same options");
}

void check_members(std::span<const Plan> members, std::span<const PoolMember> pool) {
  if (members.empty() || members.size() != pool.size()) fail("how many there are, and how many weights");
  for (const Plan& each : members) {
    const Plan& first = members[0];
    if (each.target != first.target || each.target.empty()) fail("their target");
    if (each.weight != first.weight) fail("the weight of a row");
    if (each.missing != first.missing || each.trim != first.trim) fail("which cells are missing");
    if (each.unseen != first.unseen || !(each.prior == first.prior)) fail("‹unseen› or ‹class-prior›");
    if (each.expected || each.components != 1 || each.undecided || !each.pool.empty())
      throw Error(ErrorKind::usage,
                  "a member of a pool has one component a class and leaves nothing to decide");
  }
}

void add_readings(const Plan& member, Readings& readings) {
  for (const auto& [column, reading] : member.readings) {
    const auto [at, is_new] = readings.emplace(column, reading);
    if (!is_new && !(at->second == reading)) fail(fmt::format("how the cells of '{}' are read", column));
  }
}

// Columns that no member has.
void leave_out(const Plan& member, std::vector<std::string>& ignored) {
  std::erase_if(ignored, [&](const std::string& column) {
    return !std::ranges::binary_search(member.ignored, column);
  });
}

}  // namespace

Plan pool_plan(std::span<const Plan> members, std::span<const PoolMember> pool) {
  check_members(members, pool);
  Plan out = members[0];
  out.parts.clear();
  for (std::size_t m = 0; m < members.size(); ++m) {
    out.pool.push_back(pool[m]);
    out.pool.back().structure = members[m].structure;
    for (PartPlan part : members[m].parts) {
      part.member = m;
      out.parts.push_back(std::move(part));
    }
    add_readings(members[m], out.readings);
    leave_out(members[m], out.ignored);
  }
  out.structure = kPool;
  return out;
}

Plan member_plan(const Plan& pool, std::size_t m) {
  Plan out = pool;
  out.pool.clear();
  out.structure = pool.pool[m].structure;
  std::erase_if(out.parts, [&](const PartPlan& part) { return part.member != m; });
  for (PartPlan& part : out.parts) part.member = 0;
  return out;
}

std::string member_name(const Plan& pool, std::size_t m) {
  if (!pool.pool[m].structure.empty()) return pool.pool[m].structure;
  std::vector<std::string> families;
  for (const PartPlan& part : pool.parts) {
    if (part.member == m && std::ranges::count(families, part.family) == 0) families.push_back(part.family);
  }
  return fmt::format("{}", fmt::join(families, "+"));
}

}  // namespace priory
