// SPDX-License-Identifier: MIT
// A ticket lock made of byte-range locks that belong to the open file description (the kernel drops them
// when the process dies; threads with descriptors of their own exclude each other).
//  1 Under the short lock of one byte, read the ticket counter, write it back plus one, lock the byte of our
//    own ticket.
//  2 We are first when nobody holds a lock on any byte of a lower ticket that has not been served yet.
//  3 The first locks the "held" byte: mutual exclusion rests on this byte alone, whatever the counter says.
//  4 Releasing unlocks everything of this descriptor in one call.
// While nobody waits, a newcomer takes no ticket (steps 1 and 2): it locks the "held" byte and then looks for
// tickets. If there are none, it has the gate. If somebody waits, it gives the byte back and takes a ticket;
// the first in the queue may have found the byte locked meanwhile, and looks again after one pause.
// A process that is stopped while it waits keeps its ticket's byte locked. When the "held" byte stays free
// and nobody is served for a while, who waits behind takes the "held" byte as it is; by that the lower
// tickets count as served, and stand in nobody's way any more.
#include "db/writer_gate.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string>
#include <thread>

#include "db/busy_wait.hpp"
#include "db/gate_file.hpp"
#include "db/lock_holder.hpp"
#include "rlmdb/error.hpp"
#include "util/private_file.hpp"

namespace rlmdb::db {

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr nanoseconds k_shortest_pause = 50us;
constexpr nanoseconds k_longest_pause = 2ms;

/// How long a free gate is left to somebody who stands before.
constexpr std::chrono::milliseconds k_least_patience = 20ms;
constexpr std::chrono::milliseconds k_most_patience = 500ms;

}  // namespace

WriterGate::Hold& WriterGate::Hold::operator=(Hold&& other) noexcept {
  if (this == &other) return *this;
  release();
  m_gate = std::exchange(other.m_gate, nullptr);
  return *this;
}

void WriterGate::Hold::release() noexcept {
  if (m_gate != nullptr) m_gate->unlock_all();
  m_gate = nullptr;
}

struct WriterGate::Wait {
  Wait(TimePoint now, std::chrono::milliseconds limit)
      : since(now),
        timeout(limit),
        patience(std::clamp(limit / 2, k_least_patience, k_most_patience)),
        served_since(now),
        free_since(now) {}

  TimePoint since;
  std::chrono::milliseconds timeout;
  std::chrono::milliseconds patience;
  std::optional<std::int64_t> ticket;  ///< none: the ticket counter was never free
  std::optional<std::int64_t> ahead;   ///< a ticket before ours
  std::int64_t served = 0;             ///< the last ticket that had its turn
  TimePoint served_since;
  TimePoint free_since;  ///< from when on the "held" byte was never seen locked
  bool told = false;
};

WriterGate::WriterGate(const std::filesystem::path& database, LogSink log, Cancelled cancelled)
    : m_database(database),
      m_path(database.string() + "-gate"),
      m_log(std::move(log)),
      m_cancelled(std::move(cancelled)),
      m_file(open_gate(m_path, database)) {}

WriterGate::Hold WriterGate::acquire(std::chrono::milliseconds timeout) {
  if (m_held) throw Error(ErrorCode::internal, "the writer gate is taken twice", m_path.string());
  if (take_if_free()) return Hold(*this);
  Wait wait(steady_clock::now(), timeout);
  const auto deadline = wait.since + timeout;
  Hold place(*this);  // gives the ticket back when something throws
  wait.ticket = take_ticket(std::min(deadline, wait.since + wait.patience));
  while (!take_turn(wait)) {
    if (m_cancelled && m_cancelled())
      throw Error(ErrorCode::io, "interrupted, nothing was changed: " + awaited(wait), m_path.string(),
                  "make the call again");
    const auto now = steady_clock::now();
    if (now >= deadline) {
      m_has_given_up = true;
      throw Error(ErrorCode::busy,
                  awaited(wait) + " and did not finish within " + std::to_string(timeout.count()) + " ms",
                  m_path.string(), "try again when it is done");
    }
    if (now - wait.since >= k_tell_wait_after && !wait.told) tell_wait(wait);
    const nanoseconds rest = deadline - now;
    const std::int64_t places_ahead = wait.ticket.value_or(wait.served) - wait.served;
    std::this_thread::sleep_for(std::min(rest, pause(places_ahead, now - wait.served_since)));
  }
  return place;
}

std::optional<WriterGate::Hold> WriterGate::try_acquire() {
  if (m_held) throw Error(ErrorCode::internal, "the writer gate is taken twice", m_path.string());
  if (!take_if_free()) return std::nullopt;
  return Hold(*this);
}

bool WriterGate::take_if_free() {
  if (!lock_byte(k_held_lock)) return false;
  Hold hold(*this);
  if (find_lock(m_file.get(), k_ticket_locks, k_ticket_end, m_path)) return false;
  m_held = true;
  write_holder_name();
  hold.m_gate = nullptr;
  return true;
}

std::optional<std::int64_t> WriterGate::take_ticket(TimePoint deadline) {
  while (!lock_byte(k_counter_lock)) {
    if (steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(k_shortest_pause);
  }
  Hold unlock_when_thrown(*this);
  const std::int64_t ticket = next_ticket();
  write_place(ticket);
  if (!lock_byte(k_ticket_locks + ticket))
    throw Error(ErrorCode::internal, "a writer gate ticket was given twice", m_path.string());
  unlock_when_thrown.m_gate = nullptr;
  unlock(k_counter_lock, 1);
  return ticket;
}

/// REQUIRES: the counter's lock is held.
std::int64_t WriterGate::next_ticket() {
  std::int64_t ticket = 0;
  const bool counted = ::pread(m_file.get(), &ticket, sizeof ticket, k_counter_offset) == sizeof ticket;
  if (!counted || ticket < 1 || ticket >= k_ticket_end) ticket = 1;
  // A counter that was lost must not put us before those who wait already.
  while (const auto later = find_lock(m_file.get(), k_ticket_locks + ticket, k_ticket_end - ticket, m_path))
    ticket = later->l_start + later->l_len - k_ticket_locks;
  const std::int64_t next = ticket + 1;
  if (::pwrite(m_file.get(), &next, sizeof next, k_counter_offset) != sizeof next)
    util::throw_io("write the writer gate", m_path, errno);
  // Nor may what is left of an older count say that we were served already.
  if (read_holder(m_file.get()).ticket >= ticket) write_holder(0);
  return ticket;
}

bool WriterGate::take_turn(Wait& wait) {
  const auto now = steady_clock::now();
  const std::int64_t served = std::max<std::int64_t>(read_holder(m_file.get()).ticket, 0);
  if (served != wait.served) wait.served_since = now;
  wait.served = served;
  wait.ahead = std::nullopt;
  if (!wait.ticket) return pass_over(wait, now);
  if (*wait.ticket > served + 1) {
    const auto lock = find_lock(m_file.get(), k_ticket_locks + served + 1, *wait.ticket - served - 1, m_path);
    if (lock) wait.ahead = lock->l_start - k_ticket_locks;
  }
  return wait.ahead ? pass_over(wait, now) : take_held(wait);
}

bool WriterGate::pass_over(Wait& wait, TimePoint now) {
  if (find_lock(m_file.get(), k_held_lock, 1, m_path)) {
    wait.free_since = now;
    return false;
  }
  if (now - std::max(wait.free_since, wait.served_since) < wait.patience || !take_held(wait)) return false;
  if (m_log && wait.ahead)
    m_log(LogLevel::warning, owner_of_ticket(*wait.ahead) + " waits to write to " + m_database.string() +
                                 " but does not take its turn; it was passed over");
  return true;
}

bool WriterGate::take_held(const Wait& wait) {
  if (!lock_byte(k_held_lock)) return false;
  m_held = true;
  if (wait.ticket) {
    write_holder(std::max(*wait.ticket, wait.served));
  } else {
    write_holder_name();
  }
  return true;
}

nanoseconds WriterGate::pause(std::int64_t places_ahead, nanoseconds held_for) {
  const nanoseconds by_place = k_shortest_pause * std::clamp<std::int64_t>(places_ahead, 1, 40);
  return std::min(k_longest_pause, std::max(by_place, held_for / 32));
}

std::optional<util::ProcessIdentity> WriterGate::holder() const {
  if (m_held) return util::own_identity();
  if (!find_lock(m_file.get(), k_held_lock, 1, m_path)) return std::nullopt;
  const HolderRecord record = read_holder(m_file.get());
  const char* const end = record.text.data() + record.text.size();
  util::ProcessIdentity identity;
  const auto pid = std::from_chars(record.text.data(), end, identity.pid);
  if (pid.ec != std::errc{} || pid.ptr == end) return std::nullopt;
  if (std::from_chars(pid.ptr + 1, end, identity.start_ticks).ec != std::errc{}) return std::nullopt;
  return identity;
}

void WriterGate::tell_wait(Wait& wait) const {
  wait.told = true;
  if (m_log) m_log(LogLevel::warning, "waiting: " + awaited(wait));
}

/// Who is waited for, and why, as the beginning of a sentence.
std::string WriterGate::awaited(const Wait& wait) const {
  const auto inside = holder();
  if (inside && util::is_alive(*inside)) {
    std::string text = process_words(inside->pid) + " is writing to " + m_database.string();
    // It may stand before a lock itself, of a program that does not know the gate.
    const auto locker = lock_holder(m_database);
    if (locker && *locker != inside->pid) text += ", which " + process_words(*locker) + " has locked,";
    return text;
  }
  if (wait.ahead)
    return owner_of_ticket(*wait.ahead) + " stands first in the queue to write to " + m_database.string();
  return "another process is writing to " + m_database.string();
}

void WriterGate::write_place(std::int64_t ticket) const {
  const TicketPlace place{ticket, ::getpid()};
  [[maybe_unused]] const auto written = ::pwrite(m_file.get(), &place, sizeof place, place_of(ticket));
}

std::string WriterGate::owner_of_ticket(std::int64_t ticket) const {
  TicketPlace place;
  const bool known = ::pread(m_file.get(), &place, sizeof place, place_of(ticket)) == sizeof place &&
                     place.ticket == ticket && place.pid > 0;
  return known ? process_words(static_cast<pid_t>(place.pid)) : "another process";
}

bool WriterGate::lock_byte(std::int64_t offset) const {
  struct flock lock = lock_of(F_WRLCK, offset, 1);
  if (::fcntl(m_file.get(), F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES || errno == EINTR) return false;
  util::throw_io("lock", m_path, errno);
}

void WriterGate::write_holder(std::int64_t ticket) const {
  HolderRecord record;
  record.ticket = ticket;
  record.text = own_name();
  // It only tells the others whom they wait for; the lock holds without it.
  [[maybe_unused]] const auto written = ::pwrite(m_file.get(), &record, sizeof record, k_holder_offset);
}

void WriterGate::write_holder_name() const {
  constexpr off_t k_name_offset = k_holder_offset + static_cast<off_t>(offsetof(HolderRecord, text));
  const HolderName name = own_name();
  HolderName there{};
  // Reading is cheaper than writing, and the same process often comes again.
  if (::pread(m_file.get(), there.data(), there.size(), k_name_offset) ==
          static_cast<ssize_t>(there.size()) &&
      there == name)
    return;
  [[maybe_unused]] const auto written = ::pwrite(m_file.get(), name.data(), name.size(), k_name_offset);
}

void WriterGate::unlock_all() noexcept {
  unlock(0, 0);  // length 0: all there are
  m_held = false;
}

void WriterGate::unlock(std::int64_t start, std::int64_t length) noexcept {
  struct flock lock = lock_of(F_UNLCK, start, length);
  ::fcntl(m_file.get(), F_OFD_SETLK, &lock);
}

}  // namespace rlmdb::db
