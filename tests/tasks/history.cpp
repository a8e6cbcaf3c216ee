// SPDX-License-Identifier: MIT
#include "history.hpp"

#include "raw_database.hpp"
#include "record_file.hpp"
#include "task_model.hpp"

namespace rlmdb::test {

namespace {

std::vector<EventRow> load_events(const RawDatabase& database) {
  std::vector<EventRow> events;
  for (const auto& row :
       database.rows("SELECT e.seq, t.legacy_id, e.kind, e.old_state, e.new_state, coalesce(e.token, -1) "
                     "FROM events e JOIN tasks t ON t.id = e.task_id ORDER BY e.seq"))
    events.push_back({std::stoll(row[0]), task_number({row[1]}), row[2], row[3], row[4], std::stoll(row[5])});
  return events;
}

}  // namespace

History load_history(const TestDir& dir, const std::filesystem::path& database, int writers, int readers) {
  History history;
  for (int writer = 0; writer < writers; ++writer)
    history.writers.push_back(RecordFile<Operation>::read(writer_log(dir, writer)));
  for (int reader = 0; reader < readers; ++reader)
    history.readers.push_back(RecordFile<Read>::read(reader_log(dir, reader)));
  history.followed = RecordFile<std::int64_t>::read(follower_log(dir));
  const RawDatabase raw(database);
  history.events = load_events(raw);
  for (const auto& row : raw.rows("SELECT legacy_id, " + k_record_sql + " FROM tasks t"))
    history.records.emplace(task_number({row[0]}), row[1]);
  history.counts = raw.value("SELECT " + k_counts_sql);
  return history;
}

}  // namespace rlmdb::test
