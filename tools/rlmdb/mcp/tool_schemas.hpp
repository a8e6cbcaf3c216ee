// SPDX-License-Identifier: MIT
/// What tools take and answer, as JSON Schema, made of what their commands say of themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frame/answers.hpp"
#include "frame/method_params.hpp"

namespace rlmdb::cli {

/// Of {data, warnings, exit}, what a call of `method` answers.
[[nodiscard]] Shape answer_shape(const Answers& answers, const Method& method);

/// Of that with what is said of an answer that was cut.
[[nodiscard]] std::string output_schema(std::string_view tool, const Shape& answer);

[[nodiscard]] std::string input_schema(const std::vector<MethodParam>& params);

}  // namespace rlmdb::cli
