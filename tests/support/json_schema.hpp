// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::test {

/// What is wrong with `document` by docs/schema/<its command>.json, or error.json where `ok` is false; ""
/// when nothing is.
[[nodiscard]] std::string check_against_schema(std::string_view document);
/// The same by docs/schema/NAME.json, for a line of a stream, which has no envelope.
[[nodiscard]] std::string check_against_schema(std::string_view line, const std::string& name);
/// The same by a schema from the root of the sources.
[[nodiscard]] std::string check_against_file(std::string_view text, const std::string& file);

/// The same by a schema that is given.
[[nodiscard]] std::string check_against_text(std::string_view text, std::string_view schema);

}  // namespace rlmdb::test
