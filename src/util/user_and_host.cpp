// SPDX-License-Identifier: MIT
#include "util/user_and_host.hpp"

#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace rlmdb::util {

namespace {

std::string host_name() {
  utsname names{};
  return ::uname(&names) == 0 ? std::string(names.nodename) : std::string("localhost");
}

std::string user_name() {
  std::array<char, 16 * 1024> room{};
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwuid_r(::geteuid(), &entry, room.data(), room.size(), &found) == 0 && found != nullptr &&
      *found->pw_name != '\0')
    return found->pw_name;
  return std::to_string(::geteuid());
}

std::string machine_id() {
  std::ifstream file("/etc/machine-id");
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace

const std::string& user_and_host() {
  static const std::string text = user_name() + "@" + host_name();
  return text;
}

const std::string& host_identity() {
  static const std::string text = [] {
    const std::string id = machine_id();
    return id.empty() ? host_name() : host_name() + "/" + id;
  }();
  return text;
}

}  // namespace rlmdb::util
