// SPDX-License-Identifier: MIT
#include "mcp/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "format/json_writer.hpp"
#include "rlmdb/progress.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_tree = "rlmdb://tree/";
constexpr std::string_view k_task = "rlmdb://task/";
constexpr std::string_view k_json = "application/json";
constexpr std::string_view k_hex = "0123456789ABCDEF";
constexpr std::size_t k_page = 100;
constexpr std::size_t k_columns_of_name = 80;

bool is_plain(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') ||
         std::string_view("-._~").find(character) != std::string_view::npos;
}

std::optional<unsigned> digit_of(char character) {
  const char upper =
      character >= 'a' && character <= 'f' ? static_cast<char>(character - 'a' + 'A') : character;
  const std::size_t place = k_hex.find(upper);
  return place == std::string_view::npos ? std::nullopt : std::optional(static_cast<unsigned>(place));
}

std::optional<std::string> without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      plain += text[at];
      continue;
    }
    if (at + 2 >= text.size()) return std::nullopt;
    const auto high = digit_of(text[at + 1]);
    const auto low = digit_of(text[at + 2]);
    if (!high.has_value() || !low.has_value()) return std::nullopt;
    plain += static_cast<char>(*high * 16 + *low);
    at += 2;
  }
  return plain;
}

bool has_work_left(const TreeProgress& tree) {
  return tree.remaining_tasks + tree.failed > 0;
}

std::string about(const TreeProgress& tree) {
  std::string text = fmt::format("{} of {} nodes are completed", tree.completed, tree.total);
  for (const auto& [count, what] :
       {std::pair(tree.running, "running"), std::pair(tree.process_gone, "of these without their process"),
        std::pair(tree.queued, "queued"), std::pair(tree.failed, "failed"),
        std::pair(tree.cancelled, "cancelled")}) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  }
  return text;
}

std::vector<TreeSummary> trees_to_list(const Store& store, const McpRights& rights) {
  std::vector<TreeSummary> trees = list_trees(store);
  std::erase_if(trees, [&](const TreeSummary& tree) {
    return rights.tree.has_value() && tree.progress.tree_id.text != *rights.tree;
  });
  std::stable_partition(trees.begin(), trees.end(),
                        [](const TreeSummary& tree) { return has_work_left(tree.progress); });
  return trees;
}

}  // namespace

std::string Resource::uri() const {
  std::string uri(kind == Kind::tree ? k_tree : k_task);
  for (const char character : id) {
    if (is_plain(character)) {
      uri += character;
    } else {
      const auto byte = static_cast<unsigned char>(character);
      uri.append({'%', k_hex[byte / 16], k_hex[byte % 16]});
    }
  }
  return uri;
}

std::optional<Resource> Resource::named(std::string_view uri) {
  for (const auto& [kind, beginning] : {std::pair(Kind::tree, k_tree), std::pair(Kind::task, k_task)}) {
    if (!uri.starts_with(beginning) || uri.size() == beginning.size()) continue;
    std::optional<std::string> id = without_escapes(uri.substr(beginning.size()));
    if (id.has_value()) return Resource{kind, *std::move(id)};
  }
  return std::nullopt;
}

std::string list_resources(const Store& store, const McpRights& rights, std::size_t from) {
  std::vector<TreeSummary> trees = trees_to_list(store, rights);
  const std::size_t begin = std::min(from, trees.size());
  const std::size_t end = std::min(begin + k_page, trees.size());
  const bool has_more = end < trees.size();
  trees = std::vector(trees.begin() + static_cast<std::ptrdiff_t>(begin),
                      trees.begin() + static_cast<std::ptrdiff_t>(end));
  JsonObject answer;
  answer.add_array("resources", trees, [](JsonObject& object, const TreeSummary& tree) {
    object.add("uri", Resource{Resource::Kind::tree, tree.progress.tree_id.text}.uri())
        .add("name", cut_to_width(make_visible(tree.progress.tree_id.text), k_columns_of_name))
        .add("title", cut_to_width(make_visible(tree.root_prompt), k_columns_of_name))
        .add("description", about(tree.progress))
        .add("mimeType", k_json);
  });
  answer.add_if(has_more, "nextCursor", std::to_string(end));
  return answer.text();
}

std::string list_resource_templates() {
  struct Template {
    std::string_view uri;
    std::string_view name;
    std::string_view about;
  };
  static constexpr std::array<Template, 2> k_templates = {{
      {"rlmdb://tree/{id}", "tree", "what a tree does now, and each of its nodes"},
      {"rlmdb://task/{id}", "task", "a task with its record, exactly as stored"},
  }};
  return JsonObject()
      .add_array("resourceTemplates", k_templates,
                 [](JsonObject& object, const Template& one) {
                   object.add("uriTemplate", one.uri)
                       .add("name", one.name)
                       .add("description", one.about)
                       .add("mimeType", k_json);
                 })
      .text();
}

}  // namespace rlmdb::cli
