// SPDX-License-Identifier: MIT
#include "sources/ralph_kind.hpp"

#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "sources/document_source.hpp"
#include "sources/ralph_place.hpp"
#include "util/text_bytes.hpp"
#include "workflows/workflow_rules.hpp"

namespace rlmdb::sources {

namespace {

/// JSON_MAX_DEPTH of SQLite, for those who ask it what the file says.
constexpr unsigned k_most_nesting_of_text = 2000;
constexpr std::string_view k_space_of_text = " \t\r\n";

json::ScanResult scan(std::string_view text, json::JsonLayout layout, std::string* canonical) {
  json::ScanOptions options;
  options.layout = layout;
  options.max_depth = k_most_nesting_of_text;
  options.copy =
      canonical == nullptr ? json::CanonicalCopy::only_when_different : json::CanonicalCopy::always;
  const std::size_t begin = std::min(text.find_first_not_of(k_space_of_text), text.size());
  json::ScanResult result = json::scan_value(text, begin, options, canonical);
  const bool is_followed = result.status == json::ScanStatus::complete &&
                           text.find_first_not_of(k_space_of_text, result.end) != std::string_view::npos;
  if (is_followed) result.status = json::ScanStatus::fault;
  return result;
}

/// Whether the bytes are those that a legacy program writes.
bool is_canonical(std::string_view text) {
  const json::ScanResult result = scan(text, json::JsonLayout::pretty, nullptr);
  return result.status == json::ScanStatus::complete && result.already_canonical &&
         result.end == text.size() && result.losses.empty();
}

bool is_checkpoint(std::string_view text) {
  std::string compact;
  const json::ScanResult result = scan(text, json::JsonLayout::compact, &compact);
  if (result.status != json::ScanStatus::complete || !compact.starts_with('{')) return false;
  return !json::find_member(compact, "checkpoint_id").empty();
}

/// What lies where checkpoints may lie, and has no name of theirs. `damaged`: what it is where nothing can be
/// read of it.
SourceKind kind_by_content(const SourceFile& source, std::optional<SourceKind> damaged) {
  try {
    json::Packing packing = json::Packing::none;
    const std::string text = unpacked_content(source, packing);
    if (is_checkpoint(text)) return SourceKind::workflow;
    if (damaged && scan(text, json::JsonLayout::compact, nullptr).status != json::ScanStatus::complete)
      return *damaged;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) throw;  // damaged: it is kept as it stands
    if (damaged) return *damaged;
  }
  return kind_of_kept(source);
}

}  // namespace

std::optional<SourceKind> find_ralph_kind(const SourceFile& source) {
  const auto place = ralph_place_of(source.real_path);
  if (!place) {
    constexpr std::uint64_t k_magic_bytes = 4;
    const std::string magic = source.read_at(0, std::min(source.bytes, k_magic_bytes));
    if (json::packing_of(magic) == json::Packing::none) return std::nullopt;
    return SourceKind::workflow;
  }
  switch (place->file) {
    case RalphFile::loop:
      return SourceKind::loop;
    case RalphFile::checkpoint:
      return SourceKind::workflow;
    case RalphFile::maybe_checkpoint:
      return kind_by_content(source, {});
    case RalphFile::stray_checkpoint:
      return kind_by_content(source, SourceKind::workflow);
    case RalphFile::other:
      break;
  }
  return kind_of_kept(source);
}

SourceKind kind_of_kept(const SourceFile& source) {
  return is_canonical(read_bytes(source).compact) ? SourceKind::kept_json : SourceKind::kept_text;
}

std::optional<Finding> damage_of_kept(const std::string& name, std::string_view bytes) {
  const auto finding = [](std::string where, const char* code, const std::string& reason) {
    return Finding{std::move(where), code, "the file is kept byte for byte, but it is damaged: " + reason};
  };
  if (json::packing_of(bytes) != json::Packing::none) {
    try {
      (void)json::unpack(bytes, json::k_most_unpacked_bytes, name);
    } catch (const Error& error) {
      return finding(error.where(), "damaged_pack", error.what());
    }
  }
  if (!name.ends_with(".json") && !name.ends_with(".json.bak")) return std::nullopt;
  // Documents that begin with the mark are read, too.
  const std::size_t mark = bytes.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
  const json::ScanResult result = scan(bytes.substr(mark), json::JsonLayout::compact, nullptr);
  if (result.status == json::ScanStatus::complete) return std::nullopt;
  const bool is_followed = result.fault == json::ScanFault::none;
  return finding(
      util::byte_place(name, mark + (is_followed ? result.end : result.fault_offset)), "damaged_json",
      is_followed ? "data stands after the end of the document" : std::string(to_text(result.fault)));
}

std::string_view checkpoint_kind_of(std::string_view compact) {
  const bool is_record = !json::find_member(compact, "checkpoint_id").empty() ||
                         !json::find_member(compact, "workflow_id").empty() ||
                         json::find_member(compact, "state").starts_with('{');
  return is_record || workflows::fault_of_loop_state(compact) ? "workflow" : "loop-state";
}

}  // namespace rlmdb::sources
