// SPDX-License-Identifier: MIT
/// A JSON document as its maker knows it: what it means beside how it is spelt. Nothing here uses the
/// library; the canonical bytes come from the meaning alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::tests {

struct Text {
  std::string raw;       ///< the source bytes, with quotes
  std::u16string units;  ///< what JSON.parse makes of them
  bool is_invalid_utf8 = false;
};

struct Member;

struct Node {
  enum class Kind { token, text, array, object };
  Kind kind = Kind::token;
  std::string token = "null";  ///< a number or literal as spelt
  Text text;
  std::vector<Node> elements;
  std::vector<Member> members;  ///< in source order, repeated names included

  // Written where Member is complete.
  Node();
  Node(const Node&);
  Node(Node&&) noexcept;
  Node& operator=(const Node&);
  Node& operator=(Node&&) noexcept;
  ~Node();

  static Node of(std::string token);
  static Node of(Text text);
  static Node array(std::vector<Node> elements);
  static Node object(std::vector<Member> members);
};

struct Member {
  Text name;
  Node value;
};

/// JSON.stringify(units).
[[nodiscard]] std::string canonical_string(std::u16string_view units);

/// JSON.stringify(node, null, 2) inside `depth` arrays and objects, numbers as spelt. REQUIRES: no repeats.
[[nodiscard]] std::string canonical_text(const Node& node, unsigned depth = 0);

/// Repeated names resolved at every level: the last value at the first position.
[[nodiscard]] Node without_repeats(const Node& node);

/// True when some name is repeated or some text has invalid UTF-8, anywhere.
[[nodiscard]] bool loses_something(const Node& node);

/// The member `name` of an object without repeats, or nullptr.
[[nodiscard]] const Node* find(const Node& object, std::u16string_view name);

/// What a task store means.
struct Meaning {
  bool is_store = false;    ///< `tasks` is an array
  bool loses = false;       ///< JSON's own reading drops something
  std::size_t rejects = 0;  ///< elements that cannot be tasks
  std::string canonical;    ///< of the document without these
};

[[nodiscard]] Meaning meaning_of(const Node& document);

/// The id of a record, or nullptr when it cannot be a task.
[[nodiscard]] const Text* id_of(const Node& record_without_repeats);

}  // namespace rlmdb::tests
