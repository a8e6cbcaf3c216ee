// SPDX-License-Identifier: MIT
/// Looks into a record's canonical JSON text without parsing it, so that nothing a JSON library would refuse
/// or round (lone surrogates, huge numbers) gets lost on the way to the screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::cli {

struct RecordMember {
  std::string name;        ///< decoded
  std::string_view value;  ///< JSON text as stored; a view into the record
};

/// The top-level members in the record's order. REQUIRES: canonical text, two-space indent.
[[nodiscard]] std::vector<RecordMember> split_record(std::string_view record);

/// A JSON string's text; a lone surrogate keeps its \udXXX escape. Other JSON values come back unchanged.
[[nodiscard]] std::string decode_value(std::string_view value);

}  // namespace rlmdb::cli
