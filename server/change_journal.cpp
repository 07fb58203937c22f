// SPDX-License-Identifier: Apache-2.0
#include "change_journal.h"

#include <fmt/format.h>

namespace priory::server {

ChangeJournal::ChangeJournal(ModelHost::State& state, Journal& journal)
    : state_(state), journal_(journal), transaction_(journal.begin()), event_before_(state.event) {}

Changed ChangeJournal::apply(const Change& change) {
  Changed out;
  const auto known = change.key.empty() ? std::nullopt : journal_.find_request(change.key, change.request);
  if (known && !known->same)
    throw Refusal(422, "this Idempotency-Key was used for another request",
                  "give every request a key of its own");
  if (known) {
    out.events = known->events, out.repeated = true;
  } else {
    const std::size_t before = applied_.size();
    journal_.set_mark();
    try {
      out.events = enter(change);
      if (!change.key.empty()) journal_.add_request(change.key, change.request, out.events);
    } catch (const StorageError&) {
      throw;
    } catch (const Error&) {
      take_back(before);
      journal_.back_to_mark();
      throw;
    }
    journal_.release_mark();
    state_.event = out.events.last;
  }
  const std::lock_guard lock(state_.learning);
  out.n_rows = state_.learner->n_rows();
  return out;
}

EventRange ChangeJournal::enter(const Change& change) {
  EventRange out;
  const auto add = [&](std::int64_t number) {
    if (out.first == 0) out.first = number;
    out.last = number;
  };
  if (change.kind == Change::Kind::forget_events) {
    for (const std::int64_t number : change.events) add(forget_event(number));
    return out;
  }
  const bool learns = change.kind == Change::Kind::learn;
  for (std::size_t r = 0; r < change.rows.size(); ++r) {
    const RowCells& row = change.rows[r];
    try {
      this->change(row, learns);
    } catch (const Error& error) {
      if (change.rows.size() == 1) throw;
      throw Error(error.kind(), error.message(), {fmt::format("rows[{}]", r), 0, 0}, error.remedy());
    }
    const std::string text = to_json_row(row, state_.shape);
    add(learns ? journal_.add_learnt(state_.base, text)
               : journal_.add_forgotten(state_.base, journal_.find_row(state_.base, text).value_or(0), text));
  }
  return out;
}

std::int64_t ChangeJournal::forget_event(std::int64_t number) {
  const auto event = journal_.find(number);
  if (!event || !event->learns) throw Refusal(404, fmt::format("event {} has learnt no row", number));
  if (event->gone_by != 0)
    throw Refusal(409, fmt::format("event {} was forgotten already, by event {}", number, event->gone_by));
  if (event->base != state_.base)
    throw Refusal(409, fmt::format("event {} was learnt into a model file that has been replaced", number));
  if (event->erased)
    throw Refusal(
        409, fmt::format("the row of event {} was left out of the journal when it was compacted", number),
        "forget it by its row");
  change(from_journal_.emplace_back(from_json_row(event->row, state_.shape)), false);
  return journal_.add_forgotten(state_.base, number, event->row);
}

void ChangeJournal::change(const RowCells& row, bool learns) {
  state_.learn_or_forget(row, learns);
  applied_.emplace_back(&row, learns);
}

void ChangeJournal::commit() {
  transaction_.commit();
}

void ChangeJournal::take_back() {
  take_back(0);
  state_.event = event_before_;
  journal_.roll_back();
}

void ChangeJournal::take_back(std::size_t down_to) {
  for (; applied_.size() > down_to; applied_.pop_back())
    state_.learn_or_forget(*applied_.back().first, !applied_.back().second);
}

}  // namespace priory::server
