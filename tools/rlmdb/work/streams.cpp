// SPDX-License-Identifier: MIT
#include "work/streams.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "tasks/append_input.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_pipe_bytes = std::size_t{1} << 16;
constexpr std::size_t k_most_read_at_once = std::size_t{1} << 18;
constexpr std::size_t k_tail_bytes = std::size_t{1} << 12;
constexpr int k_tail_lines = 20;

/// U+0000 is refused in the text of an error.
std::string as_text(std::string_view bytes) {
  constexpr std::string_view k_no_character = "\xEF\xBF\xBD";
  std::string text;
  while (!bytes.empty()) {
    const std::size_t whole = whole_characters(bytes);
    for (const char character : bytes.substr(0, whole)) {
      if (character == '\0') {
        text += k_no_character;
      } else {
        text += character;
      }
    }
    bytes.remove_prefix(whole);
    if (!bytes.empty()) {
      text += k_no_character;
      bytes.remove_prefix(1);
    }
  }
  return text;
}

}  // namespace

void InputText::write(Descriptor& pipe) {
  while (pipe.is_open() && m_written < m_text.size()) {
    const ssize_t bytes = ::write(pipe.number(), m_text.data() + m_written, m_text.size() - m_written);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0 && errno == EAGAIN) return;
    if (bytes < 0) break;
    m_written += static_cast<std::size_t>(bytes);
  }
  pipe.close();
  m_text = {};
  m_written = 0;
}

bool read_some(Descriptor& pipe, std::string& text, std::size_t most) {
  while (pipe.is_open()) {
    const std::size_t before = text.size();
    text.resize(before + most);
    const ssize_t bytes = ::read(pipe.number(), text.data() + before, most);
    const int error = errno;
    text.resize(before + (bytes > 0 ? static_cast<std::size_t>(bytes) : 0));
    if (bytes > 0) return true;
    if (bytes < 0 && error == EINTR) continue;
    if (bytes == 0 || error != EAGAIN) pipe.close();
    return false;
  }
  return false;
}

bool OutputText::read(Descriptor& pipe) {
  const std::size_t before = m_text.size();
  while (m_text.size() - before < k_most_read_at_once && !is_too_large()) {
    if (!read_some(pipe, m_text, std::min(k_pipe_bytes, m_most + 1 - m_text.size()))) break;
  }
  return m_text.size() > before;
}

std::string_view OutputText::pending() const {
  const std::string_view rest = std::string_view(m_text).substr(m_taken);
  return rest.substr(0, whole_characters(rest));
}

bool OutputText::is_no_text(bool at_end) const {
  const std::string_view rest = std::string_view(m_text).substr(m_taken + pending().size());
  return !rest.empty() && (at_end || !is_cut_character(rest));
}

void ErrorTail::read(Descriptor& pipe) {
  for (std::size_t all = 0; all < k_most_read_at_once; all += k_pipe_bytes) {
    if (!read_some(pipe, m_bytes, k_pipe_bytes)) break;
    if (m_bytes.size() > k_tail_bytes) {
      m_bytes.erase(0, m_bytes.size() - k_tail_bytes);
      m_is_cut = true;
    }
  }
}

std::string ErrorTail::lines() const {
  std::string_view tail = m_bytes;
  while (tail.ends_with('\n')) tail.remove_suffix(1);
  // Where bytes were let go the first line has lost its beginning.
  const std::size_t first_end = m_is_cut ? tail.find('\n') : std::string_view::npos;
  if (first_end != std::string_view::npos) tail.remove_prefix(first_end + 1);
  std::size_t begin = tail.size();
  for (int line = 0; line < k_tail_lines && begin > 0 && begin != std::string_view::npos; ++line)
    begin = tail.rfind('\n', begin - 1);
  if (begin != std::string_view::npos && begin < tail.size() && tail[begin] == '\n')
    tail.remove_prefix(begin + 1);
  return as_text(tail);
}

}  // namespace rlmdb::cli
