// SPDX-License-Identifier: MIT
#include "recovery/recovery_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/version.hpp"
#include "util/sha256.hpp"

namespace rlmdb::recovery {

namespace {

constexpr std::string_view k_format = "2";
constexpr std::string_view k_sha256_member = "  \"sha256\": \"";
constexpr const char* k_hint = "nothing was changed; make a new plan with `rlmdb recover --plan FILE`";

std::string json_text(std::string_view text) {
  std::string json = "\"";
  json::append_escaped(json, text);
  return json + '"';
}

std::string json_or_null(std::string_view text) {
  return text.empty() ? "null" : json_text(text);
}

std::string node_line(std::int64_t id, const NodePlan& node, const RowStamp& row) {
  std::string blocked_by;
  for (const TaskId& blocker : node.blocked_by)
    blocked_by += (blocked_by.empty() ? "" : ", ") + json_text(blocker.text);
  return fmt::format(
      R"(        {{"id": {}, "task_id": {}, "node_id": {}, "version": {}, "state": {}, "owner": {}, "decision": {}, )"
      R"("reason": {}, "checkpoint_id": {}, "blocked_by": [{}], "row": {}}})",
      id, json_or_null(id_text(node.task_id)), json_or_null(node.node_id), row.version,
      json_or_null(node.state), json_or_null(row.owner), json_text(to_text(node.decision)),
      json_text(node.reason), json_or_null(node.checkpoint_id), blocked_by, json_text(row.digest));
}

/// Tells where in the document something is wrong.
class PlanReader {
 public:
  PlanReader(std::string_view text, const std::string& name) : m_text(text), m_name(name) {}

  SavedPlan read() {
    const std::string_view document = check_json();
    const Members top(*this, document, json::JsonKind::object);
    if (top.find("rlmdb_recovery_plan").empty()) refuse("it is no recovery plan of rlmdb", document);
    if (top.find("rlmdb_recovery_plan") != k_format) {
      throw Error(ErrorCode::invalid_input, m_name + " is a plan of a kind that this rlmdb does not know",
                  place(top.find("rlmdb_recovery_plan")), "apply it with the rlmdb that wrote it");
    }
    SavedPlan plan;
    plan.sha256 = check_sum();
    plan.rlmdb_version = top.text("rlmdb_version");
    plan.planned_at = top.text("planned_at");
    plan.database = top.text("database");
    plan.options.attempts = top.find("retry_failed") == "true" ? Attempts::unlimited : Attempts::limited;
    plan.options.force = top.find("force") == "true" ? Force::yes : Force::no;
    for (const std::string_view tree : top.elements("trees")) plan.trees.push_back(read_tree(tree));
    return plan;
  }

 private:
  /// The members of one object of the document; each is asked for by name.
  class Members {
   public:
    Members(const PlanReader& reader, std::string_view object, json::JsonKind kind)
        : m_reader(reader), m_object(object) {
      if (json::kind_of(object) != kind) reader.refuse("an object had to stand here", object);
      json::split_members(object, m_members);
    }
    /// Empty where there is none.
    [[nodiscard]] std::string_view find(std::string_view name) const {
      for (const json::Member& member : m_members)
        if (member.raw_name.size() == name.size() + 2 && member.raw_name.substr(1, name.size()) == name)
          return member.raw_value;
      return {};
    }
    [[nodiscard]] std::string text(std::string_view name) const {
      const std::string_view raw = find(name);
      if (raw == "null") return {};
      if (raw.empty() || json::kind_of(raw) != json::JsonKind::string) refuse(name, "a string");
      std::string value;
      (void)json::decode_string(raw, value);
      return value;
    }
    [[nodiscard]] std::int64_t number(std::string_view name) const {
      const std::string_view raw = find(name);
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), value);
      if (raw.empty() || error != std::errc() || end != raw.data() + raw.size()) refuse(name, "a number");
      return value;
    }
    [[nodiscard]] std::vector<std::string_view> elements(std::string_view name) const {
      const std::string_view raw = find(name);
      if (raw.empty() || json::kind_of(raw) != json::JsonKind::array) refuse(name, "an array");
      std::vector<std::string_view> elements;
      json::split_elements(raw, elements);
      return elements;
    }

   private:
    [[noreturn]] void refuse(std::string_view name, std::string_view what) const {
      const std::string_view raw = find(name);
      m_reader.refuse(fmt::format("\"{}\" has to be {}", name, what), raw.empty() ? m_object : raw);
    }
    const PlanReader& m_reader;
    std::string_view m_object;
    std::vector<json::Member> m_members;
  };

  /// FILE:LINE:COLUMN of a part of the text.
  [[nodiscard]] std::string place(std::string_view part) const {
    return place(static_cast<std::size_t>(part.data() - m_text.data()));
  }
  [[nodiscard]] std::string place(std::size_t offset) const {
    const std::string_view before = m_text.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return fmt::format("{}:{}:{}", m_name, line, 1 + offset - line_begin);
  }
  [[noreturn]] void refuse(const std::string& why, std::string_view part) const {
    throw Error(ErrorCode::invalid_input, m_name + " cannot be applied: " + why, place(part), k_hint);
  }

  [[nodiscard]] std::string_view check_json() const {
    constexpr std::string_view k_white = " \t\r\n";
    const std::size_t begin = std::min(m_text.find_first_not_of(k_white), m_text.size());
    const json::ScanResult scan = json::scan_value(m_text, begin, {}, nullptr);
    const auto damaged = [&](std::string_view why, std::size_t offset) {
      throw Error(ErrorCode::invalid_input, fmt::format("{} is damaged: {}", m_name, why), place(offset),
                  k_hint);
    };
    if (m_text.size() == begin) damaged("it is empty", 0);
    if (scan.status != json::ScanStatus::complete) damaged(to_text(scan.fault), scan.fault_offset);
    const std::size_t rest = m_text.find_first_not_of(k_white, scan.end);
    if (rest != std::string_view::npos) damaged("something follows the plan", rest);
    if (!scan.losses.empty()) damaged("a repeated name, or bytes that are no UTF-8", scan.losses[0].offset);
    return m_text.substr(begin, scan.end - begin);
  }

  /// Every byte counts: what is applied is what was looked at.
  [[nodiscard]] std::string check_sum() const {
    constexpr std::size_t k_digits = 64;
    const std::size_t at = m_text.rfind(k_sha256_member);
    if (at == std::string_view::npos) refuse("its last member \"sha256\" is missing", m_text.substr(0, 0));
    const std::string_view given = m_text.substr(at + k_sha256_member.size(), k_digits);
    if (util::sha256_hex(m_text.substr(0, at)) != given)
      refuse("it is not as it was written; its sha256 differs", given);
    return std::string(given);
  }

  [[nodiscard]] SavedTree read_tree(std::string_view text) const {
    const Members members(*this, text, json::JsonKind::object);
    SavedTree tree{TreeId{members.text("tree_id")}, members.find("tree_id") == "null", {}};
    for (const std::string_view node : members.elements("nodes")) tree.nodes.push_back(read_node(node));
    return tree;
  }

  [[nodiscard]] SavedNode read_node(std::string_view text) const {
    const Members members(*this, text, json::JsonKind::object);
    SavedNode node;
    node.id = members.number("id");
    node.task_id = members.text("task_id");
    node.node_id = members.text("node_id");
    node.row = {members.number("version"), members.text("owner"), members.text("row")};
    node.state = members.text("state");
    node.decision = read_decision(members.text("decision"), text);
    node.reason = members.text("reason");
    node.checkpoint_id = members.text("checkpoint_id");
    for (const std::string_view id : members.elements("blocked_by")) {
      node.blocked_by.emplace_back();
      (void)json::decode_string(id, node.blocked_by.back().text);
    }
    return node;
  }

  [[nodiscard]] Decision read_decision(const std::string& text, std::string_view node) const {
    const auto decision = named<Decision>(text);
    if (!decision) refuse("nobody knows the decision \"" + text + '"', node);
    return *decision;
  }

  std::string_view m_text;
  const std::string& m_name;
};

}  // namespace

std::string write_plan(const std::vector<PlannedTree>& planned, PlanOptions options,
                       std::string_view database, std::string_view planned_at) {
  std::string text = fmt::format(
      "{{\n  \"rlmdb_recovery_plan\": {},\n  \"rlmdb_version\": {},\n  \"planned_at\": {},\n  \"database\": "
      "{},\n"
      "  \"retry_failed\": {},\n  \"force\": {},\n  \"trees\": [",
      k_format, json_text(library_version()), json_text(planned_at), json_text(database),
      options.attempts == Attempts::unlimited, options.force == Force::yes);
  for (const PlannedTree& tree : planned) {
    text += &tree == planned.data() ? "\n" : ",\n";
    text += fmt::format("    {{\n      \"tree_id\": {},\n      \"nodes\": [",
                        tree.is_outside ? "null" : json_text(tree.plan.tree_id.text));
    for (std::size_t i = 0; i < tree.plan.nodes.size(); ++i)
      text += (i == 0 ? "\n" : ",\n") + node_line(tree.ids[i], tree.plan.nodes[i], tree.stamps[i]);
    text += "\n      ]\n    }";
  }
  text += planned.empty() ? "],\n" : "\n  ],\n";
  const std::string sha256 = util::sha256_hex(text);
  text.append(k_sha256_member).append(sha256).append("\"\n}\n");
  return text;
}

SavedPlan read_plan(std::string_view text, const std::string& name) {
  return PlanReader(text, name).read();
}

}  // namespace rlmdb::recovery
