// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace priory::app {
namespace {

constexpr const char* kModule = "priory-mpi.so";

std::unique_ptr<Ranks>& joined() {
  static std::unique_ptr<Ranks> ranks;
  return ranks;
}

const char* environment(const char* name) {
  return std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets them
}

// Whoever starts ranks tells each which one it is.
bool started_as_rank() {
  constexpr std::array kNames = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK"};
  return std::ranges::any_of(kNames, [](const char* name) { return environment(name) != nullptr; });
}

bool is_alone() {
  const char* size = environment("OMPI_COMM_WORLD_SIZE");
  return size != nullptr && std::string_view(size) == "1";
}

// Beside the program, or where it is installed.
void* open_module() {
  std::error_code none;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (const auto& path : {folder / kModule, folder.parent_path() / PRIORY_MODULES / kModule}) {
    if (void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) return module;
  }
  return nullptr;
}

}  // namespace

bool has_mpi() {
  return open_module() != nullptr;
}

void join_ranks() {
  if (!started_as_rank() || is_alone()) return;
  void* const module = open_module();
  const char* const why = module == nullptr ? ::dlerror() : nullptr;  // NOLINT(concurrency-mt-unsafe)
  void* const join = module == nullptr ? nullptr : ::dlsym(module, "priory_join_ranks");
  if (join == nullptr)
    throw Error(ErrorKind::usage, "several ranks were started, and this program was built without MPI", {},
                fmt::format("build it where OpenMPI is (Debian: libopenmpi-dev), or start it once; {}",
                            why == nullptr ? "" : why));
  joined().reset(reinterpret_cast<Ranks* (*)()>(join)());
}

void leave_ranks() {
  joined().reset();
}

Ranks* ranks() {
  return joined() && joined()->size() > 1 ? joined().get() : nullptr;
}

bool is_first_rank() {
  if (joined()) return joined()->rank() == 0;
  const char* rank = environment("OMPI_COMM_WORLD_RANK");  // before they have joined
  return rank == nullptr || std::string_view(rank) == "0";
}

unsigned ranks_here() {
  const char* size = ranks() == nullptr ? nullptr : environment("OMPI_COMM_WORLD_LOCAL_SIZE");
  return size == nullptr ? 1 : static_cast<unsigned>(std::max(1, std::atoi(size)));
}

ReadCounts over_ranks(const ReadCounts& counts) {
  return ranks() == nullptr ? counts : sum_over(*ranks(), counts);
}

std::size_t over_ranks(std::size_t count) {
  return ranks() == nullptr ? count : ranks()->sum(count);
}

bool any_rank(bool mine) {
  return over_ranks(static_cast<std::size_t>(mine)) > 0;
}

OrderedOutput::OrderedOutput(Write write) : write_(std::move(write)) {
  if (is_first_rank()) return;
  waiting_ = std::tmpfile();
  if (waiting_ == nullptr) throw Error(ErrorKind::io, "cannot make a temporary file");
}

OrderedOutput::~OrderedOutput() {
  if (waiting_ != nullptr) std::fclose(waiting_);
}

void OrderedOutput::add(const std::string& text) {
  if (waiting_ == nullptr) return write_(text);
  if (std::fwrite(text.data(), 1, text.size(), waiting_) != text.size())
    throw Error(ErrorKind::io, "cannot write to a temporary file");
}

void OrderedOutput::finish() {
  constexpr std::size_t kBlock = 1 << 22;
  if (waiting_ != nullptr) std::rewind(waiting_);
  if (ranks() == nullptr) return;
  std::string block;
  for (std::size_t r = 1; r < ranks()->size(); ++r) {
    do {
      block.assign(ranks()->rank() == r ? kBlock : 0, '\0');
      if (!block.empty()) block.resize(std::fread(block.data(), 1, block.size(), waiting_));
      block = ranks()->broadcast(block, r);
      if (is_first_rank()) write_(block);
    } while (!block.empty());
  }
}

}  // namespace priory::app
