// SPDX-License-Identifier: MIT
/// The hot path behind scan_value: one pass that checks the grammar and copies canonical stretches of the
/// source as they are. It only notices that names repeat or need decoding; rewrite_exact() then does the
/// work. Internal to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_names.hpp"
#include "json/json_scan.hpp"

namespace rlmdb::json {

class FastScan {
 public:
  /// Whether the one pass told the whole truth about names.
  enum class Names { distinct, need_exact_path };

  /// Appends to `canonical` (may be null) what it found canonical so far, even when the result is not
  /// complete.
  ScanStatus run(std::string_view text, std::size_t begin, const ScanOptions& options,
                 std::string* canonical);

  [[nodiscard]] std::size_t end() const noexcept { return m_position; }
  [[nodiscard]] bool changed() const noexcept { return m_changed; }
  [[nodiscard]] Names names() const noexcept { return m_names_state; }
  [[nodiscard]] ScanFault fault() const noexcept { return m_fault; }
  [[nodiscard]] std::size_t fault_offset() const noexcept { return m_fault_offset; }
  /// Of the innermost value being read when the run stopped.
  [[nodiscard]] std::string pointer() const;

 private:
  enum class Next { value, name, separator };
  enum class Container : std::uint8_t { array, object };
  enum class Step : bool { stop, go_on };

  struct Frame {
    Container container = Container::array;
    OpenNames::Scope scope;
    std::size_t index = 0;  ///< of the current array element
    std::size_t name_begin = 0;
    std::size_t name_end = 0;  ///< one past the closing quote
  };

  Step read_value();
  Step read_name();
  Step read_separator();
  Step open(Container container);
  void close();
  Step read_string(std::size_t begin);
  Step read_escape(std::size_t& position);
  Step read_unicode_escape(std::size_t& position);
  Step read_number();
  Step read_digits(std::size_t& position);
  Step read_literal(std::string_view literal);
  void break_line(std::size_t depth);
  void replace_space(std::size_t begin, std::size_t end, std::size_t depth);
  void drop_space(std::size_t begin, std::size_t end) { replace(begin, end, {}); }
  void replace(std::size_t begin, std::size_t end, std::string_view by);
  [[nodiscard]] bool at_line_break(std::size_t depth) const noexcept;
  [[nodiscard]] std::size_t depth() const noexcept { return m_options.indent_depth + m_frames.size(); }
  Step stop(ScanFault fault, std::size_t offset);

  std::string_view m_text;
  std::size_t m_position = 0;
  std::size_t m_run = 0;  ///< source bytes from here to m_position are canonical and not yet copied
  std::string* m_canonical = nullptr;
  ScanOptions m_options;
  Next m_next = Next::value;
  bool m_changed = false;
  Names m_names_state = Names::distinct;
  ScanFault m_fault = ScanFault::none;
  std::size_t m_fault_offset = 0;
  std::vector<Frame> m_frames;
  OpenNames m_names;
};

}  // namespace rlmdb::json
