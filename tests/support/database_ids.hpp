// SPDX-License-Identifier: MIT
/// Tokens of claims are counted from a number that is drawn for each database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::test {

/// Of the databases in and below a directory.
inline std::vector<std::int64_t> database_ids_in(const std::filesystem::path& directory) {
  std::vector<std::int64_t> ids;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".db" || !entry.is_regular_file()) continue;
    try {
      if (const auto id = Store::open(entry.path(), Access::read_only).database_id()) ids.push_back(*id);
    } catch (const Error&) {
      continue;  // no database, or a damaged one
    }
  }
  return ids;
}

/// `text` with each token as if its database counted from 0.
inline std::string tokens_from_0(const std::string& text, const std::filesystem::path& directory) {
  static const std::regex k_long_number(R"(\b[1-9]\d{11}\b)");
  constexpr std::int64_t k_most_events = 1'000'000;
  std::vector<std::int64_t> ids;
  std::string written;
  std::size_t end = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), k_long_number); found != std::sregex_iterator();
       ++found) {
    if (ids.empty()) ids = database_ids_in(directory);
    const auto at = static_cast<std::size_t>(found->position());
    written += text.substr(end, at - end);
    std::string number = found->str();
    for (const std::int64_t id : ids) {
      const std::int64_t counted = std::stoll(found->str()) - id;
      if (counted >= 0 && counted < k_most_events) number = std::to_string(counted);
    }
    written += number;
    end = at + static_cast<std::size_t>(found->length());
  }
  return written + text.substr(end);
}

/// `text` with "T7" as the token that is 7 where its database counts from 0.
inline std::string tokens_of(const std::string& text, std::int64_t database_id) {
  static const std::regex k_token(R"(\bT(\d+)\b)");
  std::smatch found;
  std::string written = text;
  while (std::regex_search(written, found, k_token)) {
    const std::string number = std::to_string(database_id + std::stoll(found[1]));
    written = found.prefix().str() + number + found.suffix().str();
  }
  return written;
}

}  // namespace rlmdb::test
