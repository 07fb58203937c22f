// SPDX-License-Identifier: Apache-2.0
// Ranks by MPI. A module of its own, which the program loads when mpirun has started it: so it starts as fast
// as ever without, and needs no MPI to be there. An error of MPI itself ends the job, as is its custom.
#include <algorithm>
#include <mpi.h>

#include "priory/table.h"

namespace priory {
namespace {

constexpr std::uint64_t kFailed = std::uint64_t{1} << 63;  // marks the size of a message
constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 26;  // bytes; MPI counts in int

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    int threads = 0, rank = 0, size = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rank_ = static_cast<std::size_t>(rank), size_ = static_cast<std::size_t>(size);
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;
  ~MpiRanks() override { MPI_Finalize(); }

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return size_; }

 protected:
  // First all sizes, then the bytes, in rounds that are small enough. How many rounds there are depends on
  // the largest message of all, which everyone has to know.
  std::vector<Message> swap(std::span<const std::string_view> to, bool failed) override {
    std::vector<std::uint64_t> sending(size_), coming(size_);
    std::uint64_t most = 0;
    for (std::size_t k = 0; k < size_; ++k) {
      sending[k] = to[k].size() | (failed ? kFailed : 0);
      most = std::max<std::uint64_t>(most, to[k].size());
    }
    MPI_Alltoall(sending.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    std::vector<Message> out(size_);
    for (std::size_t k = 0; k < size_; ++k) {
      out[k].failed = (coming[k] & kFailed) != 0;
      out[k].bytes.resize(coming[k] & ~kFailed);
    }
    for (std::uint64_t at = 0; at < most; at += kAtOnce) round(to, at, out);
    return out;
  }

 private:
  void round(std::span<const std::string_view> to, std::uint64_t at, std::vector<Message>& out) const {
    const auto some = [&](std::uint64_t size) {
      return static_cast<int>(std::min(kAtOnce, size - std::min(size, at)));
    };
    std::vector<MPI_Request> requests;
    requests.reserve(2 * size_);
    for (std::size_t k = 0; k < size_; ++k) {
      if (const int n = some(out[k].bytes.size()); n > 0)
        MPI_Irecv(out[k].bytes.data() + at, n, MPI_BYTE, static_cast<int>(k), 0, MPI_COMM_WORLD,
                  &requests.emplace_back());
      if (const int n = some(to[k].size()); n > 0)
        MPI_Isend(to[k].data() + at, n, MPI_BYTE, static_cast<int>(k), 0, MPI_COMM_WORLD,
                  &requests.emplace_back());
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

  std::size_t rank_ = 0, size_ = 1;
};

}  // namespace
}  // namespace priory

// What the program looks for.
extern "C" priory::Ranks* priory_join_ranks() {
  return new priory::MpiRanks();
}
