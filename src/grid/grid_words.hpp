// SPDX-License-Identifier: MIT
/// What the words of a mission's files mean. Each question of this kind is asked here. Pure.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::grid {

/// The status of a mission in the schema's words: active, checkpoint, interrupted, completed, failed. "": nobody knows
/// the word, or nothing is said.
[[nodiscard]] std::string_view mission_status_of(std::string_view text);

/// Whether a block or a thread is complete by its status.
enum class Done { yes, no, unknown };
/// Of a block's summary; of one that says nothing yes: the file is written when the block is complete.
[[nodiscard]] Done is_block_done(std::string_view status);
/// Of a thread in a list of those that are done; of one that says nothing yes.
[[nodiscard]] Done is_thread_done(std::string_view status);

/// One of the schema's five types of a checkpoint, or its plain "checkpoint"; "": nobody knows it, or nothing is said.
[[nodiscard]] std::string_view checkpoint_type_of(std::string_view text);
/// Whether nothing goes on before the user has answered; of a type that nobody knows too.
[[nodiscard]] bool asks_the_user(std::string_view type);

/// What the user has said; "" for a placeholder, as "pending" and "n/a".
[[nodiscard]] std::string_view said_answer(std::string_view user_response);
/// "approved", and what people write for it.
[[nodiscard]] bool is_approval(std::string_view user_response);
/// What is to become of a thread that failed: rollback, retry or manual; "": something else was said, or nothing.
[[nodiscard]] std::string_view repair_of(std::string_view user_response);

}  // namespace rlmdb::grid
