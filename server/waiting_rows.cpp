// SPDX-License-Identifier: Apache-2.0
#include "waiting_rows.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "model_host.h"

namespace priory::server {

WaitingRows::Added WaitingRows::add(std::vector<RowCells> rows, const RowShape& shape) {
  std::vector<std::uint64_t> hashes;
  for (RowCells& row : rows) {
    row.labelled = false, row.label.clear();
    const std::string text = to_json_row(row, shape);
    hashes.push_back(XXH3_64bits(text.data(), text.size()));
  }
  const std::lock_guard guard(mutex_);
  if (columns_ != shape.columns()) {
    waiting_.clear(), taken_.clear(), number_of_event_.clear(), hashes_.clear();
    columns_ = shape.columns();
  }
  if (waiting_.size() + rows.size() > kMost)
    throw Refusal(413, fmt::format("more than {} rows would wait", kMost), "label some of them first");
  Added out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!hashes_.insert(hashes[r]).second) {
      ++out.already;
      continue;
    }
    waiting_.emplace(++last_, std::make_shared<const RowCells>(std::move(rows[r])));
    if (out.first == 0) out.first = last_;
    out.last = last_;
  }
  out.waiting = waiting_.size();
  return out;
}

void WaitingRows::clear() {
  const std::lock_guard guard(mutex_);
  waiting_.clear(), taken_.clear(), number_of_event_.clear(), hashes_.clear();
}

std::size_t WaitingRows::size() const {
  const std::lock_guard guard(mutex_);
  return waiting_.size();
}

std::vector<WaitingRow> WaitingRows::all(const RowShape& shape) const {
  const std::lock_guard guard(mutex_);
  std::vector<WaitingRow> out;
  if (columns_ != shape.columns()) return out;
  out.reserve(waiting_.size());
  for (const auto& [number, cells] : waiting_) out.push_back({number, cells});
  return out;
}

std::vector<RowCells> WaitingRows::take(const std::vector<std::int64_t>& numbers, const RowShape& shape) {
  const std::lock_guard guard(mutex_);
  std::vector<RowCells> out;
  std::vector<std::int64_t> done;
  for (const std::int64_t number : numbers) {
    const auto at = waiting_.find(number);
    if (at == waiting_.end() || columns_ != shape.columns()) {
      for (const std::int64_t each : done) waiting_.insert(taken_.extract(each));
      throw Refusal(409, fmt::format("no row {} is waiting", number),
                    "somebody else has labelled it, or the queue was emptied");
    }
    out.push_back(from_json_row(to_json_row(*at->second, shape), shape));
    taken_.insert(waiting_.extract(at));
    done.push_back(number);
  }
  return out;
}

void WaitingRows::learnt(const std::vector<std::int64_t>& numbers, std::int64_t first_event) {
  const std::lock_guard guard(mutex_);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    number_of_event_[first_event + static_cast<std::int64_t>(k)] = numbers[k];
}

void WaitingRows::put_back(const std::vector<std::int64_t>& numbers) {
  const std::lock_guard guard(mutex_);
  for (const std::int64_t number : numbers) waiting_.insert(taken_.extract(number));
}

void WaitingRows::forgotten(std::int64_t event) {
  const std::lock_guard guard(mutex_);
  const auto at = number_of_event_.find(event);
  if (at == number_of_event_.end()) return;
  waiting_.insert(taken_.extract(at->second));
  number_of_event_.erase(at);
}

}  // namespace priory::server
