// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace rlmdb::cli {

/// From now on the last words are the one JSON document on standard error.
void say_last_words_as_json() noexcept;

/// What leaves a terminal as it was, written to standard output before the last words; "" for nothing. Must
/// have static storage.
void set_screen_to_leave(std::string_view sequence) noexcept;

/// Where there is no memory even to say so in the usual way: one line, and exit code 1. Also installed for
/// what throws std::bad_alloc where nobody may catch it.
[[noreturn]] void end_without_memory() noexcept;

/// The -shm beside a database is a part of our memory: where another program cuts it short, the kernel ends
/// us with SIGBUS. From now on that is one line and exit code 8.
void end_in_words_at_bus_error() noexcept;

}  // namespace rlmdb::cli
