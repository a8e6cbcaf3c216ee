// SPDX-License-Identifier: MIT
#include "records/field_codec.hpp"

#include <charconv>
#include <cmath>
#include <optional>

#include "json/json_layout.hpp"
#include "json/json_number.hpp"
#include "json/json_scan.hpp"
#include "records/tokens.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

namespace {

/// 2^63: SQLite stores whole doubles strictly between its negative and itself as integers.
constexpr double k_int64_limit = 9223372036854775808.0;
constexpr unsigned k_no_depth_limit = 1U << 30;

std::optional<double> finite_value(std::string_view token) {
  double value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value;
}

DecodedField inexact(Cell cell = {}) {
  return {cell, {}, json::Exactness::inexact};
}

std::string_view decoded_text(std::string_view raw, TextArena& arena, json::Exactness& exactness) {
  thread_local std::string scratch;
  const std::string_view text = json::decode_string_view(raw, scratch, exactness);
  return text.data() == scratch.data() ? arena.keep(text) : text;
}

DecodedField decode_text(std::string_view raw, json::JsonKind kind, TextArena& arena) {
  switch (kind) {
    case json::JsonKind::string: {
      DecodedField decoded;
      decoded.cell = Cell::of_text(decoded_text(raw, arena, decoded.exactness));
      return decoded;
    }
    case json::JsonKind::number:
    case json::JsonKind::boolean:
      return inexact(Cell::of_text(raw));
    default:
      return inexact();
  }
}

DecodedField decode_state(std::string_view raw, json::JsonKind kind, TextArena& arena) {
  if (kind == json::JsonKind::string) {
    json::Exactness exactness = json::Exactness::exact;
    const std::string_view text = decoded_text(raw, arena, exactness);
    if (exactness == json::Exactness::exact && find_task_state(text))
      return {Cell::of_text(text), {}, exactness};
  }
  return inexact(Cell::of_text(to_text(TaskState::unknown)));
}

/// A number that does not come back exactly, as NUMERIC affinity stores it.
Cell nearest_number(std::string_view token) {
  const std::optional<double> value = finite_value(token);
  if (!value) return {};
  if (*value == std::floor(*value) && std::abs(*value) < k_int64_limit) {
    return Cell::of_integer(static_cast<std::int64_t>(*value));
  }
  return Cell::of_real(*value);
}

DecodedField decode_number(FieldKind field, std::string_view raw, json::JsonKind kind) {
  if (kind != json::JsonKind::number) return inexact();
  if (field != FieldKind::real) {
    if (const auto integer = json::exact_int64(raw))
      return {Cell::of_integer(*integer), {}, json::Exactness::exact};
    if (field == FieldKind::integer) {
      const Cell nearest = nearest_number(raw);
      return inexact(nearest.type == CellType::integer ? nearest : Cell{});
    }
  }
  if (const auto real = json::exact_double(raw)) {
    // NUMERIC affinity turns a whole double into an integer, whose plain text is the same bytes.
    return {
        field == FieldKind::number ? nearest_number(raw) : Cell::of_real(*real), {}, json::Exactness::exact};
  }
  if (field == FieldKind::number) return inexact(nearest_number(raw));
  const std::optional<double> value = finite_value(raw);
  return inexact(value ? Cell::of_real(*value) : Cell{});
}

DecodedField decode_any(std::string_view raw, json::JsonKind kind, TextArena& arena) {
  if (kind == json::JsonKind::string) {
    DecodedField decoded = decode_text(raw, kind, arena);
    if (decoded.exactness == json::Exactness::exact) return decoded;
  }
  thread_local std::string compact;
  compact.clear();
  json::append_compact(compact, raw);
  return {Cell::of_text(arena.keep(compact)), Cell::of_text("json"), json::Exactness::exact};
}

/// False, and nothing appended, when `text` is no JSON: somebody edited the column.
bool append_json(std::string& out, std::string_view text, unsigned depth) {
  const std::size_t before = out.size();
  json::ScanOptions options;
  options.indent_depth = depth;
  options.max_depth = k_no_depth_limit;
  const json::ScanResult scan = json::scan_value(text, 0, options, &out);
  if (scan.status == json::ScanStatus::complete && scan.end == text.size()) return true;
  out.resize(before);
  return false;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  json::append_escaped(out, text);
  out += '"';
}

}  // namespace

std::string_view column_key(std::string_view raw_string, TextArena& arena, json::Exactness& exactness) {
  const std::string_view text = decoded_text(raw_string, arena, exactness);
  if (exactness == json::Exactness::exact) return text;
  std::string canonical;
  json::append_canonical_string(canonical, raw_string);
  std::string key(text);
  key += '~';
  key += util::to_hex(util::digest128(canonical));
  return arena.keep(key);
}

DecodedField decode_field(FieldKind field, std::string_view raw_value, TextArena& arena) {
  const json::JsonKind kind = json::kind_of(raw_value);
  if (kind == json::JsonKind::null) return {};
  switch (field) {
    case FieldKind::key: {
      if (kind != json::JsonKind::string) return inexact();
      DecodedField decoded;
      decoded.cell = Cell::of_text(column_key(raw_value, arena, decoded.exactness));
      return decoded;
    }
    case FieldKind::text:
      return decode_text(raw_value, kind, arena);
    case FieldKind::name:
      return raw_value == "\"\"" ? inexact() : decode_text(raw_value, kind, arena);
    case FieldKind::state:
      return decode_state(raw_value, kind, arena);
    case FieldKind::integer:
    case FieldKind::real:
    case FieldKind::number:
      return decode_number(field, raw_value, kind);
    case FieldKind::boolean:
      if (kind != json::JsonKind::boolean) return inexact();
      return {Cell::of_integer(raw_value == "true" ? 1 : 0), {}, json::Exactness::exact};
    case FieldKind::any:
      return decode_any(raw_value, kind, arena);
    case FieldKind::object:
      break;
  }
  return inexact();
}

void append_cell(std::string& out, FieldKind kind, const Cell& cell, const Cell& type, unsigned depth) {
  switch (cell.type) {
    case CellType::null:
      out += "null";
      return;
    case CellType::integer:
      if (kind == FieldKind::boolean && (cell.integer == 0 || cell.integer == 1)) {
        out += cell.integer == 1 ? "true" : "false";
      } else {
        char digits[24];
        const auto [end, error] = std::to_chars(digits, digits + sizeof digits, cell.integer);
        out.append(digits, end);
      }
      return;
    case CellType::real: {
      if (!std::isfinite(cell.real)) {  // as JSON.stringify writes it
        out += "null";
        return;
      }
      char digits[json::k_number_text_size];
      out += json::shortest_text(cell.real, digits);
      return;
    }
    case CellType::text:
      if (kind != FieldKind::any || type.is_null() || !append_json(out, cell.text, depth)) {
        append_quoted(out, cell.text);
      }
      return;
  }
}

}  // namespace rlmdb::records
