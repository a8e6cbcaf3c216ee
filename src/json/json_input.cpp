// SPDX-License-Identifier: MIT
#include "json/json_input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "rlmdb/error.hpp"

namespace rlmdb::json {

namespace {

/// Room for the start of a record that a chunk's end cuts, so that ordinary files never move to a larger
/// buffer.
constexpr std::size_t k_carry_bytes = std::size_t{256} << 10;
constexpr std::size_t k_most_spare_bytes = std::size_t{4} << 20;
constexpr std::size_t k_always_rescan_bytes = 4096;

}  // namespace

ByteSource::ByteSource(int descriptor, Tap tap, std::size_t chunk_bytes)
    : m_descriptor(descriptor), m_tap(std::move(tap)), m_chunk_bytes(std::max<std::size_t>(chunk_bytes, 1)) {
  // Advice only: a pipe refuses it and reads just as well.
  static_cast<void>(::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL));
}

std::size_t ByteSource::read(char* target, std::size_t capacity) {
  while (true) {
    const ssize_t got = ::read(m_descriptor, target, std::min(capacity, m_chunk_bytes));
    if (got >= 0) {
      const auto count = static_cast<std::size_t>(got);
      m_bytes_read += count;
      if (m_tap && count > 0) m_tap({target, count});
      return count;
    }
    if (errno == EINTR) continue;
    throw Error(ErrorCode::io, "Reading the source failed: " + std::generic_category().message(errno) + ".",
                "byte " + std::to_string(m_bytes_read), "check that the file and its disk can be read");
  }
}

InputWindow::InputWindow(ByteSource& source) : m_source(source) {
  resize_buffer(source.chunk_bytes() + k_carry_bytes);
}

void InputWindow::resize_buffer(std::size_t capacity) {
  char* const buffer = static_cast<char*>(std::realloc(m_buffer.get(), capacity));
  if (buffer == nullptr) throw std::bad_alloc();
  static_cast<void>(m_buffer.release());
  m_buffer.reset(buffer);
  m_capacity = capacity;
}

void InputWindow::make_room() {
  if (m_capacity - m_size >= m_source.chunk_bytes()) return;
  const std::size_t kept = m_size - m_keep;
  std::memmove(m_buffer.get(), m_buffer.get() + m_keep, kept);
  const std::size_t ordinary = m_source.chunk_bytes() + k_carry_bytes;
  if (m_capacity - kept < m_source.chunk_bytes()) {
    resize_buffer(std::max(2 * m_capacity, kept + m_source.chunk_bytes()));
  } else if (m_capacity > k_most_spare_bytes && kept + m_source.chunk_bytes() <= ordinary) {
    resize_buffer(ordinary);  // a huge value has passed
  }
  m_base += m_keep;
  m_position -= m_keep;
  m_keep = 0;
  m_size = kept;
}

InputWindow::Fill InputWindow::fill() {
  make_room();
  const std::size_t got = m_source.read(m_buffer.get() + m_size, m_capacity - m_size);
  m_size += got;
  return got > 0 ? Fill::more : Fill::at_end;
}

InputWindow::Fill InputWindow::fill_for_rescan() {
  const std::size_t pending = m_size - m_position;
  const std::size_t wanted = pending <= k_always_rescan_bytes ? pending + 1 : pending + pending / 2;
  Fill result = Fill::at_end;
  while (m_size - m_position < wanted && fill() == Fill::more) result = Fill::more;
  return result;
}

}  // namespace rlmdb::json
