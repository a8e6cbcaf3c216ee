// SPDX-License-Identifier: MIT
#include "db/file_uri.hpp"

namespace rlmdb::db {

std::string file_uri(const std::filesystem::path& path, std::string_view promise) {
  static constexpr std::string_view k_plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-_.~";
  static constexpr std::string_view k_hex = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (k_plain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', k_hex[byte >> 4U], k_hex[byte & 15U]};
    }
  }
  uri += '?';
  uri += promise;
  return uri;
}

}  // namespace rlmdb::db
