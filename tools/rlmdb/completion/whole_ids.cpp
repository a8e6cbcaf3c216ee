// SPDX-License-Identifier: MIT
// Ids that are typed as their number or as their beginning.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "completion/complete.hpp"
#include "completion/words_so_far.hpp"
#include "frame/input_file.hpp"
#include "frame/locate_database.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/known_ids.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_task = "task-";
constexpr std::string_view k_tree = "tree-";
constexpr std::string_view k_digits = "0123456789";
constexpr std::string_view k_hex_digits = "0123456789abcdef";

bool is_made_of(std::string_view text, std::string_view bytes) {
  return !text.empty() && text.find_first_not_of(bytes) == std::string_view::npos;
}

/// By its form; whether it is there has nothing to do with that.
bool is_whole(std::string_view word) {
  const bool is_task = word.starts_with(k_task);
  if (!is_task && !word.starts_with(k_tree)) return false;
  const std::string_view rest = word.substr(k_task.size());
  constexpr std::size_t k_least_digits = 4;
  constexpr std::size_t k_random_digits = 8;
  return (is_task && rest.size() >= k_least_digits && is_made_of(rest, k_digits)) ||
         (rest.size() == k_random_digits && is_made_of(rest, k_hex_digits));
}

bool may_be_short(std::string_view word) {
  constexpr std::size_t k_longest = 64;
  constexpr std::string_view k_bytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  return word.size() <= k_longest && !word.starts_with('-') && is_made_of(word, k_bytes) && !is_whole(word);
}

/// "task-0004" for "4", "0004" and "task-4"; "" for others, also for "task-00", which begins many.
std::string by_number(std::string_view word) {
  if (word.starts_with(k_task)) word.remove_prefix(k_task.size());
  constexpr std::size_t k_most_digits = 18;
  constexpr std::size_t k_padded = 4;
  if (!is_made_of(word, k_digits) || word.size() > k_most_digits) return {};
  if (word.front() == '0' && word.size() > 1 && word.size() < k_padded) return {};
  return fmt::format("{}{:04}", k_task, std::stoll(std::string(word)));
}

/// Enough of an id to be meant as one.
bool is_beginning(std::string_view word) {
  constexpr std::size_t k_least = 4;
  const std::size_t dash = word.find('-');
  return dash == std::string_view::npos ? word.size() >= k_least : dash + 1 < word.size();
}

/// Where --tree may name a tree that is not there: a new one, or one whose events alone are left.
constexpr std::array<std::string_view, 4> k_may_be_new{"task add", "checkpoint fork", "var", "events"};

/// What an id that has to be there is of; nullopt: none stands here, or one that may be new. What purge takes
/// away nobody gets back: it is named in full.
std::optional<IdOf> id_at_end(const Words& words) {
  const std::optional<IdOf> of = place_of_last(words).ids;
  if (of != IdOf::task && of != IdOf::tree) return std::nullopt;
  const WordsSoFar so_far(words);
  if (so_far.command == nullptr || so_far.command->text().name == "purge") return std::nullopt;
  if (so_far.value_of == nullptr) return of;
  if (so_far.value_of->type == "N") return std::nullopt;
  const std::string call = fmt::format("{} {}", so_far.command->text().name, so_far.verb());
  const bool may_be_new = std::any_of(k_may_be_new.begin(), k_may_be_new.end(),
                                      [&](std::string_view one) { return call.starts_with(one); });
  return may_be_new && so_far.value_of->name() == "--tree" ? std::nullopt : of;
}

class WholeIds {
 public:
  explicit WholeIds(const Words& words) : m_words(words) {}

  /// nullopt: nothing that is shorter than what there is.
  std::optional<std::string> find(IdOf of, const std::string& word) {
    if (!is_open()) return std::nullopt;
    if (of == IdOf::task) {
      if (m_store->find_task(TaskId{word}).has_value()) return std::nullopt;
      std::string numbered = by_number(word);
      if (!numbered.empty() && m_store->find_task(TaskId{numbered}).has_value()) return numbered;
    }
    if (is_beginning(word)) {
      if (auto whole = only_one(of, word)) return whole;
      if (of == IdOf::task) return only_one(IdOf::node, word);
    }
    constexpr std::size_t k_least_hex = 2;
    const bool is_hex = word.size() >= k_least_hex && is_made_of(word, k_hex_digits);
    return of == IdOf::tree && is_hex ? only_one(of, std::string(k_tree) + word) : std::nullopt;
  }

 private:
  bool is_open() {
    if (m_store.has_value()) return true;
    const std::filesystem::path begin = std::filesystem::current_path();
    try {
      const WordsSoFar all(m_words);
      if (all.global.directory) enter_directory(*all.global.directory);
      m_store.emplace(Store::open(locate_database(all.global).path, Access::read_only));
    } catch (const std::exception&) {
      // The command opens it again, and says what is wrong.
    }
    std::filesystem::current_path(begin);
    return m_store.has_value();
  }

  std::optional<std::string> only_one(IdOf of, const std::string& begin) const {
    constexpr std::size_t k_shown = 3;
    std::vector<std::string> ids = known_ids(*m_store, of, begin, k_shown + 1);
    if (ids.empty()) return std::nullopt;
    if (ids.size() == 1 || ids.front() == begin) return ids.front();
    const bool are_more = ids.size() > k_shown;
    ids.resize(std::min(ids.size(), k_shown));
    throw Error(ErrorCode::usage,
                fmt::format("'{}' may be {}{}", begin, fmt::join(ids, ", "), are_more ? " and others" : ""),
                {}, "type more of it");
  }

  const Words& m_words;
  std::optional<Store> m_store;
};

}  // namespace

Words with_whole_ids(Words words) {
  const Words typed = words;
  WholeIds ids(typed);
  for (std::size_t place = 1; place < words.size(); ++place) {
    const std::string& word = typed[place];
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::size_t begin = equals == std::string::npos ? 0 : equals + 1;
    if (!may_be_short(std::string_view(word).substr(begin))) continue;
    const auto of = id_at_end({typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(place) + 1});
    if (!of.has_value()) continue;
    // Where a task's id may stand, some commands take a tree's as well.
    const std::string typed_id = word.substr(begin);
    const bool is_tree = *of == IdOf::task && typed_id.starts_with(k_tree);
    if (auto whole = ids.find(is_tree ? IdOf::tree : *of, typed_id))
      words[place].replace(begin, std::string::npos, *whole);
  }
  return words;
}

}  // namespace rlmdb::cli
