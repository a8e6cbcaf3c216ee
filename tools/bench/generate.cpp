// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "bench.hpp"
#include "json_file.hpp"

namespace bench {
namespace {

constexpr std::uint64_t k_nodes_per_tree = 40;
constexpr std::uint64_t k_children_per_node = 3;
constexpr std::uint64_t k_first_creation_ms = 1'770'631'200'000;  // 2026-02-09T10:00:00.000Z

/// splitmix64: the same numbers with every compiler and library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : m_state(seed) {}

  std::uint64_t roll() {
    m_state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  std::uint64_t below(std::uint64_t bound) { return roll() % bound; }

 private:
  std::uint64_t m_state;
};

constexpr std::array<std::string_view, 40> k_words = {
    "analyze", "token",    "session", "security", "module", "route",  "handler",  "index",
    "cache",   "parse",    "merge",   "tree",     "node",   "result", "summary",  "flow",
    "check",   "verify",   "latency", "budget",   "retry",  "daemon", "snapshot", "branch",
    "vote",    "evidence", "ledger",  "queue",    "stream", "socket", "persist",  "recover",
    "migrate", "schema",   "writer",  "reader",   "limit",  "depth",  "export",   "proof"};
constexpr std::array<std::string_view, 6> k_spice = {"Prüfung der Anmeldung", "日本語のプロンプト",
                                                     "naïve façade",          "🌳🔍 found",
                                                     "C:\\src\\auth",         "\x1b[32mok\x1b[0m \"quoted\""};
constexpr std::array<std::string_view, 4> k_decompositions = {"parallel", "sequential", "conditional",
                                                              "map-reduce"};
constexpr std::array<std::string_view, 4> k_merges = {"concatenate", "summarize", "vote", "best-of-n"};
constexpr std::array<std::string_view, 3> k_context_types = {"slice", "summary", "full"};
constexpr std::array<std::string_view, 4> k_errors = {
    "Process exited with code 1", "Task timed out after 7200000ms",
    "ENOENT: no such file or directory, open 'src/auth/oauth.ts'", "Process exited with code 137"};

std::string words(Dice& dice, std::uint64_t count) {
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += k_words[dice.below(k_words.size())];
  }
  return text;
}

std::string iso_time(std::uint64_t ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03d}Z", fmt::gmtime(static_cast<std::time_t>(ms / 1000)),
                     ms % 1000);
}

// Millionths as JavaScript spells them: no trailing zeros, no exponent down to 0.000001.
std::string decimal(std::uint64_t millionths) {
  std::string text = fmt::format("{}.{:06d}", millionths / 1'000'000, millionths % 1'000'000);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string task_id(std::uint64_t number) {
  return fmt::format("task-{:04d}", number);
}

/// One task record; everything random about it is rolled in the order in which it is written.
class Record {
 public:
  Record(JsonFile& json, Dice& dice, const GenerateOptions& options, std::uint64_t index)
      : m_json(json), m_dice(dice), m_options(options), m_index(index) {
    static constexpr std::array<std::string_view, 20> k_states = {
        "completed", "completed", "completed", "completed", "completed", "completed", "completed",
        "completed", "completed", "completed", "completed", "completed", "queued",    "queued",
        "queued",    "failed",    "failed",    "cancelled", "cancelled", "running"};
    m_state = k_states[dice.below(k_states.size())];
    m_created_ms = k_first_creation_ms + (options.first_id + index) * 1000 + dice.below(1000);
    m_prompt = words(dice, 10 + dice.below(5));
    if (dice.below(8) == 0) m_prompt += fmt::format(": {}", k_spice[dice.below(k_spice.size())]);
  }

  void write() {
    m_json.element();
    m_json.open('{');
    m_json.strings("id", task_id(m_options.first_id + m_index));
    m_json.strings("prompt", m_prompt);
    write_agent();
    m_json.numbers("priority", m_dice.below(6));
    m_json.strings("state", m_state);
    write_times();
    write_outcome();
    m_json.member("metadata");
    // One task in ten was typed into the chat and belongs to no tree.
    if (is_chat()) {
      m_json.open('{');
      m_json.strings("source", "ipc-chat");
      m_json.close('}');
    } else {
      write_node();
    }
    m_json.close('}');
  }

 private:
  [[nodiscard]] bool is_chat() const { return (m_index / k_nodes_per_tree) % 10 == 9; }
  [[nodiscard]] bool is_started() const { return m_state != "queued"; }
  [[nodiscard]] bool is_finished() const { return is_started() && m_state != "running"; }

  void write_agent() {
    static constexpr std::array<std::string_view, 3> k_agents = {"rlm-executor", "security-auditor",
                                                                 "test-engineer"};
    const std::uint64_t pick = m_dice.below(10);
    if (is_chat()) {
      m_json.nulls("agent");
    } else {
      m_json.strings("agent", k_agents[pick < 8 ? 0 : pick - 7]);
    }
  }

  void write_times() {
    m_json.strings("createdAt", iso_time(m_created_ms));
    const std::uint64_t started_ms = m_created_ms + m_dice.below(5'000);
    const std::uint64_t completed_ms = started_ms + 1'000 + m_dice.below(90'000);
    write_text_or_null("startedAt", is_started() ? iso_time(started_ms) : "");
    m_completed_at = is_finished() ? iso_time(completed_ms) : "";
    write_text_or_null("completedAt", m_completed_at);
    if (m_state == "running") {
      m_json.numbers("pid", 12'000 + m_dice.below(20'000));
    } else {
      m_json.nulls("pid");
    }
  }

  void write_outcome() {
    write_text_or_null("result", m_state == "completed" ? words(m_dice, 20 + m_dice.below(10)) : "");
    write_text_or_null("error",
                       m_state == "failed" ? std::string(k_errors[m_dice.below(k_errors.size())]) : "");
    std::string output;
    const std::uint64_t lines = is_started() ? 5 + m_dice.below(7) : 0;
    for (std::uint64_t i = 0; i < lines; ++i) output += fmt::format("[{:04d}] {}\n", i, words(m_dice, 8));
    if (!output.empty() && m_dice.below(6) == 0)
      output += fmt::format("\t{}\n", k_spice[m_dice.below(k_spice.size())]);
    m_json.strings("output", output);
  }

  void write_node() {
    const std::uint64_t place = m_index % k_nodes_per_tree;
    const std::uint64_t root = m_index - place;
    const std::uint64_t parent = place == 0 ? 0 : (place - 1) / k_children_per_node;
    std::uint64_t depth = 0;
    for (std::uint64_t at = place; at > 0; at = (at - 1) / k_children_per_node) ++depth;

    m_json.open('{');
    m_json.strings("tree_id", fmt::format("tree-{:08x}", hash(root, 1) & 0xffffffffU));
    m_node_id = fmt::format("task-{:08x}", hash(m_index, 2) & 0xffffffffU);
    m_json.strings("node_id", m_node_id);
    write_text_or_null("parent_id", place == 0 ? "" : task_id(m_options.first_id + root + parent));
    m_json.numbers("depth", depth);
    if (place * k_children_per_node + 1 < k_nodes_per_tree) {
      m_json.strings("decomposition_strategy", k_decompositions[m_dice.below(k_decompositions.size())]);
      m_json.strings("merge_strategy", k_merges[m_dice.below(k_merges.size())]);
    }
    write_variables();
    if (m_dice.below(4) != 0) write_context();
    if (is_started()) write_cost();
    if (m_dice.below(12) == 0) write_checkpoints();
    m_json.close('}');
  }

  void write_variables() {
    m_json.member("rlm_state");
    m_json.open('{');
    write_variable("Final", is_finished() ? quoted_words(8) : "null", is_finished() ? "text" : "null");
    if (m_dice.below(5) == 0) {
      m_json.strings("prompt", m_prompt);
    } else {
      write_variable("prompt", quoted_words(10), "text");
    }
    if (is_started()) {
      write_variable("finding_count", fmt::format("{}", m_dice.below(200)), "number");
      if (m_dice.below(3) != 0) write_findings();
    }
    m_json.close('}');
  }

  void write_variable(std::string_view name, std::string_view value, std::string_view type) {
    begin_variable(name);
    m_json.raw(value);
    end_variable(type);
  }

  std::string quoted_words(std::uint64_t count) { return fmt::format("\"{}\"", words(m_dice, count)); }

  void begin_variable(std::string_view name) {
    m_json.member(name);
    m_json.open('{');
    m_json.strings("name", name);
    m_json.member("value");
  }

  void end_variable(std::string_view type) {
    m_json.strings("type", type);
    if (m_dice.below(2) == 0) m_json.strings("source", m_node_id);
    if (!m_completed_at.empty()) m_json.strings("created_at", m_completed_at);
    m_json.close('}');
  }

  void write_findings() {
    begin_variable("findings");
    m_json.open('{');
    m_json.strings("path", fmt::format("src/auth/{}.ts", words(m_dice, 1)));
    m_json.numbers("line", 1 + m_dice.below(900));
    m_json.member("score");
    m_json.raw(decimal(m_dice.below(1'000'000)));
    m_json.member("notes");
    m_json.open('[');
    for (std::uint64_t i = m_dice.below(3); i > 0; --i) {
      m_json.element();
      m_json.string(words(m_dice, 4));
    }
    m_json.close(']');
    m_json.close('}');
    end_variable("json");
  }

  void write_context() {
    m_json.member("context_reference");
    m_json.open('{');
    m_json.strings("type", k_context_types[m_dice.below(k_context_types.size())]);
    m_json.strings("source", "retrieved_documents");
    m_json.numbers("size_tokens", m_dice.below(100'000));
    m_json.close('}');
  }

  void write_cost() {
    m_json.member("cost_tracking");
    m_json.open('{');
    m_json.numbers("input_tokens", m_dice.below(50'000));
    m_json.numbers("output_tokens", m_dice.below(8'000));
    m_json.member("total_cost_usd");
    m_json.raw(decimal(m_dice.below(400'000)));
    m_json.close('}');
  }

  void write_checkpoints() {
    m_json.member("checkpoints");
    m_json.open('[');
    for (std::uint64_t i = 1 + m_dice.below(3); i > 0; --i) {
      const std::string id = fmt::format("ckpt-{}", m_created_ms + i * 1000);
      m_json.element();
      m_json.open('{');
      m_json.strings("checkpoint_id", id);
      m_json.strings("name", i % 2 == 0 ? "before_decomposition" : "pre_final_answer");
      m_json.strings("snapshot_path", fmt::format(".aiwg/rlm/checkpoints/{}.json", id));
      m_json.close('}');
    }
    m_json.close(']');
  }

  void write_text_or_null(std::string_view name, const std::string& text) {
    if (text.empty()) {
      m_json.nulls(name);
    } else {
      m_json.strings(name, text);
    }
  }

  [[nodiscard]] std::uint64_t hash(std::uint64_t index, std::uint64_t kind) const {
    return Dice((m_options.first_id + index) * 4 + kind + (m_options.seed << 40U)).roll();
  }

  JsonFile& m_json;
  Dice& m_dice;
  const GenerateOptions& m_options;
  std::uint64_t m_index;
  std::string_view m_state;
  std::uint64_t m_created_ms = 0;
  std::string m_prompt;
  std::string m_completed_at;
  std::string m_node_id;
};

}  // namespace

void generate(const std::filesystem::path& file, const GenerateOptions& options) {
  JsonFile json(file);
  Dice dice(options.seed);
  json.open('{');
  json.numbers("version", 1);
  json.strings("updatedAt", iso_time(k_first_creation_ms + (options.first_id + options.tasks) * 1000));
  json.member("tasks");
  json.open('[');
  for (std::uint64_t index = 0; index < options.tasks; ++index) Record(json, dice, options, index).write();
  json.close(']');
  json.close('}');
  json.finish();
}

}  // namespace bench
