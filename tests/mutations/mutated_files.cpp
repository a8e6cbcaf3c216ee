// SPDX-License-Identifier: MIT
#include "mutated_files.hpp"

#include <stdexcept>
#include <string>

#include "grid/grid_document.hpp"
#include "grid/grid_yaml.hpp"
#include "rlmdb/error.hpp"
#include "yaml/yaml_target.hpp"
#include "yaml/yaml_text.hpp"

namespace rlmdb::tests {

namespace {

constexpr std::size_t k_most_depth = 100;  ///< shapes of the Grid put a few levels around what YAML said

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

/// "byte 12 (line 3, column 5)" is in the text.
void require_place_in(const Error& error, std::string_view text) {
  require(error.code() == ErrorCode::invalid_input, std::string("an error of another kind: ") + error.what());
  require(error.where().starts_with("byte "), "an error without a place: " + error.where());
  require(std::stoull(error.where().substr(5)) <= text.size(),
          "a place outside of the text: " + error.where());
}

void check_changes(std::string_view yaml, const std::string& json, std::string_view patch,
                   MutationCounts& counts) {
  using grid::k_text_members;
  require(yaml::merged(yaml, "{}", k_text_members) == yaml, "a change of nothing changes the text");
  try {
    const std::string changed = yaml::merged(yaml, patch, k_text_members);
    const std::string asked = yaml::merged_target(json, patch, k_text_members);
    require(yaml::to_json(changed, k_text_members) == asked, "the change says something else");
    require(yaml::merged(changed, patch, k_text_members) == changed,
            "the same change a second time changes it");
    const std::string longer = yaml::with_item(yaml, "/a list/of mine", "{\"id\":1}", k_text_members);
    require(yaml::to_json(longer, k_text_members).ends_with(R"("a list":{"of mine":[{"id":"1"}]}})"),
            "the item is not there");
  } catch (const Error& error) {
    require(error.code() == ErrorCode::invalid_input,
            std::string("an error of another kind: ") + error.what());
    ++counts.refused_changes;
  }
}

void check_yaml(std::string_view yaml, std::string_view patch, MutationCounts& counts) {
  std::string json;
  try {
    json = yaml::to_json(yaml, grid::k_text_members);
  } catch (const Error& error) {
    require_place_in(error, yaml);
    ++counts.refused_yaml;
    return;
  }
  require(yaml::canonical_json(json, k_most_depth) == json, "the JSON is not compact and canonical");
  if (!json.starts_with('{')) {
    ++counts.other_values;
    return;
  }
  ++counts.mappings;
  require(yaml::to_json(yaml::from_json(json)) == json, "written anew it says something else");
  check_changes(yaml, json, patch, counts);
}

void check_document(grid::GridFileKind kind, const std::string& text, MutationCounts& counts) {
  const grid::TextParts parts = grid::split(kind, text);
  require(std::string(parts.before).append(parts.yaml).append(parts.body) == text,
          "the parts are not the whole");
  const grid::GridDocument document = grid::read_document(kind, text);
  require(document.fault_offset <= text.size(), "a fault outside of the text");
  if (kind == grid::GridFileKind::other || !document.fault.empty()) {
    require(document.json.empty(), "a document that cannot be read says something");
    ++counts.faulty_documents;
    return;
  }
  require(document.json.starts_with('{'), "a document is no object");
  require(yaml::canonical_json(document.json, k_most_depth) == document.json, "a document is not canonical");
  ++counts.readable_documents;
}

}  // namespace

void check_mutated_file(const SeedFile& file, std::string_view patch, MutationCounts& counts) {
  const grid::GridFileKind kind = grid::kind_of_name(file.name);
  ++counts.files;
  check_document(kind, file.text, counts);
  check_yaml(file.text, patch, counts);
  const grid::TextParts parts = grid::split(kind, file.text);
  if (!parts.before.empty()) check_yaml(parts.yaml, patch, counts);
}

}  // namespace rlmdb::tests
