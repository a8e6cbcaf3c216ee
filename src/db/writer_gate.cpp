// SPDX-License-Identifier: MIT
// A ticket lock made of byte-range locks that belong to the open file description (the kernel drops them
// when the process dies; threads with descriptors of their own exclude each other).
//  1 Under the short lock of one byte, read the ticket counter, write it back plus one, lock the byte of our
//    own ticket.
//  2 We are first when nobody holds a lock on any byte of a lower ticket.
//  3 The first locks the "held" byte: mutual exclusion rests on this byte alone, whatever the counter says.
//  4 Releasing unlocks everything of this descriptor in one call.
// While nobody waits, 1 and 2 are left out: whoever gets the "held" byte and then finds no ticket keeps it,
// and otherwise gives it back and takes a ticket. That costs the first of the queue one pause at most a
// newcomer.
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

#include "rlmdb/error.hpp"
#include "util/private_file.hpp"

namespace rlmdb::db {

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr off_t k_counter_offset = 0;
constexpr off_t k_holder_offset = 8;

// Locks lie beyond any byte the file will ever have.
constexpr std::int64_t k_counter_lock = std::int64_t{1} << 40;
constexpr std::int64_t k_held_lock = k_counter_lock + 1;
constexpr std::int64_t k_ticket_locks = std::int64_t{1} << 41;
constexpr std::int64_t k_ticket_end = std::int64_t{1} << 60;

constexpr nanoseconds k_shortest_pause = 50us;
constexpr nanoseconds k_longest_pause = 2ms;

using HolderName = std::array<char, 48>;  ///< "pid start_ticks\n"

struct HolderRecord {
  std::int64_t ticket = 0;  ///< the last one that was served
  HolderName text{};
};

HolderName own_name() {
  const util::ProcessIdentity self = util::own_identity();
  const std::string text = std::to_string(self.pid) + " " + std::to_string(self.start_ticks) + "\n";
  HolderName name{};
  std::copy_n(text.begin(), std::min(text.size(), name.size()), name.begin());
  return name;
}

struct flock lock_of(short type, std::int64_t start, std::int64_t length) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = length;
  return lock;
}

util::FileDescriptor open_gate(const std::filesystem::path& path, const std::filesystem::path& database) {
  constexpr int k_flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  util::FileDescriptor file(::open(path.c_str(), k_flags | O_CREAT | O_EXCL, 0600));
  if (file.valid()) {
    struct stat owner {};
    // Made by root, it must still admit the database's owner; SQLite does the same for -wal and -shm.
    const bool by_root = ::geteuid() == 0 && ::stat(database.c_str(), &owner) == 0;
    if (::fchmod(file.get(), 0600) != 0 || (by_root && ::fchown(file.get(), owner.st_uid, owner.st_gid) != 0))
      util::throw_io("set the mode of", path, errno);
    return file;
  }
  if (errno != EEXIST) util::throw_io("make the writer gate", path, errno);
  file = util::FileDescriptor(::open(path.c_str(), k_flags));
  if (!file.valid()) util::throw_io("open the writer gate", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    throw Error(ErrorCode::io, "the writer gate " + path.string() + " is not a regular file", path.string());
  return file;
}

HolderRecord read_holder(int file) {
  HolderRecord record;
  if (::pread(file, &record, sizeof record, k_holder_offset) != sizeof record) return {};
  return record;
}

/// The start of the lock that another descriptor holds somewhere in the range, and its length.
std::optional<struct flock> find_lock(int file, std::int64_t start, std::int64_t length,
                                      const std::filesystem::path& path) {
  struct flock lock = lock_of(F_WRLCK, start, length);
  if (::fcntl(file, F_OFD_GETLK, &lock) != 0) util::throw_io("ask for locks on", path, errno);
  if (lock.l_type == F_UNLCK) return std::nullopt;
  return lock;
}

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

WriterGate::WriterGate(const std::filesystem::path& database)
    : m_path(database.string() + "-gate"), m_file(open_gate(m_path, database)) {}

WriterGate::Hold WriterGate::acquire(std::chrono::milliseconds timeout) {
  if (m_held) throw Error(ErrorCode::internal, "the writer gate is taken twice", m_path.string());
  if (take_if_free()) return Hold(*this);
  const auto deadline = steady_clock::now() + timeout;
  if (const auto ticket = take_ticket(deadline)) {
    Hold place(*this);  // gives the ticket back when something throws
    std::int64_t last_served = -1;
    auto last_change = steady_clock::now();
    for (;;) {
      if (take_if_first(*ticket)) return place;
      const auto now = steady_clock::now();
      if (now >= deadline) break;
      const std::int64_t served = read_holder(m_file.get()).ticket;
      if (served != last_served) last_change = now;
      last_served = served;
      const nanoseconds rest = deadline - now;
      std::this_thread::sleep_for(std::min(rest, pause(*ticket - served, now - last_change)));
    }
  }
  const auto who = holder();
  throw Error(ErrorCode::busy,
              "another process " + (who ? "(pid " + std::to_string(who->pid) + ") " : std::string()) +
                  "is writing and did not finish within " + std::to_string(timeout.count()) + " ms",
              m_path.string(), "try again when it is done");
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

std::optional<std::int64_t> WriterGate::take_ticket(Deadline deadline) {
  while (!lock_byte(k_counter_lock)) {
    if (steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(k_shortest_pause);
  }
  Hold unlock_when_thrown(*this);
  std::int64_t ticket = 0;
  const bool counted = ::pread(m_file.get(), &ticket, sizeof ticket, k_counter_offset) == sizeof ticket;
  if (!counted || ticket < 1 || ticket >= k_ticket_end) ticket = 1;
  // A counter that was lost must not put us before those who wait already.
  while (const auto later = find_lock(m_file.get(), k_ticket_locks + ticket, k_ticket_end - ticket, m_path))
    ticket = later->l_start + later->l_len - k_ticket_locks;
  const std::int64_t next = ticket + 1;
  if (::pwrite(m_file.get(), &next, sizeof next, k_counter_offset) != sizeof next)
    util::throw_io("write the writer gate", m_path, errno);
  if (!lock_byte(k_ticket_locks + ticket))
    throw Error(ErrorCode::internal, "a writer gate ticket was given twice", m_path.string());
  unlock_when_thrown.m_gate = nullptr;
  unlock(k_counter_lock, 1);
  return ticket;
}

bool WriterGate::take_if_first(std::int64_t ticket) {
  if (find_lock(m_file.get(), k_ticket_locks, ticket, m_path) || !lock_byte(k_held_lock)) return false;
  m_held = true;
  write_holder(ticket);
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
