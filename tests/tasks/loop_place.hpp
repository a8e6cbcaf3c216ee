// SPDX-License-Identifier: MIT
/// Loops changed in one line each.
#pragma once

#include <optional>
#include <string>

#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/loop.hpp"
#include "task_place.hpp"

namespace rlmdb::test {

inline const LoopId k_loop{"l"};

inline std::string exported(const Store& store, const std::string& id) {
  std::string text;
  (void)export_loop(store, id, [&](std::string_view bytes) { text += bytes; });
  return text;
}

inline Json document_of(const Store& store, const std::string& id = "l") {
  return Json::parse(exported(store, id));
}

inline LoopChanged start(Store& store, const std::string& id = "l", bool is_forced = false) {
  NewLoop loop;
  loop.task = "work";
  loop.loop_id = id;
  loop.is_forced = is_forced;
  return start_loop(store, loop);
}

inline LoopChanged record(Store& store, const std::string& json, const LoopCondition& condition = {}) {
  return record_iteration(store, k_loop, JsonText{json}, condition);
}

inline LoopChanged record_score(Store& store, double score) {
  return record(store, Json{{"quality_score", score}}.dump());
}

inline LoopCondition at(const std::string& time) {
  LoopCondition condition;
  condition.timestamp = time;
  return condition;
}

inline std::string refusal_of(const std::optional<Error>& error) {
  return error ? std::string(to_text(error->code())) + ": " + error->what() : "none";
}

}  // namespace rlmdb::test
