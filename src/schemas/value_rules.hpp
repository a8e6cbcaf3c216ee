// SPDX-License-Identifier: MIT
/// What a schema says of the members of an object, and holding a JSON text against it: the one judge for what
/// imports count, verify lists and verbs refuse. The tables are in schema_rules, state_rules, loop_rules and
/// workflow_rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "rlmdb/words.hpp"
#include "schemas/form_rules.hpp"

namespace rlmdb::schemas {

// What one state may have; of checkpoints a task too.
inline constexpr std::size_t k_variables_of_state = 1000;
inline constexpr std::size_t k_mutations_of_state = 10'000;
inline constexpr std::size_t k_checkpoints_of_state = 100;

enum class ValueKind { any, text, time, number, integer, boolean, object, array };

}  // namespace rlmdb::schemas

namespace rlmdb {

template <>
inline constexpr std::array<std::string_view, 8> k_words_of<schemas::ValueKind>{
    "a value",   "a text",  "a time like 2026-02-02T21:15:00Z", "a number", "a whole number", "true or false",
    "an object", "an array"};

}  // namespace rlmdb

namespace rlmdb::schemas {

enum class Need {
  optional,
  nullable,
  required,
  present,  ///< required, and null is a value of it
};

/// From `least` to `most`, which may be infinite.
struct ValueRange {
  double least;
  double most;
};

/// What the members inside an object are.
enum class Inside {
  members,      ///< those that the table names
  variables,    ///< variables by their names; of a bare value nothing is said
  node_result,  ///< as members, where it is meant as one in the shape of a node's; any other value may be
                ///< anything
};

struct MemberRule {
  std::string_view name;
  ValueKind value = ValueKind::any;
  Need need = Need::optional;
  const ValueRange* range = nullptr;              ///< of a number
  std::span<const std::string_view> tokens = {};  ///< of a text: one of these
  std::span<const MemberRule> inside = {};        ///< of an object; of an array of each element
  const TextForm* form = nullptr;                 ///< of a text
  ValueKind elements = ValueKind::any;            ///< of an array without `inside`
  Inside is = Inside::members;
  std::size_t most =
      0;  ///< elements of an array with `inside`, or variables, that there may be; 0: any number
};
using MemberRules = std::span<const MemberRule>;

/// What a member breaks, the worst last.
enum class FaultKind { size, form, missing, token, range, kind };

struct Fault {
  std::string pointer;   ///< RFC 6901
  std::string_view raw;  ///< empty: it is missing
  FaultKind kind = FaultKind::kind;
  std::string
      allowed;  ///< "one of queued, running", "from 0 to 1", "0 or more", "a text", "required"; a regex
  std::size_t count = 0;  ///< by `size`: how many there are
};
/// "1001, and the schema has at most 1000 variables". REQUIRES: its kind is `size`.
[[nodiscard]] std::string text_of_size(const Fault& fault);
using UseFault = std::function<void(const Fault&)>;

/// `lenient`: null counts as absent, and 5.0 as a whole number. `strict`: null only where a rule says so, and
/// a whole number has no fraction and no exponent.
enum class Judging { lenient, strict };

/// Gives every member of `object` that breaks a rule to `use`, in the order of the rules; `pointer` is where
/// the object stands. Other members may be anything. `object` is JSON in any layout, scanned before; one that
/// is no object has no faults. Linear in the text, times the depth of the rules.
void judge_members(std::string_view object, MemberRules rules, const std::string& pointer,
                   const UseFault& use, Judging judging = Judging::lenient);
/// The same of one value by one rule; empty: it is absent.
void judge_value(std::string_view raw, const MemberRule& rule, const std::string& pointer,
                 const UseFault& use, Judging judging = Judging::lenient);

[[nodiscard]] std::uint64_t count_faults(std::string_view object, MemberRules rules);

/// Whether a text or number that stands in a column follows `rule`; of a text its kind, tokens and form.
[[nodiscard]] bool follows(const MemberRule& rule, std::string_view text);
[[nodiscard]] bool follows(const MemberRule& rule, std::int64_t number);
[[nodiscard]] bool follows(const MemberRule& rule, double number);

/// The rule of that name; nullptr: the table has none.
[[nodiscard]] const MemberRule* find_rule(MemberRules rules, std::string_view name) noexcept;

/// Whether a record's result is one in the shape of a node's: an object whose status is success, partial,
/// failed or cancelled; or one with a text as `status`, or without it as `output`, and no other members than
/// the schema's. Any other value, {"status": "ok", "rows": 3}, may be anything.
[[nodiscard]] bool is_node_result(std::string_view raw);

/// "2026-02-02T21:15:00Z": ISO 8601 with seconds, or parts of them, and a zone.
[[nodiscard]] bool is_date_time(std::string_view text) noexcept;

}  // namespace rlmdb::schemas
