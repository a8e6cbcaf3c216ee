// SPDX-License-Identifier: MIT
/// What is asked through a door, in the words of `serve` and of the command line, and what is answered.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "doors.hpp"

namespace rlmdb::test {

inline constexpr std::int64_t k_most_attempts = 1'000'000;
inline constexpr std::chrono::milliseconds k_backoff{1};

[[nodiscard]] std::chrono::milliseconds lease_of(const Asked& claim);
[[nodiscard]] std::chrono::milliseconds wait_of(const Asked& claim);
/// Which one a `set` makes.
[[nodiscard]] std::string member_of(const Asked& set);

/// "task.add"
[[nodiscard]] std::string method_of(Deed deed);
/// As `serve` has them.
[[nodiscard]] nlohmann::ordered_json params_of(const Asked& asked);
/// The same on a command line.
[[nodiscard]] std::vector<std::string> words_of(const Asked& asked);

/// Of the `data` of an answer.
[[nodiscard]] Answer answer_of(Deed deed, const nlohmann::ordered_json& data);
/// By the code of an error; nullopt: the same call may be asked again. Throws for what nobody has a reason to
/// say.
[[nodiscard]] std::optional<Answer> refusal_of(const std::string& code, const std::string& whole);

}  // namespace rlmdb::test
