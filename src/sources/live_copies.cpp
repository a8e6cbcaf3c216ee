// SPDX-License-Identifier: MIT
#include "sources/live_copies.hpp"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "sources/tasks_json_read.hpp"

namespace rlmdb::sources {

namespace {

constexpr int k_most_looks = 40;
/// Looks in a row that found the file as it was copied.
constexpr int k_quiet_looks = 5;
constexpr std::chrono::milliseconds k_between_looks{50};

util::FileDescriptor private_file(const std::filesystem::path& near) {
  util::FileDescriptor file(
      ::open(near.parent_path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.valid()) {
    file = util::FileDescriptor(::open(std::filesystem::temp_directory_path().c_str(),
                                       O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
  }
  if (!file.valid()) {
    throw Error(ErrorCode::io, std::string("cannot make a private copy: ") + std::strerror(errno),
                near.string());
  }
  return file;
}

void write_all(int descriptor, const char* bytes, std::size_t count, const std::string& path) {
  while (count > 0) {
    const ssize_t written = ::write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw Error(ErrorCode::io, std::string("cannot write a private copy: ") + std::strerror(errno), path);
    }
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

void copy_bytes(int from, int to, const std::string& path) {
  json::ByteSource source(from);
  std::string chunk(json::ByteSource::k_chunk_bytes, '\0');
  while (const std::size_t count = source.read(chunk.data(), chunk.size()))
    write_all(to, chunk.data(), count, path);
}

/// A torn copy of a file that is written front to back is no complete document.
bool is_complete_document(int descriptor) {
  if (lseek(descriptor, 0, SEEK_SET) != 0) return false;
  json::ByteSource source(descriptor);
  TasksReader reader(source);
  try {
    while (reader.next().kind != TasksEventKind::end) continue;
    return true;
  } catch (const JsonDamage&) {
    return false;
  }
}

/// Times of files are as coarse as the kernel's tick: of two writes within one the second leaves no trace.
/// Once the tick of the last write is over, every further one shows.
void wait_for_next_tick(const struct stat& status) {
  timespec now{};
  timespec tick{};
  if (::clock_gettime(CLOCK_REALTIME_COARSE, &now) != 0 || ::clock_getres(CLOCK_REALTIME_COARSE, &tick) != 0)
    return;
  const auto is_over = [&] {
    return now.tv_sec != status.st_ctim.tv_sec ? now.tv_sec > status.st_ctim.tv_sec
                                               : now.tv_nsec > status.st_ctim.tv_nsec;
  };
  // A clock that was set back, or one of another machine, is not waited for.
  if (!is_over()) std::this_thread::sleep_for(2 * std::chrono::nanoseconds(tick.tv_nsec));
}

/// A file on its way to a copy.
class LiveCopy {
 public:
  explicit LiveCopy(OpenedSource& source) : m_source(&source) {}

  /// Copies the file where it is another than before. True: its copy is taken.
  [[nodiscard]] bool look() {
    SourceFile& file = m_source->file;
    const util::FileDescriptor original = open_regular(file.real_path);
    const struct stat now = status_of(original.get(), file.given_path);
    if (m_copied && same_file_state(now, *m_copied)) {
      ++m_quiet;
    } else {
      m_quiet = 0;
      copy(original, now);
    }
    // A file that nobody writes any more is not torn, it is damaged: the reader says where.
    if (!m_copied || (m_quiet < k_quiet_looks && !m_is_complete)) return false;
    file.identity = status_of(file.descriptor.get(), file.given_path);
    file.bytes = static_cast<std::uint64_t>(file.identity.st_size);
    file.rewind();
    return true;
  }

  [[nodiscard]] OpenedSource& source() const noexcept { return *m_source; }

 private:
  void copy(const util::FileDescriptor& original, const struct stat& before) {
    SourceFile& file = m_source->file;
    file.descriptor = private_file(file.real_path);
    wait_for_next_tick(before);
    copy_bytes(original.get(), file.descriptor.get(), file.given_path);
    const struct stat after = status_of(original.get(), file.given_path);
    m_copied.reset();
    if (same_file_state(before, after)) m_copied = after;
    m_is_complete = m_copied && is_complete_document(file.descriptor.get());
  }

  OpenedSource* m_source;
  std::optional<struct stat> m_copied;  ///< the file that the copy is of; none: it changed meanwhile
  bool m_is_complete = false;
  int m_quiet = 0;
};

/// Looks at each once. What remains is to be waited for.
void look_at(std::vector<LiveCopy>& copies, AfterRefusal after_refusal) {
  std::erase_if(copies, [after_refusal](LiveCopy& copy) {
    try {
      return copy.look();
    } catch (const Error& error) {
      if (after_refusal == AfterRefusal::stop) throw;
      copy.source().refused = error;
      return true;
    }
  });
}

}  // namespace

void copy_live(std::vector<OpenedSource>& sources, AfterRefusal after_refusal, const TellWait& tell) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<LiveCopy> copies;
  for (OpenedSource& source : sources)
    if (!source.refused) copies.emplace_back(source);
  for (int left = k_most_looks - 1;; --left) {
    look_at(copies, after_refusal);
    if (copies.empty()) return;
    if (left == 0) break;
    tell({copies.front().source().file, copies.size(),
          std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin),
          left * k_between_looks});
    std::this_thread::sleep_for(k_between_looks);
  }
  for (const LiveCopy& copy : copies) {
    const Error error(ErrorCode::busy, "the legacy daemon rewrites the file faster than it can be copied",
                      copy.source().file.given_path, "try again, or stop the daemon first");
    if (after_refusal == AfterRefusal::stop) throw error;
    copy.source().refused = error;
  }
}

}  // namespace rlmdb::sources
