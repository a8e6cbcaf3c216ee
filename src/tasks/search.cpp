// SPDX-License-Identifier: MIT
#include "rlmdb/search.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "tasks/search_rows.hpp"

namespace rlmdb {

namespace tasks {
namespace {

constexpr std::size_t k_context_bytes = 80;

constexpr char lower(char byte) noexcept {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

/// Looks for one text in many (Horspool's way): a byte that does not stand in it lets the search jump over all of it.
class Finder {
 public:
  explicit Finder(const std::string& text) : m_text(text) {
    std::transform(m_text.begin(), m_text.end(), m_text.begin(), lower);
    m_jumps.fill(m_text.size());
    for (std::size_t place = 0; place + 1 < m_text.size(); ++place) {
      m_jumps[index_of(m_text[place])] = m_text.size() - 1 - place;
    }
  }

  /// npos: nowhere at `from` or behind it.
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const {
    for (std::size_t at = from; at + m_text.size() <= text.size();) {
      const char last = lower(text[at + m_text.size() - 1]);
      if (last == m_text.back() && is_at(text, at)) return at;
      at += m_jumps[index_of(last)];
    }
    return std::string_view::npos;
  }

  [[nodiscard]] std::size_t size() const noexcept { return m_text.size(); }

 private:
  static std::size_t index_of(char byte) noexcept { return static_cast<unsigned char>(byte); }

  [[nodiscard]] bool is_at(std::string_view text, std::size_t at) const {
    return std::equal(m_text.begin(), m_text.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char sought, char byte) { return sought == lower(byte); });
  }

  std::string m_text;
  std::array<std::size_t, 256> m_jumps{};
};

bool begins_inside_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

class Search {
 public:
  Search(db::Connection& connection, const SearchRequest& request,
         const std::function<bool(const Found&)>& sink)
      : m_rows(connection), m_request(request), m_sink(sink), m_finder(request.text) {}

  void run() {
    const std::optional<std::string> tree =
        m_request.tree ? std::optional(m_request.tree->text) : std::nullopt;
    for (const std::int64_t id : m_rows.tasks(tree, m_request.created)) {
      if (m_has_ended) return;
      look_at_task(id);
    }
    if (!wants(SearchedText::variable) || !m_request.created.is_all()) return;
    for (const SearchedState& state : m_rows.states(tree)) {
      if (m_has_ended) return;
      look_at_all({.id = state.owner, .tree_id = state.tree_id}, m_rows.variables_of_state(state.id));
    }
  }

 private:
  void look_at_task(std::int64_t id) {
    const SearchedTask task = m_rows.task(id);
    const Found found{
        .id = task.id, .tree_id = task.tree_id, .created_at = task.created_at, .state = task.state};
    for (std::size_t place = 0; place < task.texts.size(); ++place) {
      look_at(found, static_cast<SearchedText>(place), task.texts.at(place));
    }
    if (wants(SearchedText::variable)) look_at_all(found, m_rows.variables_of_task(id));
  }

  void look_at_all(Found found, const SearchRows::Variables& variables) {
    for (const auto& [name, value] : variables) {
      found.variable = name;
      look_at(found, SearchedText::variable, value);
    }
  }

  [[nodiscard]] bool wants(SearchedText text) const {
    return m_request.only.empty() ||
           std::find(m_request.only.begin(), m_request.only.end(), text) != m_request.only.end();
  }

  void look_at(Found found, SearchedText in, std::string_view text) {
    if (m_has_ended || !wants(in)) return;
    const std::size_t first = m_finder.find(text, 0);
    if (first == std::string_view::npos) return;
    for (std::size_t at = first; at != std::string_view::npos;
         at = m_finder.find(text, at + m_finder.size())) {
      ++found.times;
    }
    found.in = in;
    found.at_byte = first;
    found.match = text.substr(first, m_finder.size());
    std::size_t begin = first - std::min(first, k_context_bytes);
    while (begin < first && begins_inside_character(text, begin)) ++begin;
    found.before = text.substr(begin, first - begin);
    const std::size_t end = first + m_finder.size();
    std::size_t after = std::min(text.size(), end + k_context_bytes);
    while (after > end && begins_inside_character(text, after)) --after;
    found.after = text.substr(end, after - end);
    m_has_ended = !m_sink(found);
  }

  SearchRows m_rows;
  const SearchRequest& m_request;
  const std::function<bool(const Found&)>& m_sink;
  const Finder m_finder;
  bool m_has_ended = false;
};

}  // namespace
}  // namespace tasks

void search(const Store& store, const SearchRequest& request, const std::function<bool(const Found&)>& sink) {
  if (request.text.empty()) throw Error(ErrorCode::usage, "there is nothing to look for", {}, "give a text");
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  if (request.tree) records::require_tree(use.connection(), request.tree->text);
  tasks::Search(use.connection(), request, sink).run();
}

}  // namespace rlmdb
