// SPDX-License-Identifier: MIT
/// JSON-RPC 2.0 as one line a message, no batches.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "frame/call.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

/// The longest line that is taken or sent, without its line feed.
inline constexpr std::size_t k_most_line_bytes = (std::size_t{64} << 20) + (std::size_t{1} << 20);

/// The codes of the specification that are ours to use.
enum class RpcCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  resource_not_found = -32002,  ///< of the Model Context Protocol
  failed = -32000,              ///< what `error.data.code` says
};

/// A line that is no message: what to answer.
struct RpcMistake {
  RpcCode code;
  std::string message;
  std::string id = "null";  ///< JSON
};

struct RpcRequest {
  std::optional<std::string> id;  ///< JSON; absent of a notification, which is not answered
  std::string method;
  std::string params;                                ///< a JSON object, or "": none
  std::optional<std::chrono::milliseconds> timeout;  ///< `timeout_ms` of the params, which have it no more
};

/// Throws RpcMistake.
[[nodiscard]] RpcRequest read_request(std::string_view line);

/// Milliseconds, up to a day. `id`: of the request that it is of. Throws RpcMistake.
[[nodiscard]] std::chrono::milliseconds read_timeout(std::string_view value, const std::string& id);

[[nodiscard]] std::string rpc_result(std::string_view id, std::string_view result);
/// `{data, warnings, exit}`.
[[nodiscard]] std::string rpc_answer(std::string_view id, const CallAnswer& answer);
[[nodiscard]] std::string rpc_mistake(const RpcMistake& mistake);
/// `events`: JSON objects with commas between; `next`: the last of their numbers.
[[nodiscard]] std::string events_notice(std::string_view events, std::int64_t next);
/// Those from the one to the other, both too, are not sent.
[[nodiscard]] std::string events_missed(std::int64_t from, std::int64_t to);
[[nodiscard]] std::string events_ended(const Error& error, std::int64_t next);
/// `word`: the code in words where it is not that of the error, "interrupted".
[[nodiscard]] std::string rpc_error(std::string_view id, RpcCode code, const Error& error,
                                    std::string_view word = {});

}  // namespace rlmdb::cli
