// SPDX-License-Identifier: MIT
/// SQLite's own waiting starves: among busy writers one process gets nearly every turn. So every write
/// transaction and every checkpoint first takes this gate, in the order of arrival.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "db/busy_wait.hpp"
#include "rlmdb/log.hpp"
#include "util/file_descriptor.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::db {

/// A first-come, first-served lock between processes and threads on the file "<database>-gate" (mode 0600,
/// never deleted). One object per connection; not to be shared between threads. The kernel releases a dead
/// holder's or waiter's place. Nothing may be forked while it is held: the child would hold it too.
class WriterGate {
 public:
  /// Releases the gate on destruction. Must not outlive its WriterGate.
  class Hold {
   public:
    Hold(Hold&& other) noexcept : m_gate(std::exchange(other.m_gate, nullptr)) {}
    Hold& operator=(Hold&& other) noexcept;
    ~Hold() { release(); }
    void release() noexcept;

   private:
    friend class WriterGate;
    explicit Hold(WriterGate& gate) noexcept : m_gate(&gate) {}
    WriterGate* m_gate;
  };

  /// Opens or makes the gate's file beside `database`. Throws Error io. `log` is told of a long wait, which
  /// ends once `cancelled` says so.
  explicit WriterGate(const std::filesystem::path& database, LogSink log = {}, Cancelled cancelled = {});
  WriterGate(const WriterGate&) = delete;
  WriterGate& operator=(const WriterGate&) = delete;

  /// Waits for its turn. Who stands before and does not take it although the gate is free (because it is
  /// stopped) is passed over after half a second. Error busy after `timeout`, naming who is waited for and
  /// whether it is stopped; the place in the queue is then given up. Error internal when this object already
  /// holds the gate; io, "interrupted".
  [[nodiscard]] Hold acquire(std::chrono::milliseconds timeout);
  /// Takes the gate only if nobody holds it or waits for it.
  [[nodiscard]] std::optional<Hold> try_acquire();
  [[nodiscard]] bool is_held() const noexcept { return m_held; }
  /// Whether an acquire waited in vain.
  [[nodiscard]] bool has_given_up() const noexcept { return m_has_given_up; }
  /// Who holds it now; nullopt when it is free or the holder left no name.
  [[nodiscard]] std::optional<util::ProcessIdentity> holder() const;
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  /// The open descriptor of its file, for what else is kept there; stays the gate's.
  [[nodiscard]] int file() const noexcept { return m_file.get(); }

 private:
  using TimePoint = std::chrono::steady_clock::time_point;
  struct Wait;

  /// False when somebody holds it or waits for it.
  [[nodiscard]] bool take_if_free();
  /// nullopt when the ticket counter stays locked until `deadline`.
  [[nodiscard]] std::optional<std::int64_t> take_ticket(TimePoint deadline);
  [[nodiscard]] std::int64_t next_ticket();
  [[nodiscard]] bool take_turn(Wait& wait);
  [[nodiscard]] bool pass_over(Wait& wait, TimePoint now);
  [[nodiscard]] bool take_held(const Wait& wait);
  void tell_wait(Wait& wait) const;
  [[nodiscard]] std::string awaited(const Wait& wait) const;
  [[nodiscard]] static std::chrono::nanoseconds pause(std::int64_t places_ahead,
                                                      std::chrono::nanoseconds held_for);
  [[nodiscard]] bool lock_byte(std::int64_t offset) const;
  void write_place(std::int64_t ticket) const;
  [[nodiscard]] std::string owner_of_ticket(std::int64_t ticket) const;
  void write_holder(std::int64_t ticket) const;
  void write_holder_name() const;
  void unlock_all() noexcept;
  void unlock(std::int64_t start, std::int64_t length) noexcept;

  std::filesystem::path m_database;
  std::filesystem::path m_path;
  LogSink m_log;
  Cancelled m_cancelled;
  util::FileDescriptor m_file;
  bool m_held = false;
  bool m_has_given_up = false;
};

}  // namespace rlmdb::db
