// SPDX-License-Identifier: MIT
#include "sources/source_reader.hpp"

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "schemas/schema_rules.hpp"
#include "sources/pulse.hpp"
#include "sources/source_text.hpp"
#include "sources/tasks_text.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::size_t k_batch_text_bytes = 512 * 1024;
constexpr std::size_t k_batch_records = 512;

/// Thrown inside the reading thread when the consumer has gone.
struct Abandoned {};

std::string element_pointer(std::uint64_t ordinal) {
  return "/tasks/" + std::to_string(ordinal);
}

std::string member_pointer(std::string_view raw_name) {
  std::string name;
  json::decode_string(raw_name, name);
  std::string pointer;
  json::append_pointer_name(pointer, name);
  return pointer;
}

std::string_view code_of(json::LossKind kind) {
  return kind == json::LossKind::duplicate_member ? "duplicate_member" : "invalid_utf8";
}

std::string_view code_of(records::RecordFault fault) {
  return fault == records::RecordFault::not_an_object ? "not_an_object" : "id_not_a_string";
}

}  // namespace

SourceReader::SourceReader(const SourceFile& source, const SourceReaderOptions& options)
    : m_source(source),
      m_options(options),
      m_canonical([this](std::string_view bytes) { m_sha256.add_canonical(bytes); }),
      m_is_canonical_style(options.style != nullptr && options.style->has_layout_of({})),
      m_batch(std::make_unique<Batch>()) {
  source.rewind();
  m_thread = std::thread([this] { run(); });
}

SourceReader::~SourceReader() {
  m_batches.abandon();
  if (m_thread.joinable()) m_thread.join();
}

std::unique_ptr<Batch> SourceReader::next() {
  std::optional<std::unique_ptr<Batch>> batch = m_batches.pop();
  if (batch) return *std::move(batch);
  if (m_thread.joinable()) m_thread.join();
  return nullptr;
}

void SourceReader::run() {
  try {
    read_document();
    hand_over();
    m_batches.close();
  } catch (const Abandoned&) {
    m_batches.close();
  } catch (...) {
    m_batches.close(std::current_exception());
  }
}

void SourceReader::read_document() {
  json::ByteSource bytes(m_source.descriptor.get(), [this](std::string_view chunk) {
    require_not_cancelled(m_options.cancelled, m_source);
    m_sha256.add_source(chunk);
    m_bytes_read += chunk.size();
  });
  TasksReaderOptions options;
  options.max_depth = m_options.max_depth;
  options.damage = m_options.damage;
  options.skip_tasks_arrays =
      m_options.foresight == nullptr ? m_options.skip_tasks_arrays : m_options.foresight->skip_tasks_arrays;
  TasksReader reader(bytes, options);
  for (;;) {
    const TasksEvent& event = reader.next();
    switch (event.kind) {
      case TasksEventKind::top_member:
        read_top_member(event);
        break;
      case TasksEventKind::tasks_begin:
        place_tasks();
        m_canonical.begin_tasks();
        m_tasks = TasksPlace::open;
        break;
      case TasksEventKind::element:
        read_element(event);
        break;
      case TasksEventKind::tasks_end:
        end_tasks();
        break;
      case TasksEventKind::repeated_tasks:
        throw NeedsForesight{};
      case TasksEventKind::lost_tasks:
        place_tasks();
        add_loss(event.byte_offset, "/tasks", "repeated_tasks", event.raw_value);
        break;
      case TasksEventKind::lost_element:
        add_loss(event.byte_offset, element_pointer(event.ordinal), "repeated_tasks", event.raw_value);
        break;
      case TasksEventKind::damaged:
        m_digests.damages.push_back({*event.damage, event.unreadable_begin, event.unreadable_bytes});
        break;
      case TasksEventKind::end:
        if (m_tasks == TasksPlace::held) m_canonical.begin_tasks();
        if (m_tasks == TasksPlace::held || m_tasks == TasksPlace::open) end_tasks();
        m_canonical.finish();
        if (m_digests.top_level.empty()) m_digests.top_level = "{";
        m_digests.top_level += '}';
        m_digests.canonical_sha256 = m_sha256.canonical_hex();
        m_digests.sha256 = m_sha256.source_hex();
        return;
    }
  }
}

/// Of a repeated `tasks`, too, the last value stands at the first place: what follows that place waits. Of a
/// damaged document records may follow anything.
void SourceReader::place_tasks() {
  if (m_tasks != TasksPlace::ahead) return;
  append_top_level("\"tasks\"", "[]");
  m_tasks = TasksPlace::held;
}

void SourceReader::end_tasks() {
  m_canonical.end_tasks();
  m_tasks = TasksPlace::written;
  for (const auto& [raw_name, canonical] : m_waiting) m_canonical.member(raw_name, canonical);
}

void SourceReader::write_top_member(std::string_view raw_name, std::string_view canonical) {
  if (m_tasks == TasksPlace::held || m_tasks == TasksPlace::open) {
    m_waiting.emplace_back(raw_name, canonical);
  } else {
    m_canonical.member(raw_name, canonical);
  }
}

void SourceReader::read_top_member(const TasksEvent& event) {
  add_losses(event.losses);
  if (event.repeats) {
    if (m_options.collect != nullptr) {
      m_options.collect->top_level[*event.repeats] = {event.ordinal, std::string(event.raw_value)};
    } else if (m_options.foresight == nullptr) {
      throw NeedsForesight{};
    } else if (m_options.foresight->top_level.at(*event.repeats).last_ordinal != event.ordinal) {
      add_loss(event.value_offset, member_pointer(event.raw_name), "duplicate_member", event.raw_value);
    }
    return;
  }
  const std::string* later = later_value(event.ordinal);
  if (later == nullptr) {
    write_top_member(event.raw_name, event.canonical);
    append_top_level(event.raw_name, event.raw_value);
    return;
  }
  add_loss(event.value_offset, member_pointer(event.raw_name), "duplicate_member", event.raw_value);
  m_scratch.clear();
  json::ScanOptions layout;
  layout.indent_depth = 1;
  layout.max_depth = m_options.max_depth;
  (void)json::scan_value(*later, 0, layout, &m_scratch);
  write_top_member(event.raw_name, m_scratch);
  append_top_level(event.raw_name, *later);
}

/// The last value of a top-level name whose first occurrence is the member `ordinal`, when it is repeated.
const std::string* SourceReader::later_value(std::uint64_t ordinal) const {
  if (m_options.foresight == nullptr) return nullptr;
  const auto found = m_options.foresight->top_level.find(ordinal);
  return found == m_options.foresight->top_level.end() ? nullptr : &found->second.raw_value;
}

void SourceReader::append_top_level(std::string_view raw_name, std::string_view raw_value) {
  m_digests.top_level += m_digests.top_level.empty() ? '{' : ',';
  json::append_canonical_string(m_digests.top_level, raw_name);
  m_digests.top_level += ':';
  json::append_compact(m_digests.top_level, raw_value);
}

void SourceReader::read_element(const TasksEvent& event) {
  ++m_digests.records_read;
  const Foresight* foresight = m_options.foresight;
  const bool is_dropped = foresight != nullptr && foresight->dropped.contains(event.ordinal);
  const bool is_replaced = foresight != nullptr && foresight->replaced.contains(event.ordinal);
  if (is_dropped || is_replaced) {
    // Every value of a repeated id but the one that counts is lost; that one stands at the first place.
    if (!foresight->last.contains(event.ordinal))
      add_loss(event.byte_offset, element_pointer(event.ordinal), "duplicate_id", event.raw_value);
  }
  if (is_dropped) return;
  if (!is_replaced) {
    add_losses(event.losses);
    take_record(event.raw_value, event.canonical, {event.ordinal, event.byte_offset, event.raw_value.size()});
    return;
  }
  const Foresight::Span span = foresight->replaced.at(event.ordinal);
  const std::string raw = m_source.read_at(span.offset, span.count);
  std::string canonical;
  json::ScanOptions layout;
  layout.indent_depth = 2;
  layout.max_depth = m_options.max_depth;
  const json::ScanResult scan = json::scan_value(raw, 0, layout, &canonical);
  for (const json::ScanLoss& loss : scan.losses) {
    add_loss(span.offset + loss.offset, element_pointer(span.ordinal) + loss.pointer, code_of(loss.kind),
             loss.raw_text);
  }
  take_record(raw, canonical, span);
}

void SourceReader::count_oddities(SourceRecord& record, std::string_view raw) {
  schemas::judge_record(record.record, raw, [&](const schemas::Fault& fault) {
    ++record.oddities;
    if (fault.kind == schemas::FaultKind::size)
      m_batch->beyond_limits.push_back(
          {record.ordinal, record.byte_offset, fault.pointer, schemas::text_of_size(fault)});
  });
  if (!record.record.has_node) return;
  const records::Cell& tree = record.record.node[records::node_tree_id];
  if (tree.type == records::CellType::text && !schemas::k_tree_id_form.holds(tree.text) &&
      m_trees.emplace(tree.text).second)
    ++record.oddities;
}

void SourceReader::take_record(std::string_view raw, std::string_view canonical,
                               const Foresight::Span& span) {
  require_not_cancelled(m_options.cancelled, m_source);
  const std::string_view kept = m_batch->arena.keep(raw);
  SourceRecord& record = m_batch->records.emplace_back();
  const records::RecordFault fault =
      m_record_reader.read(kept, m_batch->arena, m_batch->overflow, record.record);
  m_batch->text_bytes += raw.size();
  if (fault != records::RecordFault::none) {
    m_batch->records.pop_back();
    m_batch->rejects.push_back({span.ordinal, span.offset, element_pointer(span.ordinal),
                                std::string(code_of(fault)), std::string(raw)});
    hand_over_when_full();
    return;
  }
  record.ordinal = span.ordinal;
  record.byte_offset = span.offset;
  record.byte_count = span.count;
  record.digest = util::digest128(canonical);
  count_oddities(record, kept);
  const auto is_silent = [&](records::TaskCell cell, std::string_view name) {
    if (record.record.task[cell].type != records::CellType::null) return false;
    const std::string_view value = json::find_member(kept, name);
    return value.empty() || value == "null";
  };
  if (is_silent(records::task_state, "state") && is_silent(records::task_prompt, "prompt"))
    m_batch->no_work.push_back({record.ordinal, record.byte_offset});
  require_not_cancelled(m_options.cancelled, m_source);
  const bool is_canonical = raw.data() == canonical.data() && raw.size() == canonical.size();
  if (m_options.style != nullptr && !(is_canonical && m_is_canonical_style) &&
      raw.size() <= k_most_kept_bytes && !gives_record(*m_options.style, raw, canonical, m_scratch))
    record.source_text = kept;
  if (m_options.rebuild == Rebuild::checked) keep_verbatim_if_needed(record, kept, canonical);
  if (m_options.left_out == nullptr || !m_options.left_out->contains(span.ordinal)) {
    m_canonical.element(canonical);
  }
  if (m_scratch.capacity() > k_batch_text_bytes) m_scratch = {};
  hand_over_when_full();
}

void SourceReader::keep_verbatim_if_needed(SourceRecord& record, std::string_view raw,
                                           std::string_view canonical) {
  m_scratch.clear();
  m_record_writer.append_columns(m_scratch, record.record, 2);
  if (m_scratch == canonical) return;
  std::string text;
  json::append_compact(text, raw);
  record.record.verbatim = m_batch->arena.keep(text);
  text.clear();
  m_record_writer.append_columns(text, record.record, 0);
  const util::Digest128 digest = util::digest128(text);
  record.record.verbatim_digest =
      m_batch->arena.keep({reinterpret_cast<const char*>(digest.data()), digest.size()});
  m_batch->verbatim.push_back({record.ordinal, record.byte_offset});
}

void SourceReader::add_losses(const std::vector<DocumentLoss>& losses) {
  for (const DocumentLoss& loss : losses) {
    add_loss(loss.byte_offset, loss.json_pointer, code_of(loss.kind), loss.raw_text);
  }
}

void SourceReader::add_loss(std::uint64_t offset, std::string pointer, std::string_view code,
                            std::string_view raw) {
  m_batch->losses.push_back({0, offset, std::move(pointer), std::string(code), std::string(raw)});
  m_batch->text_bytes += raw.size();
}

void SourceReader::hand_over_when_full() {
  if (m_batch->text_bytes >= k_batch_text_bytes || m_batch->records.size() >= k_batch_records) hand_over();
}

void SourceReader::hand_over() {
  if (!m_batches.push(std::move(m_batch))) throw Abandoned{};
  m_batch = std::make_unique<Batch>();
}

}  // namespace rlmdb::sources
