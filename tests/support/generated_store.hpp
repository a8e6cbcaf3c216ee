// SPDX-License-Identifier: MIT
/// A legacy tasks.json of any size, in the legacy writer's own bytes.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace rlmdb::test {

struct GeneratedStore {
  unsigned tasks = 0;
  unsigned revision = 0;         ///< every 7th task differs from one revision to the next
  unsigned first_number = 0;     ///< of the ids
  unsigned output_lines = 20;    ///< of about 80 bytes, a task
  std::string_view marker = "";  ///< stands in every prompt, result, output and variable
};

inline std::string generated_task(const GeneratedStore& store, unsigned index) {
  const std::string number = std::to_string(store.first_number + index);
  const std::string revision = std::to_string(index % 7 == 0 ? store.revision : 0);
  const std::string root = std::to_string(store.first_number + index - index % 40);
  const std::string marker(store.marker);
  std::string output;
  for (unsigned line = 0; line < store.output_lines; ++line)
    output += marker + "line " + std::to_string(line) + " of task " + number +
              ": the parser reads the file, the checker says \\\"fine\\\"\\n";
  char time[32];
  std::snprintf(time, sizeof time, "2026-02-09T%02u:%02u:%02u.000Z", index / 3600 % 24, index / 60 % 60,
                index % 60);
  std::string text = "    {\n      \"id\": \"task-" + number + "\",\n      \"prompt\": \"" + marker +
                     "Check module " + number + "\",\n      \"agent\": \"rlm-executor\",\n" +
                     "      \"priority\": " + std::to_string(index % 5) +
                     ",\n      \"state\": \"completed\",\n" + "      \"createdAt\": \"" + time +
                     "\",\n      \"startedAt\": \"" + time + "\",\n      \"completedAt\": \"" + time +
                     "\",\n      \"pid\": null,\n" + "      \"result\": \"" + marker + "revision " +
                     revision + "\",\n      \"error\": null,\n      \"output\": \"" + output +
                     "\",\n      \"metadata\": {\n        \"tree_id\": \"tree-" + root +
                     "\",\n        \"node_id\": \"node-" + number + "\",\n";
  const std::string parent = index % 40 == 0 ? "null" : "\"task-" + root + "\"";
  return text + "        \"parent_id\": " + parent +
         ",\n        \"depth\": " + (index % 40 == 0 ? "0" : "1") +
         ",\n        \"rlm_state\": {\n          \"Final\": {\n            \"name\": \"Final\",\n" +
         "            \"value\": \"" + marker + "done " + revision +
         "\",\n            \"type\": \"text\"\n          }\n        }\n      }\n    }";
}

inline std::string generated_store(const GeneratedStore& store) {
  std::string text = "{\n  \"version\": 1,\n  \"updatedAt\": \"2026-02-10T10:00:0" +
                     std::to_string(store.revision % 10) + ".000Z\",\n  \"tasks\": [";
  for (unsigned index = 0; index < store.tasks; ++index)
    text += (index == 0 ? "\n" : ",\n") + generated_task(store, index);
  return text + (store.tasks == 0 ? "]\n}" : "\n  ]\n}");
}

}  // namespace rlmdb::test
