// SPDX-License-Identifier: Apache-2.0
// One program started many times by mpirun: who the others are, and who speaks for all.
#pragma once

#include <functional>
#include <string>

#include "priory/priory.h"

namespace priory::app {

// Joins the others, if mpirun (or srun) has started this process. An Error of kind usage if it has and there
// is no MPI in this build.
void join_ranks();
void leave_ranks();
bool has_mpi();  // whether the module of ranks can be loaded

Ranks* ranks();         // null: there is one process
bool is_first_rank();   // who prints and writes files; true without ranks
unsigned ranks_here();  // on this machine; 1 without

// Of all ranks together; each of them must ask.
ReadCounts over_ranks(const ReadCounts& counts);
std::size_t over_ranks(std::size_t count);
bool any_rank(bool mine);

// Text that every rank has a piece of, told to the first of them in the order of the ranks: its own at once,
// that of the others, which wait in temporary files, at the end.
class OrderedOutput {
 public:
  using Write = std::function<void(const std::string&)>;
  explicit OrderedOutput(Write write);
  ~OrderedOutput();
  OrderedOutput(const OrderedOutput&) = delete;
  OrderedOutput& operator=(const OrderedOutput&) = delete;

  void add(const std::string& text);
  void finish();

 private:
  Write write_;
  std::FILE* waiting_ = nullptr;
};

}  // namespace priory::app
