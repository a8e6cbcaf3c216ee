// SPDX-License-Identifier: MIT
#include "db/lost_commits.hpp"

#include <sqlite3.h>

#include "events/event_rows.hpp"
#include "rlmdb/error.hpp"
#include "util/clock.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::db {

namespace {

void add_range(std::string& text, std::string_view of_what, std::int64_t first, std::int64_t last) {
  if (first > last) return;
  if (!text.empty()) text += ", ";
  text += of_what;
  text += first < last ? "s " + std::to_string(first) + " to " + std::to_string(last)
                       : " " + std::to_string(first);
}

std::string range_words(const Numbers& here, const Numbers& witnessed) {
  std::string text;
  add_range(text, "event", here.event_seq + 1, witnessed.event_seq);
  add_range(text, "task number", here.next_task_number, witnessed.next_task_number - 1);
  add_range(text, "inside id", here.next_task_key, witnessed.next_task_key - 1);
  add_range(text, "commit without event", here.silent_commits + 1, witnessed.silent_commits);
  return text;
}

/// Nothing of ours is at fault where the file cannot be read: who reads it next says what is wrong.
std::optional<Numbers> numbers_if_readable(Connection& connection) {
  try {
    return read_numbers(connection);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt) throw;
    connection.log(LogLevel::debug, error.what());
    return std::nullopt;
  }
}

Reached reached_by(const Connection& connection) {
  return connection.options().durability == Durability::full ? Reached::disk : Reached::memory;
}

/// Another one after a commit of any connection, this one too. Cheaper than any statement.
std::optional<std::uint32_t> file_version(const Connection& connection) noexcept {
  std::uint32_t version = 0;
  const int code = sqlite3_file_control(connection.handle(), "main", SQLITE_FCNTL_DATA_VERSION, &version);
  return code == SQLITE_OK ? std::optional(version) : std::nullopt;
}

const std::string& boot_id_of_process() {
  static const std::string k_boot_id = util::boot_id();
  return k_boot_id;
}

}  // namespace

void witness_numbers(Connection& connection, const Numbers& numbers) {
  const auto place = find_witness_place(connection.gate().file(), connection.path());
  if (place) write_witness(*place, {numbers, numbers, reached_by(connection), boot_id_of_process()});
}

std::string LostCommits::words() const {
  return range_words(here, witnessed);
}

void raise_numbers(Connection& connection, const Numbers& floor, EventKind kind) {
  const Numbers here = read_numbers(connection);
  if (!is_behind(here, floor)) return;
  raise_counters(connection, floor);
  const std::string at = util::utc_now_text();
  const std::string reason = "given out before: " + range_words(here, floor);
  events::NewEvent event{.at = at, .kind = kind};
  event.reason = reason;
  event.seq = highest(here, floor).event_seq + 1;
  events::EventRows(connection).insert(event);
}

WitnessKeeper::WitnessKeeper(Connection& connection) : m_reached(reached_by(connection)) {
  std::optional<Witness> witness;
  if (connection.has_gate()) {
    m_place = find_witness_place(connection.gate().file(), connection.path());
    if (m_place) witness = read_witness(*m_place, WitnessOf::this_file);
  } else {
    witness = read_witness_beside(connection.path(), WitnessOf::this_file);
  }
  if (!witness) return;
  const auto here = numbers_if_readable(connection);
  if (here) m_lost = compare(*witness, *here);
  if (m_lost)
    connection.log(
        LogLevel::warning,
        connection.path().string() + " lacks what was committed to it (" + m_lost->words() + "): " +
            (m_lost->is_allowed
                 ? "the machine went down before the disk had it"
                 : "its -wal was lost or damaged, or an older file was put in its place; if it is a "
                   "loss, put back the -wal or the newest backup before anything is changed") +
            "; the next change goes on above these numbers");
}

std::optional<LostCommits> WitnessKeeper::compare(const Witness& witness, const Numbers& here) const {
  if (!is_behind(here, witness.last)) return std::nullopt;
  const bool is_allowed = witness.reached == Reached::memory && witness.boot_id != boot_id_of_process();
  return LostCommits{here, highest(here, witness.last), is_allowed};
}

void WitnessKeeper::begin(Connection& connection) {
  m_changes_before = connection.total_changes();
  // Nobody has committed since this connection did.
  if (m_is_readable && m_data_version && m_data_version == file_version(connection)) return;
  m_is_readable = false;
  m_data_version.reset();
  if (!m_place) return;
  const auto here = numbers_if_readable(connection);
  if (!here) return;
  m_is_readable = true;
  m_at_begin = *here;
  m_before = read_witness(*m_place, WitnessOf::this_file).value_or(Witness{});
  m_lost = compare(m_before, *here);
  if (m_lost) raise_numbers(connection, m_before.most(), EventKind::store_numbers_raised);
}

void WitnessKeeper::announce(Connection& connection) {
  m_announced.reset();
  if (!m_is_readable || connection.total_changes() == m_changes_before) return;
  Numbers now = read_numbers(connection);
  if (now == m_at_begin) {
    ++now.silent_commits;
    raise_counters(connection, now);
  }
  m_announced = Witness{now, now, m_reached, boot_id_of_process()};
  write_witness(*m_place, Witness{m_before.last, now, m_before.reached, m_before.boot_id});
}

void WitnessKeeper::confirm(Connection& connection) noexcept {
  if (!m_announced) return;
  if (!write_witness(*m_place, *m_announced))
    connection.log(LogLevel::debug, "the witness of the last commit could not be written");
  m_before = *m_announced;
  m_at_begin = m_before.last;
  m_announced.reset();
  m_lost.reset();
  m_data_version = file_version(connection);
}

}  // namespace rlmdb::db
