// SPDX-License-Identifier: MIT
#include "serve/listening_socket.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "rlmdb/error.hpp"
#include "rlmdb/replace_file.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_private_directory =
    "take a directory that is yours alone (mode 0700), such as $XDG_RUNTIME_DIR";

Error refused_by_system(const std::string& what, const std::filesystem::path& path) {
  return Error(ErrorCode::io, what + ": " + std::generic_category().message(errno), path.string());
}

Error taken_by_another(const std::filesystem::path& path) {
  return Error(ErrorCode::conflict, "another server answers there", path.string(),
               "use that one, end it, or take another path");
}

std::filesystem::path lock_file_of(const std::filesystem::path& path) {
  return path.string() + ".lock";
}

bool is_same_file(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

sockaddr_un address_of(const std::filesystem::path& path) {
  const std::string& text = path.native();
  if (text.empty() || text.size() > ListeningSocket::k_most_path_bytes) {
    throw Error(ErrorCode::usage,
                fmt::format("the path of a socket has 1 to {} bytes, not {}",
                            ListeningSocket::k_most_path_bytes, text.size()),
                text, "take a shorter one: relative to the directory you are in, or in $XDG_RUNTIME_DIR");
  }
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
  return address;
}

/// Who can write there can put another server in the place of this one.
void require_private_directory(const std::filesystem::path& path) {
  const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor opened(open_directory(directory));
  struct stat status {};
  if (!opened.is_open() || ::fstat(opened.number(), &status) != 0) {
    if (errno != ENOENT && errno != ENOTDIR)
      throw refused_by_system("cannot look at the directory", directory);
    throw Error(ErrorCode::not_found, "there is no such directory", directory.string(), k_private_directory);
  }
  const bool is_trusted = status.st_uid == ::geteuid() || status.st_uid == 0;
  if (!is_trusted || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw Error(ErrorCode::usage, "others can write in the directory of the socket", directory.string(),
                k_private_directory);
  }
}

/// A lock file of this program is empty and its user's alone; any other file of that name is kept.
void require_own_lock(const Descriptor& lock, const std::filesystem::path& lock_file) {
  struct stat status {};
  if (::fstat(lock.number(), &status) != 0)
    throw refused_by_system("cannot look at the lock file", lock_file);
  const bool is_private = status.st_uid == ::geteuid() && (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  if (S_ISREG(status.st_mode) && status.st_size == 0 && is_private) return;
  throw Error(ErrorCode::conflict, "what is there is no lock file of a server", lock_file.string(),
              "nothing was removed; move that file away, or take another path for the socket");
}

/// A server that ends takes the file away: then what was locked is no longer what is there. One that was killed
/// while it made a process may leave the lock with that for a moment.
Descriptor locked(const std::filesystem::path& path) {
  constexpr std::chrono::milliseconds k_moment{500};
  constexpr std::chrono::milliseconds k_pause{10};
  const auto limit = std::chrono::steady_clock::now() + k_moment;
  const std::filesystem::path lock_file = lock_file_of(path);
  while (true) {
    Descriptor lock(::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (!lock.is_open()) throw refused_by_system("cannot make the lock file", lock_file);
    require_own_lock(lock, lock_file);
    if (::flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) throw refused_by_system("cannot lock", lock_file);
      if (std::chrono::steady_clock::now() > limit) throw taken_by_another(path);
      std::this_thread::sleep_for(k_pause);
      continue;
    }
    struct stat held {};
    struct stat there {};
    if (::fstat(lock.number(), &held) == 0 && ::stat(lock_file.c_str(), &there) == 0 &&
        is_same_file(held, there)) {
      return lock;
    }
  }
}

Descriptor new_socket() {
  Descriptor made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!made.is_open()) throw refused_by_system("cannot make a socket", {});
  return made;
}

/// Under the lock. Only a socket of our own that nobody is behind is removed.
void clear_place(const std::filesystem::path& path, const sockaddr_un& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    throw refused_by_system("cannot look at the path", path);
  }
  if (!S_ISSOCK(status.st_mode) || status.st_uid != ::geteuid()) {
    throw Error(
        ErrorCode::conflict,
        S_ISSOCK(status.st_mode) ? "the socket there is another user's" : "what is there is no socket",
        path.string(), "nothing was removed; take another path");
  }
  const Descriptor asking = new_socket();
  const auto* const where = reinterpret_cast<const sockaddr*>(&address);
  if (::connect(asking.number(), where, sizeof address) == 0 || errno != ECONNREFUSED) {
    throw taken_by_another(path);
  }
  if (::unlink(path.c_str()) != 0) throw refused_by_system("cannot remove the socket of a dead server", path);
}

}  // namespace

ListeningSocket::ListeningSocket(std::filesystem::path path) : m_path(std::move(path)) {
  const sockaddr_un address = address_of(m_path);
  require_private_directory(m_path);
  m_lock = locked(m_path);
  clear_place(m_path, address);
  Descriptor made = new_socket();
  const mode_t before = ::umask(S_IXUSR | S_IRWXG | S_IRWXO);
  const int bound = ::bind(made.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  ::umask(before);
  if (bound != 0 || ::lstat(m_path.c_str(), &m_bound) != 0 || ::listen(made.number(), SOMAXCONN) != 0) {
    throw refused_by_system("cannot listen", m_path);
  }
  m_socket = std::move(made);
}

ListeningSocket::~ListeningSocket() {
  end_listening();
  if (!m_lock.is_open()) return;
  const std::filesystem::path lock_file = lock_file_of(m_path);
  struct stat held {};
  struct stat there {};
  if (::fstat(m_lock.number(), &held) == 0 && ::stat(lock_file.c_str(), &there) == 0 &&
      is_same_file(held, there)) {
    ::unlink(lock_file.c_str());
  }
}

void ListeningSocket::end_listening() noexcept {
  struct stat there {};
  if (m_socket.is_open() && ::lstat(m_path.c_str(), &there) == 0 && is_same_file(there, m_bound)) {
    ::unlink(m_path.c_str());
  }
  m_socket.close();
}

void ListeningSocket::let_go() noexcept {
  m_socket.close();
  m_lock.close();
}

}  // namespace rlmdb::cli
