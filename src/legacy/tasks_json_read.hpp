// SPDX-License-Identifier: MIT
/// A whole legacy tasks.json as a stream of events, in memory that does not grow with the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "legacy/json_scan.hpp"

namespace rlmdb::legacy {

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

/// Thrown when the document is damaged or is no task store. Nothing after it can be read.
struct JsonDamage {
  std::uint64_t byte_offset;  ///< in the file, from 0; where the input ended, when it is cut off
  std::string
      json_pointer;    ///< of the innermost value being read, e.g. /tasks/3/metadata/rlm_state; may be empty
  std::string reason;  ///< one English clause
};

/// A ScanLoss at its place in the file.
struct DocumentLoss {
  LossKind kind;
  std::uint64_t byte_offset;
  std::string json_pointer;
  std::string raw_text;
};

enum class TasksEventKind {
  top_member,      ///< a top-level member other than `tasks`
  tasks_begin,     ///< the array's `[`
  element,         ///< one element of `tasks`
  tasks_end,       ///< the array's `]`
  repeated_tasks,  ///< another `tasks` member follows one whose value was already given: only the last one
                   ///< counts
  lost_tasks,      ///< skipped `tasks` member that is no array: its whole value is in raw_value
  lost_element,    ///< an element of a skipped array
  damaged,         ///< Damage::salvage only, in place of the exception; `end` follows
  end,             ///< the document is complete; every later call says so again
};

/// All views are valid until the next call of next().
struct TasksEvent {
  TasksEventKind kind = TasksEventKind::end;
  std::uint64_t byte_offset =
      0;  ///< of the name (top_member, repeated_tasks), the bracket or the value; of the end
  std::uint64_t value_offset = 0;  ///< top_member: of its value; else as byte_offset
  std::uint64_t ordinal =
      0;  ///< element, lost_element: index in its array; top_member, repeated_tasks: count of top
          ///< level members other than `tasks`, or of `tasks` members, before it
  std::optional<std::uint64_t> repeats;  ///< top_member: ordinal of the first member with the same name
  std::string_view raw_name;             ///< top_member: with quotes
  std::string_view raw_value;            ///< top_member, element, lost_*: the source text
  std::string_view canonical;  ///< top_member (depth 1), element (depth 2): canonical bytes of the value
  std::vector<DocumentLoss> losses;  ///< top_member, element
  std::optional<JsonDamage> damage;  ///< damaged
};

enum class DamagePolicy {
  refuse,   ///< throw JsonDamage
  salvage,  ///< give what is complete before the damage, then `damaged`
};

struct TasksReaderOptions {
  unsigned max_depth = 1000;  ///< arrays and objects inside each other, an element or top-level value being 1
  DamagePolicy damage = DamagePolicy::refuse;
  /// So many leading `tasks` members are read as lost. A caller that meets repeated_tasks starts again with
  /// one more.
  std::size_t skip_tasks_arrays = 0;
};

/// Pulls events out of a ByteSource. One thread at a time. Memory: two chunks, or twice the largest single
/// value.
class TasksReader {
 public:
  explicit TasksReader(ByteSource& source, TasksReaderOptions options = {});

  /// The next event; the reference is valid until the next call. Throws JsonDamage, or rlmdb::Error (io).
  const TasksEvent& next();

 private:
  enum class State { begin, first_name, name, after_member, element_or_end, element, after_element, end };

  void step();
  void open_document();
  void read_member();
  void read_tasks_value(std::uint64_t name_offset);
  void read_element();
  void after_element();
  void after_member();
  void finish_document();
  ScanResult scan(unsigned indent_depth, std::string* canonical);
  void fill_losses(std::vector<ScanLoss>& losses);
  bool fill();
  std::optional<unsigned char> peek();
  [[nodiscard]] std::optional<unsigned char> peek_token();
  [[nodiscard]] std::uint64_t offset() const noexcept { return m_base + m_position; }
  [[nodiscard]] std::string value_pointer() const;
  [[noreturn]] void fail(std::uint64_t byte_offset, std::string pointer, std::string_view reason) const;
  [[noreturn]] void fail_token(ScanFault fault, std::string pointer);

  ByteSource& m_source;
  TasksReaderOptions m_options;
  std::string m_buffer;
  std::size_t m_position = 0;  ///< next unread byte in m_buffer
  std::size_t m_keep = 0;      ///< first byte of m_buffer that an event under construction still needs
  std::size_t m_size = 0;      ///< bytes of m_buffer that hold input
  std::uint64_t m_base = 0;    ///< file offset of m_buffer[0]
  bool m_at_end = false;

  State m_state = State::begin;
  bool m_emitted = false;
  TasksEvent m_event;
  std::string m_canonical;
  std::string m_member_name;
  std::uint64_t m_top_members = 0;
  std::uint64_t m_tasks_members = 0;
  std::uint64_t m_ordinal = 0;
  bool m_skipping = false;
  std::optional<JsonDamage> m_not_an_array;
  std::unordered_map<std::string, std::uint64_t> m_names;
};

/// Writes the canonical bytes of a whole document from the events, in the order of the calls.
class CanonicalDocument {
 public:
  using Sink = std::function<void(std::string_view)>;

  explicit CanonicalDocument(Sink sink) : m_sink(std::move(sink)) {}

  /// A member other than `tasks`. `canonical_value` is laid out for depth 1.
  void member(std::string_view raw_name, std::string_view canonical_value);
  void begin_tasks();
  /// `canonical_value` is laid out for depth 2.
  void element(std::string_view canonical_value);
  void end_tasks();
  /// Closes the document and hands the rest to the sink. No call may follow.
  void finish();

 private:
  void begin_member(std::string_view raw_name);
  void flush_when_large();

  Sink m_sink;
  std::string m_pending;
  std::uint64_t m_members = 0;
  std::uint64_t m_elements = 0;
};

}  // namespace rlmdb::legacy
