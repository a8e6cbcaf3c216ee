// SPDX-License-Identifier: MIT
#include <string_view>

#include "json/json_number.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid_step.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb {

namespace grid {

namespace {

[[noreturn]] void refuse_result(const std::string& pointer, const std::string& why) {
  throw Error(
      ErrorCode::invalid_input, "the result of the block is not as a summary has it: " + why, pointer,
      "{\"commits\": [{\"hash\", \"message\", \"files\"}], \"artifacts_created\": [{\"path\", \"lines\", "
      "\"verified\"}], \"lessons_learned\": {\"gotchas\": [\"…\"]}, \"status\": \"complete\"}");
}

std::string required_text(std::string_view value, const std::string& pointer) {
  if (auto text = json_string_text(value)) return *std::move(text);
  refuse_result(pointer, "it is no text");
}

std::vector<std::string> required_texts(std::string_view value, const std::string& pointer) {
  if (json_kind(value) != JsonKind::array) refuse_result(pointer, "it is no list of texts");
  std::vector<std::string> texts;
  for (const std::string_view element : split_json_array(value))
    texts.push_back(required_text(element, pointer + "/" + std::to_string(texts.size())));
  return texts;
}

void require_object(std::string_view value, const std::string& pointer) {
  if (json_kind(value) != JsonKind::object) refuse_result(pointer, "it is no object");
}

GridCommit commit_of(std::string_view json, const std::string& pointer) {
  require_object(json, pointer);
  GridCommit commit;
  for (const JsonMember& member : split_json_object(json)) {
    const std::string at = pointer + "/" + member.name;
    if (member.name == "hash") {
      commit.hash = required_text(member.value, at);
    } else if (member.name == "message") {
      commit.message = required_text(member.value, at);
    } else if (member.name == "files") {
      commit.files = required_texts(member.value, at);
    } else {
      refuse_result(at, "a commit has hash, message and files");
    }
  }
  if (commit.hash.empty()) refuse_result(pointer + "/hash", "a commit needs its hash");
  return commit;
}

GridArtifact artifact_of(std::string_view json, const std::string& pointer) {
  require_object(json, pointer);
  GridArtifact artifact;
  for (const JsonMember& member : split_json_object(json)) {
    const std::string at = pointer + "/" + member.name;
    if (member.name == "path") {
      artifact.path = required_text(member.value, at);
    } else if (member.name == "lines") {
      artifact.lines = json::exact_int64(member.value);
      if (!artifact.lines || *artifact.lines < 0) refuse_result(at, "it is no number of lines");
    } else if (member.name == "verified") {
      if (member.value != "true" && member.value != "false")
        refuse_result(at, "it is neither true nor false");
      artifact.verified = member.value == "true";
    } else {
      refuse_result(at, "an artifact has path, lines and verified");
    }
  }
  if (artifact.path.empty()) refuse_result(pointer + "/path", "an artifact needs its path");
  return artifact;
}

template <class Read>
auto list_of(std::string_view json, const std::string& pointer, Read read) {
  if (json_kind(json) != JsonKind::array) refuse_result(pointer, "it is no list");
  std::vector<decltype(read(json, pointer))> list;
  for (const std::string_view element : split_json_array(json))
    list.push_back(read(element, pointer + "/" + std::to_string(list.size())));
  return list;
}

std::vector<GridLessons> lessons_of(std::string_view json) {
  require_object(json, "/lessons_learned");
  std::vector<GridLessons> lessons;
  for (const JsonMember& member : split_json_object(json))
    lessons.push_back({member.name, required_texts(member.value, "/lessons_learned/" + member.name)});
  return lessons;
}

}  // namespace

}  // namespace grid

GridBlockResult grid_block_result(const std::string& json) {
  if (!is_json(json)) grid::refuse_result("", "it is no JSON");
  grid::require_object(json, "");
  GridBlockResult result;
  for (const JsonMember& member : split_json_object(json)) {
    const std::string at = "/" + member.name;
    if (member.name == "commits") {
      result.commits = grid::list_of(member.value, at, grid::commit_of);
    } else if (member.name == "artifacts_created") {
      result.artifacts = grid::list_of(member.value, at, grid::artifact_of);
    } else if (member.name == "lessons_learned") {
      result.lessons = grid::lessons_of(member.value);
    } else if (member.name == "status") {
      result.status = grid::required_text(member.value, at);
    } else {
      grid::refuse_result(at, "a result has commits, artifacts_created, lessons_learned and status");
    }
  }
  return result;
}

}  // namespace rlmdb
