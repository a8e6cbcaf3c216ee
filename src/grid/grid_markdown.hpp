// SPDX-License-Identifier: MIT
/// The Markdown of the Grid's files, taken apart into sections and what stands in them, and texts written
/// so that they are read back as the same. Pure, linear in the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::grid {

/// One line of a text.
struct Line {
  std::string_view text;  ///< without its end, which may be "\r\n"
  std::size_t begin = 0;
  std::size_t end = 0;  ///< behind its end
};

/// The line that begins at `begin`, which is in `text`.
[[nodiscard]] Line line_at(std::string_view text, std::size_t begin);

[[nodiscard]] bool is_blank(std::string_view line);
/// Without spaces and tabs around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// How the lines of `text` end: "\r\n" where the first one does, else "\n".
[[nodiscard]] std::string_view line_end_of(std::string_view text);

enum class PieceKind {
  label,     ///< "**Question:** Deploy to Vercel?"
  bullet,    ///< "- vercel"
  paragraph  ///< any other lines
};

/// What stands in a section. Lines that are indented by two spaces belong to the piece above them, also
/// behind blank lines; others do until the next label, bullet, heading or blank line.
struct Piece {
  PieceKind kind = PieceKind::paragraph;
  std::string_view label;  ///< "Question"
  std::string value;    ///< lines joined by "\n", two spaces taken off each but the first; as it is written
  std::size_t end = 0;  ///< in the whole text, behind its last line
};

/// A heading of level 1 or 2, and what stands below it.
struct Section {
  unsigned level = 0;        ///< 0: what stands before the first heading
  std::string_view heading;  ///< without "##" and spaces
  std::size_t begin = 0;     ///< of the heading's line, in the whole text
  std::size_t content = 0;   ///< behind the heading's line
  std::size_t end = 0;       ///< where the next one begins
  std::vector<Piece> pieces;

  /// Where the last piece ends; `content` where there is none.
  [[nodiscard]] std::size_t last_piece_end() const { return pieces.empty() ? content : pieces.back().end; }
};

/// Reads a text section by section, so that memory is that of the largest one. What is fenced by ``` or ~~~
/// lines begins no section, label or bullet.
class SectionReader {
 public:
  /// From `begin` of `text`, which has to outlive the reader and its sections.
  SectionReader(std::string_view text, std::size_t begin);
  /// False: there is no more. The first section has level 0 and may be empty.
  bool next(Section& section);

 private:
  void follow_fence(const Line& line);
  void take_line(Section& section, const Line& line);
  void add(Section& section, PieceKind kind, std::string_view label, std::string_view value,
           const Line& line);
  bool continues(const Section& section, const Line& line) const;
  void append(Section& section, const Line& line);
  bool take_item(Section& section, const Line& line);

  std::string_view m_text;
  std::size_t m_at;
  std::size_t m_last_fence = 0;  ///< a fence that nothing closes is none
  std::string_view m_fence;      ///< "```" inside of one
  std::string m_blank;           ///< blank lines that may belong to the piece above them
  bool m_is_behind_blank = false;
  bool m_is_begun = false;
  std::size_t m_indent = 0;  ///< of the bullet that is being read
};

/// What a value says: without the quotes around it. In double quotes `\"` is `"` and `\\` is `\`.
[[nodiscard]] std::string unquoted(std::string_view value);

enum class Quotes { always, where_needed };

/// `text` as unquoted(Piece::value) reads it back, to stand behind a label, a bullet or an option's key.
[[nodiscard]] std::string as_value(std::string_view text, Quotes quotes, std::string_view line_end);

/// Throws Error invalid_input, `where` says which text, for one that Markdown cannot keep: carriage returns,
/// other control characters, bytes that are no UTF-8.
void require_plain(std::string_view text, const std::string& where);
/// The same, and for one of several lines, of none, with spaces around it or with `|` in it.
void require_heading_part(std::string_view text, const std::string& where);

/// `text` with `addition` at its end, behind one blank line, with the line ends that it has.
[[nodiscard]] std::string with_paragraph(std::string_view text, std::string_view addition);

/// "Almost Did (Rejected)" as "almost_did_rejected".
[[nodiscard]] std::string snake_case(std::string_view words);

}  // namespace rlmdb::grid
