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

#include "json/json_input.hpp"
#include "json/json_scan.hpp"
#include "json/json_style.hpp"
#include "sources/resume_search.hpp"

namespace rlmdb::sources {

/// Thrown when the document is damaged or is no task store.
struct JsonDamage {
  std::uint64_t byte_offset;  ///< in the file, from 0; where the input ended, when it is cut off
  std::string
      json_pointer;    ///< of the innermost value being read, e.g. /tasks/3/metadata/rlm_state; may be empty
  std::string reason;  ///< one English clause
};

/// A ScanLoss at its place in the file.
struct DocumentLoss {
  json::LossKind kind;
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
  lost_tasks,    ///< a skipped `tasks` member: no array: raw_value is its whole value; an array: raw_value is
                 ///< empty and lost_element events follow
  lost_element,  ///< an element of a skipped array
  damaged,  ///< DamagePolicy::salvage only, in place of the exception; what can be read behind it follows
  end,      ///< the document is complete; every later call says so again
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
  std::vector<DocumentLoss> losses;    ///< top_member, element
  std::optional<JsonDamage> damage;    ///< damaged
  std::uint64_t unreadable_begin = 0;  ///< damaged: the bytes that are passed over, which may be none
  std::uint64_t unreadable_bytes = 0;
};

enum class DamagePolicy {
  refuse,  ///< throw JsonDamage
  /// Give everything that is complete, and `damaged` for what lies between. Elements of a second document,
  /// and records that no document is left around, are elements as well: there is one tasks_begin, and no
  /// tasks_end.
  salvage,
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
  explicit TasksReader(json::ByteSource& source, TasksReaderOptions options = {})
      : m_window(source), m_options(options) {}

  /// The next event; the reference is valid until the next call. Throws JsonDamage, or rlmdb::Error (io).
  const TasksEvent& next();

 private:
  enum class State {
    begin,
    first_name,
    name,
    tasks_value,
    after_member,
    first_element,
    element,
    after_element,
    resumed,
    end,
  };

  void step();
  void open_document();
  void refuse_other_encodings();
  void read_name();
  void read_top_member(std::uint64_t name_begin, std::uint64_t name_end);
  void begin_tasks_member(std::uint64_t name_begin);
  void read_tasks_value();
  void begin_tasks(std::uint64_t byte_offset);
  void read_element();
  void note_line(std::string_view gap);
  void end_element();
  void end_member();
  void end_tasks();
  void finish_document();
  json::ScanResult scan(const std::string& pointer, json::ScanOptions options, std::string* canonical);
  void scan_canonical(const std::string& pointer, unsigned indent_depth);
  void add_losses(const json::ScanResult& result, const std::string& pointer);
  void emit(TasksEventKind kind, std::uint64_t byte_offset, std::uint64_t ordinal);
  /// The next byte that is no white space, without taking it; absent at the end of the input.
  std::optional<char> peek_token();
  char need_token(const std::string& pointer);
  void take_byte() noexcept { m_window.set_position(m_window.position() + 1); }
  [[noreturn]] void fail(json::ScanFault fault, const std::string& pointer);
  void pass_over(const JsonDamage& damage);
  [[nodiscard]] std::uint64_t search_begin(std::uint64_t unreadable_begin, std::uint64_t damaged_at) const;
  void go_on_at(Resumption found);

  json::InputWindow m_window;
  TasksReaderOptions m_options;
  State m_state = State::begin;
  bool m_emitted = false;
  TasksEvent m_event;
  std::string m_canonical;
  std::uint64_t m_top_members = 0;
  std::uint64_t m_tasks_members = 0;
  std::uint64_t m_ordinal = 0;
  std::uint64_t m_document_begin = 0;
  std::uint64_t m_read_end = 0;  ///< one past what is complete: a value, a name, a bracket
  bool m_has_begun = false;      ///< tasks_begin was given
  bool m_is_later = false;       ///< behind damage: repeated `tasks` count as one
  bool m_skipping = false;
  BeforeDamage m_before;
  std::optional<JsonDamage> m_no_array;  ///< the last `tasks` value, while it may still be overwritten
  std::unordered_map<std::string, std::uint64_t> m_names;
};

}  // namespace rlmdb::sources
