// SPDX-License-Identifier: MIT
#include "sources/source_guess.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "json/json_string.hpp"
#include "sources/top_level.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::uint64_t k_look_bytes = 64 * 1024;
constexpr std::size_t k_most_names = 6;
constexpr std::size_t k_longest_name = 40;
/// In bytes; a pointer into deep nesting says no more than its beginning and the offset do.
constexpr std::size_t k_longest_pointer = 240;

/// Where a text has come to.
class LinePlace {
 public:
  void go_over(std::string_view piece) {
    for (std::size_t at = piece.find('\n'); at != std::string_view::npos; at = piece.find('\n', at + 1)) {
      ++m_line;
      m_line_begin = m_read + at + 1;
    }
    m_read += piece.size();
  }
  [[nodiscard]] std::string text(std::uint64_t byte_offset) const {
    return "byte " + std::to_string(byte_offset) + " (line " + std::to_string(m_line) + ", column " +
           std::to_string(byte_offset - std::min(byte_offset, m_line_begin) + 1) + ")";
  }

 private:
  std::uint64_t m_read = 0;
  std::uint64_t m_line = 1;
  std::uint64_t m_line_begin = 0;
};

std::string beginning_of(const SourceFile& source) {
  return source.read_at(0, std::min(source.bytes, k_look_bytes));
}

/// Names of the top level, without their quotes.
std::vector<std::string> names_of(std::string_view beginning) {
  std::vector<std::string> names;
  TopLevelReader reader(beginning);
  while (const auto member = reader.next())
    names.emplace_back(member->raw_name.substr(1, member->raw_name.size() - 2));
  return names;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown == k_most_names || name.size() > k_longest_name) break;
    list += (list.empty() ? "" : ", ") + name;
    ++shown;
  }
  return shown < names.size() ? list + ", …" : list;
}

std::string guess_of_object(const std::vector<std::string>& names) {
  if (has(names, "tree_id") || has(names, "nodes"))
    return "it seems to be a tree document, but has neither an object `root_task` nor a list `nodes`";
  if (has(names, "task_id")) return "it seems to be a node of a tree, but not a whole one";
  if (has(names, "loops")) return "it seems to be a registry of loops";
  if (names.empty()) return "it seems to be a JSON object without members";
  return "it seems to be a JSON object with " + list_of(names);
}

bool is_binary(std::string_view beginning) {
  const std::string_view whole =
      beginning.substr(0, beginning.size() - std::min<std::size_t>(beginning.size(), 3));
  return beginning.find('\0') != std::string_view::npos || util::find_invalid_utf8(whole).has_value();
}

}  // namespace

bool names_tasks(const SourceFile& source) {
  for (std::uint64_t bytes = k_look_bytes;; bytes *= 8) {
    const std::string beginning = source.read_at(0, std::min(source.bytes, bytes));
    TopLevelReader reader(beginning);
    while (const auto member = reader.next()) {
      std::string name;
      json::append_canonical_string(name, member->raw_name);
      if (name == "\"tasks\"") return true;
    }
    if (!reader.needs_more() || bytes >= source.bytes) return false;
  }
}

std::string guess_kind(const SourceFile& source) {
  const std::string beginning = beginning_of(source);
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "it holds nothing";
  if (beginning.starts_with("\xEF\xBB\xBF")) return "it begins with the three bytes of a byte order mark";
  if (beginning[first] == '{') return guess_of_object(names_of(beginning));
  if (beginning[first] == '[') return "it seems to be a JSON list";
  if (beginning.starts_with(std::string_view("SQLite format 3\0", 16)))
    return "it is an SQLite database: `--db FILE` works with it, `rlmdb restore FILE` puts a backup back";
  if (beginning.starts_with("\x28\xB5\x2F\xFD")) return "it is packed by zstd; unpack it first";
  if (beginning.starts_with("\x1F\x8B")) return "it is packed by gzip; unpack it first";
  if (is_binary(beginning)) return "it seems to be binary data";
  const std::string extension = source.real_path.extension().string();
  return extension == ".md" ? "it seems to be a Markdown text" : "it seems to be a text that is no JSON";
}

std::string place_of_damage(const SourceFile& source, std::uint64_t byte_offset, std::string_view pointer) {
  LinePlace place;
  const std::uint64_t end = std::min(byte_offset, source.bytes);
  for (std::uint64_t begin = 0; begin < end; begin += k_look_bytes)
    place.go_over(source.read_at(begin, std::min(k_look_bytes, end - begin)));
  return with_pointer(source.given_path + ": " + place.text(byte_offset), pointer);
}

std::string place_of_damage(const SourceFile& source, std::string_view text, std::uint64_t byte_offset,
                            std::string_view pointer) {
  LinePlace place;
  place.go_over(text.substr(0, byte_offset));
  return with_pointer(source.given_path + ": " + place.text(byte_offset), pointer);
}

std::string with_pointer(std::string where, std::string_view pointer) {
  if (pointer.empty()) return where;
  std::size_t shown = std::min(pointer.size(), k_longest_pointer);
  while (shown < pointer.size() && (static_cast<unsigned char>(pointer[shown]) & 0xC0U) == 0x80U) --shown;
  where.append(" ").append(pointer.substr(0, shown));
  if (shown < pointer.size()) where += "…";
  return where;
}

}  // namespace rlmdb::sources
