// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {

/// Puts JSON together as JSON.stringify(value, null, 2) does, straight into a file.
class JsonFile {
 public:
  explicit JsonFile(const std::filesystem::path& path) : m_out(path, std::ios::binary | std::ios::trunc) {
    if (!m_out) throw std::runtime_error("cannot write " + path.string());
  }

  void open(char bracket) {
    m_text += bracket;
    m_depth += 1;
    m_is_first = true;
  }
  void close(char bracket) {
    m_depth -= 1;
    if (!m_is_first) new_line();
    m_text += bracket;
    m_is_first = false;
    if (m_text.size() > k_flush_bytes) flush();
  }
  /// Begins the next element of an array.
  void element() {
    if (!m_is_first) m_text += ',';
    new_line();
    m_is_first = false;
  }
  /// Begins the next member of an object.
  void member(std::string_view name) {
    element();
    string(name);
    m_text += ": ";
  }
  void string(std::string_view value) {
    m_text += '"';
    for (const char c : value) append_escaped(c);
    m_text += '"';
  }
  void raw(std::string_view value) { m_text += value; }
  void number(std::uint64_t value) { m_text += fmt::format_int(value).c_str(); }
  void strings(std::string_view name, std::string_view value) {
    member(name);
    string(value);
  }
  void numbers(std::string_view name, std::uint64_t value) {
    member(name);
    number(value);
  }
  void nulls(std::string_view name) {
    member(name);
    raw("null");
  }

  void finish() {
    flush();
    m_out.close();
    if (!m_out) throw std::runtime_error("the file could not be written completely");
  }

 private:
  static constexpr std::size_t k_flush_bytes = 1 << 20;

  void append_escaped(char c) {
    switch (c) {
      case '"':
        m_text += "\\\"";
        return;
      case '\\':
        m_text += "\\\\";
        return;
      case '\n':
        m_text += "\\n";
        return;
      case '\t':
        m_text += "\\t";
        return;
      default:
        break;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      m_text += fmt::format("\\u{:04x}", byte);
    } else {
      m_text += c;
    }
  }
  void new_line() {
    m_text += '\n';
    m_text.append(2 * m_depth, ' ');
  }
  void flush() {
    m_out.write(m_text.data(), static_cast<std::streamsize>(m_text.size()));
    m_text.clear();
  }

  std::ofstream m_out;
  std::string m_text;
  std::size_t m_depth = 0;
  bool m_is_first = true;
};

}  // namespace bench
