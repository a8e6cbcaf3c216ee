// SPDX-License-Identifier: MIT
#include "jobs/ralph_kind.hpp"

#include "jobs/document_source.hpp"
#include "jobs/ralph_place.hpp"
#include "jobs/workflow_rules.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_scan.hpp"
#include "util/byte_place.hpp"

namespace rlmdb::jobs {

namespace {

/// JSON_MAX_DEPTH of SQLite, for those who ask it what the file says.
constexpr unsigned k_most_nesting = 2000;
constexpr std::string_view k_space = " \t\r\n";

legacy::ScanResult scan(std::string_view text, legacy::JsonLayout layout, std::string* canonical) {
  legacy::ScanOptions options;
  options.layout = layout;
  options.max_depth = k_most_nesting;
  options.copy =
      canonical == nullptr ? legacy::CanonicalCopy::only_when_different : legacy::CanonicalCopy::always;
  const std::size_t begin = std::min(text.find_first_not_of(k_space), text.size());
  legacy::ScanResult result = legacy::scan_value(text, begin, options, canonical);
  const bool is_followed = result.status == legacy::ScanStatus::complete &&
                           text.find_first_not_of(k_space, result.end) != std::string_view::npos;
  if (is_followed) result.status = legacy::ScanStatus::fault;
  return result;
}

/// Whether the bytes are those that a legacy program writes.
bool is_canonical(std::string_view text) {
  const legacy::ScanResult result = scan(text, legacy::JsonLayout::pretty, nullptr);
  return result.status == legacy::ScanStatus::complete && result.already_canonical &&
         result.end == text.size() && result.losses.empty();
}

bool is_checkpoint(std::string_view text) {
  std::string compact;
  const legacy::ScanResult result = scan(text, legacy::JsonLayout::compact, &compact);
  if (result.status != legacy::ScanStatus::complete || !compact.starts_with('{')) return false;
  return !legacy::find_member(compact, "checkpoint_id").empty();
}

SourceKind kind_of_kept(const SourceFile& source) {
  return is_canonical(read_bytes(source).compact) ? SourceKind::ralph_json : SourceKind::ralph_text;
}

/// What lies where checkpoints may lie, and has no name of theirs.
SourceKind kind_by_content(const SourceFile& source) {
  try {
    legacy::Packing packing = legacy::Packing::none;
    if (is_checkpoint(unpacked_content(source, packing))) return SourceKind::workflow;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) throw;  // damaged: it is kept as it stands
  }
  return kind_of_kept(source);
}

}  // namespace

std::optional<SourceKind> find_ralph_kind(const SourceFile& source) {
  const auto place = ralph_place_of(source.real_path);
  if (!place) {
    constexpr std::uint64_t k_magic_bytes = 4;
    const std::string magic = source.read_at(0, std::min(source.bytes, k_magic_bytes));
    if (legacy::packing_of(magic) == legacy::Packing::none) return std::nullopt;
    return SourceKind::workflow;
  }
  switch (place->file) {
    case RalphFile::loop:
      return SourceKind::loop;
    case RalphFile::checkpoint:
      return SourceKind::workflow;
    case RalphFile::maybe_checkpoint:
      return kind_by_content(source);
    case RalphFile::other:
      break;
  }
  return kind_of_kept(source);
}

std::optional<Finding> damage_of_kept(const std::string& name, std::string_view bytes) {
  const auto finding = [](std::string where, const char* code, const std::string& reason) {
    return Finding{std::move(where), code, "the file is kept byte for byte, but it is damaged: " + reason};
  };
  if (legacy::packing_of(bytes) != legacy::Packing::none) {
    try {
      (void)legacy::unpack(bytes, legacy::k_most_unpacked_bytes, name);
    } catch (const Error& error) {
      return finding(error.where(), "damaged_pack", error.what());
    }
  }
  if (!name.ends_with(".json") && !name.ends_with(".json.bak")) return std::nullopt;
  const legacy::ScanResult result = scan(bytes, legacy::JsonLayout::compact, nullptr);
  if (result.status == legacy::ScanStatus::complete) return std::nullopt;
  const bool is_followed = result.fault == legacy::ScanFault::none;
  return finding(
      util::byte_place(name, is_followed ? result.end : result.fault_offset), "damaged_json",
      is_followed ? "data stands after the end of the document" : std::string(legacy::to_text(result.fault)));
}

std::string_view checkpoint_kind_of(std::string_view compact) {
  const bool is_record = !legacy::find_member(compact, "checkpoint_id").empty() ||
                         !legacy::find_member(compact, "workflow_id").empty() ||
                         legacy::find_member(compact, "state").starts_with('{');
  return is_record || fault_of_loop_state(compact) ? "workflow" : "loop-state";
}

}  // namespace rlmdb::jobs
