// SPDX-License-Identifier: MIT
#include "records/newest_rules.hpp"

#include <algorithm>

#include "util/instant.hpp"

namespace rlmdb::records {

namespace {

int progress_of(std::string_view state) {
  if (state == "queued") return 1;
  if (state == "running") return 2;
  return state == "completed" || state == "failed" || state == "cancelled" ? 3 : 0;
}

}  // namespace

std::string_view created_at(const TaskRecord& record) {
  const Cell& cell = record.task[task_created_at];
  return cell.type == CellType::text ? cell.text : std::string_view();
}

RecordAge age_of(const TaskRecord& record) {
  RecordAge age;
  age.latest_ms = latest_time_ms(record);
  const Cell& state = record.task[task_state];
  if (state.type == CellType::text) age.progress = progress_of(state.text);
  const Cell& output = record.task[task_output];
  if (output.type == CellType::text) age.output_bytes = output.text.size();
  return age;
}

AgeOrder compare_ages(const RecordAge& left, const RecordAge& right) {
  if (left.latest_ms != right.latest_ms) return {left.latest_ms <=> right.latest_ms, "the later time"};
  if (left.progress != right.progress) return {left.progress <=> right.progress, "the further state"};
  if (left.output_bytes != right.output_bytes)
    return {left.output_bytes <=> right.output_bytes, "the longer output"};
  return {};
}

AgeOrder compare_in_one_file(const RecordAge& earlier, const RecordAge& later) {
  if (earlier.latest_ms && later.latest_ms) return compare_ages(earlier, later);
  return compare_ages({std::nullopt, earlier.progress, earlier.output_bytes},
                      {std::nullopt, later.progress, later.output_bytes});
}

AgeOrder compare_copies(const CopyState& left, const CopyState& right) {
  if (left.modified_at != right.modified_at)
    return {left.modified_at <=> right.modified_at, "the file written later"};
  return {left.text <=> right.text, "the text that sorts last"};
}

std::optional<std::int64_t> latest_time_ms(const TaskRecord& record) {
  std::optional<std::int64_t> latest;
  for (const auto cell : {task_completed_at, task_started_at, task_created_at}) {
    if (record.task[cell].type == CellType::text)
      latest = std::max(latest, util::instant_ms(record.task[cell].text));
  }
  return latest;
}

}  // namespace rlmdb::records
