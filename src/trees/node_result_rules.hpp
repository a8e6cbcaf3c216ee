// SPDX-License-Identifier: MIT
/// Results in the shape of a node's (schemas::is_node_result); any other value is the output
/// of one. All texts are compact canonical JSON. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/run.hpp"

namespace rlmdb::trees {

/// Whether a run says anything of its result beside the output.
[[nodiscard]] bool has_details(const RunDetails& details);

/// `result` as one in the shape of a node's, with `status` unless the details or `result` have one, and with
/// the details. Its output is a text: another value becomes its JSON text, with the output_type json. "" and
/// null: there is no output. `timestamp` (UTC) is that of the details' errors.
[[nodiscard]] std::string result_with_details(std::string_view result, std::string_view status,
                                              const RunDetails& details, std::string_view timestamp);

/// `result` of a run that failed: its status is failed, and the error comes behind its errors, before those
/// of the details.
[[nodiscard]] std::string failed_result(std::string_view result, const RunFault& error,
                                        const RunDetails& details, std::string_view timestamp);

/// `result` of a task whose earlier attempts ended with `errors`, an array: as one in the shape of a node's,
/// with `status` where it has none, and with them before its own. Without any it is as it is.
[[nodiscard]] std::string with_earlier_errors(std::string_view result, std::string_view status,
                                              std::string_view errors);

/// The array `errors` ("": empty) with the error of the last attempt behind it, unless it ends with that.
[[nodiscard]] std::string errors_with(std::string_view errors, const std::string& message,
                                      const std::optional<std::string>& timestamp);

}  // namespace rlmdb::trees
