// SPDX-License-Identifier: MIT
#include "workflows/workflow_text.hpp"

#include <algorithm>

#include "json/json_layout.hpp"
#include "json/json_scan.hpp"
#include "json/packed.hpp"
#include "records/content_rows.hpp"
#include "records/kept_text.hpp"
#include "rlmdb/error.hpp"
#include "sources/document_source.hpp"
#include "sources/source_text.hpp"
#include "util/sha256.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::workflows {

namespace {

std::string unchecked_text(db::Connection& connection, const WorkflowHead& head) {
  if (head.content_id) return records::ContentRows(connection).body(*head.content_id);
  const std::string packed = WorkflowRows(connection).packed(head.id).value_or("");
  try {
    return json::unpack(packed, static_cast<std::size_t>(head.payload_bytes), head.place);
  } catch (const Error& error) {
    throw Error(ErrorCode::corrupt, "a packed checkpoint is damaged: " + std::string(error.what()),
                head.place, "restore another one; `rlmdb verify` looks at all of the database");
  }
}

}  // namespace

std::string workflow_text(db::Connection& connection, const WorkflowHead& head) {
  std::string text = unchecked_text(connection, head);
  records::require_kept_text(text, records::KeptShape::object,
                             "workflow_checkpoints:" + std::to_string(head.id));
  return text;
}

bool is_kept_as_file(const WorkflowHead& head) {
  return head.defect && head.defect->starts_with(k_damaged_file);
}

std::string canonical_bytes(db::Connection& connection, const WorkflowHead& head) {
  return is_kept_as_file(head) ? unchecked_text(connection, head)
                               : sources::pretty(workflow_text(connection, head));
}

std::string file_bytes(db::Connection& connection, const WorkflowHead& head) {
  if (is_kept_as_file(head)) return canonical_bytes(connection, head);
  const std::string compact = workflow_text(connection, head);
  const json::Packing packing = named<json::Packing>(head.compression).value_or(json::Packing::none);
  if (packing == json::Packing::none)
    return sources::file_text(connection, head.source_path.value_or(""), compact);
  // The document is the data: a file that does not hold it any more is nobody's.
  auto kept = WorkflowRows(connection).file_bytes(head.id);
  if (kept && packed_file_says(*kept, compact, head.place)) return *std::move(kept);
  return json::pack(sources::pretty(compact), packing);
}

bool packed_file_says(std::string_view file, std::string_view compact, const std::string& place) {
  const std::string text = json::unpack(file, json::k_most_unpacked_bytes, place);
  const std::size_t begin = text.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
  json::ScanOptions options;
  options.layout = json::JsonLayout::compact;
  options.max_depth = 1U << 30;
  std::string said;
  const std::size_t value = std::min(text.find_first_not_of(" \t\r\n", begin), text.size());
  const json::ScanResult result = json::scan_value(text, value, options, &said);
  return result.status == json::ScanStatus::complete && said == compact;
}

bool is_whole(const WorkflowHead& head, const std::string& compact) {
  return static_cast<std::int64_t>(compact.size()) == head.payload_bytes &&
         util::sha256_hex(compact) == head.payload_sha256;
}

}  // namespace rlmdb::workflows
