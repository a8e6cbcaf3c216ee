// SPDX-License-Identifier: MIT
/// What a command prints with --json, as its writers say it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/json_writer.hpp"

namespace rlmdb::cli {

/// One kind of answer.
struct Answer {
  std::string_view name;   ///< the verb or the option that it is of; "" where a command has only this one
  std::string_view about;  ///< of one of several: what it tells
  Shape data;
};

struct Answers {
  enum class Form { envelope, lines };  ///< lines: each line of a stream is such an object

  std::string_view about = {};  ///< one sentence or two
  std::vector<Answer> all = {};
  Form form = Form::envelope;
};

/// Of `data`: any of the answers; of one, that.
[[nodiscard]] Shape shape_of_data(const Answers& answers);
/// Of `warnings`.
[[nodiscard]] Shape shape_of_warnings();

/// The JSON Schema of all that `rlmdb COMMAND --json` prints on standard output.
[[nodiscard]] std::string schema_of(std::string_view command, const Answers& answers);
/// That of the document on standard error when a command fails.
[[nodiscard]] std::string schema_of_failure();

}  // namespace rlmdb::cli
