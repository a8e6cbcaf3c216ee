// SPDX-License-Identifier: MIT
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "rlmdb/error.hpp"
#include "work/guard.hpp"

namespace rlmdb::cli {
namespace {

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

Error no_program(const std::string& word, const std::string& why) {
  return Error(ErrorCode::not_found, "there is no command '" + word + "'" + why, word,
               "nothing was claimed; no shell is run: for a line of a shell give sh -c 'LINE'");
}

}  // namespace

Program find_program(const std::vector<std::string>& words) {
  const std::string& word = words.front();
  if (word.find('/') != std::string::npos) {
    if (!is_program(word)) throw no_program(word, " that can be executed");
    return {word, words};
  }
  const char* const set = std::getenv("PATH");
  const std::string path = set == nullptr ? "/usr/local/bin:/usr/bin:/bin" : set;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder = path.substr(begin, end - begin);
    const std::string file = (folder.empty() ? "." : folder) + "/" + word;
    if (is_program(file)) return {file, words};
    begin = end + 1;
  }
  throw no_program(word, " in PATH");
}

}  // namespace rlmdb::cli
