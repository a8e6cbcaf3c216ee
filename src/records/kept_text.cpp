// SPDX-License-Identifier: MIT
#include "records/kept_text.hpp"

#include "json/json_layout.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::records {

namespace {

[[noreturn]] void throw_broken(const std::string& what, const std::string& where) {
  throw Error(ErrorCode::corrupt, what, where,
              "run `rlmdb verify`, then set it back to what it was or restore the newest backup");
}

}  // namespace

bool is_kept_text(std::string_view text, KeptShape shape) {
  if (shape == KeptShape::object && !text.starts_with('{')) return false;
  return json::is_compact(text);
}

void require_kept_text(std::string_view text, KeptShape shape, const std::string& where) {
  if (is_kept_text(text, shape)) return;
  throw_broken(shape == KeptShape::object ? "a kept text is no JSON object in compact form"
                                          : "a kept text is no JSON value in compact form",
               where);
}

void require_kept_name(std::string_view name, const std::string& where) {
  if (!json::is_compact('"' + std::string(name) + '"')) throw_broken("a kept name is no JSON string", where);
}

}  // namespace rlmdb::records
