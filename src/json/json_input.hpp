// SPDX-License-Identifier: MIT
/// Bytes of a file, and the window of them that a streaming reader looks at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string_view>

namespace rlmdb::json {

/// Bytes of an open file descriptor, front to back. Does not own the descriptor.
class ByteSource {
 public:
  using Tap =
      std::function<void(std::string_view)>;  ///< sees every chunk once, in order, before it is parsed

  static constexpr std::size_t k_chunk_bytes = std::size_t{4} << 20;

  explicit ByteSource(int descriptor, Tap tap = {}, std::size_t chunk_bytes = k_chunk_bytes);

  /// Reads at most `capacity` and at most one chunk of bytes; 0 means the end. Throws rlmdb::Error (io).
  [[nodiscard]] std::size_t read(char* target, std::size_t capacity);
  [[nodiscard]] std::uint64_t bytes_read() const noexcept { return m_bytes_read; }
  [[nodiscard]] std::size_t chunk_bytes() const noexcept { return m_chunk_bytes; }

 private:
  int m_descriptor;
  Tap m_tap;
  std::size_t m_chunk_bytes;
  std::uint64_t m_bytes_read = 0;
};

/// The part of a ByteSource that is in memory. Bytes before `kept()` are gone after the next fill().
class InputWindow {
 public:
  enum class Fill { more, at_end };

  explicit InputWindow(ByteSource& source);

  [[nodiscard]] std::string_view view() const noexcept { return {m_buffer.get(), m_size}; }
  [[nodiscard]] std::size_t position() const noexcept { return m_position; }
  void set_position(std::size_t position) noexcept { m_position = position; }
  /// The position as an offset in the file.
  [[nodiscard]] std::uint64_t offset() const noexcept { return m_base + m_position; }
  [[nodiscard]] std::uint64_t offset_of(std::size_t position) const noexcept { return m_base + position; }
  /// The bytes [begin, end) of the file, which must be in the window.
  [[nodiscard]] std::string_view bytes(std::uint64_t begin, std::uint64_t end) const noexcept {
    return view().substr(static_cast<std::size_t>(begin - m_base), static_cast<std::size_t>(end - begin));
  }
  /// Gives up every byte before the position.
  void release() noexcept { m_keep = m_position; }

  /// Reads one chunk more. Views into the window end here.
  Fill fill();
  /// Reads enough for scanning again from the position to be worth it: half as much again, so that the scans
  /// of one huge value cost linear time in all.
  Fill fill_for_rescan();

 private:
  void make_room();

  ByteSource& m_source;
  struct Free {
    void operator()(char* buffer) const noexcept { std::free(buffer); }
  };
  void resize_buffer(std::size_t capacity);

  /// Grown by realloc, which moves the pages of a large buffer instead of its bytes.
  std::unique_ptr<char, Free> m_buffer;
  std::size_t m_capacity = 0;
  std::size_t m_size = 0;
  std::size_t m_position = 0;
  std::size_t m_keep = 0;
  std::uint64_t m_base = 0;  ///< file offset of the buffer's first byte
};

}  // namespace rlmdb::json
