// SPDX-License-Identifier: MIT
/// Where a damaged tasks.json can be read again: at the next whole record, or the next document.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/json_input.hpp"
#include "json/json_scan.hpp"
#include "sources/hopeless_brackets.hpp"

namespace rlmdb::sources {

/// What is known of the document before the damage.
struct BeforeDamage {
  bool has_tasks = false;                  ///< a `tasks` array was seen: the file is a task store
  std::optional<std::string> indentation;  ///< of the records, where each begins a line; nullopt: unknown
  unsigned max_depth = 1000;
};

enum class Resumption { nothing, record, document };

/// Looks for the next `{` that is a record, or begins a document, and not an object inside a record that the
/// damage has cut open. How a writer indents tells these apart where it does; otherwise what follows does:
/// the brackets that close around a record are those of `tasks` and of the document. What one look has told
/// of many places is not read again for each: the search costs n log n. Memory: two chunks, or twice the
/// largest object; of text that nests brackets without an end, all of it and eight bytes a bracket.
class ResumeSearch {
 public:
  ResumeSearch(json::InputWindow& window, const BeforeDamage& before) : m_window(window), m_before(before) {}

  /// From the offset `from` on, which is in the window. The window's position is then at the `{`, or at the
  /// end of the input.
  [[nodiscard]] Resumption find(std::uint64_t from);
  /// How many bytes it has read, those that it read again included.
  [[nodiscard]] std::uint64_t examined_bytes() const noexcept { return m_examined_bytes; }

 private:
  enum class Place { of_tasks, nested, unknown };
  enum class Line { fits, differs, unknown };
  /// Values that stand side by side: what follows tells the same of each.
  struct SideBySide {
    std::vector<std::uint64_t> ends;  ///< ascending
    std::optional<Place> place;       ///< nullopt: nobody looked far enough yet
    [[nodiscard]] bool has(std::uint64_t end) const;
  };

  [[nodiscard]] bool find_brace();
  /// Past it when it is none.
  [[nodiscard]] Resumption try_here();
  [[nodiscard]] bool is_document(std::uint64_t begin);
  [[nodiscard]] bool is_record(std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool is_first_of_other_list(std::uint64_t begin) const;
  [[nodiscard]] bool is_indented_deeper(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] Line line_of(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] bool is_in_line_of_damage(std::uint64_t begin) const;
  /// What the brackets say that follow the object.
  [[nodiscard]] Place place_after(std::uint64_t end);
  [[nodiscard]] std::optional<Place> look_past_elements(std::uint64_t end);
  [[nodiscard]] Place place_after_array();
  [[nodiscard]] Place look_past_members();
  /// The byte before the position that is no white space; absent where the search or the window begins.
  [[nodiscard]] std::optional<char> byte_before() const;
  /// White space between the beginning of the line and the position; nullopt where there is more than that.
  [[nodiscard]] std::optional<std::string> indentation_here() const;
  [[nodiscard]] std::optional<char> peek();
  [[nodiscard]] bool skip(char expected);
  /// Reads one value at the position and goes past it; false, and the position anywhere, where it is none.
  [[nodiscard]] bool skip_value();
  [[nodiscard]] json::ScanResult scan(unsigned max_depth);
  /// The value at `begin` breaks: what does so with it?
  void learn_from(std::uint64_t begin, const json::ScanResult& broken);
  [[nodiscard]] bool skip_member();
  void go_to(std::uint64_t offset);
  void release_before_here();

  json::InputWindow& m_window;
  const BeforeDamage& m_before;
  std::uint64_t m_from = 0;
  HopelessBrackets m_hopeless;
  SideBySide m_elements;  ///< of the array that was looked through last
  SideBySide m_members;   ///< of the object around it
  std::uint64_t m_examined_bytes = 0;
};

}  // namespace rlmdb::sources
