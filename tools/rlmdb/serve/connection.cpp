// SPDX-License-Identifier: MIT
#include "serve/connection.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>
#include <utility>

#include "frame/interruption.hpp"
#include "frame/methods.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_cancel = "$/cancel";

Error busy(const std::string& message) {
  return Error(ErrorCode::busy, message, {}, "read the answers that wait, then ask again");
}

Error cut_short(const std::string& message) {
  return Error(ErrorCode::busy, message, {}, "what this call changes, it changes at once or not at all");
}

}  // namespace

RpcRequest Calls::read(std::string_view line) const {
  return read_request(line);
}

std::optional<std::string> Calls::call_taken_back(const RpcRequest& request) const {
  if (request.method != k_cancel) return std::nullopt;
  return std::string(find_json_member(request.params, "id").value_or(""));
}

std::optional<std::string> Calls::answer_at_once(const RpcRequest& /*request*/) const {
  return std::nullopt;
}

std::string Calls::refuse(const RpcRequest& request, const Error& error, Refusal why) const {
  const std::string id = request.id.value_or("null");
  if (why == Refusal::cancelled) return rpc_error(id, RpcCode::failed, error, "interrupted");
  if (why == Refusal::unknown_method) return rpc_error(id, RpcCode::method_not_found, error);
  const bool is_usage = error.code() == ErrorCode::usage;
  return rpc_error(id, is_usage ? RpcCode::invalid_params : RpcCode::failed, error);
}

Connection::Connection(int input, int output, Calls& calls, int end)
    : m_input(input), m_output(output), m_end(end), m_calls(calls), m_outbox(output) {}

Connection::End Connection::run() {
  m_calls.begin(m_outbox);
  std::thread reader([this] {
    read_all();
    wait_for_end_of_reader();
  });
  std::thread watch([this] { watch_deadlines(); });
  while (const std::optional<Call> call = next()) {
    perform(*call);
    m_calls.after_answer();
    m_outbox.wait_for_room();
  }
  m_calls.end();
  {
    const std::lock_guard lock(m_mutex);
    m_has_ended = true;
  }
  m_changed.notify_all();
  watch.join();
  reader.join();
  m_outbox.finish();
  forget_interruption();
  forget_withdrawal();
  return m_outbox.is_given_up() ? End::nobody_read : End::input_ended;
}

void Connection::read_all() {
  std::array<char, std::size_t{1} << 16> piece{};
  while (wait_for_input()) {
    const ssize_t count = ::read(m_input, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    take_bytes({piece.data(), static_cast<std::size_t>(count)});
  }
  if (!m_line.empty() && !m_is_to_end) take_line(std::exchange(m_line, {}));
  {
    const std::lock_guard lock(m_mutex);
    m_has_input_ended = true;
  }
  end_waits();
  m_changed.notify_all();
}

bool Connection::wait_for_input() {
  std::array<pollfd, 2> watched{{{m_input, POLLIN, 0}, {m_end, POLLIN, 0}}};
  while (::poll(watched.data(), watched.size(), -1) < 0) continue;
  if (watched[1].revents == 0) return true;
  end_at_once();
  return false;
}

void Connection::end_at_once() {
  const std::lock_guard lock(m_mutex);
  m_is_to_end = true;
  m_waiting.clear();
  m_waiting_bytes = 0;
  if (m_running.has_value() && m_cut == Cut::none) m_cut = Cut::ended;
  interrupt();
}

void Connection::take_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (!m_is_line_skipped && m_line.size() + part.size() > k_most_line_bytes) {
      m_is_line_skipped = true;
      m_line = {};
      m_outbox.add(rpc_mistake({RpcCode::invalid_request,
                                "a line is at most " + std::to_string(k_most_line_bytes) + " bytes long"}));
    }
    if (!m_is_line_skipped) m_line.append(part);
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    if (!std::exchange(m_is_line_skipped, false)) take_line(std::exchange(m_line, {}));
  }
}

void Connection::take_line(std::string_view line) {
  constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";
  if (line.starts_with(k_byte_order_mark)) line.remove_prefix(k_byte_order_mark.size());
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  try {
    RpcRequest request = m_calls.read(line);
    if (const auto id = m_calls.call_taken_back(request)) return take_back(*id, request);
    if (const auto answer = m_calls.answer_at_once(request)) return send(request, *answer);
    take_request(std::move(request), line.size());
  } catch (const RpcMistake& mistake) {
    m_outbox.add(rpc_mistake(mistake));
  }
}

void Connection::send(const RpcRequest& request, std::string answer) {
  if (request.id.has_value() && !answer.empty()) m_outbox.add(std::move(answer));
}

void Connection::take_request(RpcRequest request, std::size_t bytes) {
  if (!has_room_for(bytes)) {
    return send(request, m_calls.refuse(request, busy("too many calls or answers wait"), Refusal::failed));
  }
  {
    const std::lock_guard lock(m_mutex);
    Call call{std::move(request), bytes, {}};
    if (call.request.timeout.has_value()) call.deadline = Clock::now() + *call.request.timeout;
    m_waiting.push_back(std::move(call));
    m_waiting_bytes += bytes;
  }
  m_changed.notify_all();
}

bool Connection::has_room_for(std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  return !m_outbox.is_full() && m_waiting.size() < k_most_calls && m_waiting_bytes + bytes <= k_most_bytes;
}

void Connection::take_back(const std::string& id, const RpcRequest& request) {
  std::optional<RpcRequest> removed;
  bool is_known = false;
  {
    const std::lock_guard lock(m_mutex);
    is_known = !id.empty() && m_running == id;
    if (is_known && m_cut == Cut::none) {
      m_cut = Cut::cancelled;
      interrupt();
      withdraw();
    }
    const auto waiting = std::find_if(m_waiting.begin(), m_waiting.end(),
                                      [&](const Call& call) { return call.request.id == id; });
    if (!is_known && waiting != m_waiting.end()) {
      m_waiting_bytes -= waiting->bytes;
      removed = std::move(waiting->request);
      m_waiting.erase(waiting);
    }
  }
  if (removed.has_value()) {
    send(*removed, m_calls.refuse(*removed, cut_short("cancelled before it began"), Refusal::cancelled));
  }
  send(request, rpc_result(request.id.value_or("null"), is_known || removed.has_value() ? "true" : "false"));
}

void Connection::wait_for_end_of_reader() {
  constexpr int k_pause_ms = 50;
  while (true) {
    {
      const std::lock_guard lock(m_mutex);
      if (m_has_ended) return;
    }
    std::array<pollfd, 2> watched{{{m_output, 0, 0}, {m_is_to_end ? -1 : m_end, POLLIN, 0}}};
    const bool has_news = ::poll(watched.data(), watched.size(), k_pause_ms) > 0;
    if (has_news && watched[1].revents != 0) end_at_once();
    const bool is_closed = has_news && (watched[0].revents & (POLLERR | POLLHUP)) != 0;
    if (!is_closed && !m_outbox.is_given_up()) continue;
    const std::lock_guard lock(m_mutex);
    m_is_alone = true;
    interrupt();
    return;
  }
}

void Connection::watch_deadlines() {
  std::unique_lock lock(m_mutex);
  while (!m_has_ended) {
    if (!m_deadline.has_value()) {
      m_changed.wait(lock, [this] { return m_has_ended || m_deadline.has_value(); });
    } else if (m_changed.wait_until(lock, *m_deadline) == std::cv_status::timeout) {
      if (m_deadline.has_value() && Clock::now() >= *m_deadline && m_cut == Cut::none) {
        m_cut = Cut::timed_out;
        m_deadline.reset();
        interrupt();
        withdraw();
      }
    }
  }
}

std::optional<Connection::Call> Connection::next() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return !m_waiting.empty() || m_has_input_ended; });
  if (m_waiting.empty()) return std::nullopt;
  Call call = std::move(m_waiting.front());
  m_waiting.pop_front();
  m_waiting_bytes -= call.bytes;
  return call;
}

Connection::Cut Connection::begin(const Call& call) {
  {
    const std::lock_guard lock(m_mutex);
    if (call.deadline.has_value() && Clock::now() >= *call.deadline) return Cut::timed_out;
    m_running = call.request.id.value_or("");
    m_deadline = call.deadline;
    if (!m_is_alone && !m_is_to_end) forget_interruption();
    forget_withdrawal();
    if (m_is_to_end) m_cut = Cut::ended;
  }
  m_changed.notify_all();
  return Cut::none;
}

Connection::Cut Connection::end() {
  const std::lock_guard lock(m_mutex);
  m_running.reset();
  m_deadline.reset();
  return std::exchange(m_cut, Cut::none);
}

void Connection::perform(const Call& call) {
  send(call.request, answer_of(call));
}

std::string Connection::answer_of(const Call& call) {
  if (begin(call) == Cut::timed_out) {
    return m_calls.refuse(call.request, cut_short("its timeout_ms was over before it began"),
                          Refusal::failed);
  }
  std::optional<std::chrono::milliseconds> longest;
  if (call.deadline.has_value()) {
    longest = std::chrono::duration_cast<std::chrono::milliseconds>(*call.deadline - Clock::now());
  }
  std::string answer;
  std::optional<Error> failure;
  Refusal why = Refusal::failed;
  try {
    answer = m_calls.answer(call.request, longest);
  } catch (const UnknownMethod& error) {
    why = Refusal::unknown_method;
    failure = error;
  } catch (...) {
    failure = error_in_flight();
  }
  const Cut cut = end();
  if (!failure.has_value()) return answer;
  if (why == Refusal::failed && cut == Cut::timed_out) {
    failure = cut_short(std::string("its timeout_ms is over: ") + failure->what());
  }
  const bool was_ended = cut == Cut::ended && failure->code() == ErrorCode::io;
  if (why == Refusal::failed && (cut == Cut::cancelled || was_ended)) why = Refusal::cancelled;
  return m_calls.refuse(call.request, *failure, why);
}

}  // namespace rlmdb::cli
