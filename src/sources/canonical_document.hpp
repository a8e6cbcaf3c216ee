// SPDX-License-Identifier: MIT
/// A tasks.json as bytes: around its records stand the members of its top level.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "json/json_style.hpp"

namespace rlmdb::sources {

/// Writes the canonical bytes of a whole document from the events, in the order of the calls.
class CanonicalDocument {
 public:
  using Sink = std::function<void(std::string_view)>;

  /// `style`: another one than the canonical, in which the values are given then.
  explicit CanonicalDocument(Sink sink, json::TextStyle style = {})
      : m_sink(std::move(sink)), m_style(std::move(style)) {}

  [[nodiscard]] const json::TextStyle& style() const noexcept { return m_style; }
  /// A member other than `tasks`. `value` is laid out for depth 1.
  void member(std::string_view raw_name, std::string_view value);
  void begin_tasks();
  /// `value` is laid out for depth 2.
  void element(std::string_view value);
  void end_tasks();
  /// Closes the document and hands the rest to the sink. No call may follow.
  void finish();

 private:
  void begin_member(std::string_view raw_name);
  void break_line(unsigned depth);
  void hand_over(std::string_view value);

  Sink m_sink;
  json::TextStyle m_style;
  std::string m_pending;
  std::uint64_t m_members = 0;
  std::uint64_t m_elements = 0;
};

/// The compact top level with `updated_at` in it, as write_document() writes it.
[[nodiscard]] std::string top_level_at(std::string_view top_level,
                                       const std::optional<std::string>& updated_at);

/// Writes the top level of a document around its records: the members before `tasks`, the records that
/// `write_elements` gives one by one, the members after it. `updated_at` replaces the value of `updatedAt`
/// (or comes before `tasks` where the source has none).
void write_document(
    CanonicalDocument& document, std::string_view top_level, const std::optional<std::string>& updated_at,
    const std::function<void(const std::function<void(std::string_view)>& element)>& write_elements);

}  // namespace rlmdb::sources
