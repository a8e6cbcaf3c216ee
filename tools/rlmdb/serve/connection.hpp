// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "serve/json_rpc.hpp"
#include "serve/outbox.hpp"

namespace rlmdb::cli {

/// What the other program is told of a call that was not done, or not to its end.
enum class Refusal { unknown_method, cancelled, failed };

/// What the calls of a connection mean: how they are read, answered and refused. As serve has it, unless said
/// otherwise. All but answer() may be called by the thread that reads, while answer() runs.
class Calls {
 public:
  Calls() = default;
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;
  virtual ~Calls() = default;

  /// Throws RpcMistake.
  [[nodiscard]] virtual RpcRequest read(std::string_view line) const;
  /// The id of the call that this message takes back; nullopt: it is no such message.
  [[nodiscard]] virtual std::optional<std::string> call_taken_back(const RpcRequest& request) const;
  /// The answer to what waits for no other call; nullopt: it has to wait its turn.
  [[nodiscard]] virtual std::optional<std::string> answer_at_once(const RpcRequest& request) const;
  /// One at a time, in the order in which they came. `longest`: how long the caller waits. The answer of a request
  /// is one line; of a notification it is dropped. Throws UnknownMethod, Error.
  [[nodiscard]] virtual std::string answer(const RpcRequest& request,
                                           std::optional<std::chrono::milliseconds> longest) = 0;
  /// Before the first call. `outbox`, which lives until end(), takes notifications.
  virtual void begin(Outbox& /*outbox*/) {}
  /// The answer to the last call is on its way: what it promised may follow.
  virtual void after_answer() {}
  /// After the last call: from here on nothing is sent.
  virtual void end() {}
  /// "": the caller expects no answer.
  [[nodiscard]] virtual std::string refuse(const RpcRequest& request, const Error& error, Refusal why) const;
};

/// One other program at the end of two descriptors. A thread of its own reads, which never waits for what is
/// written (Outbox) or done; calls are answered by the thread that runs.
class Connection {
 public:
  /// So many calls, or bytes of them, may wait; further ones are busy.
  static constexpr std::size_t k_most_calls = 1000;
  static constexpr std::size_t k_most_bytes = 2 * k_most_line_bytes;

  enum class End { input_ended, nobody_read };

  /// `end`: once it is readable, no more is read, what has not begun is dropped, and what waits or only reads is
  /// cut short.
  Connection(int input, int output, Calls& calls, int end = -1);

  /// Until the input has ended and all that was asked is answered: from then on nothing waits (a claim). When
  /// nobody reads the answers any more, what only reads is cut short as well, and what was asked to be changed is
  /// changed all the same.
  [[nodiscard]] End run();

 private:
  using Clock = std::chrono::steady_clock;
  enum class Cut { none, cancelled, timed_out, ended };
  struct Call {
    RpcRequest request;
    std::size_t bytes = 0;
    std::optional<Clock::time_point> deadline;
  };

  void read_all();
  /// False once this is to end.
  [[nodiscard]] bool wait_for_input();
  void end_at_once();
  void take_bytes(std::string_view bytes);
  void take_line(std::string_view line);
  void take_request(RpcRequest request, std::size_t bytes);
  /// The thread that reads is the only one that adds calls.
  [[nodiscard]] bool has_room_for(std::size_t bytes);
  /// Nothing for a notification.
  void send(const RpcRequest& request, std::string answer);
  void take_back(const std::string& id, const RpcRequest& request);
  void wait_for_end_of_reader();
  void watch_deadlines();
  [[nodiscard]] std::optional<Call> next();
  void perform(const Call& call);
  [[nodiscard]] std::string answer_of(const Call& call);
  [[nodiscard]] Cut begin(const Call& call);
  [[nodiscard]] Cut end();

  const int m_input;
  const int m_output;
  const int m_end;
  Calls& m_calls;
  Outbox m_outbox;
  std::string m_line;              ///< what has come of the next one
  bool m_is_line_skipped = false;  ///< it is too long

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Call> m_waiting;
  std::size_t m_waiting_bytes = 0;
  std::optional<std::string> m_running;  ///< its id
  std::optional<Clock::time_point> m_deadline;
  Cut m_cut = Cut::none;
  bool m_has_input_ended = false;
  bool m_is_alone = false;   ///< nobody is there any more, so that nothing waits
  bool m_is_to_end = false;  ///< likewise, and this was told so
  bool m_has_ended = false;
};

}  // namespace rlmdb::cli
