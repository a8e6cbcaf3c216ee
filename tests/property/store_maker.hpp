// SPDX-License-Identifier: MIT
/// Makes random task stores with every quirk that files are known to have.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json_tree.hpp"

namespace rlmdb::tests {

/// A document as bytes, and where the elements of its last `tasks` array ended up.
struct Spelt {
  std::string bytes;
  std::size_t tasks_begin = 0;  ///< one past the `[`
  std::size_t tasks_end = 0;    ///< of the `]`
  std::vector<std::size_t> element_ends;
};

class StoreMaker {
 public:
  explicit StoreMaker(std::uint64_t seed);

  /// A store as legacy programs, people and bit rot leave it.
  [[nodiscard]] Node store();
  /// A later state of `store`: records moved, changed and added, none gone.
  [[nodiscard]] Node later(const Node& store);
  /// A store with one `tasks` array of good records and no repeated top-level names.
  [[nodiscard]] Node plain_store();
  /// White space as chosen by the dice.
  [[nodiscard]] Spelt spell(const Node& document);

  [[nodiscard]] std::size_t below(std::size_t limit) { return m_random() % limit; }
  [[nodiscard]] bool one_in(std::size_t chances) { return below(chances) == 0; }

 private:
  enum class Style { compact, two_spaces, four_spaces, tabs_and_crlf, dice };
  struct Choice {
    const char* name;
    Node (StoreMaker::*usual)();
  };

  Text text();
  Text text_of(std::u16string_view units);
  Text ascii(std::string_view characters);
  Text odd_name();
  void add_piece(Text& text);
  void add_unit(Text& text, char16_t unit);
  Node value(unsigned budget);
  Node any() { return value(3); }
  Node some_text();
  Node number();
  Node odd_number();
  Node small_integer();
  Node cost();
  Node boolean();
  Node state();
  Node date();
  Node nothing() { return Node::of("null"); }
  Node metadata();
  Node tree_id();
  Node strategy();
  Node variables();
  Node variable();
  Node variable_metadata();
  Node context();
  Node costs();
  Node checkpoints();
  Node checkpoint();
  Node object_of(std::span<const Choice> choices);
  void disturb(std::vector<Member>& members);
  void shuffle_members(std::vector<Member>& members);
  Text id();
  Node record(Text id);
  Node element();
  std::vector<Node> records();
  Node document(std::vector<Node> records, bool is_plain);

  void spell(const Node& node, unsigned depth, Spelt& out);
  void spell_object(const Node& node, unsigned depth, Spelt& out);
  void spell_array(const Node& node, unsigned depth, Spelt& out, bool is_tasks);
  void gap(unsigned depth, Spelt& out);
  void blank(Spelt& out);

  std::mt19937_64 m_random;
  std::size_t m_oddness;  ///< one in so many things is odd
  Style m_style = Style::compact;
  std::vector<std::u16string> m_ids;
};

}  // namespace rlmdb::tests
