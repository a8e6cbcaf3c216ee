// SPDX-License-Identifier: MIT
/// What TasksReader makes of a text, kept: its events, the canonical document, the damage.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sources/canonical_document.hpp"
#include "sources/tasks_json_read.hpp"

namespace rlmdb::test {

using namespace rlmdb::json;
using namespace rlmdb::sources;

/// An unnamed file that holds a text.
class OpenText {
 public:
  explicit OpenText(std::string_view text) : m_file(std::tmpfile()) {
    REQUIRE(m_file != nullptr);
    REQUIRE(std::fwrite(text.data(), 1, text.size(), m_file.get()) == text.size());
    REQUIRE(std::fflush(m_file.get()) == 0);
    REQUIRE(::lseek(descriptor(), 0, SEEK_SET) == 0);
  }
  [[nodiscard]] int descriptor() const { return ::fileno(m_file.get()); }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> m_file;
};

/// An event whose texts outlive the reader.
struct Seen {
  TasksEventKind kind;
  std::uint64_t byte_offset;
  std::uint64_t value_offset;
  std::uint64_t ordinal;
  std::optional<std::uint64_t> repeats;
  std::string raw_name;
  std::string raw_value;
  std::string canonical;
  std::string losses;

  bool operator==(const Seen&) const = default;
};

struct Reading {
  std::vector<Seen> events;
  std::optional<JsonDamage> damage;
  std::string canonical;
  std::string tapped;
};

enum class Header {
  own,     ///< the source's top-level members
  legacy,  ///< what the legacy store would write at the fixtures' instant
};

inline void add_to_document(CanonicalDocument& document, const TasksEvent& event, Header header) {
  switch (event.kind) {
    case TasksEventKind::top_member:
      if (header == Header::own) document.member(event.raw_name, event.canonical);
      return;
    case TasksEventKind::tasks_begin:
      return document.begin_tasks();
    case TasksEventKind::element:
      return document.element(event.canonical);
    case TasksEventKind::tasks_end:
      return document.end_tasks();
    case TasksEventKind::end:
      return document.finish();
    default:
      return;
  }
}

inline Seen keep(const TasksEvent& event) {
  Seen seen{event.kind,
            event.byte_offset,
            event.value_offset,
            event.ordinal,
            event.repeats,
            std::string(event.raw_name),
            std::string(event.raw_value),
            std::string(event.canonical),
            {}};
  for (const DocumentLoss& loss : event.losses) {
    seen.losses += std::to_string(static_cast<int>(loss.kind)) + " " + std::to_string(loss.byte_offset) +
                   " " + loss.json_pointer + " " + loss.raw_text + "\n";
  }
  return seen;
}

inline Reading read_tasks(std::string_view text, TasksReaderOptions options = {},
                          std::size_t chunk_bytes = ByteSource::k_chunk_bytes, Header header = Header::own) {
  const OpenText file(text);
  Reading reading;
  ByteSource source(
      file.descriptor(), [&](std::string_view chunk) { reading.tapped += chunk; }, chunk_bytes);
  TasksReader reader(source, options);
  CanonicalDocument document([&](std::string_view bytes) { reading.canonical += bytes; });
  if (header == Header::legacy) {
    document.member("\"version\"", "1");
    document.member("\"updatedAt\"", "\"2026-03-01T00:00:00.000Z\"");
  }
  try {
    do {
      const TasksEvent& event = reader.next();
      reading.events.push_back(keep(event));
      if (event.damage) reading.damage = event.damage;
      add_to_document(document, event, header);
    } while (reading.events.back().kind != TasksEventKind::end);
  } catch (const JsonDamage& damage) {
    reading.damage = damage;
  }
  return reading;
}

}  // namespace rlmdb::test
