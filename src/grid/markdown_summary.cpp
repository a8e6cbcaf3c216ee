// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "grid/grid_markdown.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/labelled_text.hpp"
#include "grid/markdown_documents.hpp"
#include "grid/markdown_table.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

using Words = std::pair<std::string_view, std::string_view>;

constexpr std::array k_labels = {Words{"block", "block"},
                                 Words{"status", "status"},
                                 Words{"completed", "completed_at"},
                                 Words{"completed_at", "completed_at"},
                                 Words{"date", "completed_at"},
                                 Words{"cluster", "cluster"}};
constexpr std::array k_lists = {Words{"decisions_made", "decisions_made"},
                                Words{"decisions", "decisions_made"},
                                Words{"key_decisions", "decisions_made"}, Words{"deviations", "deviations"},
                                Words{"deviations_from_plan", "deviations"}};

std::string_view meant_by(const auto& words, std::string_view name) {
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const Words& one) { return one.first == name; });
  return found == words.end() ? std::string_view() : found->second;
}

bool is_hash(std::string_view text) {
  constexpr std::size_t k_least = 7;
  constexpr std::size_t k_most = 64;
  return text.size() >= k_least && text.size() <= k_most &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// "`abc1234` - feat(01): Begin", "abc1234: feat(01): Begin". "": no hash stands at its front.
std::string commit_in(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("`* ["), text.size()));
  const std::string_view hash = text.substr(0, text.find_first_not_of("0123456789abcdef"));
  if (!is_hash(hash)) return {};
  text.remove_prefix(hash.size());
  text.remove_prefix(std::min(text.find_first_not_of("`*]:- \xe2\x80\x93\x94"), text.size()));
  json::ObjectText commit;
  commit.add("hash", json::quoted(hash));
  if (!text.empty()) commit.add("message", json::quoted(text));
  return std::move(commit).finish();
}

class Summary {
 public:
  explicit Summary(std::string_view front)
      : m_json(front.empty() ? "{}" : front), m_has_front(!front.empty()) {}

  void take(const Section& section) {
    const std::string heading = snake_case(section.heading);
    m_has_heading = m_has_heading || heading.find("summary") != std::string::npos;
    std::vector<std::string> texts;
    std::vector<std::string> commits;
    for (const Piece& piece : section.pieces) {
      if (piece.kind == PieceKind::label) take_label(piece.label, piece.value);
      if (piece.kind == PieceKind::paragraph) take_lines(piece.value);
      if (piece.kind != PieceKind::bullet) continue;
      texts.push_back(json::quoted(piece.value));
      if (std::string commit = commit_in(piece.value); !commit.empty()) commits.push_back(std::move(commit));
      take_lines(piece.value);
    }
    if (const std::string_view list = meant_by(k_lists, heading); !list.empty() && !texts.empty())
      add(list, as_array(texts));
    if (heading.starts_with("commit") && !commits.empty()) add("commits", as_array(commits));
  }
  void take_table(std::string_view text) {
    if (const std::string threads = thread_table_json(text); !threads.empty()) add("threads", threads);
  }
  /// "" where nothing makes it a summary.
  [[nodiscard]] std::string finish() {
    if (m_has_front) return m_json;
    if (m_json == "{}" && !m_has_heading) return {};
    add("form", json::quoted("markdown"));
    return m_json;
  }

 private:
  void add(std::string_view name, const std::string& raw) {
    if (json::find_member(m_json, name).empty()) m_json = json::with_member(m_json, name, raw);
  }
  /// "Block: 04".
  void take_lines(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos && text.find('\n') == std::string_view::npos)
      take_label(text.substr(0, colon), std::string(trimmed(text.substr(colon + 1))));
  }
  void take_label(std::string_view label, const std::string& value) {
    if (m_has_front || value.empty()) return;
    const std::string_view member = meant_by(k_labels, snake_case(label));
    if (member.empty()) return;
    std::string said = unquoted(value);
    if (member == "block") said = said.substr(0, said.find_first_not_of("0123456789"));
    if (member == "status") said = status_of(said);
    if (!said.empty()) add(member, json::quoted(said));
  }
  static std::string status_of(const std::string& text) {
    return is_block_done(text) == Done::yes ? "complete" : util::fold_word(text);
  }

  std::string m_json;
  bool m_has_front;
  bool m_has_heading = false;
};

}  // namespace

std::string read_markdown_summary(std::string_view text, std::string_view front) {
  Summary summary(front);
  const TextParts parts = split(GridFileKind::summary, text);
  SectionReader reader(text, body_begin(parts, text));
  Section section;
  while (reader.next(section)) summary.take(section);
  summary.take_table(text);
  return summary.finish();
}

}  // namespace rlmdb::grid
