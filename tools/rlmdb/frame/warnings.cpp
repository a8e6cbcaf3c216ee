// SPDX-License-Identifier: MIT
#include "frame/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <utility>

#include "format/units_text.hpp"

namespace rlmdb::cli {
namespace {

/// The library speaks from several threads.
struct Kept {
  std::mutex mutex;
  std::string place;
  std::vector<Finding> warnings;
  std::size_t in_document = 0;  ///< so many of them stand in a document
};

Kept& kept() {
  static Kept all;
  return all;
}

bool is_same(const Finding& one, const Finding& other) {
  return one.where == other.where && one.code == other.code && one.message == other.message;
}

std::string places_of(const std::vector<Finding>& group) {
  constexpr std::size_t k_few = 3;
  std::string places = group.front().where;
  for (std::size_t index = 1; index < std::min(group.size(), k_few); ++index) {
    places += ", " + group[index].where;
  }
  return group.size() <= k_few ? places
                               : fmt::format("{} and {} more", places, count_text(group.size() - k_few));
}

Finding summary_of(const std::vector<Finding>& group) {
  const Finding& first = group.front();
  const bool all_alike = std::all_of(group.begin(), group.end(),
                                     [&](const Finding& one) { return one.message == first.message; });
  const std::string note = all_alike ? "" : fmt::format(" (the first of {})", count_text(group.size()));
  return {places_of(group), first.code, first.message + note};
}

}  // namespace

void keep_warning(Finding warning) {
  constexpr std::size_t k_most = 1000;
  Kept& all = kept();
  const std::lock_guard lock(all.mutex);
  const bool is_known = std::any_of(all.warnings.begin(), all.warnings.end(),
                                    [&](const Finding& one) { return is_same(one, warning); });
  if (!is_known && all.warnings.size() < k_most) {
    all.warnings.push_back(std::move(warning));
  }
}

void keep_remark(std::string_view message) {
  std::string place;
  {
    const std::lock_guard lock(kept().mutex);
    place = kept().place;
  }
  keep_warning({std::move(place), "database_remark", std::string(message)});
}

void set_place_of_remarks(std::string place) {
  const std::lock_guard lock(kept().mutex);
  kept().place = std::move(place);
}

void forget_warnings() {
  const std::lock_guard lock(kept().mutex);
  kept().warnings.clear();
  kept().in_document = 0;
}

std::vector<Finding> warnings_for_document() {
  Kept& all = kept();
  const std::lock_guard lock(all.mutex);
  all.in_document = all.warnings.size();
  return all.warnings;
}

std::vector<Finding> warnings_without_document() {
  Kept& all = kept();
  const std::lock_guard lock(all.mutex);
  return {all.warnings.begin() + static_cast<std::ptrdiff_t>(all.in_document), all.warnings.end()};
}

std::vector<Finding> summarised(const std::vector<Finding>& warnings) {
  std::vector<std::vector<Finding>> groups;
  for (const Finding& warning : warnings) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<Finding>& other) {
      return other.front().code == warning.code;
    });
    if (group == groups.end()) {
      groups.push_back({warning});
    } else {
      group->push_back(warning);
    }
  }
  std::vector<Finding> summaries;
  for (const std::vector<Finding>& group : groups) {
    summaries.push_back(summary_of(group));
  }
  return summaries;
}

}  // namespace rlmdb::cli
