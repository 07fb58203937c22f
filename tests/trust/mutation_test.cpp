// SPDX-License-Identifier: Apache-2.0
// Models with some bytes changed and the checksums made right again, as somebody who means harm would write
// them. Each is refused with an Error of kind model, or answers every verb with numbers. PRIORY_MUTANTS says
// how many there are.
#include <gtest/gtest.h>

#include "../../fuzz/sealed.h"
#include "every_verb.h"

namespace priory::testing {
namespace {

struct Original {
  std::string bytes, csv;
};

Original original(const std::string& csv, const PlanOptions& options) {
  return {to_bytes(trained(csv, options)), csv};
}

// With weights fitted to its classes.
Original fitted(const std::string& csv, const PlanOptions& options) {
  const Classifier model = trained(csv, options);
  DiscriminativeOptions how;
  how.l2 = 1;
  const LabelledRows rows(model.plan(), opener(model.plan(), csv));
  return {to_bytes(fit_weights(model, rows, how).model), csv};
}

std::vector<Original> originals() {
  Random random(7);
  const MixedTable mixed = draw_table(random, 12);
  PlanOptions text = with_types("y", "t=text");
  PlanOptions network = with_types("y", "a=categorical,b=categorical,n=gaussian");
  PlanOptions ensemble = network;
  network.structure = "tan", ensemble.structure = "aode";
  return {original(mixed.csv(), mixed.options),
          original("y,t\na,one two two\nb,three two\na,one\nb,four five six\n", text),
          original("y,x,c\na,1,u\nb,2.5,v\na,3,u\nb,7,v\n", with_types("y", "x=gaussian,c=categorical")),
          fitted("y,x,c\na,1,u\nb,2.5,v\na,3,u\nb,7,v\n", with_types("y", "x=gaussian,c=categorical")),
          original("y,x\na,1\nb,2.5\na,3\nb,7\n", with_types("y", "x=bins")),
          original("y,a,b,n\np,1,1,0.5\nq,0,0,1.5\np,1,0,0.7\nq,0,1,1.6\n", ensemble),
          original("y,a,b,n\np,1,1,0.5\nq,0,0,1.5\np,1,0,0.7\nq,0,1,1.6\n", network)};
}

// One to four changes, in the header or behind it.
std::string mutant(Random& random, std::string bytes) {
  std::uint64_t header = 0;
  std::memcpy(&header, bytes.data(), 8);
  for (std::size_t n = 1 + below(random, 4); n > 0; --n) {
    const bool in_header = one_in(random, 3);
    const std::size_t begin = in_header ? 8 : 8 + header, end = in_header ? 8 + header : bytes.size();
    char& at = bytes[begin + below(random, end - begin)];
    if (in_header)
      at = "0123456789-.e\"[]{}"[below(random, one_in(random, 4) ? 18 : 10)];
    else
      at = one_in(random, 2) ? static_cast<char>(at ^ (1 << below(random, 8)))
                             : static_cast<char>(below(random, 256));
  }
  return sealed(bytes);
}

void check_mutant(const std::string& bytes, const std::string& csv, Check check, const std::string& name) {
  std::optional<Classifier> model;
  try {
    model = from_bytes(bytes, "mutant", check);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model) << name << ": " << error.what();
    return;
  }
  run_every_verb(*model, csv, false, name);
}

TEST(Mutation, SealedMutantsAreRefusedOrAnswer) {
  const std::vector<Original> all = originals();
  std::size_t n_sealed = 0;
  const std::size_t n = n_cases("PRIORY_MUTANTS", 5000);
  const std::size_t first = n_cases("PRIORY_SEED", 1);
  for (std::size_t seed = first; seed < first + n && !HasFailure(); ++seed) {
    Random random(seed);
    const Original& from = all[below(random, all.size())];
    const std::string bytes = mutant(random, from.bytes);
    if (bytes.empty()) continue;
    ++n_sealed;
    check_mutant(bytes, from.csv, Check::all, fmt::format("mutant {}", seed));
    check_mutant(bytes, from.csv, Check::used, fmt::format("mutant {} as used", seed));
  }
  EXPECT_GT(n_sealed, n / 4);
}

}  // namespace
}  // namespace priory::testing
