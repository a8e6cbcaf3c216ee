// SPDX-License-Identifier: MIT
#include "json/json_members.hpp"

#include <simdjson.h>

#include <cstring>
#include <string>
#include <unordered_map>

#include "json/json_bytes.hpp"
#include "json/json_exact.hpp"
#include "json/json_names.hpp"
#include "json/json_string.hpp"

namespace rlmdb::json {

namespace {

enum class NameCheck {
  distinct,
  undecided,  ///< a name repeats, is escaped or is not valid UTF-8: only canonical names tell
};

/// Decides in one cheap pass whether all names differ.
class NameChecker {
 public:
  explicit NameChecker(std::string_view object_text) : m_text(object_text), m_names(names_of_this_thread()) {
    m_names.clear();
    m_scope = m_names.open();
  }

  void add(std::string_view raw_name) {
    if (m_check == NameCheck::undecided) return;
    const std::string_view inside = raw_name.substr(1, raw_name.size() - 2);
    const bool plain =
        bytes::is_plain_ascii(inside) || (inside.find('\\') == std::string_view::npos &&
                                          simdjson::validate_utf8(inside.data(), inside.size()));
    const auto begin = static_cast<std::size_t>(inside.data() - m_text.data());
    if (!plain || m_names.add(m_scope, m_text, begin, inside.size()) == OpenNames::Seen::repeated) {
      m_check = NameCheck::undecided;
    }
  }

  [[nodiscard]] NameCheck result() const noexcept { return m_check; }

 private:
  static OpenNames& names_of_this_thread() {
    thread_local OpenNames names;
    return names;
  }

  std::string_view m_text;
  OpenNames& m_names;
  OpenNames::Scope m_scope;
  NameCheck m_check = NameCheck::distinct;
};

/// Last value, first position.
void resolve_repeats(std::vector<Member>& members) {
  std::unordered_map<std::string, std::size_t> first_of;
  std::size_t kept = 0;
  for (const Member& member : members) {
    std::string name;
    append_canonical_string(name, member.raw_name);
    const auto [entry, is_new] = first_of.try_emplace(std::move(name), kept);
    if (is_new) {
      members[kept++] = member;
    } else {
      members[entry->second].raw_value = member.raw_value;
      members[entry->second].kind = member.kind;
    }
  }
  members.erase(members.begin() + static_cast<std::ptrdiff_t>(kept), members.end());
}

std::string_view trim_end(std::string_view text) noexcept {
  while (!text.empty() && bytes::is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The working memory of the simdjson path.
struct FastSplit {
  simdjson::ondemand::parser parser;
  std::string padded;
};

simdjson::error_code untrimmed_text_of(simdjson::ondemand::value value, std::string_view& raw) {
  simdjson::ondemand::json_type type;
  if (const auto error = value.type().get(type)) return error;
  if (type == simdjson::ondemand::json_type::object) {
    simdjson::ondemand::object object;
    if (const auto error = value.get_object().get(object)) return error;
    return object.raw_json().get(raw);
  }
  if (type == simdjson::ondemand::json_type::array) {
    simdjson::ondemand::array array;
    if (const auto error = value.get_array().get(array)) return error;
    return array.raw_json().get(raw);
  }
  raw = value.raw_json_token();
  return simdjson::SUCCESS;
}

simdjson::error_code split_with_simdjson(std::string_view object_text, std::vector<Member>& out,
                                         NameChecker& names) {
  thread_local FastSplit split;
  split.padded.resize(object_text.size() + simdjson::SIMDJSON_PADDING);
  std::memcpy(split.padded.data(), object_text.data(), object_text.size());
  std::memset(split.padded.data() + object_text.size(), ' ', simdjson::SIMDJSON_PADDING);
  const auto in_source = [&](const char* at) { return static_cast<std::size_t>(at - split.padded.data()); };

  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  const simdjson::padded_string_view input(split.padded.data(), object_text.size(), split.padded.size());
  if (const auto error = split.parser.iterate(input).get(document)) return error;
  if (const auto error = document.get_object().get(object)) return error;
  for (auto entry : object) {
    simdjson::ondemand::field field;
    if (const auto error = std::move(entry).get(field)) return error;
    const std::size_t name_begin = in_source(field.key().raw()) - 1;
    const std::size_t name_end = skip_string(object_text, name_begin);
    std::string_view raw;
    if (const auto error = untrimmed_text_of(field.value(), raw)) return error;
    raw = trim_end(raw);
    const Member member{object_text.substr(name_begin, name_end - name_begin),
                        object_text.substr(in_source(raw.data()), raw.size()), kind_of(raw)};
    names.add(member.raw_name);
    out.push_back(member);
  }
  return simdjson::SUCCESS;
}

void walk_members(std::string_view object_text, std::vector<Member>& out, NameChecker& names) {
  std::size_t position = bytes::skip_space(object_text, 1);
  while (position < object_text.size() && object_text[position] == '"') {
    const std::size_t name_end = skip_string(object_text, position);
    const std::string_view raw_name = object_text.substr(position, name_end - position);
    position = bytes::skip_space(object_text, name_end) + 1;
    position = bytes::skip_space(object_text, position);
    const std::size_t value_end = skip_value(object_text, position);
    const std::string_view raw_value = object_text.substr(position, value_end - position);
    names.add(raw_name);
    out.push_back({raw_name, raw_value, kind_of(raw_value)});
    position = bytes::skip_space(object_text, value_end);
    if (position >= object_text.size() || object_text[position] != ',') return;
    position = bytes::skip_space(object_text, position + 1);
  }
}

}  // namespace

JsonKind kind_of(std::string_view raw_value) noexcept {
  switch (raw_value.empty() ? 'n' : raw_value.front()) {
    case 'n':
      return JsonKind::null;
    case 't':
    case 'f':
      return JsonKind::boolean;
    case '"':
      return JsonKind::string;
    case '[':
      return JsonKind::array;
    case '{':
      return JsonKind::object;
    default:
      return JsonKind::number;
  }
}

void split_members(std::string_view object_text, std::vector<Member>& out) {
  // simdjson wants a copy with room behind it and an index: of a large value that is more than the value.
  constexpr std::size_t k_most_copied_bytes = std::size_t{1} << 20;
  if (object_text.size() > k_most_copied_bytes) return split_members_strict(object_text, out);
  out.clear();
  NameChecker names(object_text);
  if (split_with_simdjson(object_text, out, names) != simdjson::SUCCESS) {
    split_members_strict(object_text, out);
  } else if (names.result() == NameCheck::undecided) {
    resolve_repeats(out);
  }
}

std::string_view find_member(const std::vector<Member>& members, std::string_view name) {
  for (const Member& member : members) {
    if (member.raw_name.size() == name.size() + 2 && member.raw_name.substr(1, name.size()) == name)
      return member.raw_value;
  }
  return {};
}

std::string_view find_member(std::string_view object_text, std::string_view name) {
  if (!object_text.starts_with('{')) return {};
  std::vector<Member> members;
  split_members(object_text, members);
  return find_member(members, name);
}

void split_members_strict(std::string_view object_text, std::vector<Member>& out) {
  out.clear();
  NameChecker names(object_text);
  walk_members(object_text, out, names);
  if (names.result() == NameCheck::undecided) resolve_repeats(out);
}

void split_elements(std::string_view array_text, std::vector<std::string_view>& out) {
  out.clear();
  std::size_t position = bytes::skip_space(array_text, 1);
  while (position < array_text.size() && array_text[position] != ']') {
    const std::size_t end = skip_value(array_text, position);
    out.push_back(array_text.substr(position, end - position));
    position = bytes::skip_space(array_text, end);
    if (position >= array_text.size() || array_text[position] != ',') return;
    position = bytes::skip_space(array_text, position + 1);
  }
}

}  // namespace rlmdb::json
