// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace rlmdb::sources {

struct TopLevelName {
  std::string_view raw_name;  ///< a JSON string, with its quotes
  std::string_view value;     ///< the text from its value's first byte on; never empty
};

/// The names of an object's top level, one by one, as far as the beginning of its text reaches. White space
/// is allowed; what is no JSON ends it.
class TopLevelReader {
 public:
  explicit TopLevelReader(std::string_view beginning) : m_text(beginning) {}

  [[nodiscard]] std::optional<TopLevelName> next();
  /// next() gave nothing because the beginning is too short to tell what comes.
  [[nodiscard]] bool needs_more() const noexcept { return m_needs_more; }

 private:
  [[nodiscard]] bool go_on(char expected);

  std::string_view m_text;
  std::size_t m_at = 0;
  bool m_is_first = true;
  bool m_needs_more = false;
};

}  // namespace rlmdb::sources
