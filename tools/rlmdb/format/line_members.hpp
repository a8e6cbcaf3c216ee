// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {

struct LineError {
  std::string message;
  std::optional<std::string> code;
  std::optional<std::string> timestamp;
};

/// The members of one line of NDJSON, or of another JSON object. Each is asked for by the type it must have.
/// Every Error is invalid_input with the byte offset in the line as `where`.
class LineMembers {
 public:
  /// `line` must outlive it.
  explicit LineMembers(std::string_view line) : m_left(split_json_object(line)) {}

  /// Any JSON value, cut out as it stands and not looked at.
  [[nodiscard]] std::optional<JsonText> value(std::string_view name);
  [[nodiscard]] std::optional<std::string> text(std::string_view name);
  /// A string, or an object with the strings `message` and, if it has them, `code` and `timestamp`, as the
  /// legacy programs take an error.
  [[nodiscard]] std::optional<LineError> error(std::string_view name);
  /// What `read` makes of a text. An Error of it is told at the member.
  template <class Read>
  [[nodiscard]] auto text(std::string_view name, Read read) -> std::optional<decltype(read(std::string()))> {
    const std::optional<JsonMember> found = take(name);
    if (!found.has_value()) return std::nullopt;
    const std::optional<std::string> text = json_string_text(found->value);
    try {
      if (text.has_value()) return read(*text);
    } catch (const Error& error) {
      refuse(*found, error.what());
    }
    refuse(*found, "'" + std::string(name) + "' is no string of whole characters");
  }
  [[nodiscard]] std::optional<double> number(std::string_view name);
  /// An array of paths, or of objects with a `path` and, if they have them, `type` and `description`; empty
  /// where it is absent.
  [[nodiscard]] std::vector<RunArtifact> artifacts(std::string_view name);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name);
  /// False where it is absent.
  [[nodiscard]] bool flag(std::string_view name);
  /// Empty where it is absent.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);
  [[nodiscard]] bool has(std::string_view name) const;
  /// An object that must be there, taken apart.
  [[nodiscard]] SetMembers members(std::string_view name);

  /// The same by the type of `value`.
  void read(std::string_view name, std::optional<std::string>& value) { value = text(name); }
  void read(std::string_view name, std::optional<double>& value) { value = number(name); }
  void read(std::string_view name, std::optional<std::int64_t>& value) { value = integer(name); }

  void read(std::string_view name, std::optional<JsonText>& value) { value = this->value(name); }
  void read(std::string_view name, bool& value) { value = flag(name); }
  void read(std::string_view name, std::optional<std::chrono::milliseconds>& value);
  void read(std::string_view name, std::vector<TaskId>& ids);
  template <class Id>
  void read(std::string_view name, std::optional<Id>& id) {
    if (auto found = text(name)) id = Id{*std::move(found)};
  }

  /// What `found` holds; Error where it is absent.
  template <class Value>
  [[nodiscard]] Value needed(std::string_view name, std::optional<Value> found) const {
    require_found(name, found.has_value());
    return *std::move(found);
  }

  /// Error where a member is left that nobody asked for; `what` it is no member of: "a line for task add".
  void finish(std::string_view what) const;

 private:
  std::optional<JsonMember> take(std::string_view name);
  static void require_found(std::string_view name, bool is_found);
  [[noreturn]] static void refuse(const JsonMember& member, const std::string& problem);

  std::vector<JsonMember> m_left;
};

}  // namespace rlmdb::cli
