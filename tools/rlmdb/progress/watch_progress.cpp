// SPDX-License-Identifier: MIT
#include "progress/watch_progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/stuck_lines.hpp"
#include "rlmdb/watch.hpp"
#include "rlmdb/work_left.hpp"
#include "terminal/live_screen.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds k_between_pictures{200};
constexpr milliseconds k_between_looks{50};
constexpr milliseconds k_between_deaths{5'000};  // looks for processes that have gone
/// Reading takes at most a fifth of the time: a large tree is read less often.
constexpr int k_rest_for_reading = 4;

std::int64_t now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<milliseconds>(now).count();
}

bool is_unfinished(const TreeProgress& progress) {
  return progress.completed + progress.cancelled < progress.total;
}

/// What is watched, as it was read last.
class WatchedTrees {
 public:
  WatchedTrees(const Store& store, const std::optional<TreeId>& tree) : m_store(store), m_tree(tree) {}

  void read() {
    if (m_tree.has_value()) {
      m_status = status_of_tree(m_store, *m_tree);
      m_trees = {m_status.progress};
      m_stuck = m_status.stuck;
      return;
    }
    m_stuck = find_stuck_tasks(m_store, {}, Interrupted::recovered);
    m_trees = progress_of_trees(m_store, WhichTrees::all);
    std::erase_if(m_trees, [this](const TreeProgress& tree) {
      const bool is_new = is_unfinished(tree) && m_seen.insert(tree.tree_id.text).second;
      return !is_new && !m_seen.contains(tree.tree_id.text);
    });
  }

  [[nodiscard]] bool any_goes_on() const { return std::any_of(m_trees.begin(), m_trees.end(), goes_on); }

  /// The line of `rlmdb progress --json`.
  [[nodiscard]] std::string document() const {
    std::vector<TreeProgress> shown = m_trees;
    if (!m_tree.has_value()) std::erase_if(shown, std::not_fn(is_unfinished));
    return json_success("progress", json_progress(shown, m_stuck));
  }

  [[nodiscard]] std::string picture(const Terminal& terminal) const {
    if (!m_tree.has_value()) {
      return text_stuck(m_stuck, terminal) + text_progress_of_trees(m_trees, terminal);
    }
    // Where pictures stand below each other, time alone is no reason for another one.
    return text_stuck(m_stuck, terminal) + (terminal.can_redraw ? text_watched(m_status, now_ms(), terminal)
                                                                : text_progress(m_status.progress, terminal));
  }

  [[nodiscard]] std::string end() const {
    std::string lines;
    for (const TreeProgress& tree : m_trees) {
      lines += text_end_of_tree(tree);
    }
    return lines.empty() ? "no unfinished trees\n" : lines;
  }

 private:
  const Store& m_store;
  std::optional<TreeId> m_tree;
  TreeStatus m_status;
  Stuck m_stuck;
  std::vector<TreeProgress> m_trees;
  std::unordered_set<std::string> m_seen;
};

class Watcher {
 public:
  Watcher(const Store& store, const std::optional<TreeId>& tree, Context& context)
      : m_context(context),
        m_trees(store, tree),
        m_watch(store),
        m_screen(context.out, context.terminal),
        m_is_picture(context.terminal.is_terminal && !context.wants_json()) {}

  ExitCode run() {
    while (!is_cancelled()) {
      pause();
      if (take_suspension()) {
        m_screen.leave();
        suspend();
        m_shown.clear();
      }
      follow_size(m_context.terminal, STDOUT_FILENO);
      if (steady_clock::now() < m_next) {
        continue;
      }
      if (std::exchange(m_is_stale, false)) {
        read();
      }
      if (!m_trees.any_goes_on()) {
        return finish();
      }
      show();
    }
    m_screen.leave();
    if (!m_context.out.has_reader()) {
      throw OutputClosed{};
    }
    return ExitCode::interrupted;
  }

 private:
  [[nodiscard]] bool is_cancelled() const { return interrupted() || !m_context.out.has_reader(); }

  void pause() {
    if (m_is_stale) {
      std::this_thread::sleep_for(k_between_looks);
    } else {
      // A process that dies changes nothing in the database.
      m_is_stale = m_watch.wait(k_between_looks) || steady_clock::now() >= m_look_again;
    }
  }

  void read() {
    const auto begin = steady_clock::now();
    m_trees.read();
    const auto end = steady_clock::now();
    m_look_again = end + k_between_deaths;
    m_next = std::max(begin + k_between_pictures, end + k_rest_for_reading * (end - begin));
  }

  /// Again only where it looks different: time goes on, too, and the terminal has its size.
  void show() {
    std::string shown = m_is_picture ? m_trees.picture(m_context.terminal) : m_trees.document();
    if (shown == m_shown) {
      return;
    }
    m_shown = std::move(shown);
    if (m_is_picture) {
      m_screen.draw(m_shown);
      m_next = std::max(m_next, steady_clock::now() + k_between_pictures);
    } else {
      m_context.out.write(m_shown);
      m_context.out.flush();
    }
  }

  /// The last picture stays, on the screen that is left to the user.
  ExitCode finish() {
    m_screen.leave();
    if (m_is_picture) {
      m_context.out.write(m_trees.picture(m_context.terminal));
      m_context.out.flush();
    } else {
      show();
    }
    m_context.talk(m_trees.end());
    return ExitCode::done;
  }

  Context& m_context;
  WatchedTrees m_trees;
  StoreWatch m_watch;
  LiveScreen m_screen;
  bool m_is_picture;
  bool m_is_stale = false;
  std::string m_shown;
  steady_clock::time_point m_next{};
  steady_clock::time_point m_look_again = steady_clock::now() + k_between_deaths;
};

}  // namespace

bool goes_on(const TreeProgress& progress) noexcept {
  return progress.completed + progress.failed + progress.cancelled < progress.total;
}

ExitCode watch_progress(const Store& store, const std::optional<TreeId>& tree, Context& context) {
  context.out.require_writable();
  watch_for_interruption();
  watch_for_suspension();
  context.out.give_up_once(interrupted());
  return Watcher(store, tree, context).run();
}

}  // namespace rlmdb::cli
