// SPDX-License-Identifier: MIT
#include "terminal/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <system_error>
#include <utility>

#include "rlmdb/error.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_buffer_bytes = 64 * 1024;

}  // namespace

void reserve_standard_descriptors() noexcept {
  // open() takes the lowest free number, so walking upwards fills exactly the gap found. The directions are
  // crossed on purpose: using a closed stream must stay an error.
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      const int flags = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
      [[maybe_unused]] const int opened = ::open("/dev/null", flags);
    }
  }
}

void write_standard_error(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Output::write(std::string_view text) {
  if (m_into == Into::memory) return keep(text);
  if (text.size() >= k_buffer_bytes && m_form == TerminalForm::as_it_is && !m_is_held) {
    flush();
    return send(text);
  }
  m_buffer.append(text);
  if (m_buffer.size() < k_buffer_bytes || m_is_held) {
    return;
  }
  // A character that is not all there yet has to wait for its rest.
  const std::size_t whole = m_buffer.size() - cut_character(m_buffer);
  const std::string begun = m_buffer.substr(whole);
  m_buffer.resize(whole);
  flush();
  m_buffer = begun;
}

void Output::keep(std::string_view text) {
  if (text.size() > k_most_bytes_in_memory - m_buffer.size()) {
    throw Error(ErrorCode::usage,
                "the answer is longer than " + std::to_string(k_most_bytes_in_memory >> 20) + " MiB", {},
                m_failure_hint.empty() ? "ask for less: with a limit, of one tree or task, or into a file"
                                       : m_failure_hint);
  }
  m_buffer.append(text);
}

void Output::flush() {
  if (m_is_held || m_into == Into::memory) {
    return;
  }
  const std::string pending = std::exchange(m_buffer, {});
  switch (m_form) {
    case TerminalForm::as_it_is:
      return send(pending);
    case TerminalForm::json:
      return send(visible_json(pending));
    case TerminalForm::document:
      return send(make_visible(pending, LineBreaks::keep));
  }
}

void Output::send(std::string_view rest) {
  while (!rest.empty() && wait_for_reader()) {
    const std::size_t most =
        m_stopped == nullptr ? rest.size() : std::min<std::size_t>(rest.size(), PIPE_BUF);
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), most);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      fail(errno);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Output::require_writable() const {
  if (m_into == Into::memory) return;
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  if (flags == -1 || (flags & O_ACCMODE) == O_RDONLY) {
    fail(EBADF);
  }
}

bool Output::has_reader() const noexcept {
  if (m_into == Into::memory) return true;
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) != 1 || (output.revents & (POLLERR | POLLHUP)) == 0;
}

bool Output::wait_for_reader() const noexcept {
  constexpr int k_pause_ms = 100;
  if (m_stopped == nullptr) {
    return true;
  }
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  while (::poll(&output, 1, k_pause_ms) < 1) {
    if (m_stopped->load()) {
      return false;
    }
  }
  return true;
}

void Output::fail(int error_number) const {
  if (error_number == EPIPE) {
    throw OutputClosed{};
  }
  throw Error(ErrorCode::io,
              "cannot write to standard output: " + std::generic_category().message(error_number),
              "standard output", m_failure_hint);
}

}  // namespace rlmdb::cli
