// SPDX-License-Identifier: Apache-2.0
// The file of a journal: its tables, how it is opened, and what is saved of one that is damaged.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "database.h"
#include "journal.h"

namespace priory::server {

std::int64_t hash_of(std::string_view text);
// What tells that an event is as it was written.
std::int64_t sum_of_event(std::int64_t number, std::int64_t base, int kind, std::int64_t of,
                          std::string_view row);
std::int64_t now_in_seconds();

// Makes the file if there is none; of a damaged one the good part goes on, and `lost` says what does not.
std::unique_ptr<Database> open_sound(const std::string& path, std::optional<Salvage>& lost);

}  // namespace priory::server
