// SPDX-License-Identifier: MIT
#include "frame/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "frame/descriptor.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/replace_file.hpp"

namespace rlmdb::cli {
namespace {

bool s_is_given_away = false;

int open_input(const std::string& path) {
  if (path != "-") return open_to_read(std::filesystem::path(path));
  if (!s_is_given_away) return STDIN_FILENO;
  throw Error(ErrorCode::usage, "there is no standard input to read from in this call", {},
              "give the text itself, or the path of a file where the call takes one");
}

Error refusal(int error_number, const std::string& name) {
  const bool is_missing = error_number == ENOENT || error_number == ENOTDIR;
  return Error(is_missing ? ErrorCode::not_found : ErrorCode::io,
               "cannot read " + name + ": " + std::generic_category().message(error_number), name,
               is_missing ? "give the path of a file, or - for standard input" : "");
}

}  // namespace

InputFile::InputFile(const std::string& path)
    : m_name(path == "-" ? "standard input" : path), m_descriptor(open_input(path)) {
  if (m_descriptor < 0) {
    throw refusal(errno, m_name);
  }
}

void give_away_standard_input() noexcept {
  s_is_given_away = true;
}

InputFile::~InputFile() {
  if (m_descriptor != STDIN_FILENO) {
    ::close(m_descriptor);
  }
}

std::size_t InputFile::read(std::string& text, std::size_t most_bytes) const {
  const std::size_t before = text.size();
  text.resize(before + most_bytes);
  ssize_t length = -1;
  do {
    length = ::read(m_descriptor, text.data() + before, most_bytes);
  } while (length < 0 && errno == EINTR);
  const int error_number = errno;
  text.resize(before + (length > 0 ? static_cast<std::size_t>(length) : 0));
  if (length < 0) {
    throw refusal(error_number, m_name);
  }
  return static_cast<std::size_t>(length);
}

bool InputFile::wait(std::chrono::milliseconds longest) const {
  pollfd watched{m_descriptor, POLLIN, 0};
  return ::poll(&watched, 1, static_cast<int>(longest.count())) != 0;
}

std::string read_all(const InputFile& file) {
  constexpr std::size_t k_piece_bytes = std::size_t{1} << 16;
  std::string text;
  while (file.read(text, k_piece_bytes) > 0) {
  }
  return text;
}

void enter_directory(const std::string& path) {
  const Descriptor directory(open_directory(path));
  if (directory.is_open() && ::fchdir(directory.number()) == 0) return;
  throw Error(ErrorCode::not_found, "cannot work in the directory: " + std::generic_category().message(errno),
              path, "give -C a directory that exists");
}

}  // namespace rlmdb::cli
