// SPDX-License-Identifier: MIT
/// JSON objects made and changed as compact text.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"

namespace rlmdb::json {

/// A JSON object being written, compact.
class ObjectText {
 public:
  ObjectText() = default;
  /// With room for about so many bytes, where they are many.
  explicit ObjectText(std::size_t bytes) { make_room(m_text, bytes); }

  void add(std::string_view name, std::string_view raw) {
    m_text += m_text.size() > 1 ? ",\"" : "\"";
    m_text.append(name).append("\":").append(raw);
  }
  void add_if_there(std::string_view name, std::string_view raw) {
    if (!raw.empty()) add(name, raw);
  }
  void add_or_null(std::string_view name, std::string_view raw) { add(name, raw.empty() ? "null" : raw); }
  [[nodiscard]] bool empty() const { return m_text.size() == 1; }
  [[nodiscard]] std::string finish() const& { return m_text + '}'; }
  [[nodiscard]] std::string finish() && {
    m_text += '}';
    return std::move(m_text);
  }

 private:
  std::string m_text = "{";
};

/// The text of the member `name`, which needs no escapes; nullopt where it is no string, or absent.
[[nodiscard]] std::optional<std::string> text_member(std::string_view object, std::string_view name);

/// `array` with the elements, raw, behind its own. Anything but an array counts as an empty one.
[[nodiscard]] std::string with_elements(std::string_view array, std::span<const std::string> elements);

/// `object` with the member set, last where it is new, or taken out where `raw` is empty. Anything but an
/// object counts as an empty one.
[[nodiscard]] std::string with_member(std::string_view object, std::string_view name, std::string_view raw);

}  // namespace rlmdb::json
