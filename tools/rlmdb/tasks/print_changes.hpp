// SPDX-License-Identifier: MIT
/// What changes and claims of tasks print. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/hold.hpp"
#include "rlmdb/remove.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class JsonObject;

/// One id a line.
[[nodiscard]] std::string text_added(const ChangeReport& report, bool names_trees, const Terminal& terminal);
/// Id, state, version, for a heartbeat also the lease: one tab-separated line a task, in words on a terminal.
[[nodiscard]] std::string text_changes(const ChangeReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_changes(const ChangeReport& report);
/// The same where it may have been a dry run.
[[nodiscard]] std::string json_changes(const ChangeReport& report, bool applied);
void add_changes(JsonObject& object, const ChangeReport& report);
/// The same with what is to be said of new tasks: limits that they go beyond.
[[nodiscard]] std::string json_added(const ChangeReport& report);
[[nodiscard]] std::string json_removed(const RemoveReport& report);
/// Owner, number of tasks and end of the lease as one tab-separated line, in words on a terminal.
[[nodiscard]] std::string text_hold(const HoldReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_hold(const HoldReport& report);
/// The limits that new tasks go beyond.
[[nodiscard]] std::vector<Finding> warnings_of(const ChangeReport& report);
/// A line for standard error where it is the answer to an earlier call.
[[nodiscard]] std::string_view text_repeated(bool repeated) noexcept;

/// The text of its prompt; of one that is no string its JSON.
[[nodiscard]] std::string prompt_of(const Claim& claim);
/// Labelled lines on a terminal, elsewhere id, token and lease as one tab-separated line.
[[nodiscard]] std::string text_claim(const Claim& claim, const Terminal& terminal);
/// `node`: all that is known of it as a node of its tree; nullopt: it is none. `why_none`: where none was claimed.
[[nodiscard]] std::string json_claim(const std::optional<Claim>& claim,
                                     const std::optional<JsonText>& node = std::nullopt,
                                     const std::optional<std::string>& why_none = std::nullopt);

}  // namespace rlmdb::cli
